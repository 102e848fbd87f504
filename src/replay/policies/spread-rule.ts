/**
 * Trades by a rule on the spread between two contracts of a coin: the rule says what is compared, when to enter and
 * when to leave. It reads the funding map once per step, closes first, and opens the widest spreads.
 */

import { type Candidate, candidatesOf, type Measure, spreadNow } from './candidates.ts';
import { type ContractMap, coinsOf, readContracts } from './map-contracts.ts';
import type { Policy, PolicySettings, Seat } from './policy.ts';
import {
	close,
	closeAll,
	emptySeat,
	forgetEnded,
	type Held,
	open,
	type SeatPositions,
} from './seat-positions.ts';
import { amountIn, numberIn, stepThrough } from './stepping.ts';

/** A position at a step: its spread now in its direction, and whether it is among the widest ones. */
export type HeldNow = { readonly spread: number | null; readonly heldMs: number; readonly isWidest: boolean };

/** A rule on a spread. Spreads are fractions per year. */
export type SpreadRule = {
	readonly measure: Measure;
	readonly enters: (spread: number, settings: PolicySettings) => boolean;
	readonly leaves: (position: HeldNow, settings: PolicySettings) => boolean;
	/** True if only the widest `count` spreads of all seats are entered. */
	readonly isRanked?: true;
	/** True if a seat never opens again what it has closed. */
	readonly isOnce?: true;
};

/** The rule alone decides the direction and the exit. */
const RULE_TERMS = { any_direction: true, exit: { close_on_reversal: false } };
/** Positions of a seat that can be tried in one step, as a multiple of its free places. */
const TRIES = 3;

/** Returns the policy that trades by a rule. */
export function spreadPolicy(rule: SpreadRule): Policy {
	return async (seats, clock, settings) => {
		const [first] = seats;
		if (first === undefined) return;
		const all = seats.map(emptySeat);
		const coins = coinsOf(seats);
		await stepThrough(clock, settings, {
			async step(now) {
				const map = await readContracts(first.client, coins);
				const candidates = new Map(seats.map((seat) => [seat, candidatesOf(map, seat.pair, rule.measure)]));
				const widest = rule.isRanked === true ? widestOf(candidates, settings) : undefined;
				// A coin that this step closes can be opened again at the next one.
				const openable = new Map<SeatPositions, readonly Candidate[]>();
				for (const positions of all) {
					await forgetEnded(positions, now);
					openable.set(positions, notHeld(positions, candidates.get(positions.seat) ?? []));
					await leave({ rule, map, widest, now, settings }, positions);
				}
				for (const [positions, own] of openable) await enter({ rule, widest, now, settings }, positions, own);
			},
			atEnd: () => closeAll(all),
		});
	};
}

type Step = {
	readonly rule: SpreadRule;
	readonly map: ContractMap;
	/** Keys of the widest candidates; undefined if the rule does not rank. */
	readonly widest: ReadonlySet<string> | undefined;
	readonly now: number;
	readonly settings: PolicySettings;
};

/** Returns the keys of the widest `count` candidates of all seats. */
function widestOf(
	candidates: ReadonlyMap<Seat, readonly Candidate[]>,
	settings: PolicySettings,
): ReadonlySet<string> {
	const sorted = [...candidates.values()].flat().sort((a, b) => b.spread - a.spread);
	return new Set(sorted.slice(0, numberIn(settings, 'count')).map(keyOf));
}

/** Returns the candidates on coins without a position. */
function notHeld({ held }: SeatPositions, candidates: readonly Candidate[]): readonly Candidate[] {
	const coins = new Set(held.map(({ coin }) => coin));
	return candidates.filter(({ coin }) => !coins.has(coin));
}

async function leave({ rule, map, widest, now, settings }: Step, positions: SeatPositions): Promise<void> {
	for (const position of [...positions.held]) {
		const spread = spreadNow(map, position, rule.measure);
		const isWidest = widest?.has(keyOf(position)) ?? true;
		const isLeft =
			position.isClosing ||
			spread === undefined ||
			rule.leaves({ spread, heldMs: now - position.openedAt, isWidest }, settings);
		if (isLeft) await close(positions, position);
	}
}

async function enter(
	{ rule, widest, now, settings }: Omit<Step, 'map'>,
	positions: SeatPositions,
	candidates: readonly Candidate[],
): Promise<void> {
	const { seat, held } = positions;
	const places = seat.pair === undefined ? numberIn(settings, 'count') : 1;
	const limit = rule.isOnce === true ? places - positions.opened : places - held.length;
	const wanted = candidates
		.filter((candidate) => rule.enters(candidate.spread, settings) && (widest?.has(keyOf(candidate)) ?? true))
		.slice(0, Math.max(0, TRIES * limit));
	let free = limit;
	for (const { coin, long, short } of wanted) {
		if (free <= 0) return;
		const opening = {
			coin,
			long,
			short,
			amount: amountIn(settings),
			params: RULE_TERMS,
		};
		if (await open(positions, opening, now)) free -= 1;
	}
}

/** Names a position by its contracts in its direction. */
function keyOf({ coin, long, short }: Pick<Held, 'coin' | 'long' | 'short'>): string {
	return `${coin} ${long.exchange} ${long.symbol} ${short.exchange} ${short.symbol}`;
}
