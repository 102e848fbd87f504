/** Explains the changes of a plan: gain, cost, what they replace, and the limit that decides. Pure. */
import { HOURS_PER_YEAR } from '../domain/funding.ts';
import { joined, type Sentence, type Words } from '../sentences/sentence.ts';
import { heldKey, type PlanChange, tradesOf } from './plan-change.ts';
import type { LimitName, PlanLeg, PlanProblem, ShadowPrice } from './plan-problem.ts';
import { type ExchangeNames, limitText, PLAN_TEXT } from './plan-text.ts';

/** A limit that binds, with the expected earnings of one more USD. */
export type PricedLimit = {
	readonly limit: LimitName;
	/** Expected carry a year of one more USD of the limit, less the cost of the change at the plan's hurdle, USD. */
	readonly pricePerYear: number;
	/** The limit in words, with its price. */
	readonly words: Sentence;
};

/** Why a change is made. */
export type ExplainedChange = {
	readonly change: PlanChange;
	/** Expected carry that the change adds over the horizon, USD. Negative for a change that a limit forces. */
	readonly gain: number;
	/** The gain as a fraction of the change's notional. */
	readonly gainShare: number;
	/** Fees and slippage of both orders, USD. */
	readonly cost: number;
	/** Gain over cost; null if the change costs nothing. */
	readonly ratio: number | null;
	/** Executions that the change replaces: the one that it rolls, or the coin's closed ones for an opening. */
	readonly replaces: readonly string[];
	/** The most expensive limit that binds one of the change's legs; null if none does. */
	readonly decidedBy: PricedLimit | null;
	readonly words: Words;
};

/** The plan to explain. */
export type ExplainedPlan = {
	readonly problem: PlanProblem;
	readonly shadowPrices: readonly ShadowPrice[];
	/** Horizon of the legs' worth. */
	readonly horizonHours: number;
	readonly names: ExchangeNames;
};

/** Explains each change of a plan, in the same order. */
export function explainChanges(
	plan: ExplainedPlan,
	changes: readonly PlanChange[],
): readonly ExplainedChange[] {
	const legs = new Map(plan.problem.legs.map((leg) => [heldKey(leg.coin, leg), leg]));
	const priced = pricedLimits(plan);
	return changes.map((change): ExplainedChange => {
		const trades = tradesOf(change).map(({ coin, contract, amount }) => {
			return { leg: legs.get(heldKey(coin, contract)) as PlanLeg, amount };
		});
		// A short of one USD receives the worth, so a purchase gives it up.
		const gain = trades.reduce((sum, { leg, amount }) => sum - leg.worth * amount, 0);
		const cost = trades.reduce((sum, { leg, amount }) => sum + leg.cost * Math.abs(amount), 0);
		const ratio = cost > 0 ? gain / cost : null;
		const decidedBy = priced.find(({ limit }) => trades.some(({ leg }) => concerns(limit, leg))) ?? null;
		return {
			change,
			gain,
			gainShare: gain / change.notional,
			cost,
			ratio,
			replaces: replacedBy(change, changes),
			decidedBy,
			words: joined([
				changeText(change, plan.names),
				PLAN_TEXT.gain({ gain, cost, ratio, days: Math.round(plan.horizonHours / 24) }),
				...(gain < cost ? [PLAN_TEXT.forced()] : []),
				...(decidedBy === null ? [] : [decidedBy.words]),
			]),
		};
	});
}

/** Lists the limits that bind, the most expensive first, with what one more USD of each would earn a year. */
export function pricedLimits({
	problem,
	shadowPrices,
	horizonHours,
	names,
}: ExplainedPlan): readonly PricedLimit[] {
	return shadowPrices.map(({ limit, price }) => {
		const pricePerYear = (price / problem.gainShare) * (HOURS_PER_YEAR / horizonHours);
		const words = PLAN_TEXT.price({ limit: limitText(problem, limit, names), usd: pricePerYear });
		return { limit, pricePerYear, words };
	});
}

function concerns(limit: LimitName, { coin, exchange }: PlanLeg): boolean {
	if (limit.kind === 'gross') return true;
	if ('coin' in limit && limit.coin !== coin) return false;
	return !('exchange' in limit) || limit.exchange === exchange;
}

function replacedBy(change: PlanChange, changes: readonly PlanChange[]): readonly string[] {
	if (change.kind === 'roll') return [change.executionId];
	if (change.kind !== 'open') return [];
	return changes.flatMap((other) =>
		other.coin === change.coin && (other.kind === 'close' || other.kind === 'reduce')
			? [other.executionId]
			: [],
	);
}

function changeText(change: PlanChange, names: ExchangeNames): Sentence {
	const { coin, notional: usd } = change;
	const [long, short] = [names(change.long.exchange), names(change.short.exchange)];
	if (change.kind !== 'roll') return PLAN_TEXT[change.kind]({ coin, long, short, usd });
	const { leg } = change;
	const [to, stays] = leg === 'long' ? [long, short] : [short, long];
	return PLAN_TEXT.roll({ coin, leg, from: names(change.from.exchange), to, stays, usd });
}
