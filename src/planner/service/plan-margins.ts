/** States the margin of each exchange after a plan, and the transfers that the plan would like. Pure functions. */
import { approximately } from '../../domain/estimate.ts';
import type { Instrument, VenueName } from '../../domain/instrument.ts';
import { maintenanceRateMax } from '../../domain/isolated-margin.ts';
import type { TransferProposal } from '../../ports/margin-plan.ts';
import type { PlannedMargin, PlanTerms } from '../../ports/portfolio-planner.ts';
import { shownNameOf } from '../../venues/facts.ts';
import type { BookAccount, BookPosition } from '../margin-book.ts';
import { exchangeMargin, marginLevel } from '../margin-levels.ts';
import { planTransfers } from '../margin-transfers.ts';
import type { Gathered } from './gather.ts';
import type { BoundedLeg } from './leg-facts.ts';
import type { OptimalPlan } from './plan-answer.ts';
import type { PlanSize } from './plan-limits.ts';

/** Moves that a plan states, fractions. */
const MOVES: readonly number[] = [-0.5, -0.3, 0.3, 0.5];

/** A leg with its signed notional, USD. */
export type ValuedLeg = Pick<BookPosition, 'symbol' | 'coin' | 'notional' | 'maintenance' | 'adlRank'> & {
	readonly exchange: VenueName;
};

/** Legs that the plan leaves alone, because they are opening, closing or need their owner. */
export type WithBusy = { readonly busyLegs: readonly ValuedLeg[] };

/** Returns the margin of each exchange of the plan, in the order of its exchanges. */
export function marginsOf(
	plan: OptimalPlan,
	gathered: Gathered & WithBusy,
	legs: readonly BoundedLeg[],
	terms: PlanTerms,
	size: PlanSize,
): readonly PlannedMargin[] {
	return accountsAfter(plan, gathered, legs, terms, size).map((account) => {
		const { now, common, target } = exchangeMargin(account, { leverage: terms.leverage });
		return {
			exchange: account.exchange,
			equity: now.equity,
			notional: now.gross,
			net: now.net,
			moves: common
				.filter(({ move }) => MOVES.includes(move))
				.map(({ move, equity, share }) => ({
					move,
					equity,
					ratio: share,
					level: equity <= 0 && now.gross > 0 ? ('empty' as const) : marginLevel(share, target),
				})),
		};
	});
}

/** Returns the transfers that the plan would like between the accounts; none if the margin lies anywhere. */
export function transfersOf(
	plan: OptimalPlan,
	gathered: Gathered & WithBusy,
	legs: readonly BoundedLeg[],
	terms: PlanTerms,
	size: PlanSize,
): readonly TransferProposal[] {
	if (size.margin === 'free') return [];
	const accounts = accountsAfter(plan, gathered, legs, terms, size);
	const margins = accounts.map((account) => exchangeMargin(account, { leverage: terms.leverage }));
	const { transfers } = planTransfers(
		accounts,
		new Map(margins.map(({ exchange, level }) => [exchange, level])),
		new Map(margins.map(({ exchange, target }) => [exchange, target])),
		gathered.at,
		gathered.underWay,
	);
	return transfers;
}

/**
 * Returns the accounts as the plan leaves them, with the legs that it leaves alone. Without accounts, each exchange has
 * the margin of its own notional and the same part of the idle capital.
 */
function accountsAfter(
	{ reached }: OptimalPlan,
	gathered: Gathered & WithBusy,
	legs: readonly BoundedLeg[],
	{ leverage }: PlanTerms,
	size: PlanSize,
): readonly BookAccount[] {
	const after = [
		...legs.map(({ coin, exchange, symbol }, index) => ({
			coin,
			exchange,
			symbol,
			notional: reached[index] ?? 0,
			maintenance: maintenanceOf(gathered.legs[index]?.contract.instrument),
			adlRank: gathered.legs[index]?.adlRank ?? null,
		})),
		...gathered.busyLegs,
	].filter(({ notional }) => notional !== 0);
	const grossOf = (own: readonly ValuedLeg[]): number =>
		own.reduce((sum, { notional }) => sum + Math.abs(notional), 0);
	const whole = grossOf(after);
	return gathered.exchanges.map((exchange): BookAccount => {
		const own = after.filter((leg) => leg.exchange === exchange);
		const gross = grossOf(own);
		const part = whole === 0 ? 1 / gathered.exchanges.length : gross / whole;
		const equity = size.equity[exchange] ?? size.capital * part;
		return {
			exchange,
			shownName: shownNameOf(exchange),
			equity,
			available: Math.max(0, equity - gross / leverage),
			positions: own.map(({ exchange: _exchange, ...leg }) => ({
				...leg,
				isolatedEquity: null,
				leverage,
				sigmaHourly: null,
			})),
		};
	});
}

/** Returns the highest maintenance rate of a contract, a fraction; 0 if the contract is unknown. */
export function maintenanceOf(instrument: Pick<Instrument, 'leverageMax'> | undefined): number {
	return instrument === undefined ? 0 : approximately(maintenanceRateMax(instrument.leverageMax));
}
