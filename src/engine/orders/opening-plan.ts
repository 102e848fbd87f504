/**
 * In which slices a trade is opened: the modes of the wire contract, and how `auto` chooses among them. Pure.
 *
 * Direct sends both legs whole, so a leg must fit under the cap of what may stand unhedged. Delay rests the leg with the
 * thinner book first. A grid cuts the trade into children that fit under the cap and under their share of the thinnest
 * of the four book sides, and lets them wait for a better price basis, level by level.
 */

import {
	add,
	type Decimal,
	divDown,
	divUp,
	floorToStep,
	formatDecimal,
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
import type { ProposedOpening, ProposedTrade } from '../risk/facts.ts';
import { smallestTrade } from '../risk/minimums.ts';

/** Limits of slices, in USD, percent and milliseconds. */
export type OpeningLimits = {
	/** USD of one leg that may stand without the other. */
	readonly unhedgedMaxUsd: Decimal;
	/** Share of the thinnest book side that one child may take, percent. */
	readonly childDepthSharePct: Decimal;
	/** The price against us at which a child must still be tradable, percent. */
	readonly stressMovePct: Decimal;
	/** How long a first leg may rest, and how long a grid may take, milliseconds. */
	readonly makerMs: number;
	readonly gridMs: number;
};

/** How a caller, and what is known of the pair, want it opened. */
export type OpeningTerms = {
	readonly mode: ExecutionMode;
	readonly maxSlippageBps: Decimal;
	/** Standard deviation of the price basis over about a day; undefined while too little was seen. */
	readonly basisSd: Decimal | undefined;
	/** Whether each leg's exchange cancels what rests there should the service die; absent where nothing rests at an exchange. */
	readonly switches?: Readonly<Record<LegRole, SwitchAnswer>> | undefined;
	/** What a preview has shown and binds to. */
	readonly bound?: { readonly mode: OpeningMode; readonly children: number } | undefined;
};

/** The slices of a trade, in which order and how long they may take. */
export type OpeningPlan = ProposedOpening & {
	/** The leg that is worked first; null where both are sent at once. */
	readonly firstLeg: LegRole | null;
	readonly makerMs: number;
	readonly openWithinMs: number;
	/** Why this mode, and what it does. */
	readonly message: string;
};

/** Grids of more children than this are not made: each is two orders at least, and has its place in the plan. */
const CHILDREN_MAX = 200;
const LEVELS_MAX = 8;
const PERCENT = fromInteger(100);
const BPS = fromInteger(10_000);
const TWO = fromInteger(2);
/** What a direct opening, or a delayed one after its maker, may take until it is dropped. */
const TAKING_MS = 60_000;

/** The slices in which a trade is opened; `fault` says why there can be none. */
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
				message: `both legs at once as IOC limits${chosen.why}.`,
			};
		case 'single-delay': {
			const firstLeg = restingLeg(trade, terms);
			return {
				...whole(trade, terms),
				...chosen,
				firstLeg,
				makerMs: limits.makerMs,
				openWithinMs: limits.makerMs + TAKING_MS,
				message: `the ${firstLeg} leg first, on ${trade[firstLeg].plan.venue}, resting for up to ${limits.makerMs / 1_000} s before it takes, each fill hedged at once${chosen.why}.${switchNote(trade, terms, firstLeg)}`,
			};
		}
		case 'grid':
			return grid(trade, terms, limits, chosen.why);
	}
}

type Chosen = { readonly mode: OpeningMode; readonly why: string };

function choose(trade: ProposedTrade, terms: OpeningTerms, limits: OpeningLimits): Chosen {
	if (terms.bound !== undefined) return { mode: terms.bound.mode, why: ', as previewed' };
	if (terms.mode !== 'auto') return { mode: terms.mode, why: '' };
	const leg = max(trade.long.notional, trade.short.notional);
	const thinnest = thinnestSide(trade);
	const share = mulDown(thinnest, divDown(limits.childDepthSharePct, PERCENT));
	const fits = leg <= limits.unhedgedMaxUsd;
	if (fits && trade.quantity <= share)
		return { mode: 'single-direct', why: ': small against the books and under the unhedged cap' };
	if (fits && trade.quantity <= thinnest)
		return {
			mode: 'single-delay',
			why: `: more than ${formatDecimal(limits.childDepthSharePct)} % of the thinner book would be taken at once`,
		};
	const why = fits
		? `: the thinnest side of the books holds ${formatDecimal(thinnest)} coins inside the guard`
		: `: a leg is above the unhedged cap of ${formatDecimal(limits.unhedgedMaxUsd)} USD`;
	return { mode: 'grid', why };
}

function whole(trade: ProposedTrade, terms: OpeningTerms): Pick<OpeningPlan, 'asked' | 'children' | 'fault'> {
	return { asked: terms.mode, children: [{ quantity: trade.quantity, basisMin: null }], fault: null };
}

/**
 * The leg whose order rests: that with the thinner book; the other where the thinner one's exchange would leave the order on
 * its book should the service die, the other's would not, and the thinner book holds what is then taken from it.
 */
function restingLeg(trade: ProposedTrade, { switches }: OpeningTerms): LegRole {
	const thinner = thinnerLeg(trade);
	const other = thinner === 'long' ? 'short' : 'long';
	const isOtherSafer = switches?.[thinner].kind !== 'yes' && switches?.[other].kind === 'yes';
	return isOtherSafer && trade[thinner].depth >= trade.quantity ? other : thinner;
}

/** Says whether the exchange cancels the resting order should the service die. */
function switchNote(trade: ProposedTrade, { switches }: OpeningTerms, resting: LegRole): string {
	if (switches === undefined) return '';
	const { kind, said } = switches[resting];
	const other = resting === 'long' ? 'short' : 'long';
	const isOther = resting !== thinnerLeg(trade) ? ` It rests there because ${switches[other].said}.` : '';
	return kind === 'yes'
		? ` Dead-man switch: ${said}.${isOther}`
		: ` No dead-man switch: ${said}. Should this service die while the order rests, the order stays on the book and may fill alone.`;
}

/** The leg whose book holds less for the entry. */
function thinnerLeg({ long, short }: ProposedTrade): LegRole {
	return long.depth <= short.depth ? 'long' : 'short';
}

function thinnestSide({ long, short }: ProposedTrade): Decimal {
	return min(min(long.depth, short.depth), min(long.exitDepth, short.exitDepth));
}

// Grid --------------------------------------------------------------------------------------------------------------

function grid(trade: ProposedTrade, terms: OpeningTerms, limits: OpeningLimits, why: string): OpeningPlan {
	const count = childCount(trade, terms, limits);
	const base = {
		asked: terms.mode,
		mode: 'grid',
		firstLeg: null,
		makerMs: 0,
		openWithinMs: limits.gridMs,
	} as const;
	if (typeof count === 'string')
		return { ...base, ...whole(trade, terms), fault: count, message: `not as a grid: ${count}` };
	const children = laidOver(slices(trade, count), trade, terms);
	const levels = levelsOf(children).length;
	const waits =
		levels === 1
			? 'at about the present price basis'
			: `over ${levels} levels of the price basis, half a standard deviation apart`;
	return {
		...base,
		children,
		fault: null,
		message: `${count} balanced children ${waits}, for at most ${limits.gridMs / 60_000} min${why}.`,
	};
}

/** Children that wait for the same price basis, in order. */
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

/** Least and most coins of one child. */
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

/** How many children, or the sentence why there can be none. A small grid still has a child for each level. */
function childCount(trade: ProposedTrade, terms: OpeningTerms, limits: OpeningLimits): number | string {
	const { least, most } = childRange(trade, limits);
	if (most < least)
		return `A grid cannot be made: a child may be at most ${formatDecimal(most)} coins per leg (unhedged cap ${formatDecimal(limits.unhedgedMaxUsd)} USD, ${formatDecimal(limits.childDepthSharePct)} % of the ${formatDecimal(thinnestSide(trade))} coins inside the guard), and must be at least ${formatDecimal(least)}.`;
	const fewest = Math.max(1, countOf(divUp(trade.quantity, most)));
	const manyest = Math.max(1, countOf(divDown(trade.quantity, least), 'down'));
	if (fewest > CHILDREN_MAX)
		return `A grid cannot be made: it would have ${fewest} children of at most ${formatDecimal(most)} coins, limit ${CHILDREN_MAX}.`;
	if (fewest > manyest)
		return `A grid cannot be made: ${formatDecimal(trade.quantity)} coins do not divide into children of ${formatDecimal(least)} to ${formatDecimal(most)}.`;
	const bound = terms.bound?.children;
	if (bound !== undefined && bound >= fewest && bound <= manyest) return bound;
	return Math.max(fewest, Math.min(LEVELS_MAX, manyest));
}

function countOf(ratio: Decimal, rounding: 'up' | 'down' = 'up'): number {
	return Number((ratio + (rounding === 'up' ? ONE - 1n : 0n)) / ONE);
}

/** The quantity in `count` parts on the common lot that differ by one lot at most, the larger ones first. */
function slices({ quantity, commonLot }: ProposedTrade, count: number): readonly Decimal[] {
	const lots = quantity / commonLot;
	const each = lots / BigInt(count);
	const larger = Number(lots % BigInt(count));
	return Array.from(
		{ length: count },
		(_, index) => ((each + (index < larger ? 1n : 0n)) * commonLot) as Decimal,
	);
}

/** Level 0 begins at the present basis less the guard, level k at the present basis and k halves of its deviation. */
function laidOver(
	quantities: readonly Decimal[],
	{ long, short }: ProposedTrade,
	{ basisSd, maxSlippageBps }: OpeningTerms,
): readonly ChildPlan[] {
	// Bounds of orders are exact: the basis rounded down.
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
