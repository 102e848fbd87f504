/**
 * Describes for a preview how the engine reacts when one leg of an opening fills and the other does not: the limits
 * in the order in which they take effect, and what each costs. The rules are in `src/engine/decide/` and
 * `src/engine/drive/emergency-hedger.ts`.
 */
import {
	abs,
	add,
	ceilToStep,
	type Decimal,
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
import { OPENING_TEXT } from '../decide/text.ts';
import type { OpeningPlan } from './opening-plan.ts';

/** Engine limits that apply when only one leg fills. */
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

/** Builds the steps for the case that one leg fills and the other does not, with the loss in USD. */
export function oneLegPlan(
	draft: Draft,
	{ children, firstLeg }: Pick<OpeningPlan, 'children' | 'firstLeg'>,
	fees: Readonly<Record<LegRole, FeeRates>>,
	maxSlippageBps: Decimal,
	limits: OneLegLimits,
): OneLegPlan {
	const quantity = children.reduce((largest, child) => max(largest, child.quantity), ZERO);
	const worst = (bps: Decimal): Decimal =>
		LEGS.map((role) => fillAndReduceLoss(draft[role], fees[role], quantity, bps)).reduce((a, b) => max(a, b));
	const inside = worst(maxSlippageBps);
	const widest = worst(max(maxSlippageBps, limits.unwindSlippageBpsMax));
	const coin = draft.long.plan.instrument.coin;
	return {
		steps: oneLegSteps(maxSlippageBps, firstLeg, limits),
		quantity,
		worstCaseUsd: inside,
		worstCaseWidestUsd: widest,
		message: OPENING_TEXT.loss({ quantity, coin, inside, widest }),
	};
}

/**
 * Returns the loss on one leg, USD rounded up to cents: a fill at its limit, a reduction at `slippageBps` from the
 * current mid price, and both taker fees.
 */
function fillAndReduceLoss(
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
	const widest = limits.unwindSlippageBpsMax;
	const leg = firstLeg === null ? null : otherLeg(firstLeg);
	const steps: OneLegStep[] = [
		{
			afterMs: 0,
			action: 'prove',
			text: OPENING_TEXT.prove(),
		},
		{
			afterMs: 0,
			action: 'complete',
			text: OPENING_TEXT.complete({ leg, slippage: maxSlippageBps, retry: limits.completeRetryMs }),
		},
		{
			afterMs: limits.widenAfterMs,
			action: 'complete_wider',
			text: OPENING_TEXT.wider({ leg, widest }),
		},
		{
			afterMs: limits.reduceAfterMs,
			action: 'cut',
			text: OPENING_TEXT.reduce({ slippage: maxSlippageBps, widest }),
		},
		{
			afterMs: limits.unknownAttentionMs,
			action: 'call_person',
			text: OPENING_TEXT.person({ tries: limits.fruitlessReducesMax }),
		},
	];
	if (limits.emergencyHedge)
		steps.push({
			afterMs: limits.emergencyHedgeAfterMs,
			action: 'hedge_elsewhere',
			text: OPENING_TEXT.hedge(),
		});
	return steps.sort((a, b) => a.afterMs - b.afterMs);
}
