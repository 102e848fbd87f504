/** The expected net of an opportunity at the caller's terms, as a record says it: figures, odds, and the verdict with its reasons. Pure. */

import { formatFixed, fromInteger, mulTrunc } from '../domain/decimal.ts';
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
import type { PairFigures } from './figures.ts';
import type { PairInputs, PairReading } from './pair-reading.ts';
import { factsOf, type PairOdds, verdictOfPair } from './pair-verdict.ts';

const PERCENT = fromInteger(100);
const PERCENT_PLACES = 3;
const HOURS_PLACES = 2;

/** The parts of a record that its net is made of. */
export type NetParts = {
	readonly inputs: PairInputs;
	readonly pair: PairReading;
	readonly terms: HeldTerms;
	readonly figures: PairFigures;
	readonly odds: PairOdds;
	readonly cost: CostParts;
	/** Sentences of the guards that forbid a trade. */
	readonly blocking: readonly string[];
};

/** Net profit at the caller's terms with its odds and verdict; unknown parts are null, each with a reason. */
export function netOf(parts: NetParts): { readonly net: Net; readonly reasons: readonly FieldReason[] } {
	const { inputs, pair, terms, figures, odds, cost, blocking } = parts;
	const { firstIsLong, basis, now } = inputs;
	const { expectation } = pair;
	const asked = { amount: terms.amount, horizonHours: terms.horizonHours, leverage: terms.leverage, cost };
	const carry = pair.carry();
	const verdict = verdictOfPair(figures, expectation, firstIsLong, basis.sd);
	if (expectation === undefined || carry === undefined) {
		const { unknown } = unknownCarry(inputs);
		const reasons = undecided(verdict, `The verdict is unknown: ${unknown}`, blocking);
		return { net: { ...asked, ...UNKNOWN_CARRY, verdict, reasons }, reasons: unknownReasons(unknown) };
	}
	const { basis: origin, observations, calibrated } = expectation.forecast;
	const expected = {
		expectedCarry: published(figures.expectedCarry),
		carrySd: published(odds.carrySd),
		reversalProbability: published(odds.reversalProbability),
		model: { basis: origin, observations, calibrated },
	};
	if (Number.isNaN(figures.totalCost)) {
		const reasons = undecided(verdict, COST_UNKNOWN, blocking);
		return { net: { ...asked, ...expected, ...NO_NET, verdict, reasons }, reasons: COST_UNKNOWN_REASONS };
	}
	const facts = factsOf(figures, expectation, firstIsLong, basis.sd);
	const paid = payback(carry, now + ENTRY_TIME_MS, figures.totalCost, pair.closesAt);
	return {
		net: {
			...asked,
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

/** Why nothing is expected of a pair, where nothing is. */
export function unknownCarry({ expectation }: Pick<PairInputs, 'expectation'>): { readonly unknown: string } {
	return 'unknown' in expectation ? expectation : { unknown: 'The running estimate of a leg is missing.' };
}

/** A share of one leg's notional as one of the capital of both legs. */
function onCapital(share: number, { leverage }: HeldTerms): number {
	return (share * approximately(leverage)) / 2;
}

type VerdictFigures = Pick<PairFigures, 'expectedNet' | 'expectedCarry' | 'totalCost'> & {
	/** Hours of common settled history. */
	readonly observations: number;
	readonly blocking: readonly string[];
};

function verdictReasons(facts: VerdictFacts, figures: VerdictFigures): readonly string[] {
	const against = [
		...figures.blocking,
		...obstacles(facts).map((obstacle) => SENTENCES[obstacle](facts, figures)),
	];
	if (against.length > 0) return against;
	const left = `${percent(figures.expectedNet)} % of a leg is expected to be left (${arithmetic(figures)})`;
	return [`${left}, with a probability of ${percent(facts.probabilityPositive)} %.`];
}

const SENTENCES: Readonly<Record<Obstacle, (facts: VerdictFacts, figures: VerdictFigures) => string>> = {
	nothingLeft: (_, figures) =>
		`Nothing is expected to be left: ${arithmetic(figures)} is ${percent(figures.expectedNet)} %.`,
	odds: ({ probabilityPositive }) =>
		`The probability that something is left is ${percent(probabilityPositive)} %, at least ${percent(PROBABILITY_POSITIVE_MIN)} % is asked for.`,
	monthMean: ({ monthMean }) =>
		Number.isNaN(monthMean)
			? `Settlements of the last 30 days are missing, so their mean is not known; more than ${percent(MONTH_MEAN_MIN)} % a year is asked for.`
			: `The last 30 days paid ${percent(monthMean)} % a year in this direction, more than ${percent(MONTH_MEAN_MIN)} % is asked for.`,
	history: (_, { observations }) =>
		`This pair has ${Math.floor(observations / 24)} days of common settled history, at least 30 are asked for.`,
};

function arithmetic({ expectedCarry, totalCost }: VerdictFigures): string {
	return `expected carry ${percent(expectedCarry)} % less costs ${percent(totalCost)} %`;
}

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

const COST_UNKNOWN = 'A part of the cost is unknown, so what is left is unknown.';
const COST_UNKNOWN_REASONS: readonly FieldReason[] = NET_FIELDS.map((field) => ({
	field,
	code: 'COST_PART_UNKNOWN',
	message: COST_UNKNOWN,
}));

/** While the expected net is unknown, the guards alone can have decided. */
function undecided(verdict: Net['verdict'], unknown: string, blocking: readonly string[]): readonly string[] {
	return verdict === 'unknown' ? [unknown, ...blocking] : blocking;
}

function unknownReasons(message: string): readonly FieldReason[] {
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
			message: 'Within 2,160 hours the expected carry does not pay the costs for good.',
		});
	if (paid.bestHorizonHours === null)
		reasons.push({
			field: 'net.best_horizon_hours',
			code: 'NEVER_PAID_BACK',
			message: 'No horizon up to 2,160 hours leaves anything after the costs.',
		});
	return reasons;
}

function hoursOrNull(hours: number | null): Net['breakEvenHours'] {
	return hours === null ? null : published(atPlaces(hours, HOURS_PLACES));
}

/** A share as a percentage with three places. */
function percent(share: number): string {
	return formatFixed(mulTrunc(published(share), PERCENT), PERCENT_PLACES);
}
