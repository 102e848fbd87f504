/**
 * Computes prices as a pure function of seed and time: a drifting coin price, a drifting premium per venue, and
 * occasional jumps. Two reads at one instant return the same book.
 */
import { type Decimal, max, parseDecimal } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { BookLevel, OrderBook } from '../../src/domain/order-book.ts';
import type { SeededRandom } from '../../src/runtime/seeded-random.ts';

/** Milliseconds between changes of a book. */
export const BOOK_PERIOD_MS = 250;
const LEVELS = [0, 1, 2, 3, 4];
/** Maximum half bid-ask spread, as a fraction of the price. Market makers would quote inside a wider one. */
const HALF_SPREAD_MAX = 0.006;

type Wave = { readonly share: number; readonly periodMs: number; readonly phase: number };

export type Prices = {
	readonly book: (instrument: Instrument, at: number) => OrderBook;
	readonly mark: (instrument: Instrument, at: number) => Decimal;
};

export type PriceTerms = {
	readonly basePrice: number;
	/** Approximate number of coins per level of the book. */
	readonly depth: number;
	/** Half the bid-ask spread in ticks; fewer if the tick is coarse. */
	readonly halfSpreadTicks: number;
};

/** An instrument's prices in one period. The first read creates the book and the mark price. */
type Ladder = {
	readonly instrument: Instrument;
	readonly key: string;
	readonly bucket: number;
	readonly depth: number;
	readonly middleTicks: number;
	readonly halfSpread: number;
	book: OrderBook | undefined;
	mark: Decimal | undefined;
};

const MARK_MIN = parseDecimal('0.01');

export function drawPrices(
	random: SeededRandom,
	startAt: number,
	terms: (instrument: Instrument) => PriceTerms,
): Prices {
	const wildness = random.chance(0.3) ? 4 : 1;
	const seed = random.below(2 ** 31);
	const coins = new Map<string, readonly Wave[]>();
	const premiums = new Map<string, readonly Wave[]>();
	const jumpAt = startAt + random.below(300_000);
	const jump = random.chance(0.2) ? (random.unit() - 0.5) * 0.06 : 0;
	const ladders = new Map<string, Map<string, Ladder>>();

	// Waves depend only on the seed and the name, so it does not matter which price is read first.
	function wavesOf(known: Map<string, readonly Wave[]>, name: string, share: number): readonly Wave[] {
		let waves = known.get(name);
		if (waves === undefined) {
			waves = [17_000, 61_000, 290_000].map((periodMs, index) => ({
				share: share * wildness * (0.3 + hash(seed, name, index)),
				periodMs,
				phase: hash(seed, name, index + 10) * 2 * Math.PI,
			}));
			known.set(name, waves);
		}
		return waves;
	}

	function middle(instrument: Instrument, base: number, at: number): number {
		const elapsed = at - startAt;
		const coin = wander(wavesOf(coins, instrument.coin, 0.0008), elapsed);
		const premium = wander(wavesOf(premiums, `${instrument.venue}:${instrument.coin}`, 0.0001), elapsed);
		return base * (at >= jumpAt ? 1 + jump : 1) * (1 + coin + premium);
	}

	/**
	 * Returns the instrument's prices in the period that contains an instant. A change in the contract's tick or lot
	 * takes effect in the next period.
	 */
	function ladderAt(instrument: Instrument, at: number): Ladder {
		const { venue, symbol } = instrument;
		const ofVenue = ladders.get(venue) ?? new Map<string, Ladder>();
		const bucket = Math.floor(at / BOOK_PERIOD_MS);
		const known = ofVenue.get(symbol);
		if (known?.bucket === bucket) return known;
		const { basePrice, depth, halfSpreadTicks } = terms(instrument);
		const tick = Number(instrument.tickSize) / 1e18;
		const price = middle(instrument, basePrice, bucket * BOOK_PERIOD_MS);
		const widest = Math.floor((price * HALF_SPREAD_MAX) / tick);
		const made: Ladder = {
			instrument,
			key: known?.key ?? `${venue}:${symbol}`,
			bucket,
			depth,
			middleTicks: Math.round(price / tick),
			halfSpread: Math.max(1, Math.min(halfSpreadTicks, widest)),
			book: undefined,
			mark: undefined,
		};
		ladders.set(venue, ofVenue.set(symbol, made));
		return made;
	}

	function bookOf({ instrument, key, bucket, depth, middleTicks, halfSpread }: Ladder): OrderBook {
		const { tickSize, lotSize } = instrument;
		const lot = Number(lotSize) / 1e18;
		const level = (side: number, index: number): BookLevel => {
			const ticks = middleTicks + side * (halfSpread + index * 2);
			const lots = Math.max(1, Math.round((depth * (0.5 + hash(seed, key, bucket + side * index))) / lot));
			return [(tickSize * BigInt(ticks)) as Decimal, (lotSize * BigInt(lots)) as Decimal];
		};
		return {
			bids: LEVELS.map((index) => level(-1, index)),
			asks: LEVELS.map((index) => level(1, index)),
		};
	}

	return {
		book(instrument, at) {
			const ladder = ladderAt(instrument, at);
			ladder.book ??= bookOf(ladder);
			return ladder.book;
		},
		// The best bid and ask are equally far from the mid price, so the mark needs no book.
		mark(instrument, at) {
			const ladder = ladderAt(instrument, at);
			ladder.mark ??= max((ladder.instrument.tickSize * BigInt(ladder.middleTicks)) as Decimal, MARK_MIN);
			return ladder.mark;
		},
	};
}

function wander(waves: readonly Wave[], elapsed: number): number {
	return waves.reduce(
		(sum, { share, periodMs, phase }) => sum + share * Math.sin((elapsed / periodMs) * 2 * Math.PI + phase),
		0,
	);
}

/** Returns a number in [0, 1), derived from a seed, a name and a number. */
function hash(seed: number, name: string, number: number): number {
	let mixed = (seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0;
	for (let index = 0; index < name.length; index += 1)
		mixed = Math.imul(mixed ^ name.charCodeAt(index), 0x01000193) >>> 0;
	mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
	return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}
