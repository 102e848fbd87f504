/**
 * An order book with seeded random changes, used as the reference for a generated stream. Prices are in ticks and
 * sizes in lots, so nothing is ever rounded.
 */

/** Levels of one side, best level first. */
export type TickLevels = readonly (readonly [tick: number, lots: number])[];
export type TickBook = { readonly bids: TickLevels; readonly asks: TickLevels };

/** Returns a function that draws uniform numbers in [0, 1) (mulberry32). Equal seeds give equal numbers. */
export function seededUnit(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const START_TICK = 600_000;
const LOTS_MAX = 50_000;
/**
 * Maximum number of bits in a random depth. The number of bits is drawn first, and each further bit doubles the
 * depth, so most changes are near the best price.
 */
const REACH_BITS = 6;

type Level = readonly [tick: number, lots: number];

export class TrueBook {
	/** Bids in ticks and lots, best level first. */
	readonly #bids: Level[] = [];
	readonly #asks: Level[] = [];
	readonly #unit: () => number;
	readonly #levels: number;

	/** @param levels approximate number of levels per side */
	constructor(unit: () => number, levels: number) {
		this.#unit = unit;
		this.#levels = levels;
		let [bid, ask] = [START_TICK, START_TICK + 3];
		while (this.#bids.length < levels) {
			this.#bids.push([bid, this.#lots()]);
			this.#asks.push([ask, this.#lots()]);
			bid -= 1 + this.#below(4);
			ask += 1 + this.#below(4);
		}
	}

	/** Returns the current best levels of both sides. */
	top(depth: number): TickBook {
		return { bids: this.#bids.slice(0, depth), asks: this.#asks.slice(0, depth) };
	}

	/** Makes up to `count` changes: each changes, adds or removes one level. The book is never crossed or empty. */
	change(count: number): void {
		for (let index = 0; index < count; index += 1) {
			const side = this.#unit() < 0.5 ? this.#bids : this.#asks;
			const at = Math.min(side.length - 1, this.#below(2 ** (1 + this.#below(REACH_BITS))));
			const kind = this.#unit();
			if (kind < 0.6) side[at] = [(side[at] as Level)[0], this.#lots()];
			else if (kind < 0.8 && side.length > this.#levels * 0.9) side.splice(at, 1);
			else if (side.length < this.#levels * 1.1) this.#insert(side, at);
		}
	}

	#insert(side: Level[], at: number): void {
		const sign = side === this.#bids ? 1 : -1;
		const tick = (side[at] as Level)[0] + sign;
		const before = side[at - 1]?.[0];
		const opposite = (side === this.#bids ? this.#asks : this.#bids)[0]?.[0];
		if (tick === before || (at === 0 && tick === opposite)) return;
		side.splice(at, 0, [tick, this.#lots()]);
	}

	#lots(): number {
		return 1 + this.#below(LOTS_MAX);
	}

	#below(limit: number): number {
		return Math.floor(this.#unit() * limit);
	}
}

/**
 * Returns the changes from one state of a side to another: new and changed levels, and removed levels with 0 lots.
 * The best level comes first, as in both states.
 */
export function changedLevels(from: TickLevels, to: TickLevels, side: 'bids' | 'asks'): TickLevels {
	const sign = side === 'bids' ? 1 : -1;
	const changes: Level[] = [];
	let old = 0;
	for (const level of to) {
		let was = from[old];
		while (was !== undefined && was[0] * sign > level[0] * sign) {
			changes.push([was[0], 0]);
			old += 1;
			was = from[old];
		}
		if (was?.[0] !== level[0]) changes.push(level);
		else {
			if (was[1] !== level[1]) changes.push(level);
			old += 1;
		}
	}
	for (const [tick] of from.slice(old)) changes.push([tick, 0]);
	return changes;
}
