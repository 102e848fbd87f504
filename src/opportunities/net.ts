/**
 * Computes an opportunity's expected net at the caller's terms, as a record shows it: figures, odds, and the verdict
 * with its reasons. Pure functions.
 */

import { approximately, atPlaces, published } from '../domain/estimate.ts';
import { payback } from '../domain/expected-carry.ts';
import {
	type CostParts,
	ENTRY_TIME_MS,
	type FieldReason,
	type HeldTerms,
	type Net,
} from '../domain/opportunity.ts';
import { snakeName } from '../domain/snake-case.ts';
import {
	MONTH_MEAN_MIN,
	type Obstacle,
	obstacles,
	PROBABILITY_POSITIVE_MIN,
	type VerdictFacts,
} from '../domain/verdict.ts';
import type { Words } from '../sentences/sentence.ts';
import type { PairFigures } from './figures.ts';
import type { PairInputs, PairReading } from './pair-reading.ts';
import { factsOf, type PairOdds, verdictOfPair } from './pair-verdict.ts';
import { RECORD_TEXT, VERDICT_TEXT } from './text.ts';

const HOURS_PLACES = 2;

/** Inputs of a record's net. */
export type NetParts = {
	readonly inputs: PairInputs;
	readonly pair: PairReading;
	readonly terms: HeldTerms;
	readonly figures: PairFigures;
	readonly odds: PairOdds;
	readonly cost: CostParts;
	/** Messages of the blocking guards. */
	readonly blocking: readonly Words[];
};

/**
 * Computes the net profit at the caller's terms with its odds and verdict. Unknown parts are null, each with a
 * reason.
 */
export function netOf(parts: NetParts): { readonly net: Net; readonly reasons: readonly FieldReason[] } {
	const { inputs, pair, terms, figures, odds, cost, blocking } = parts;
	const { firstIsLong, basis, now } = inputs;
	const { expectation } = pair;
	const requested = {
		amount: terms.amount,
		horizonHours: terms.horizonHours,
		leverage: terms.leverage,
		cost,
	};
	const carry = pair.carry();
	const verdict = verdictOfPair(figures, expectation, firstIsLong, basis.sd);
	if (expectation === undefined || carry === undefined) {
		const { unknown } = unknownCarry(inputs);
		const reasons = undecided(verdict, VERDICT_TEXT.unknown({ reason: unknown }), blocking);
		return { net: { ...requested, ...UNKNOWN_CARRY, verdict, reasons }, reasons: unknownReasons(unknown) };
	}
	const { basis: origin, observations, calibrated } = expectation.forecast;
	const expected = {
		expectedCarry: published(figures.expectedCarry),
		carrySd: published(odds.carrySd),
		reversalProbability: published(odds.reversalProbability),
		model: { basis: origin, observations, calibrated },
	};
	if (Number.isNaN(figures.totalCost)) {
		const reasons = undecided(verdict, RECORD_TEXT.netUnknown(), blocking);
		return { net: { ...requested, ...expected, ...NO_NET, verdict, reasons }, reasons: COST_UNKNOWN_REASONS };
	}
	const facts = factsOf(figures, expectation, firstIsLong, basis.sd);
	const paid = payback(carry, now + ENTRY_TIME_MS, figures.totalCost, pair.closesAt);
	return {
		net: {
			...requested,
			...expected,
			expectedNet: published(figures.expectedNet),
			netApr: published(figures.netApr),
			netAprOnCapital: published(onCapital(figures.netApr, terms)),
			probabilityPositive: published(facts.probabilityPositive),
			breakEvenHours: hoursOrNull(paid.breakEvenHours),
			bestHorizonHours: hoursOrNull(paid.bestHorizonHours),
			verdict,
			reasons: verdictReasons(facts, { ...figures, observations, blocking }),
		},
		reasons: paybackReasons(paid),
	};
}

/** Returns why a pair has no expected carry. */
export function unknownCarry({ expectation }: Pick<PairInputs, 'expectation'>): { readonly unknown: Words } {
	return 'unknown' in expectation ? expectation : { unknown: RECORD_TEXT.fundingMissing() };
}

/** Converts a fraction of one leg's notional to a fraction of both legs' capital. */
function onCapital(share: number, { leverage }: HeldTerms): number {
	return (share * approximately(leverage)) / 2;
}

type VerdictFigures = Pick<PairFigures, 'expectedNet' | 'expectedCarry' | 'totalCost'> & {
	/** Hours of settled history that both legs share. */
	readonly observations: number;
	readonly blocking: readonly Words[];
};

function verdictReasons(facts: VerdictFacts, figures: VerdictFigures): readonly Words[] {
	const against = [
		...figures.blocking,
		...obstacles(facts).map((obstacle) => SENTENCES[obstacle](facts, figures)),
	];
	if (against.length > 0) return against;
	const { expectedNet, expectedCarry, totalCost } = figures;
	return [
		VERDICT_TEXT.trade({
			net: expectedNet,
			carry: expectedCarry,
			costs: totalCost,
			chance: facts.probabilityPositive,
		}),
	];
}

const SENTENCES: Readonly<Record<Obstacle, (facts: VerdictFacts, figures: VerdictFigures) => Words>> = {
	nothingLeft: (_, { expectedNet, expectedCarry, totalCost }) =>
		VERDICT_TEXT.noNet({ net: expectedNet, carry: expectedCarry, costs: totalCost }),
	odds: ({ probabilityPositive }) =>
		VERDICT_TEXT.lowOdds({ chance: probabilityPositive, required: PROBABILITY_POSITIVE_MIN }),
	monthMean: ({ monthMean }) =>
		VERDICT_TEXT.lowMonth({ mean: Number.isNaN(monthMean) ? null : monthMean, required: MONTH_MEAN_MIN }),
	history: (_, { observations }) => VERDICT_TEXT.shortHistory({ hours: observations }),
};

const NO_NET = {
	expectedNet: null,
	netApr: null,
	netAprOnCapital: null,
	probabilityPositive: null,
	breakEvenHours: null,
	bestHorizonHours: null,
} as const;

const NET_FIELDS = Object.keys(NO_NET).map((name) => `net.${snakeName(name)}`);
const CARRY_FIELDS = ['expected_carry', 'carry_sd', 'reversal_probability', 'model'].map(
	(field) => `net.${field}`,
);

const UNKNOWN_CARRY = {
	...NO_NET,
	expectedCarry: null,
	carrySd: null,
	reversalProbability: null,
	model: null,
} as const;

const COST_UNKNOWN_REASONS: readonly FieldReason[] = NET_FIELDS.map((field) => ({
	field,
	code: 'COST_PART_UNKNOWN',
	message: RECORD_TEXT.netUnknown(),
}));

/**
 * Returns the reasons for the verdict when the expected net is unknown. Any verdict other than `unknown` then comes
 * from blocking guards, so only they are listed.
 */
function undecided(verdict: Net['verdict'], unknown: Words, blocking: readonly Words[]): readonly Words[] {
	return verdict === 'unknown' ? [unknown, ...blocking] : blocking;
}

function unknownReasons(message: Words): readonly FieldReason[] {
	return ['chosen_per_epoch', ...CARRY_FIELDS, ...NET_FIELDS].map((field) => ({
		field,
		code: 'EXPECTATION_UNKNOWN',
		message,
	}));
}

function paybackReasons(paid: ReturnType<typeof payback>): FieldReason[] {
	const reasons: FieldReason[] = [];
	if (paid.breakEvenHours === null)
		reasons.push({
			field: 'net.break_even_hours',
			code: 'NEVER_PAID_BACK',
			message: RECORD_TEXT.neverPaidBack(),
		});
	if (paid.bestHorizonHours === null)
		reasons.push({
			field: 'net.best_horizon_hours',
			code: 'NEVER_PAID_BACK',
			message: RECORD_TEXT.noHorizonPays(),
		});
	return reasons;
}

function hoursOrNull(hours: number | null): Net['breakEvenHours'] {
	return hours === null ? null : published(atPlaces(hours, HOURS_PLACES));
}
