/** Keeps binding previews in memory: content, owner, parameters, expiry and cost tolerance. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { cashParts } from '../../domain/cash-ledger.ts';
import { add, type Decimal, parseDecimal, sub } from '../../domain/decimal.ts';
import type { OpeningMode } from '../../domain/event.ts';
import { percentOfShare } from '../../domain/exit-liquidation.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Asker, ExecuteRequest, PreviewAnswer } from '../../ports/order-service.ts';
import type { LegDraft } from '../decide/plan.ts';
import { amountDifference, lessThanAsked, plannedAmount } from '../decide/plan.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';
import { type OneLegLimits, oneLegPlan } from './one-leg-plan.ts';
import { levelsOf, type OpeningPlan } from './opening-plan.ts';
import type { Preflight } from './preflight.ts';

/** Maximum number of binding previews per caller; a new one replaces the oldest. */
const ASKER_PREVIEWS_MAX = 100;
/** Maximum growth in total cost under a binding preview, as a fraction of one leg's notional. */
const COST_TOLERANCE = parseDecimal('0.0005');

/** Figures of a binding preview, and the limits on an opening under it. */
export type BoundPreview = {
	readonly previewId: string;
	readonly userId: string;
	/** The agent that made the preview; undefined if the user made it. Only that caller may use it. */
	readonly agentId: string | undefined;
	readonly paramsText: string;
	readonly expiresAt: number;
	readonly maxTotalCost: Decimal | null;
	readonly minExpectedNet: Decimal | null;
	readonly mode: OpeningMode;
	readonly children: number;
};

/** Total cost and expected net that a preview shows, fractions of one leg's notional; null if unknown. */
export type BoundFigures = { readonly cost: Decimal | null; readonly net: Decimal | null };

type BoundOpening = Pick<OpeningPlan, 'mode' | 'children'>;

/** Returns the figures that bind an opening to its preview. */
export function boundFigures({ record: { net } }: Pick<Preflight, 'record'>): BoundFigures {
	return { cost: net.cost.total, net: net.expectedNet };
}

type PreviewsOptions = {
	readonly clock: Clock;
	readonly random: Random;
	readonly ttlMs: number;
	readonly limits: OneLegLimits;
};

type KeptPreviews = PreviewsOptions & {
	readonly previews: Map<string, BoundPreview>;
};

/** Creates an empty store of previews. */
export function createPreviews(options: PreviewsOptions) {
	const kept: KeptPreviews = { ...options, previews: new Map() };
	return {
		make: (request: ExecuteRequest, paramsText: string, checked: Preflight) =>
			make(kept, request, paramsText, checked),
		keep: (by: Asker, paramsText: string, figures: BoundFigures, opening: BoundOpening) =>
			keep(kept, by, paramsText, figures, opening),
		take: (by: Asker, previewId: string, paramsText: string) => take(kept, by, previewId, paramsText),
		putBack: (bound: BoundPreview) => putBack(kept, bound),
		requireWithin,
	};
}

function make(
	kept: KeptPreviews,
	request: ExecuteRequest,
	paramsText: string,
	checked: Preflight,
): PreviewAnswer {
	const { opening } = checked;
	const bound = keep(kept, request, paramsText, boundFigures(checked), opening);
	return {
		success: true,
		preview: true,
		previewId: bound.previewId,
		expiresAt: new Date(bound.expiresAt).toISOString(),
		plan: previewPlan(request, checked, kept.limits),
		costs: checked.record.net,
		checks: checked.rows.map(({ check, passed, text }) => ({ check, passed, ...text() })),
		warnings: lessThanAsked(checked.draft, request.amount, request.leverage),
		bounds: {
			maxTotalCost: bound.maxTotalCost,
			minExpectedNet: bound.minExpectedNet,
			mode: opening.mode,
			children: bound.children,
		},
	};
}

/** Keeps the figures of a preview, and returns the bounds that they set for an opening. */
function keep(
	kept: KeptPreviews,
	by: Asker,
	paramsText: string,
	{ cost, net }: BoundFigures,
	{ mode, children }: BoundOpening,
): BoundPreview {
	const now = kept.clock.now();
	for (const [id, old] of kept.previews) if (old.expiresAt <= now) kept.previews.delete(id);
	const own = [...kept.previews.values()].filter((old) => isOf(old, by));
	if (own[0] !== undefined && own.length >= ASKER_PREVIEWS_MAX) kept.previews.delete(own[0].previewId);
	const bound: BoundPreview = {
		previewId: `preview_${kept.random.hex(16)}`,
		userId: by.userId,
		agentId: by.agent?.agentId,
		paramsText,
		expiresAt: now + kept.ttlMs,
		maxTotalCost: cost === null ? null : add(cost, COST_TOLERANCE),
		minExpectedNet: net === null ? null : sub(net, COST_TOLERANCE),
		mode,
		children: children.length,
	};
	kept.previews.set(bound.previewId, bound);
	return bound;
}

/**
 * Removes the preview that a call binds to, so that no other call can use it unless it is put back. @throws
 * CarrywireError
 */
function take(kept: KeptPreviews, by: Asker, previewId: string, paramsText: string): BoundPreview {
	const bound = kept.previews.get(previewId);
	if (bound === undefined || !isOf(bound, by)) {
		throw new CarrywireError('UNKNOWN_PREVIEW', REFUSAL_TEXT.unknownPreview({ id: previewId }), {
			field: 'preview_id',
		});
	}
	if (bound.paramsText !== paramsText)
		throw new CarrywireError('PREVIEW_MISMATCH', REFUSAL_TEXT.otherTerms(), {
			field: 'preview_id',
		});
	kept.previews.delete(previewId);
	const late = kept.clock.now() - bound.expiresAt;
	if (late >= 0)
		throw new CarrywireError('PREVIEW_EXCEEDED', REFUSAL_TEXT.previewExpired({ late }), {
			field: 'preview_id',
		});
	return bound;
}

/** Makes the preview available again, because a refused call has not used it. */
function putBack(kept: KeptPreviews, bound: BoundPreview): void {
	kept.previews.set(bound.previewId, bound);
}

/**
 * @throws CarrywireError PREVIEW_EXCEEDED if a cost or the expected net is unknown or out of bounds, or the slices
 * differ
 */
function requireWithin(bound: BoundPreview, { cost: total, net }: BoundFigures, opening: BoundOpening): void {
	if (opening.mode !== bound.mode || opening.children.length !== bound.children)
		throw new CarrywireError(
			'PREVIEW_EXCEEDED',
			REFUSAL_TEXT.otherSlices({
				mode: opening.mode,
				slices: opening.children.length,
				shown: bound.mode,
				shownSlices: bound.children,
			}),
			{ field: 'preview_id' },
		);
	if (bound.maxTotalCost !== null && (total === null || total > bound.maxTotalCost)) {
		throw new CarrywireError(
			'PREVIEW_EXCEEDED',
			REFUSAL_TEXT.costs({ total: percentOrNull(total), limit: percentOfShare(bound.maxTotalCost) }),
			{
				field: 'preview_id',
			},
		);
	}
	if (bound.minExpectedNet !== null && (net === null || net < bound.minExpectedNet)) {
		throw new CarrywireError(
			'PREVIEW_EXCEEDED',
			REFUSAL_TEXT.net({ net: percentOrNull(net), limit: percentOfShare(bound.minExpectedNet) }),
			{
				field: 'preview_id',
			},
		);
	}
}

function percentOrNull(share: Decimal | null): Decimal | null {
	return share === null ? null : percentOfShare(share);
}

function isOf(bound: BoundPreview, { userId, agent }: Asker): boolean {
	return bound.userId === userId && bound.agentId === agent?.agentId;
}

function previewPlan(
	request: ExecuteRequest,
	{ draft, record, opening, fees, maxSlippageBps }: Preflight,
	limits: OneLegLimits,
): PreviewAnswer['plan'] {
	return {
		mode: opening.mode,
		amount: request.amount,
		plannedAmount: plannedAmount(draft, request.leverage),
		amountDifference: amountDifference(draft, request.amount, request.leverage),
		leverage: request.leverage,
		quantity: draft.quantity,
		children: opening.children.length,
		firstLeg: opening.firstLeg,
		levels: levelsOf(opening.children).map(({ children, quantity, basisMin }) => ({
			children,
			quantity,
			minBasis: basisMin,
		})),
		message: opening.message,
		legs: [previewLeg(draft.long), previewLeg(draft.short)],
		cash: cashParts(draft.quantity, draft.long.plan.decisionMid, record.net),
		ifOneLegFails: oneLegPlan(draft, opening, fees, maxSlippageBps, limits),
	};
}

function previewLeg(leg: LegDraft): PreviewAnswer['plan']['legs'][number] {
	return {
		role: leg.plan.role,
		exchange: leg.plan.venue,
		symbol: leg.plan.instrument.symbol,
		side: leg.plan.openSide,
		quantity: leg.quantity,
		notional: leg.notional,
		limitPrice: leg.plan.limitPrice,
		expectedPrice: leg.expectedPrice,
		margin: leg.margin,
	};
}
