/**
 * What the engine does when one leg of an opening fills and the other does not, for a preview: its own limits in the order in
 * which they take effect, and what that costs. The rules are those of `src/engine/decide/` and of `src/engine/drive/emergency-hedger.ts`.
 */
import {
	abs,
	add,
	ceilToStep,
	type Decimal,
	formatDecimal,
	max,
	mulUp,
	parseDecimal,
	sub,
	sum,
	ZERO,
} from '../../domain/decimal.ts';
import type { LegRole } from '../../domain/ids.ts';
import { oppositeSide } from '../../domain/order-book.ts';
import type { OneLegPlan, OneLegStep } from '../../ports/order-service.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import { guardedPrice, LEGS, otherLeg } from '../decide/order-terms.ts';
import type { Draft, LegDraft } from '../decide/plan.ts';
import type { EngineLimits } from '../decide/surroundings.ts';
import type { OpeningPlan } from './opening-plan.ts';

/** The engine's limits that matter when one leg fills alone. */
export type OneLegLimits = Pick<
	EngineLimits,
	| 'widenAfterMs'
	| 'reduceAfterMs'
	| 'unwindSlippageBpsMax'
	| 'completeRetryMs'
	| 'unknownAttentionMs'
	| 'fruitlessReducesMax'
> & {
	readonly emergencyHedge: boolean;
	readonly emergencyHedgeAfterMs: number;
};

const CENT = parseDecimal('0.01');
const MS_PER_S = 1_000;

/** The steps when one leg fills and the other does not, with the loss in USD. */
export function oneLegPlan(
	draft: Draft,
	{ children, firstLeg }: Pick<OpeningPlan, 'children' | 'firstLeg'>,
	fees: Readonly<Record<LegRole, FeeRates>>,
	maxSlippageBps: Decimal,
	limits: OneLegLimits,
): OneLegPlan {
	const quantity = children.reduce((largest, child) => max(largest, child.quantity), ZERO);
	const worst = (bps: Decimal): Decimal =>
		LEGS.map((role) => filledAndCut(draft[role], fees[role], quantity, bps)).reduce((a, b) => max(a, b));
	const inside = worst(maxSlippageBps);
	const widest = worst(max(maxSlippageBps, limits.unwindSlippageBpsMax));
	const coin = draft.long.plan.instrument.coin;
	return {
		steps: oneLegSteps(maxSlippageBps, firstLeg, limits),
		quantity,
		worstCaseUsd: inside,
		worstCaseWidestUsd: widest,
		message: `A leg of ${formatDecimal(quantity)} ${coin}, the most that is opened at once, that fills at its limit and is cut again costs ${formatDecimal(inside)} USD inside the guard and ${formatDecimal(widest)} USD at the widest price, both taker fees included. What the market moves in between comes on top, either way.`,
	};
}

/**
 * USD lost on one leg: from its limit to a cut so far from the middle as it is now, and the taker's fees of both fills. Rounded up
 * to cents.
 */
function filledAndCut(
	{ plan: { openSide, limitPrice, decisionMid, instrument } }: LegDraft,
	{ taker }: FeeRates,
	quantity: Decimal,
	slippageBps: Decimal,
): Decimal {
	const cutPrice = guardedPrice(oppositeSide(openSide), decisionMid, slippageBps, instrument.tickSize);
	const lost = mulUp(abs(sub(limitPrice, cutPrice)), quantity);
	const paid = mulUp(mulUp(add(limitPrice, cutPrice), quantity), taker);
	return ceilToStep(sum([lost, paid]), CENT);
}

function oneLegSteps(
	maxSlippageBps: Decimal,
	firstLeg: LegRole | null,
	limits: OneLegLimits,
): readonly OneLegStep[] {
	const guard = formatDecimal(maxSlippageBps);
	const widest = formatDecimal(limits.unwindSlippageBpsMax);
	const lagging = firstLeg === null ? 'The leg that lags' : `The ${otherLeg(firstLeg)} leg`;
	const steps: OneLegStep[] = [
		{
			afterMs: 0,
			action: 'prove',
			text: 'What each leg holds is proven first: an order whose outcome is not known is asked about until it is, and never sent again.',
		},
		{
			afterMs: 0,
			action: 'complete',
			text: `${lagging} is completed at the price of its opening order, inside ${guard} bps of the middle; after an order that filled nothing the next goes out ${seconds(limits.completeRetryMs)} later.`,
		},
		{
			afterMs: limits.widenAfterMs,
			action: 'complete_wider',
			text: `${lagging} is completed up to ${widest} bps from the middle of its book.`,
		},
		{
			afterMs: limits.reduceAfterMs,
			action: 'cut',
			text: `It is not completed any more: the leg that is ahead is cut, reduce-only, to what both hold, first inside ${guard} bps of the middle, each further order twice as wide, up to ${widest} bps. An exchange that refuses for good brings this about at once.`,
		},
		{
			afterMs: limits.unknownAttentionMs,
			action: 'call_person',
			text: `An order that is still not proven calls for you (needs_attention, with an alert), and so does a leg that could not be cut ${limits.fruitlessReducesMax} times in a row. The service goes on trying.`,
		},
	];
	if (limits.emergencyHedge)
		steps.push({
			afterMs: limits.emergencyHedgeAfterMs,
			action: 'hedge_elsewhere',
			text: 'An exchange that has not answered for so long is taken for dead: what stands alone there is hedged on a third one that you have connected, and closed with it once that one answers again.',
		});
	return steps.sort((a, b) => a.afterMs - b.afterMs);
}

function seconds(ms: number): string {
	return `${ms / MS_PER_S} s`;
}
