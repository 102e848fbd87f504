/**
 * Computes all estimates of one pair from its inputs at one instant. The inputs are written to separate rows and
 * processed by the same code that keeps all pairs current. Therefore a record, a detail and a preview show the same
 * figures that ranked the list.
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
/** Row numbers of a single pair and its two legs. */
const LEG_COUNT = 2;
const PAIR = { index: 0, first: 0, second: 1 };

/** Limits on the size of a trade. */
export type TradeLimits = {
	/** Maximum slippage per fill and leg at max_amount, basis points. */
	readonly maxAmountSlippageBps: CostTerms['amount'];
	/** Price move after which the smallest trade must still be closable, percent. */
	readonly stressMovePct: CostTerms['amount'];
};

/** Converts the limits from basis points and percentages to fractions. */
export function sizeLimitsOf({ maxAmountSlippageBps, stressMovePct }: TradeLimits): SizeLimits {
	return {
		maxAmountSlippage: approximately(maxAmountSlippageBps) / BPS_PER_ONE,
		stressMove: approximately(stressMovePct) / PERCENT_PER_ONE,
	};
}

/** A pair's inputs at one instant. */
export type PairInputs = {
	readonly long: LegInputs;
	readonly short: LegInputs;
	/**
	 * True if the first leg is long. Forecasts are in the canonical direction: short the first leg, long the second.
	 */
	readonly firstIsLong: boolean;
	readonly expectation: Expectation;
	/** Each leg's last settlement, if it may still count for an entry now and its rate is known. */
	readonly passed: Readonly<Record<LegRole, PassedSettlement | undefined>>;
	readonly basis: ObservedBasis;
	/** Time at which the inputs were read, ms. */
	readonly now: number;
	readonly limits: GuardLimits & TradeLimits;
	readonly quoteRate: GuardContext['quoteRate'];
};

/** Estimates of one pair, from its inputs at one instant, at any terms. */
export type PairReading = {
	readonly at: (terms: CostTerms) => PairFigures;
	/** The pair's forecast; undefined if there is none. */
	readonly expectation: PairExpectation | undefined;
	/** Returns both legs' settlements; undefined without a predicted rate or a forecast. */
	readonly carry: () => ReturnType<Figures['carries']['pair']>;
	/** Time of the earliest announced delisting of a leg, ms; infinity if none is announced. */
	readonly closesAt: number;
	/** Returns the average taker price for a quantity, USD per coin; NaN if the book does not hold the quantity. */
	readonly price: (role: LegRole, side: 'buy' | 'sell', quantity: number) => number;
	/** Returns the mid price, USD per coin; NaN without a book. */
	readonly mid: (role: LegRole) => number;
	/** Common lot of both legs, in coins. */
	readonly lot: CostTerms['amount'];
	/** Minimum trade in lots, minimum and maximum amount in US cents; NaN without a book. */
	readonly size: {
		readonly smallestLots: () => number;
		readonly minCents: (terms: CostTerms) => number;
		readonly maxCents: (terms: CostTerms) => number;
		/** True if the visible book that limits the maximum amount ends before the slippage limit. */
		readonly isBookWhole: () => boolean;
	};
	readonly scores: {
		readonly liquidity: (terms: FigureTerms) => LiquidityInputs;
		readonly risk: (figures: PairFigures, odds: PairOdds, terms: FigureTerms) => RiskInputs;
	};
};

/**
 * Builds the guards' context at given terms. Without a horizon, it uses DIRECTION_HOURS, the longest horizon that the
 * verdict considers.
 */
export function guardContext(
	{ now, limits, quoteRate }: Omit<GuardContext, 'horizonMs'>,
	{ horizonHours }: Pick<CostTerms, 'horizonHours'>,
): GuardContext {
	const horizonMs = horizonHours === undefined ? DIRECTION_HOURS * HOUR_MS : horizonMsOf({ horizonHours });
	return { now, limits, quoteRate, horizonMs };
}

/** Rows for one pair, with the computations on them and their inputs. */
export type PairRows = ReturnType<typeof createPairRows>;

/** Creates rows for pairs with these limits. Creating rows takes longer than a reading, so reuse them. */
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

/** Returns shared rows for temporary readings at these limits. A reading is valid until the next one uses the rows. */
export function sharedRows(inputs: PairInputs): PairRows {
	const rows = SHARED_ROWS.get(inputs.limits) ?? createPairRows(inputs);
	SHARED_ROWS.set(inputs.limits, rows);
	return rows;
}

const SHARED_ROWS = new WeakMap<PairInputs['limits'], PairRows>();

/**
 * Reads a pair's inputs into rows, so that the code that ranks lists also computes records. @param rows created for
 * the same limits; earlier readings from them become invalid
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
