/** Computes the limits of a plan from the terms of a pot. Pure. */
import type { PlanLimits } from './plan-problem.ts';

/** Leverage of a pot, unless set: an exchange that is all long then survives a fall of 50 %. */
export const LEVERAGE = 1.8;
/** Largest leverage of a pot. */
export const LEVERAGE_MAX = 3;
/** Share of the capital that stays idle, unless set. */
export const IDLE_SHARE = 0.25;
/** Largest share of G in one coin, unless set. */
export const COIN_SHARE = 0.1;
/** Changes below this share of G are left out. */
const CHANGE_SHARE = 0.005;

/** The terms of a pot that limit its plan. Shares are fractions. */
export type PotSize = {
	/** Capital, USD, with the idle part. */
	readonly capital: number;
	readonly leverage?: number;
	readonly idleShare?: number;
	/** Largest one-leg notional of a coin, as a share of G. */
	readonly coinShare?: number;
	/** Equity per exchange, USD. An exchange that is absent has no limit. */
	readonly equity?: Readonly<Record<string, number>>;
	/** Largest share of the pot's gross notional, 2 G, on one exchange. */
	readonly exchangeShare?: number;
	/** Largest difference of longs and shorts on one exchange, as a share of G. */
	readonly exchangeNetShare?: number;
};

/** Limits of a pot, and the sizes that follow from its terms, USD. */
export type PotLimits = {
	/** G: the one-leg notional that the pot may hold. */
	readonly notional: number;
	/** Smallest change. */
	readonly changeMin: number;
	readonly limits: PlanLimits;
};

/** Returns the limits of a pot on these exchanges. */
export function potLimits(
	{
		capital,
		leverage = LEVERAGE,
		idleShare = IDLE_SHARE,
		coinShare = COIN_SHARE,
		equity = {},
		exchangeShare = Infinity,
		exchangeNetShare = Infinity,
	}: PotSize,
	exchanges: readonly string[],
): PotLimits {
	const notional = (capital * (1 - idleShare) * leverage) / 2;
	const each = (limit: (exchange: string) => number): Readonly<Record<string, number>> =>
		Object.fromEntries(exchanges.map((exchange) => [exchange, limit(exchange)]));
	return {
		notional,
		changeMin: CHANGE_SHARE * notional,
		limits: {
			grossMax: 2 * notional,
			coinMax: 2 * coinShare * notional,
			exchangeMax: each((exchange) =>
				Math.min(leverage * (equity[exchange] ?? Infinity), exchangeShare * 2 * notional),
			),
			exchangeNetMax: each(() => exchangeNetShare * notional),
		},
	};
}
