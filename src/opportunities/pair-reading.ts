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
import { type FigureTerms, figureTerms, noFigures, type PairFigures } from './figures.ts';
import type { GuardContext, GuardLimits, LegInputs } from './guards.ts';
import { createLegTable, type LegTable, type SizeLimits } from './leg-table.ts';
import { createPairColumns, type PairColumns } from './pair-columns.ts';
import { createFigures, type Figures } from './pair-figures.ts';
import { isApart, pairWarningBits, rateBetween } from './pair-guards.ts';
import { createPairSize, type PairSize } from './pair-size.ts';
import type { PairOdds } from './pair-verdict.ts';
import type { PassedSettlement } from './passed-settlement.ts';
import { createScoreInputs } from './score-inputs.ts';

const BPS_PER_ONE = 10_000;
const PERCENT_PER_ONE = 100;
/** Legs and slots of one pair. */
const LEG_COUNT = 2;
const PAIR = { index: 0, first: 0, second: 1 };

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
	readonly at: (terms: CostTerms) => PairFigures;
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
		readonly risk: (figures: PairFigures, odds: PairOdds, terms: FigureTerms) => RiskInputs;
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

/** Rows of one pair with what is computed on them, and the inputs that they hold. */
export type PairRows = ReturnType<typeof createPairRows>;

/** Makes rows for pairs with the limits of these inputs: it takes longer than a reading, which can use them again. */
export function createPairRows(inputs: PairInputs) {
	const { limits } = inputs;
	const held = { inputs };
	const legs = createLegTable(sizeLimitsOf(limits), LEG_COUNT);
	const columns = createPairColumns(1);
	const expectations = createExpectationColumns(1);
	const basis = {
		mean: () => (held.inputs.basis.count < BASIS_SAMPLES_MIN ? Number.NaN : held.inputs.basis.mean),
		sd: () => held.inputs.basis.sd,
	};
	const size = createPairSize({ legs, columns });
	const tooGoodApr = approximately(limits.tooGoodApr);
	const defaultTerms = figureTerms(DEFAULT_TERMS);
	const figures = createFigures({ legs, columns, basis, size, expectations, defaultTerms, tooGoodApr });
	const scores = createScoreInputs({ legs, columns, basis, size });
	return { held, legs, columns, expectations, size, figures, scores };
}

/** The rows of all readings at these limits of which nothing is kept: one may be asked until the next begins. */
export function sharedRows(inputs: PairInputs): PairRows {
	const rows = SHARED_ROWS.get(inputs.limits) ?? createPairRows(inputs);
	SHARED_ROWS.set(inputs.limits, rows);
	return rows;
}

const SHARED_ROWS = new WeakMap<PairInputs['limits'], PairRows>();

/**
 * Puts the inputs of a pair into rows, so that a record is computed by the code that ranks the list.
 * @param rows for the same limits; the reading that was in them before must no longer be asked
 */
export function readPair(inputs: PairInputs, rows: PairRows = createPairRows(inputs)): PairReading {
	const { long, short, firstIsLong, now } = inputs;
	const { legs, expectations, size, figures, scores } = rows;
	const expectation = 'unknown' in inputs.expectation ? undefined : inputs.expectation;
	const lot = commonLot(long.instrument, short.instrument);
	rows.held.inputs = inputs;
	readLegs(inputs, legs);
	readPairRow(inputs, rows.columns, lot);
	expectations.put(PAIR.index, expectation);
	figures.forget(PAIR);
	const legOf = (role: LegRole): number => ((role === 'long') === firstIsLong ? PAIR.first : PAIR.second);
	return {
		at(terms) {
			const into = noFigures();
			figures.at(PAIR, figureTerms(terms), now, into);
			return into;
		},
		expectation,
		carry: () => figures.carries.pair(PAIR),
		closesAt: figures.carries.closesAt(PAIR),
		price: (role, side, quantity) => legs.price(legOf(role), side, quantity),
		mid: (role) => legs.columns.mid[legs.columns.row(legOf(role))] as number,
		lot,
		size: pairSize(size, legs),
		scores: {
			liquidity: (terms) => scores.liquidity(PAIR, terms),
			risk: (into, odds, terms) => {
				const observations = expectation?.forecast.observations ?? Number.NaN;
				return scores.risk(PAIR, into, odds, observations, pairWarningBits(long, short), terms);
			},
		},
	};
}

function readLegs(inputs: PairInputs, legs: LegTable): void {
	const { long, short, firstIsLong, passed } = inputs;
	const context = guardContext(inputs, DEFAULT_TERMS);
	legs.read(firstIsLong ? PAIR.first : PAIR.second, long, passed.long, context);
	legs.read(firstIsLong ? PAIR.second : PAIR.first, short, passed.short, context);
}

function readPairRow(inputs: PairInputs, columns: PairColumns, lot: CostTerms['amount']): void {
	const { long, short } = inputs;
	const row = columns.row(PAIR.index);
	const rate = rateBetween(long, short, inputs);
	const quotesDiffer = long.instrument.quote !== short.instrument.quote;
	columns.firstIsLong[row] = inputs.firstIsLong ? 1 : 0;
	columns.lot[row] = approximately(lot);
	columns.quotesDiffer[row] = quotesDiffer ? 1 : 0;
	columns.quotesApart[row] = quotesDiffer && isApart(rate, inputs) ? 1 : 0;
	columns.quoteRate[row] = orNaN(rate.rate);
}

function pairSize(size: PairSize, legs: LegTable): PairReading['size'] {
	return {
		smallestLots: () => size.smallestLots(PAIR),
		minCents: ({ leverage }) => size.minCents(PAIR, approximately(leverage)),
		maxCents: ({ leverage }) => size.maxCents(PAIR, approximately(leverage)),
		isBookWhole() {
			const least = size.leastReach(PAIR);
			return [PAIR.first, PAIR.second].some((leg) =>
				(['buy', 'sell'] as const).some(
					(side) => legs.reach(leg, side) === least && legs.isReachWhole(leg, side),
				),
			);
		},
	};
}
