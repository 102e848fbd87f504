/** Computes the bounds of a leg's target from what is known about its contract. Pure. */
import { HOUR_MS } from '../domain/funding.ts';
import type { Sentence } from '../sentences/sentence.ts';
import { isNextInQueue } from './margin-reduction.ts';
import type { PlanLeg } from './plan-problem.ts';
import { type ExchangeNames, PLAN_TEXT } from './plan-text.ts';

/** Time after a squeeze in which the plan opens nothing in the coin, ms. Exits stay free. */
export const SQUEEZE_HOLD_MS = 24 * HOUR_MS;
/** A price move within one hour above this fraction is a squeeze. */
export const SQUEEZE_MOVE = 0.1;
/** Days of funding history that a leg needs before it is opened. */
export const HISTORY_DAYS_MIN = 30;

/** Facts about a leg. */
export type LegFacts = Pick<PlanLeg, 'coin' | 'exchange' | 'held'> & {
	/** False if no order is possible now: the contract or the account does not trade. */
	readonly isTradable: boolean;
	/** True from the exchange's notice that it closes the contract. */
	readonly isDelisting: boolean;
	/** True if the pot may not open the leg: its settings, a halt or a guard forbid it. */
	readonly isExcluded: boolean;
	/** Place of the position in the exchange's queue for auto-deleveraging, from 0 to 1 (first); null if unknown. */
	readonly adlRank: number | null;
	/** Known days of settled funding. */
	readonly historyDays: number;
	/** Time of the coin's last squeeze on any exchange, ms (`isSqueeze`); null for none. */
	readonly squeezedAt: number | null;
	/** True if the leg is in the coin's main group (`mainGroup`), so that its worth compares with other legs. */
	readonly hasForecast: boolean;
	/** Largest position that the order book carries, USD; Infinity for none. A held position need not shrink to it. */
	readonly sizeMax: number;
};

/** Bounds of a leg's target, USD, signed, and the reason for them; null if the leg is free. */
export type LegBounds = Pick<PlanLeg, 'low' | 'high'> & { readonly reason: Sentence | null };

/**
 * Returns true if an hour of a contract counts as a squeeze: funding settled at the exchange's cap, or the price moved
 * by more than 10 %.
 * @param rate latest settled rate @param rateMax the exchange's cap on the rate; null if unknown
 * @param hourMove price change over the hour, a fraction
 */
export function isSqueeze(rate: number, rateMax: number | null, hourMove: number): boolean {
	return (rateMax !== null && Math.abs(rate) >= rateMax) || Math.abs(hourMove) > SQUEEZE_MOVE;
}

/**
 * Returns the bounds of a leg's target. A leg that cannot trade stays; a delisted one closes; one that may not open
 * moves only between what is held and 0. @param now ms
 */
export function legBounds(facts: LegFacts, now: number, names: ExchangeNames): LegBounds {
	const { coin, held, sizeMax, squeezedAt, historyDays } = facts;
	const leg = { coin, exchange: names(facts.exchange) };
	const exits = { low: Math.min(0, held), high: Math.max(0, held) };
	if (!facts.isTradable) return { low: held, high: held, reason: PLAN_TEXT.notTradable(leg) };
	if (facts.isDelisting) return { low: 0, high: 0, reason: PLAN_TEXT.delisting(leg) };
	if (facts.isExcluded) return { ...exits, reason: PLAN_TEXT.excluded(leg) };
	if (isNextInQueue(facts.adlRank)) return { ...exits, reason: PLAN_TEXT.nextInQueue(leg) };
	if (squeezedAt !== null && now < squeezedAt + SQUEEZE_HOLD_MS)
		return { ...exits, reason: PLAN_TEXT.squeeze({ coin, until: squeezedAt + SQUEEZE_HOLD_MS }) };
	if (historyDays < HISTORY_DAYS_MIN) {
		const days = { days: Math.floor(historyDays), required: HISTORY_DAYS_MIN };
		return { ...exits, reason: PLAN_TEXT.newCoin({ ...leg, ...days }) };
	}
	if (!facts.hasForecast) return { ...exits, reason: PLAN_TEXT.noForecast(leg) };
	if (sizeMax === Infinity) return { low: -Infinity, high: Infinity, reason: null };
	return {
		low: Math.min(held, -sizeMax),
		high: Math.max(held, sizeMax),
		reason: PLAN_TEXT.size({ ...leg, max: sizeMax }),
	};
}
