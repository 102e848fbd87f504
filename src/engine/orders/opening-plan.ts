/**
 * Splits an opening into slices according to its execution mode, and picks the mode for `auto`. Pure functions.
 *
 * `single-direct` sends each leg as one order, so a leg must fit under the unhedged cap. `single-delay` rests the leg
 * with the thinner book first. `grid` divides the trade into children. Each fits under the cap and takes at most its
 * allowed percentage of the thinnest of the four book sides. The children wait for a better price basis, level by
 * level.
 */

import {
	add,
	type Decimal,
	divDown,
	divUp,
	floorToStep,
	fromInteger,
	max,
	min,
	mulDown,
	mulTrunc,
	ONE,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import type { ChildPlan, OpeningMode } from '../../domain/event.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { SwitchAnswer } from '../../ports/dead-man-switch.ts';
import type { ExecutionMode } from '../../ports/order-service.ts';
import type { Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { OPENING_TEXT } from '../decide/text.ts';
import type { ProposedOpening, ProposedTrade } from '../risk/facts.ts';
import { smallestTrade } from '../risk/minimums.ts';

/** Limits on slices, in USD, percent and milliseconds. */
export type OpeningLimits = {
	/** Maximum unhedged exposure of one leg, USD. */
	readonly unhedgedMaxUsd: Decimal;
	/** Maximum percentage of the thinnest book side that one child may take. */
	readonly childDepthSharePct: Decimal;
	/** Adverse price move after which a child must still be tradable, percent. */
	readonly stressMovePct: Decimal;
	/** Maximum resting time of a first leg, milliseconds. */
	readonly makerMs: number;
	/** Maximum duration of a grid, milliseconds. */
	readonly gridMs: number;
};

/**
 * The caller's terms, what is known about the pair's basis and dead-man switches, and the previewed plan if there is
 * one.
 */
export type OpeningTerms = {
	readonly mode: ExecutionMode;
	readonly maxSlippageBps: Decimal;
	/** Standard deviation of the price basis over about a day; undefined while there are too few samples. */
	readonly basisSd: Decimal | undefined;
	/**
	 * Whether each leg's exchange cancels resting orders if the service dies; undefined if nothing rests at an
	 * exchange.
	 */
	readonly switches?: Readonly<Record<LegRole, SwitchAnswer>> | undefined;
	/** The previewed plan that this opening is bound to. */
	readonly bound?: { readonly mode: OpeningMode; readonly children: number } | undefined;
};

/** The slices of a trade, their sequence and their time limits. */
export type OpeningPlan = ProposedOpening & {
	/** The leg whose order is sent first; null if both are sent at once. */
	readonly firstLeg: LegRole | null;
	readonly makerMs: number;
	readonly openWithinMs: number;
	/** Message with the mode, why it was chosen, and what it does. */
	readonly message: Words;
};

/**
 * Maximum number of children in a grid. Each child needs at least two orders and takes up space in the stored plan.
 */
export const CHILDREN_MAX = 200;
const LEVELS_MAX = 8;
const PERCENT = fromInteger(100);
const BPS = fromInteger(10_000);
const TWO = fromInteger(2);
/** Time limit for a direct opening, and for a delayed opening once its maker time is over. */
const TAKING_MS = 60_000;

/** Plans the slices of an opening. The plan's `fault` says why the mode is impossible; null if it is possible. */
export function openingPlan(trade: ProposedTrade, terms: OpeningTerms, limits: OpeningLimits): OpeningPlan {
	const chosen = choose(trade, terms, limits);
	switch (chosen.mode) {
		case 'single-direct':
			return {
				...whole(trade, terms),
				...chosen,
				firstLeg: null,
				makerMs: 0,
				openWithinMs: TAKING_MS,
				message: OPENING_TEXT.direct({ why: chosen.why }),
			};
		case 'single-delay': {
			const firstLeg = restingLeg(trade, terms);
			return {
				...whole(trade, terms),
				...chosen,
				firstLeg,
				makerMs: limits.makerMs,
				openWithinMs: limits.makerMs + TAKING_MS,
				message: OPENING_TEXT.delay({
					leg: firstLeg,
					exchange: shownNameOf(trade[firstLeg].plan.venue),
					rests: limits.makerMs,
					why: chosen.why,
					note: switchNote(trade, terms, firstLeg),
				}),
			};
		}
		case 'grid':
			return grid(trade, terms, limits, chosen.why);
	}
}

type Chosen = { readonly mode: OpeningMode; readonly why: Words };

function choose(trade: ProposedTrade, terms: OpeningTerms, limits: OpeningLimits): Chosen {
	if (terms.bound !== undefined) return { mode: terms.bound.mode, why: OPENING_TEXT.asPreviewed() };
	if (terms.mode !== 'auto') return { mode: terms.mode, why: '' };
	const leg = max(trade.long.notional, trade.short.notional);
	const thinnest = thinnestSide(trade);
	const share = mulDown(thinnest, divDown(limits.childDepthSharePct, PERCENT));
	const fits = leg <= limits.unhedgedMaxUsd;
	if (fits && trade.quantity <= share) return { mode: 'single-direct', why: OPENING_TEXT.small() };
	if (fits && trade.quantity <= thinnest)
		return { mode: 'single-delay', why: OPENING_TEXT.thin({ share: limits.childDepthSharePct }) };
	const why = fits
		? OPENING_TEXT.tooThin({ thinnest })
		: OPENING_TEXT.aboveCap({ cap: limits.unhedgedMaxUsd });
	return { mode: 'grid', why };
}

function whole(trade: ProposedTrade, terms: OpeningTerms): Pick<OpeningPlan, 'asked' | 'children' | 'fault'> {
	return { asked: terms.mode, children: [{ quantity: trade.quantity, basisMin: null }], fault: null };
}

/**
 * Returns the leg whose order rests, usually the one with the thinner book. It is the other leg if only the other
 * exchange cancels resting orders when the service dies, and the thinner book holds the full quantity.
 */
function restingLeg(trade: ProposedTrade, { switches }: OpeningTerms): LegRole {
	const thinner = thinnerLeg(trade);
	const other = thinner === 'long' ? 'short' : 'long';
	const isOtherSafer = switches?.[thinner].kind !== 'yes' && switches?.[other].kind === 'yes';
	return isOtherSafer && trade[thinner].depth >= trade.quantity ? other : thinner;
}

/** Returns the note on whether the exchange cancels the resting order if the service dies. */
function switchNote(trade: ProposedTrade, { switches }: OpeningTerms, resting: LegRole): Words {
	if (switches === undefined) return '';
	const { kind, said } = switches[resting];
	const other = resting === 'long' ? 'short' : 'long';
	const why = resting !== thinnerLeg(trade) ? switches[other].said : null;
	return kind === 'yes'
		? OPENING_TEXT.deadManSwitch({ finding: said, other: why })
		: OPENING_TEXT.noSwitch({ finding: said });
}

/** Returns the leg whose order book has less depth for the entry. */
function thinnerLeg({ long, short }: ProposedTrade): LegRole {
	return long.depth <= short.depth ? 'long' : 'short';
}

function thinnestSide({ long, short }: ProposedTrade): Decimal {
	return min(min(long.depth, short.depth), min(long.exitDepth, short.exitDepth));
}

// Grid --------------------------------------------------------------------------------------------------------------

function grid(trade: ProposedTrade, terms: OpeningTerms, limits: OpeningLimits, why: Words): OpeningPlan {
	const count = childCount(trade, terms, limits);
	const base = {
		asked: terms.mode,
		mode: 'grid',
		firstLeg: null,
		makerMs: 0,
		openWithinMs: limits.gridMs,
	} as const;
	if (typeof count !== 'number')
		return { ...base, ...whole(trade, terms), fault: count, message: OPENING_TEXT.noGrid({ fault: count }) };
	const children = laidOver(slices(trade, count), trade, terms);
	const levels = levelsOf(children).length;

	return {
		...base,
		children,
		fault: null,
		message: OPENING_TEXT.grid({ slices: count, levels, lasts: limits.gridMs, why }),
	};
}

/** Groups consecutive children that wait for the same price basis. */
export function levelsOf(
	children: readonly ChildPlan[],
): readonly { readonly children: number; readonly quantity: Decimal; readonly basisMin: Decimal | null }[] {
	const levels: { children: number; quantity: Decimal; basisMin: Decimal | null }[] = [];
	for (const { quantity, basisMin } of children) {
		const last = levels.at(-1);
		if (last !== undefined && last.basisMin === basisMin) {
			last.children += 1;
			last.quantity = add(last.quantity, quantity);
		} else levels.push({ children: 1, quantity, basisMin });
	}
	return levels;
}

/** Returns the minimum and maximum coins of one child. */
function childRange(
	trade: ProposedTrade,
	limits: OpeningLimits,
): { readonly least: Decimal; readonly most: Decimal } {
	const { long, short, commonLot } = trade;
	const price = max(long.plan.decisionMid, short.plan.decisionMid);
	const byCap = divDown(limits.unhedgedMaxUsd, price);
	const byDepth = mulDown(thinnestSide(trade), divDown(limits.childDepthSharePct, PERCENT));
	return {
		least: smallestTrade(trade, limits.stressMovePct),
		most: floorToStep(min(byCap, byDepth), commonLot),
	};
}

/**
 * Returns the number of children, or the fault that makes a grid impossible. A small grid still has one child per
 * level if possible.
 */
function childCount(trade: ProposedTrade, terms: OpeningTerms, limits: OpeningLimits): number | Words {
	const { least, most } = childRange(trade, limits);
	if (most < least)
		return OPENING_TEXT.smallSlices({
			most,
			cap: limits.unhedgedMaxUsd,
			share: limits.childDepthSharePct,
			thinnest: thinnestSide(trade),
			least,
		});
	const fewest = Math.max(1, countOf(divUp(trade.quantity, most)));
	const manyest = Math.max(1, countOf(divDown(trade.quantity, least), 'down'));
	if (fewest > CHILDREN_MAX) return OPENING_TEXT.manySlices({ count: fewest, most, limit: CHILDREN_MAX });
	if (fewest > manyest) return OPENING_TEXT.indivisible({ quantity: trade.quantity, least, most });
	const bound = terms.bound?.children;
	if (bound !== undefined && bound >= fewest && bound <= manyest) return bound;
	return Math.max(fewest, Math.min(LEVELS_MAX, manyest));
}

/** Returns a ratio as a whole number. */
export function countOf(ratio: Decimal, rounding: 'up' | 'down' = 'up'): number {
	return Number((ratio + (rounding === 'up' ? ONE - 1n : 0n)) / ONE);
}

/** Divides the quantity into `count` parts on the common lot that differ by at most one lot, larger ones first. */
export function slices(
	{ quantity, commonLot }: Pick<ProposedTrade, 'quantity' | 'commonLot'>,
	count: number,
): readonly Decimal[] {
	const lots = quantity / commonLot;
	const each = lots / BigInt(count);
	const larger = Number(lots % BigInt(count));
	return Array.from(
		{ length: count },
		(_, index) => ((each + (index < larger ? 1n : 0n)) * commonLot) as Decimal,
	);
}

/**
 * Assigns each slice its level. Level 0 requires at least the current basis minus the slippage limit, level k at
 * least the current basis plus k half standard deviations.
 */
function laidOver(
	quantities: readonly Decimal[],
	{ long, short }: ProposedTrade,
	{ basisSd, maxSlippageBps }: OpeningTerms,
): readonly ChildPlan[] {
	// A child's minimum basis is an exact bound, so the basis is calculated as a decimal and rounded down.
	const present = sub(divDown(short.plan.decisionMid, long.plan.decisionMid), ONE);
	const step = basisSd === undefined ? ZERO : divDown(basisSd, TWO);
	const levels = step === 0n ? 1 : Math.min(LEVELS_MAX, quantities.length);
	return quantities.map((quantity, index) => {
		const level = Math.floor((index * levels) / quantities.length);
		const basisMin =
			level === 0
				? sub(present, divUp(maxSlippageBps, BPS))
				: add(present, mulTrunc(step, fromInteger(level)));
		return { quantity, basisMin };
	});
}
