/**
 * Everything that is estimated of one pair, from its inputs of one instant: they are put into rows of its own, and asked by
 * the functions that keep all slots in step. What a record, a detail or a preview says is so what its list was ranked by.
 */
import { approximately, orNaN } from '../domain/estimate.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import { commonLot } from '../domain/instrument.ts';
import { type CostTerms, DEFAULT_TERMS, horizonMsOf } from '../domain/opportunity.ts';
import type { LiquidityInputs, RiskInputs } from '../domain/scores.ts';
import { DIRECTION_HOURS } from '../domain/verdict.ts';
import { BASIS_SAMPLES_MIN, type ObservedBasis } from './basis-table.ts';
import { createExpectationColumns, type Expectation, type PairExpectation } from './expectation.ts';
import { type FigureTerms, figureTerms, noFigures, type SlotFigures } from './figures.ts';
import { type GuardContext, type GuardLimits, type LegInputs, warningBits } from './guards.ts';
import { createLegTable, type LegTable, type SizeLimits } from './leg-table.ts';
import { isApart, pairGuards, rateBetween } from './pair-guards.ts';
import type { PassedSettlement } from './passed-settlement.ts';
import { createScoreInputs } from './score-inputs.ts';
import { createSlotColumns } from './slot-columns.ts';
import { createFigures, type Figures } from './slot-figures.ts';
import { createSlotSize, type SlotSize } from './slot-size.ts';
import type { SlotOdds } from './slot-verdict.ts';

const BPS_PER_ONE = 10_000;
const PERCENT_PER_ONE = 100;
/** Legs and slots of one pair. */
const LEG_COUNT = 2;
const SLOT = { index: 0, first: 0, second: 1 };

/** Limits of the size of a trade. */
export type TradeLimits = {
	/** Slippage of each fill of each leg that bounds max_amount, basis points. */
	readonly maxAmountSlippageBps: CostTerms['amount'];
	/** After a move of the price by so much the smallest trade can still be closed, percent. */
	readonly stressMovePct: CostTerms['amount'];
};

/** The same as shares. */
export function sizeLimitsOf({ maxAmountSlippageBps, stressMovePct }: TradeLimits): SizeLimits {
	return {
		maxAmountSlippage: approximately(maxAmountSlippageBps) / BPS_PER_ONE,
		stressMove: approximately(stressMovePct) / PERCENT_PER_ONE,
	};
}

/** The inputs known of a pair at one instant. */
export type PairInputs = {
	readonly long: LegInputs;
	readonly short: LegInputs;
	/** Forecasts stand for short the first leg, long the second. */
	readonly firstIsLong: boolean;
	readonly expectation: Expectation;
	/** The settlement just before the coming one, of each leg, where its rate is known. */
	readonly passed: Readonly<Record<LegRole, PassedSettlement | undefined>>;
	readonly basis: ObservedBasis;
	/** Milliseconds. */
	readonly now: number;
	readonly limits: GuardLimits & TradeLimits;
	readonly quoteRate: GuardContext['quoteRate'];
};

/** Estimates of one pair from its inputs at one instant, at any terms. */
export type PairReading = {
	readonly at: (terms: CostTerms) => SlotFigures;
	/** Undefined while nothing is expected. */
	readonly expectation: PairExpectation | undefined;
	/** Both legs' settlements; undefined while a running estimate, or a forecast, is not known. */
	readonly carry: () => ReturnType<Figures['carries']['pair']>;
	/** When a venue closes a leg, milliseconds; infinity where none is announced. */
	readonly closesAt: number;
	/** USD per coin of a taker's quantity; NaN where the book does not hold it. */
	readonly price: (role: LegRole, side: 'buy' | 'sell', quantity: number) => number;
	/** USD per coin; NaN while a book is not known. */
	readonly mid: (role: LegRole) => number;
	/** Coins: both legs trade multiples of it. */
	readonly lot: CostTerms['amount'];
	/** Lots of the smallest trade, and cents of the smallest and the largest amount; NaN while a book is not known. */
	readonly size: {
		readonly smallestLots: () => number;
		readonly minCents: (terms: CostTerms) => number;
		readonly maxCents: (terms: CostTerms) => number;
		/** True where the visible book that bounds the largest amount ends first. */
		readonly isBookWhole: () => boolean;
	};
	readonly scores: {
		readonly liquidity: (terms: FigureTerms) => LiquidityInputs;
		readonly risk: (figures: SlotFigures, odds: SlotOdds, terms: FigureTerms) => RiskInputs;
	};
};

/** A caller who names no horizon may hold for the longest of the verdict's. */
export function guardContext(
	{ now, limits, quoteRate }: Omit<GuardContext, 'horizonMs'>,
	{ horizonHours }: Pick<CostTerms, 'horizonHours'>,
): GuardContext {
	const horizonMs = horizonHours === undefined ? DIRECTION_HOURS * HOUR_MS : horizonMsOf({ horizonHours });
	return { now, limits, quoteRate, horizonMs };
}

/** Puts the inputs of a pair into rows of its own, so that a record is computed by the code that ranks the list. */
export function readPair(inputs: PairInputs): PairReading {
	const { long, short, firstIsLong, now, limits } = inputs;
	const expectation = 'unknown' in inputs.expectation ? undefined : inputs.expectation;
	const legs = readLegs(inputs);
	const columns = readSlot(inputs);
	const expectations = createExpectationColumns(1);
	expectations.put(SLOT.index, expectation);
	const { mean, sd, count } = inputs.basis;
	const basis = { mean: () => (count < BASIS_SAMPLES_MIN ? Number.NaN : mean), sd: () => sd };
	const size = createSlotSize({ legs, columns });
	const figures = createFigures({
		legs,
		columns,
		basis,
		size,
		expectations,
		defaultTerms: figureTerms(DEFAULT_TERMS),
		tooGoodApr: approximately(limits.tooGoodApr),
	});
	figures.forget(SLOT);
	const pairWarnings = () => warningBits(pairGuards(long, short, guardContext(inputs, DEFAULT_TERMS)));
	const scores = createScoreInputs({ legs, columns, basis, size, pairWarnings });
	const legOf = (role: LegRole): number => ((role === 'long') === firstIsLong ? SLOT.first : SLOT.second);
	return {
		at(terms) {
			const into = noFigures();
			figures.at(SLOT, figureTerms(terms), now, into);
			return into;
		},
		expectation,
		carry: () => figures.carries.pair(SLOT),
		closesAt: figures.carries.closesAt(SLOT),
		price: (role, side, quantity) => legs.price(legOf(role), side, quantity),
		mid: (role) => legs.columns.mid[legs.columns.row(legOf(role))] as number,
		lot: commonLot(long.instrument, short.instrument),
		size: pairSize(size, legs),
		scores: {
			liquidity: (terms) => scores.liquidity(SLOT, terms),
			risk: (into, odds, terms) => scores.risk(SLOT, into, odds, expectation, terms),
		},
	};
}

function readLegs(inputs: PairInputs): LegTable {
	const { firstIsLong, passed } = inputs;
	const legs = createLegTable(sizeLimitsOf(inputs.limits), LEG_COUNT);
	const context = guardContext(inputs, DEFAULT_TERMS);
	for (const role of ['long', 'short'] as const)
		legs.read(
			(role === 'long') === firstIsLong ? SLOT.first : SLOT.second,
			inputs[role],
			passed[role],
			context,
		);
	return legs;
}

function readSlot(inputs: PairInputs): ReturnType<typeof createSlotColumns> {
	const { long, short } = inputs;
	const columns = createSlotColumns(1);
	const row = columns.row(SLOT.index);
	const rate = rateBetween(long, short, inputs);
	const quotesDiffer = long.instrument.quote !== short.instrument.quote;
	columns.firstIsLong[row] = inputs.firstIsLong ? 1 : 0;
	columns.lot[row] = approximately(commonLot(long.instrument, short.instrument));
	columns.quotesDiffer[row] = quotesDiffer ? 1 : 0;
	columns.quotesApart[row] = quotesDiffer && isApart(rate, inputs) ? 1 : 0;
	columns.quoteRate[row] = orNaN(rate.rate);
	return columns;
}

function pairSize(size: SlotSize, legs: LegTable): PairReading['size'] {
	return {
		smallestLots: () => size.smallestLots(SLOT),
		minCents: ({ leverage }) => size.minCents(SLOT, approximately(leverage)),
		maxCents: ({ leverage }) => size.maxCents(SLOT, approximately(leverage)),
		isBookWhole() {
			const least = size.leastReach(SLOT);
			return [SLOT.first, SLOT.second].some((leg) =>
				(['buy', 'sell'] as const).some(
					(side) => legs.reach(leg, side) === least && legs.isReachWhole(leg, side),
				),
			);
		},
	};
}
