/** What is left of an opportunity at the caller's terms, with its odds and the verdict. Exact; pure. */

import { forecastDirection, monthMeanPerYear } from '../domain/carry.ts';
import {
	type Decimal,
	divTrunc,
	formatFixed,
	fromInteger,
	mulTrunc,
	parseDecimal,
	sub,
	toNumber,
} from '../domain/decimal.ts';
import { expectedCarry, FORWARD_COUNT, legCarry, type PairCarry, payback } from '../domain/expected-carry.ts';
import { HOUR_MS, HOURS_PER_YEAR } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import {
	type CostParts,
	type CostTerms,
	ENTRY_TIME_MS,
	type FieldReason,
	type HeldTerms,
	horizonMsOf,
	type Net,
} from '../domain/opportunity.ts';
import {
	bestHorizon,
	DIRECTION_HOURS,
	MONTH_MEAN_MIN,
	type Obstacle,
	obstacles,
	PROBABILITY_PLACES,
	PROBABILITY_POSITIVE_MIN,
	VERDICT_HORIZONS_HOURS,
	type VerdictFacts,
} from '../domain/verdict.ts';
import { settlementTermsOf } from '../venues/facts.ts';
import type { ObservedBasis } from './basis-table.ts';
import type { Expectation } from './expectation.ts';
import type { LegInputs } from './guards.ts';
import { arePricesApart } from './pair-guards.ts';
import type { PassedSettlement } from './passed-settlement.ts';

/** Receiving exactly nothing is no reversal. */
export const BELOW_ZERO = -Number.MIN_VALUE;
/** Statistics are answered at so many places. */
export const SD_PLACES = 12;
const YEAR_HOURS = fromInteger(HOURS_PER_YEAR);
const TWO = fromInteger(2);
const PERCENT = fromInteger(100);

/** The settlement just before the coming one, of each leg, where its rate is known. */
export type PassedSettlements = Readonly<Record<LegRole, PassedSettlement | undefined>>;

export type NetInputs = {
	readonly long: LegInputs;
	readonly short: LegInputs;
	readonly firstIsLong: boolean;
	readonly expectation: Expectation;
	readonly passed: PassedSettlements;
	readonly basis: ObservedBasis;
	/** Milliseconds. */
	readonly now: number;
};

/** The carry of both legs as it is expected now; undefined, with the reason, while an input is. */
export function pairCarry(inputs: NetInputs): PairCarry | { readonly unknown: string } {
	const { expectation } = inputs;
	if ('unknown' in expectation) return expectation;
	const side = (role: LegRole) => {
		const { instrument, ticker } = inputs[role];
		if (ticker === undefined || ticker.funding === null) return undefined;
		const isFirst = (role === 'long') === inputs.firstIsLong;
		const offset = isFirst ? 0 : FORWARD_COUNT;
		const bounds = { cap: ticker.fundingCap, floor: ticker.fundingFloor };
		const forward = expectation.forward.subarray(offset, offset + FORWARD_COUNT);
		return legCarry(
			role,
			settlementTermsOf(instrument.venue),
			ticker.funding,
			bounds,
			forward,
			inputs.passed[role],
		);
	};
	const long = side('long');
	const short = side('short');
	if (long === undefined || short === undefined)
		return { unknown: 'The running estimate of a leg is missing.' };
	return { long, short, forecastAt: expectation.forecastAt };
}

/** How long the position would be held, milliseconds from the entry: the horizon, or until a venue closes a leg. */
export function heldMs(legs: Pick<NetInputs, 'long' | 'short'>, entryAt: number, terms: HeldTerms): number {
	return Math.min(horizonMsOf(terms), closesAt(legs) - entryAt);
}

/** Carry expected over DIRECTION_HOURS, or until a venue closes a leg: its sign is the direction. */
export function directionCarry(inputs: NetInputs, carry: PairCarry): Decimal {
	const entryAt = inputs.now + ENTRY_TIME_MS;
	return expectedCarry(carry, entryAt, Math.min(DIRECTION_HOURS * HOUR_MS, closesAt(inputs) - entryAt));
}

/** The caller's terms with their horizon: the one named, or the opportunity's best; DIRECTION_HOURS while nothing is expected. */
export function heldTerms(inputs: NetInputs, terms: CostTerms): HeldTerms {
	const { horizonHours } = terms;
	return { ...terms, horizonHours: horizonHours ?? fromInteger(bestHours(inputs)) };
}

function bestHours(inputs: NetInputs): number {
	const carry = pairCarry(inputs);
	if ('unknown' in carry) return DIRECTION_HOURS;
	const entryAt = inputs.now + ENTRY_TIME_MS;
	const heldMax = closesAt(inputs) - entryAt;
	const expected = VERDICT_HORIZONS_HOURS.map((hours) =>
		expectedCarry(carry, entryAt, Math.min(hours * HOUR_MS, heldMax)),
	);
	return VERDICT_HORIZONS_HOURS[bestHorizon(expected)] as number;
}

/** From then on nothing is expected of a leg that is gone, nor of the other, which is left alone. */
function closesAt({ long, short }: Pick<NetInputs, 'long' | 'short'>): number {
	const never = Number.POSITIVE_INFINITY;
	return Math.min(long.ticker?.delistingAt ?? never, short.ticker?.delistingAt ?? never);
}

/** @param blocking sentences of the guards that forbid a trade. */
export function netOf(
	inputs: NetInputs,
	terms: HeldTerms,
	cost: CostParts,
	blocking: readonly string[],
): { readonly net: Net; readonly reasons: readonly FieldReason[] } {
	const asked = { amount: terms.amount, horizon_hours: terms.horizonHours, leverage: terms.leverage, cost };
	const carry = pairCarry(inputs);
	if ('unknown' in carry || 'unknown' in inputs.expectation) {
		const unknown = 'unknown' in carry ? carry.unknown : '';
		const verdict = undecided(inputs, `The verdict is unknown: ${unknown}`, blocking);
		return { net: { ...asked, ...UNKNOWN_CARRY, ...verdict }, reasons: unknownReasons(unknown) };
	}
	const { expectation } = inputs;
	const entryAt = inputs.now + ENTRY_TIME_MS;
	const hours = toNumber(terms.horizonHours);
	const expected = expectedCarry(carry, entryAt, heldMs(inputs, entryAt, terms));
	const sd = expectation.carrySd(hours);
	const direction = forecastDirection(inputs.firstIsLong);
	const below = (spread: number, threshold: number): number =>
		expectation.probabilityBelow(direction, hours, toNumber(expected), spread, threshold);
	const figures = {
		expected_carry: expected,
		carry_sd: statistic(sd, SD_PLACES),
		reversal_probability: statistic(below(sd, BELOW_ZERO), PROBABILITY_PLACES),
		model: {
			basis: expectation.forecast.basis,
			observations: expectation.forecast.observations,
			calibrated: expectation.forecast.calibrated,
		},
	};
	if (cost.total === null) {
		const verdict = undecided(inputs, COST_UNKNOWN, blocking);
		return { net: { ...asked, ...figures, ...NO_NET, ...verdict }, reasons: COST_UNKNOWN_REASONS };
	}
	const net = sub(expected, cost.total);
	const netApr = divTrunc(mulTrunc(net, YEAR_HOURS), terms.horizonHours);
	// Where the basis will stand at the exit is as uncertain as it has been.
	const positive = 1 - below(Math.hypot(sd, inputs.basis.sd), toNumber(cost.total));
	const probability = statistic(positive, PROBABILITY_PLACES);
	const paid = payback(carry, entryAt, cost.total, closesAt(inputs));
	const verdict = judge(
		{
			expectedNet: toNumber(net),
			probabilityPositive: toNumber(probability),
			monthMean: monthMeanPerYear(expectation.forecast, direction),
			hasOwnHistory: expectation.hasOwnHistory,
		},
		{ net, expected, total: cost.total, observations: expectation.forecast.observations, blocking },
	);
	return {
		net: {
			...asked,
			...figures,
			expected_net: net,
			net_apr: netApr,
			net_apr_on_capital: divTrunc(mulTrunc(netApr, terms.leverage), TWO),
			probability_positive: probability,
			break_even_hours: hoursOrNull(paid.breakEvenHours),
			best_horizon_hours: hoursOrNull(paid.bestHorizonHours),
			...verdict,
		},
		reasons: paybackReasons(paid),
	};
}

type VerdictFigures = {
	readonly net: Decimal;
	readonly expected: Decimal;
	readonly total: Decimal;
	/** Hours of common settled history. */
	readonly observations: number;
	readonly blocking: readonly string[];
};

function judge(facts: VerdictFacts, figures: VerdictFigures): Pick<Net, 'verdict' | 'reasons'> {
	const against = [
		...figures.blocking,
		...obstacles(facts).map((obstacle) => SENTENCES[obstacle](facts, figures)),
	];
	if (against.length > 0) return { verdict: 'no_trade', reasons: against };
	const left = `${percent(figures.net)} % of a leg is expected to be left (${arithmetic(figures)})`;
	return {
		verdict: 'trade',
		reasons: [`${left}, with a probability of ${percentNumber(facts.probabilityPositive)} %.`],
	};
}

const SENTENCES: Readonly<Record<Obstacle, (facts: VerdictFacts, figures: VerdictFigures) => string>> = {
	nothing_left: (_, figures) =>
		`Nothing is expected to be left: ${arithmetic(figures)} is ${percent(figures.net)} %.`,
	odds: ({ probabilityPositive }) =>
		`The probability that something is left is ${percentNumber(probabilityPositive)} %, at least ${percentNumber(PROBABILITY_POSITIVE_MIN)} % is asked for.`,
	month_mean: ({ monthMean }) =>
		Number.isNaN(monthMean)
			? `Settlements of the last 30 days are missing, so their mean is not known; more than ${percentNumber(MONTH_MEAN_MIN)} % a year is asked for.`
			: `The last 30 days paid ${percentNumber(monthMean)} % a year in this direction, more than ${percentNumber(MONTH_MEAN_MIN)} % is asked for.`,
	history: (_, { observations }) =>
		`This pair has ${Math.floor(observations / 24)} days of common settled history, at least 30 are asked for.`,
};

function arithmetic({ expected, total }: VerdictFigures): string {
	return `expected carry ${percent(expected)} % less costs ${percent(total)} %`;
}

function percentNumber(share: number): string {
	return percent(statistic(share, SD_PLACES));
}

const NO_NET = {
	expected_net: null,
	net_apr: null,
	net_apr_on_capital: null,
	probability_positive: null,
	break_even_hours: null,
	best_horizon_hours: null,
} as const;

const NET_FIELDS = Object.keys(NO_NET).map((field) => `net.${field}`);
const CARRY_FIELDS = ['expected_carry', 'carry_sd', 'reversal_probability', 'model'].map(
	(field) => `net.${field}`,
);

const UNKNOWN_CARRY = {
	...NO_NET,
	expected_carry: null,
	carry_sd: null,
	reversal_probability: null,
	model: null,
} as const;

const COST_UNKNOWN = 'A part of the cost is unknown, so what is left is unknown.';
const COST_UNKNOWN_REASONS: readonly FieldReason[] = NET_FIELDS.map((field) => ({
	field,
	code: 'COST_PART_UNKNOWN',
	message: COST_UNKNOWN,
}));

/** Where what is left is not known. Two coins are no hedge, whatever else there is to know: that is decided. */
function undecided(
	{ long, short }: NetInputs,
	unknown: string,
	blocking: readonly string[],
): Pick<Net, 'verdict' | 'reasons'> {
	return arePricesApart(long, short)
		? { verdict: 'no_trade', reasons: blocking }
		: { verdict: 'unknown', reasons: [unknown, ...blocking] };
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

function hoursOrNull(hours: number | null): Decimal | null {
	return hours === null ? null : parseDecimal(hours.toFixed(2));
}

function statistic(value: number, places: number): Decimal {
	return parseDecimal(value.toFixed(places));
}

function percent(share: Decimal): string {
	return formatFixed(mulTrunc(share, PERCENT), 3);
}
