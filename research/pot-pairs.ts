/**
 * Rules that trade pair by pair in the pot: each pair takes the share m of G for each leg. They are compared with the
 * planner under the same limits. The functions are pure.
 */
import { isReversed } from '../src/domain/exit-reversal.ts';
import { isEnding, type PairSignals, type PotMarket, type PotPair, signalsAt } from './pot-market.ts';
import type { NewPotRule } from './pot-run.ts';
import type { Side } from './trading.ts';
import { ENTER_ABOVE, HYSTERESIS_LEAVE_BELOW } from './trading-rules.ts';

/** Sums that exceed their limit by less are rounding. */
const ROUNDING = 1e-9;

/** Limits of a pot, in units of G. */
export type PotLimits = {
	/** m: largest one-leg notional of a coin. */
	readonly coinShare: number;
	/** Largest sum of |notional| per exchange; Infinity for none. */
	readonly exchangeMax: number;
};

/** Decides for one pair. */
export type PairRule = {
	/** Strength of an entry, signed for a short first leg; 0 for no entry. */
	readonly enter: (signals: PairSignals, roundTrip: number) => number;
	/** Decides whether a pair of that side is closed. */
	readonly leave: (signals: PairSignals, roundTrip: number, side: Side) => boolean;
};

/**
 * `first come`: each pair trades as if it were alone, and a trade that begins while the pot is full is lost; several pairs
 * of a coin may be held. `refill`: every day the strongest entries take the free places; one pair a coin.
 */
export type Admission = 'first come' | 'refill';

/** The 30-day rule: enters above 5 % a year in either direction, and leaves when the mean changes sign. */
export const MONTH_MEAN_RULE: PairRule = monthMeanRule(0);

/** The 30-day rule that leaves only below −3 % a year. */
export const HYSTERESIS_RULE: PairRule = monthMeanRule(HYSTERESIS_LEAVE_BELOW);

function monthMeanRule(leaveBelow: number): PairRule {
	return {
		enter: ({ monthMean }) => (Math.abs(monthMean) > ENTER_ABOVE ? monthMean : 0),
		leave: ({ monthMean }, _roundTrip, side) => side * monthMean < leaveBelow,
	};
}

/** The shipped verdict with the shipped exit. The entry with the highest expected net over 720 h is the strongest. */
export const VERDICT_RULE: PairRule = {
	enter: ({ entry, expectedMonth }, roundTrip) => entry * Math.max(0, entry * expectedMonth - roundTrip),
	leave: ({ monthMean, expectedMonth }, roundTrip, side) =>
		isReversed({
			monthMean: side * monthMean,
			expectedMonth: side * expectedMonth,
			roundTrip,
			exitPremium: 0,
		}),
};

/** Enters the pairs with the highest 30-day means on the first day, and holds them to the end. */
export function staticRule(market: PotMarket, limits: PotLimits): NewPotRule {
	return () => {
		let isFilled = false;
		const enter = ({ monthMean }: PairSignals): number =>
			isFilled || Number.isNaN(monthMean) ? 0 : monthMean;
		const rule = pairPot(market, { enter, leave: () => false }, 'refill', limits)();
		return async (hour, held) => {
			const next = await rule(hour, held);
			isFilled = true;
			return next;
		};
	};
}

/** One pair that trades. The pot holds it, unless the trade was lost. */
type PlacedPair = { readonly pair: PotPair; readonly side: Side; readonly isHeld: boolean };

/** Returns a rule that holds pairs of the size m until its limits are reached, the strongest entries first. */
export function pairPot(
	market: PotMarket,
	rule: PairRule,
	admission: Admission,
	limits: PotLimits,
): NewPotRule {
	const roundTripOf = ({ first, second }: PotPair): number =>
		2 * ((market.legs[first]?.fillCost as number) + (market.legs[second]?.fillCost as number));
	return () => {
		const placed = new Map<PotPair, PlacedPair>();
		return async (hour) => {
			const isOpen = (pair: PotPair): boolean => !hasEnding(market, pair, hour);
			for (const { pair, side } of [...placed.values()]) {
				if (!isOpen(pair) || rule.leave(signalsAt(pair, hour), roundTripOf(pair), side)) placed.delete(pair);
			}
			const entries = market.pairs
				.filter((pair) => !placed.has(pair) && isOpen(pair))
				.map((pair) => ({ pair, strength: rule.enter(signalsAt(pair, hour), roundTripOf(pair)) }))
				.filter(({ strength }) => Math.abs(strength) > 0)
				.sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength));
			const held = [...placed.values()].filter(({ isHeld }) => isHeld);
			for (const { pair, strength } of entries) {
				const placement = { pair, side: Math.sign(strength) as Side, isHeld: true };
				const isHeld = fits(market, [...held, placement], admission, limits);
				if (isHeld) held.push(placement);
				if (isHeld || admission === 'first come') placed.set(pair, { ...placement, isHeld });
			}
			return { held: notionals(market, held, limits.coinShare) };
		};
	};
}

function hasEnding({ legs }: PotMarket, { first, second }: PotPair, hour: number): boolean {
	return [legs[first], legs[second]].some((leg) => leg !== undefined && isEnding(leg, hour));
}

/** Checks a set of pairs against the limits. Opposite legs of one contract do not offset each other. */
function fits(
	{ legs }: PotMarket,
	held: readonly PlacedPair[],
	admission: Admission,
	{ coinShare, exchangeMax }: PotLimits,
): boolean {
	if (held.length * coinShare > 1 + ROUNDING) return false;
	const atVenue = new Map<string, number>();
	const ofCoin = new Map<string, number>();
	for (const { pair } of held) {
		for (const at of [pair.first, pair.second]) {
			const { venue, coin } = legs[at] as PotMarket['legs'][number];
			atVenue.set(venue, (atVenue.get(venue) ?? 0) + coinShare);
			ofCoin.set(coin, (ofCoin.get(coin) ?? 0) + coinShare);
		}
	}
	const coinMax = admission === 'refill' ? 2 * coinShare : Number.POSITIVE_INFINITY;
	return (
		[...atVenue.values()].every((sum) => sum <= exchangeMax + ROUNDING) &&
		[...ofCoin.values()].every((sum) => sum <= coinMax + ROUNDING)
	);
}

function notionals(
	{ legs }: PotMarket,
	held: readonly PlacedPair[],
	share: number,
): Float64Array<ArrayBuffer> {
	const next = new Float64Array(legs.length);
	for (const { pair, side } of held) {
		next[pair.first] = (next[pair.first] as number) - side * share;
		next[pair.second] = (next[pair.second] as number) + side * share;
	}
	return next;
}
