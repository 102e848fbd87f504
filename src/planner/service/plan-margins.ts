/** States the margin of each exchange after a plan, and the transfers that the plan would like. Pure functions. */
import { approximately } from '../../domain/estimate.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { maintenanceRateMax } from '../../domain/isolated-margin.ts';
import type { TransferProposal } from '../../ports/margin-plan.ts';
import type { PlannedMargin, PlanTerms } from '../../ports/portfolio-planner.ts';
import { shownNameOf } from '../../venues/facts.ts';
import type { BookAccount } from '../margin-book.ts';
import { exchangeMargin, marginLevel } from '../margin-levels.ts';
import { planTransfers } from '../margin-transfers.ts';
import type { Gathered } from './gather.ts';
import type { BoundedLeg } from './leg-facts.ts';
import type { OptimalPlan } from './plan-answer.ts';
import type { PlanSize } from './plan-limits.ts';

/** Moves that a plan states, fractions. */
const MOVES: readonly number[] = [-0.5, -0.3, 0.3, 0.5];

/** Returns the margin of each exchange of the plan, in the order of its exchanges. */
export function marginsOf(
	plan: OptimalPlan,
	gathered: Gathered,
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
	gathered: Gathered,
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
 * Returns the accounts as the plan leaves them. Without accounts, each exchange has the margin of its own notional and
 * the same part of the idle capital.
 */
function accountsAfter(
	{ reached }: OptimalPlan,
	{ exchanges, legs: gatheredLegs }: Gathered,
	legs: readonly BoundedLeg[],
	{ leverage }: PlanTerms,
	size: PlanSize,
): readonly BookAccount[] {
	const gross = new Map<VenueName, number>();
	legs.forEach(({ exchange }, index) => {
		gross.set(exchange, (gross.get(exchange) ?? 0) + Math.abs(reached[index] ?? 0));
	});
	const whole = [...gross.values()].reduce((sum, notional) => sum + notional, 0);
	return exchanges.map((exchange): BookAccount => {
		const notional = gross.get(exchange) ?? 0;
		const part = whole === 0 ? 1 / exchanges.length : notional / whole;
		const equity = size.equity[exchange] ?? size.capital * part;
		return {
			exchange,
			shownName: shownNameOf(exchange),
			equity,
			available: Math.max(0, equity - notional / leverage),
			positions: legs.flatMap((leg, index) => {
				const target = reached[index] ?? 0;
				if (leg.exchange !== exchange || target === 0) return [];
				const instrument = gatheredLegs[index]?.contract.instrument;
				return [
					{
						symbol: leg.symbol,
						coin: leg.coin,
						notional: target,
						maintenance:
							instrument === undefined ? 0 : approximately(maintenanceRateMax(instrument.leverageMax)),
						isolatedEquity: null,
						leverage,
						sigmaHourly: null,
						adlRank: gatheredLegs[index]?.adlRank ?? null,
					},
				];
			}),
		};
	});
}
