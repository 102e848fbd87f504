/** Turns the terms of a plan into its size and its limits. Pure functions. Amounts are USD. */
import type { VenueName } from '../../domain/instrument.ts';
import type { MarginPlace, PlanTerms } from '../../ports/portfolio-planner.ts';
import { LEVEL_SHARES } from '../margin-levels.ts';
import { type PotLimits, potLimits } from '../pot-limits.ts';
import type { Grounds } from './gather.ts';

/** Capital of a plan, where its margin lies, and the size that follows. */
export type PlanSize = {
	readonly capital: number;
	readonly margin: MarginPlace;
	/** Equity that the plan counts on, by exchange; empty if the margin lies wherever the plan needs it. */
	readonly equity: Readonly<Record<VenueName, number>>;
	/** Exchanges whose equity is known. */
	readonly known: ReadonlySet<VenueName>;
	/** G: largest one-leg notional of the whole plan. */
	readonly legNotionalMax: number;
	/** Largest one-leg notional of one coin. */
	readonly coinLegMax: number;
};

/** Returns the size of a plan. The capital is 0 if it is not given and no account has equity. */
export function planSize(
	terms: PlanTerms,
	{ exchanges, equity, underWay }: Pick<Grounds, 'exchanges' | 'equity' | 'underWay'>,
): PlanSize {
	const known = exchanges.filter((exchange) => (equity[exchange] ?? 0) > 0);
	const whole = known.reduce((sum, exchange) => sum + (equity[exchange] ?? 0), 0);
	const moving = exchanges.reduce((sum, exchange) => sum + (underWay.get(exchange) ?? 0), 0);
	const capital = terms.capital ?? (whole > 0 ? whole + moving : 0);
	const margin = terms.margin ?? (whole > 0 ? 'accounts' : 'free');
	const legNotionalMax = (capital * (1 - terms.idle) * terms.leverage) / 2;
	return {
		capital,
		margin,
		equity: equityOf(margin, capital, exchanges, equity),
		known: new Set(margin === 'accounts' ? Object.keys(equity) : exchanges),
		legNotionalMax,
		coinLegMax: terms.coinShare * legNotionalMax,
	};
}

/** Each account backs the plan with all of its equity. The capital limits the plan as a whole. */
function equityOf(
	margin: MarginPlace,
	capital: number,
	exchanges: readonly VenueName[],
	equity: Grounds['equity'],
): PlanSize['equity'] {
	if (margin === 'free') return {};
	if (margin === 'equal')
		return Object.fromEntries(exchanges.map((exchange) => [exchange, capital / exchanges.length]));
	return Object.fromEntries(exchanges.map((exchange) => [exchange, equity[exchange] ?? 0]));
}

/** Notional of pairs by exchange, USD: the sum over their legs there. */
export type HeldSums = ReadonlyMap<VenueName, number>;

/** A held position need not shrink before its exchange's equity per notional is below this share of 1/L. */
const EQUITY_KEPT = LEVEL_SHARES.watch;

/**
 * Returns the limits of a plan. Pairs that the plan leaves alone (`busy`) use their part of them. An exchange that has
 * lost equity opens nothing, but keeps what it holds until its margin is thin; one with unknown equity keeps it too.
 */
export function planLimits(
	terms: PlanTerms,
	exchanges: readonly VenueName[],
	{ capital, margin, equity, known }: PlanSize,
	{ held, busy }: { readonly held: HeldSums; readonly busy: HeldSums },
): PotLimits {
	const { leverage, exchangeShare, exchangeNetShare } = terms;
	const pot = potLimits(
		{
			capital,
			leverage,
			idleShare: terms.idle,
			coinShare: terms.coinShare,
			...(exchangeShare === undefined ? {} : { exchangeShare }),
			// The share of a plan counts both legs, that of a pot one.
			...(exchangeNetShare === undefined ? {} : { exchangeNetShare: 2 * exchangeNetShare }),
		},
		exchanges,
	);
	const { limits } = pot;
	const backed = (exchange: VenueName): number => {
		if (margin === 'free') return Number.POSITIVE_INFINITY;
		const most = leverage * (equity[exchange] ?? 0);
		const own = held.get(exchange) ?? 0;
		return known.has(exchange) ? Math.max(most, Math.min(own, most / EQUITY_KEPT)) : own;
	};
	const whole = [...busy.values()].reduce((sum, notional) => sum + notional, 0);
	return {
		...pot,
		limits: {
			...limits,
			grossMax: Math.max(0, limits.grossMax - whole),
			exchangeMax: Object.fromEntries(
				Object.entries(limits.exchangeMax).map(([exchange, share]) => [
					exchange,
					Math.max(0, Math.min(share, backed(exchange)) - (busy.get(exchange) ?? 0)),
				]),
			),
		},
	};
}
