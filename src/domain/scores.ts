/**
 * Computes two grades of an opportunity: liquidity (10 is deep) and risk (10 is dangerous), from 1 to 10 with one
 * decimal. Pure functions on float64, because grades are for sorting and overview, never for a decision about money.
 *
 * Every component maps one input to a value from 0 to 1, linearly or logarithmically between two named ends. Each
 * grade therefore changes monotonically with each input.
 *
 *   liquidity = 1 + 9 × Π valueᵢ ^ (shareᵢ / Σ shares known) one dry component makes the whole dry
 *   risk = 1 + 9 × (1 − Π (1 − shareᵢ × valueᵢ)) one danger is enough, and dangers add up
 *
 * The ends and shares are judgments, not fitted values; they could be corrected once enough forecasts are scored. NaN
 * means an unknown input, whose component is left out. Without an essential component there is no grade.
 */
import { score as sentences } from '../sentences/score.ts';
import type { Sentence } from '../sentences/sentence.ts';
import { spoken } from './english.ts';

const SCORE_TEXT = spoken('score', sentences);

/** Inputs of the liquidity grade: plain numbers, NaN if unknown. */
export type LiquidityInputs = {
	/** USD within the slippage limit on the thinnest of the two books' four sides. */
	readonly depthUsd: number;
	/** Bid-ask spread of the wider book, basis points. */
	readonly bidAskBps: number;
	/** 24 h volume on the quieter venue, USD. */
	readonly volume24hUsd: number;
	/** Open interest on the smaller venue, USD. */
	readonly openInterestUsd: number;
	/** One leg's notional at the requested amount, USD. */
	readonly legNotionalUsd: number;
};

/** Inputs of the risk grade: plain numbers, NaN if unknown. A yes is 1, a no is 0. */
export type RiskInputs = {
	/** Expected carry over the horizon, a fraction of one leg's notional. */
	readonly expectedCarry: number;
	/** Standard deviation of the carry over the horizon, a fraction of one leg's notional. */
	readonly carrySd: number;
	/** P(received carry < 0), 0 to 1. */
	readonly reversalProbability: number;
	readonly leverage: number;
	/** Maintenance margin at the stricter venue, fraction of the notional. */
	readonly maintenanceMargin: number;
	/** 1 if a leg's running estimate is at its cap or floor. */
	readonly rateCapped: number;
	/** Standard deviation of the price basis, fraction. */
	readonly basisSd: number;
	/** Absolute distance of the current price basis from its mean, fraction. */
	readonly basisDeviation: number;
	/** 1 if the legs have different quote currencies. */
	readonly quotesDiffer: number;
	/** Days of settled funding that both legs have in common. */
	readonly historyDays: number;
	/** One leg's notional at the requested amount, USD. */
	readonly legNotionalUsd: number;
	/** USD within the slippage limit on the thinner of the two exit sides. */
	readonly exitDepthUsd: number;
	/** Number of blocking guards. */
	readonly blockingGuards: number;
	/** Number of guards that only warn. */
	readonly warningGuards: number;
	/** 1 if the legs settle at different intervals. */
	readonly intervalsDiffer: number;
};

type ComponentRow = {
	readonly input: Sentence;
	readonly unit: string;
	/** Input at which the component is 0. */
	readonly zeroAt: number;
	/** Input at which the component is 1. */
	readonly oneAt: number;
	/**
	 * Weight of the component. In the liquidity grade, its exponent is this share divided by the sum of all known
	 * shares. In the risk grade, the component alone can raise the grade by at most this share of the range from 1 to
	 * 10.
	 */
	readonly share: number;
	readonly scale: 'linear' | 'logarithmic';
	/** True if there is no grade without this component. */
	readonly essential: boolean;
};

/** Components of the liquidity grade: `zeroAt` is the dry end, `oneAt` the deep one. */
export const LIQUIDITY_COMPONENTS = {
	depth: {
		input: SCORE_TEXT.depth(),
		unit: 'USD',
		zeroAt: 1e3,
		oneAt: 1e6,
		share: 0.4,
		scale: 'logarithmic',
		essential: true,
	},
	bidAsk: {
		input: SCORE_TEXT.bidAsk(),
		unit: 'bp',
		zeroAt: 50,
		oneAt: 0.5,
		share: 0.2,
		scale: 'logarithmic',
		essential: true,
	},
	volume: {
		input: SCORE_TEXT.volume(),
		unit: 'USD',
		zeroAt: 1e5,
		oneAt: 1e9,
		share: 0.15,
		scale: 'logarithmic',
		essential: false,
	},
	openInterest: {
		input: SCORE_TEXT.openInterest(),
		unit: 'USD',
		zeroAt: 1e5,
		oneAt: 1e8,
		share: 0.1,
		scale: 'logarithmic',
		essential: false,
	},
	size: {
		input: SCORE_TEXT.size(),
		unit: 'ratio',
		zeroAt: 1,
		oneAt: 0.01,
		share: 0.15,
		scale: 'logarithmic',
		essential: true,
	},
} as const satisfies Readonly<Record<string, ComponentRow>>;

/** Components of the risk grade: `zeroAt` is the harmless end, `oneAt` the dangerous one. */
export const RISK_COMPONENTS = {
	signal: {
		input: SCORE_TEXT.signal(),
		unit: 'ratio',
		zeroAt: 3,
		oneAt: 0,
		share: 0.3,
		scale: 'linear',
		essential: true,
	},
	reversal: {
		input: SCORE_TEXT.reversal(),
		unit: 'probability',
		zeroAt: 0,
		oneAt: 0.5,
		share: 0.6,
		scale: 'linear',
		essential: true,
	},
	liquidation: {
		input: SCORE_TEXT.liquidation(),
		unit: 'fraction',
		zeroAt: 0.5,
		oneAt: 0.02,
		share: 0.8,
		scale: 'linear',
		essential: true,
	},
	rateCap: {
		input: SCORE_TEXT.rateCap(),
		unit: 'yes or no',
		zeroAt: 0,
		oneAt: 1,
		share: 0.3,
		scale: 'linear',
		essential: false,
	},
	basisSwing: {
		input: SCORE_TEXT.basisSwing(),
		unit: 'fraction',
		zeroAt: 0.0002,
		oneAt: 0.01,
		share: 0.3,
		scale: 'linear',
		essential: false,
	},
	basisExtreme: {
		input: SCORE_TEXT.basisExtreme(),
		unit: 'fraction',
		zeroAt: 0.0005,
		oneAt: 0.02,
		share: 0.3,
		scale: 'linear',
		essential: false,
	},
	quotes: {
		input: SCORE_TEXT.quotes(),
		unit: 'yes or no',
		zeroAt: 0,
		oneAt: 1,
		share: 0.15,
		scale: 'linear',
		essential: false,
	},
	history: {
		input: SCORE_TEXT.history(),
		unit: 'days',
		zeroAt: 90,
		oneAt: 0,
		share: 0.35,
		scale: 'linear',
		essential: true,
	},
	exit: {
		input: SCORE_TEXT.exit(),
		unit: 'ratio',
		zeroAt: 0.1,
		oneAt: 1,
		share: 0.5,
		scale: 'linear',
		essential: false,
	},
	guards: {
		input: SCORE_TEXT.guards(),
		unit: 'weight',
		zeroAt: 0,
		oneAt: 1,
		share: 0.9,
		scale: 'linear',
		essential: false,
	},
	intervals: {
		input: SCORE_TEXT.intervals(),
		unit: 'yes or no',
		zeroAt: 0,
		oneAt: 1,
		share: 0.1,
		scale: 'linear',
		essential: false,
	},
} as const satisfies Readonly<Record<string, ComponentRow>>;

type LiquidityComponent = keyof typeof LIQUIDITY_COMPONENTS;
type RiskComponent = keyof typeof RISK_COMPONENTS;

/** A warning counts as a twelfth of a blocking guard. Four or more warnings together count as a third. */
const WARNING_WEIGHT = 1 / 12;
const WARNINGS_MAX = 4;

/** A grade with its components. */
export type Graded = {
	/** 1 to 10; null if an essential input is unknown. */
	readonly score: number | null;
	/** Grade that each component alone would give, 1 to 10; null if its input is unknown. */
	readonly components: Readonly<Record<string, number | null>>;
	/** Reason why the score is null; null if there is a score. */
	readonly reason: Sentence | null;
	/** Components left out of the score because their input is unknown. */
	readonly missing: readonly string[];
};

/**
 * Computes the liquidity grade, 1 to 10, where 10 is deep; NaN if an essential input is unknown. Allocates no memory.
 */
export function liquidityScore(inputs: LiquidityInputs): number {
	const depth = along(inputs.depthUsd, LIQUIDITY_COMPONENTS.depth);
	const bidAsk = along(inputs.bidAskBps, LIQUIDITY_COMPONENTS.bidAsk);
	const volume = along(inputs.volume24hUsd, LIQUIDITY_COMPONENTS.volume);
	const openInterest = along(inputs.openInterestUsd, LIQUIDITY_COMPONENTS.openInterest);
	const size = along(sizeRatio(inputs), LIQUIDITY_COMPONENTS.size);
	let shares =
		LIQUIDITY_COMPONENTS.depth.share + LIQUIDITY_COMPONENTS.bidAsk.share + LIQUIDITY_COMPONENTS.size.share;
	let logarithm =
		LIQUIDITY_COMPONENTS.depth.share * Math.log(depth) +
		LIQUIDITY_COMPONENTS.bidAsk.share * Math.log(bidAsk) +
		LIQUIDITY_COMPONENTS.size.share * Math.log(size);
	if (!Number.isNaN(volume)) {
		shares += LIQUIDITY_COMPONENTS.volume.share;
		logarithm += LIQUIDITY_COMPONENTS.volume.share * Math.log(volume);
	}
	if (!Number.isNaN(openInterest)) {
		shares += LIQUIDITY_COMPONENTS.openInterest.share;
		logarithm += LIQUIDITY_COMPONENTS.openInterest.share * Math.log(openInterest);
	}
	return grade(Math.exp(logarithm / shares));
}

/**
 * Computes the risk grade, 1 to 10, where 10 is dangerous; NaN if an essential input is unknown. Allocates no memory.
 */
export function riskScore(inputs: RiskInputs): number {
	const safe =
		(1 - RISK_COMPONENTS.signal.share * along(signalRatio(inputs), RISK_COMPONENTS.signal)) *
		(1 - RISK_COMPONENTS.reversal.share * along(inputs.reversalProbability, RISK_COMPONENTS.reversal)) *
		(1 - RISK_COMPONENTS.liquidation.share * along(liquidationMove(inputs), RISK_COMPONENTS.liquidation)) *
		(1 - RISK_COMPONENTS.history.share * along(inputs.historyDays, RISK_COMPONENTS.history)) *
		safety(inputs.rateCapped, RISK_COMPONENTS.rateCap) *
		safety(inputs.basisSd, RISK_COMPONENTS.basisSwing) *
		safety(inputs.basisDeviation, RISK_COMPONENTS.basisExtreme) *
		safety(inputs.quotesDiffer, RISK_COMPONENTS.quotes) *
		safety(exitRatio(inputs), RISK_COMPONENTS.exit) *
		safety(guardWeight(inputs), RISK_COMPONENTS.guards) *
		safety(inputs.intervalsDiffer, RISK_COMPONENTS.intervals);
	return grade(1 - safe);
}

/** Computes the liquidity grade together with the grade that each component alone would give. */
export function gradeLiquidity(inputs: LiquidityInputs): Graded {
	const measures: Readonly<Record<LiquidityComponent, number>> = {
		depth: inputs.depthUsd,
		bidAsk: inputs.bidAskBps,
		volume: inputs.volume24hUsd,
		openInterest: inputs.openInterestUsd,
		size: sizeRatio(inputs),
	};
	return graded('liquidity', liquidityScore(inputs), LIQUIDITY_COMPONENTS, measures, () => 1);
}

/** Computes the risk grade together with the grade that each component alone would give. */
export function gradeRisk(inputs: RiskInputs): Graded {
	const measures: Readonly<Record<RiskComponent, number>> = {
		signal: signalRatio(inputs),
		reversal: inputs.reversalProbability,
		liquidation: liquidationMove(inputs),
		rateCap: inputs.rateCapped,
		basisSwing: inputs.basisSd,
		basisExtreme: inputs.basisDeviation,
		quotes: inputs.quotesDiffer,
		history: inputs.historyDays,
		exit: exitRatio(inputs),
		guards: guardWeight(inputs),
		intervals: inputs.intervalsDiffer,
	};
	return graded('risk', riskScore(inputs), RISK_COMPONENTS, measures, ({ share }) => share);
}

function graded(
	what: 'liquidity' | 'risk',
	score: number,
	rows: Readonly<Record<string, ComponentRow>>,
	measures: Readonly<Record<string, number>>,
	reach: (row: ComponentRow) => number,
): Graded {
	const components: Record<string, number | null> = {};
	const missing: string[] = [];
	const lacking: Sentence[] = [];
	for (const [name, row] of Object.entries(rows)) {
		const value = along(measures[name] ?? Number.NaN, row);
		components[name] = Number.isNaN(value) ? null : grade(reach(row) * value);
		if (!Number.isNaN(value)) continue;
		missing.push(name);
		if (row.essential) lacking.push(row.input);
	}
	return {
		score: Number.isNaN(score) ? null : score,
		components,
		missing,
		reason: lacking.length === 0 ? null : SCORE_TEXT.unknown({ what, lacking }),
	};
}

/** Maps an input to 0 at one end of a component and 1 at the other; NaN if unknown. */
function along(measure: number, { zeroAt, oneAt, scale }: ComponentRow): number {
	const value =
		scale === 'linear'
			? (measure - zeroAt) / (oneAt - zeroAt)
			: // A negative depth counts as zero.
				Math.log(Math.max(0, measure) / zeroAt) / Math.log(oneAt / zeroAt);
	return Math.max(0, Math.min(1, value));
}

/** Returns 1 minus the weighted value of a component; 1 if it is unknown. */
function safety(measure: number, row: ComponentRow): number {
	const value = along(measure, row);
	return Number.isNaN(value) ? 1 : 1 - row.share * value;
}

/** Maps 0 to 1 onto 1 to 10, with one decimal. */
function grade(value: number): number {
	return Math.round(10 + 90 * value) / 10;
}

function sizeRatio({ legNotionalUsd, depthUsd }: LiquidityInputs): number {
	return share(legNotionalUsd, depthUsd);
}

function exitRatio({ legNotionalUsd, exitDepthUsd }: RiskInputs): number {
	return share(legNotionalUsd, exitDepthUsd);
}

/** Divides two non-negative quantities. Returns infinity if `whole` is zero, and NaN if either is unknown. */
function share(part: number, whole: number): number {
	if (whole > 0) return part / whole;
	return Number.isNaN(part) || Number.isNaN(whole) ? Number.NaN : Number.POSITIVE_INFINITY;
}

/**
 * Divides the expected carry by its deviation. Zero or negative carry gives no signal; a certain positive carry gives
 * a perfect one.
 */
function signalRatio({ expectedCarry, carrySd }: RiskInputs): number {
	if (expectedCarry <= 0) return Number.isNaN(carrySd) ? Number.NaN : 0;
	return carrySd > 0 ? expectedCarry / carrySd : share(expectedCarry, carrySd);
}

function liquidationMove({ leverage, maintenanceMargin }: RiskInputs): number {
	return 1 / leverage - maintenanceMargin;
}

function guardWeight({ blockingGuards, warningGuards }: RiskInputs): number {
	if (blockingGuards >= 1) return 1;
	return Number.isNaN(blockingGuards) ? Number.NaN : Math.min(warningGuards, WARNINGS_MAX) * WARNING_WEIGHT;
}
