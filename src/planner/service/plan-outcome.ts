/** States what a plan is expected to earn, against cash. Pure functions. */
import type { PlanLimit, PlanOutcome, PlanTerms } from '../../ports/portfolio-planner.ts';
import { explainChanges } from '../explain-changes.ts';
import { explainPot } from '../explain-pot.ts';
import { contractKey, type HeldPair } from '../plan-change.ts';
import type { Gathered } from './gather.ts';
import { limitOf, type SolvedPlan } from './plan-answer.ts';
import type { PlanSize } from './plan-limits.ts';

/** 90 % of a normal distribution lie within this many standard deviations. */
const DEVIATIONS_OF_90 = 1.645;

/** Returns the outcome of a plan, and the limits that bind it. */
export function outcomeOf(
	plan: SolvedPlan,
	gathered: Gathered,
	{ leverage, cashApr }: PlanTerms,
	{ capital }: PlanSize,
): { readonly outcome: PlanOutcome; readonly limits: readonly PlanLimit[] } {
	const { explained, changes, reached, pairs } = plan;
	const cost = explainChanges(explained, changes).reduce((sum, change) => sum + change.cost, 0);
	const pot = explainPot(
		explained,
		{ reached, cost, pairs, carrySd: deviations(gathered) },
		{ capital, leverage, cashRate: cashApr },
	);
	const { net, interval } = pot;
	const reach = interval === null ? null : ((interval.high - interval.low) / 2) * DEVIATIONS_OF_90;
	return {
		outcome: {
			netPerYear: pot.netPerYear,
			netOnCapital: net,
			netOnCapitalLow: reach === null ? null : net - reach,
			netOnCapitalHigh: reach === null ? null : net + reach,
			cashApr,
			overCash: pot.overCash,
			leverageOfCash: pot.leverageOfCash,
			verdict: pot.verdict === 'pays' ? 'trade' : 'no_trade',
			message: pot.words,
		},
		limits: pot.binding.map(limitOf),
	};
}

/** Returns the deviation of a pair's carry by its contracts; NaN if it is unknown. */
function deviations({ legs, pairs }: Gathered): (pair: HeldPair) => number {
	const keyOf = (leg: number): string => {
		const { venue: exchange, symbol } = legs[leg]?.contract.instrument ?? { venue: '', symbol: '' };
		return contractKey({ exchange, symbol });
	};
	const known = new Map<string, number>();
	for (const { short, long, sd } of pairs) {
		known.set(`${keyOf(long)} ${keyOf(short)}`, sd);
		known.set(`${keyOf(short)} ${keyOf(long)}`, sd);
	}
	return ({ long, short }) => known.get(`${contractKey(long)} ${contractKey(short)}`) ?? Number.NaN;
}
