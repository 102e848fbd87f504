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
	/** The part of it that may back more than is held. Other executions keep the same reserve as the plan's own. */
	readonly free: Readonly<Record<VenueName, number>>;
	/** Exchanges whose equity is known. */
	readonly known: ReadonlySet<VenueName>;
	/** G: largest one-leg notional of the whole plan. */
	readonly legNotionalMax: number;
	/** Largest one-leg notional of one coin. */
	readonly coinLegMax: number;
};

/** Notional of pairs by exchange, USD: the sum over their legs there. */
export type HeldSums = ReadonlyMap<VenueName, number>;

/**
 * Returns the size of a plan. The capital is 0 if it is not given and no account has equity.
 * @param others notional of the executions that the plan is not about
 */
export function planSize(
	terms: PlanTerms,
	{ exchanges, equity, underWay }: Pick<Grounds, 'exchanges' | 'equity' | 'underWay'>,
	others: HeldSums,
): PlanSize {
	const free = Object.fromEntries(
		exchanges.map((exchange): [VenueName, number] => {
			const { whole, usable } = equity[exchange] ?? { whole: 0, usable: 0 };
			const kept = (others.get(exchange) ?? 0) / (terms.leverage * (1 - terms.idle));
			return [exchange, Math.max(0, Math.min(usable, whole - kept))];
		}),
	);
	const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
	const usable = sumOf(exchanges.map((exchange) => equity[exchange]?.usable ?? 0));
	const whole = sumOf(Object.values(free));
	const moving = sumOf(exchanges.map((exchange) => underWay.get(exchange) ?? 0));
	const capital = terms.capital ?? (whole > 0 ? whole + moving : 0);
	const margin = terms.margin ?? (usable > 0 ? 'accounts' : 'free');
	const legNotionalMax = (capital * (1 - terms.idle) * terms.leverage) / 2;
	const backing = equityOf(margin, capital, exchanges, equity);
	return {
		capital,
		margin,
		equity: backing,
		free: margin === 'accounts' ? free : backing,
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
	return Object.fromEntries(exchanges.map((exchange) => [exchange, equity[exchange]?.usable ?? 0]));
}

/** A held position need not shrink before its exchange's equity per notional is below this share of 1/L. */
const EQUITY_KEPT = LEVEL_SHARES.watch;

/**
 * Returns the limits of a plan. Pairs that the plan leaves alone (`busy`) use their part of them. An exchange that has
 * lost equity opens nothing, but keeps what it holds until its margin is thin; one with unknown equity keeps it too.
 */
export function planLimits(
	terms: PlanTerms,
	exchanges: readonly VenueName[],
	{ capital, margin, equity, free, known }: PlanSize,
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
		const own = held.get(exchange) ?? 0;
		const kept = Math.min(own, (leverage * (equity[exchange] ?? 0)) / EQUITY_KEPT);
		return known.has(exchange) ? Math.max(leverage * (free[exchange] ?? 0), kept) : own;
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
