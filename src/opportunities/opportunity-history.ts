/** Builds the past series of one opportunity from the stored settled funding, mid prices and forecasts. */
import { parseDecimal } from '../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../domain/funding.ts';
import { pairKey } from '../domain/ids.ts';
import { type Instrument, instrumentKey } from '../domain/instrument.ts';
import { type PaidRate, paidRates } from '../domain/paid-rates.ts';
import type { Clock } from '../ports/clock.ts';
import type { ForecastStore } from '../ports/forecasts.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import { type BasisHistory, SAMPLE_MS } from '../ports/mid-samples.ts';
import type { OpportunityHistories, OpportunityHistory } from '../ports/opportunity-history.ts';
import { carrySteps, spreadsOf, statisticsOf } from './carry-steps.ts';

const MS_PER_S = 1_000;
/** Hours per step: the first with at least as many days keeps a series at about 1,000 points or fewer. */
const STEPS = [
	{ daysMax: 40, hours: 1 },
	{ daysMax: 120, hours: 3 },
	{ daysMax: 365, hours: 12 },
] as const;
/**
 * The interval of the first rate in the range follows from the rate before it. No exchange settles less often than
 * once a day.
 */
const LEAD_MS = DAY_MS;
/** Decimal places of a basis. Mid prices are stored as 32-bit floats, which gives about seven digits. */
const BASIS_PLACES = 7;

type Legs = { readonly long: Instrument; readonly short: Instrument };
type Range = {
	readonly days: number;
	readonly from: number;
	readonly to: number;
	readonly stepHours: number;
};

/** Sources of the series. */
export type HistorySources = {
	readonly funding: Pick<FundingHistory, 'settled' | 'ensure'>;
	readonly prices: BasisHistory;
	readonly forecasts: Pick<ForecastStore, 'matured'>;
	readonly clock: Clock;
};

/** Creates the reader of past series. */
export function createOpportunityHistories(sources: HistorySources): OpportunityHistories {
	return {
		async read(legs, days): Promise<OpportunityHistory> {
			await Promise.all(
				[legs.long, legs.short].map(({ venue, symbol }) => sources.funding.ensure(venue, symbol)),
			);
			const to = sources.clock.now();
			const range = { days, from: to - days * DAY_MS, to, stepHours: stepHoursOf(days) };
			return {
				days,
				from: range.from,
				to,
				funding: await fundingOf(sources, legs, range),
				basis: await basisOf(sources, legs, range),
				forecasts: await forecastsOf(sources, legs, range),
			};
		},
	};
}

function stepHoursOf(days: number): number {
	return (STEPS.find(({ daysMax }) => days <= daysMax) ?? STEPS[STEPS.length - 1] ?? STEPS[0]).hours;
}

async function fundingOf(
	{ funding }: HistorySources,
	{ long, short }: Legs,
	range: Range,
): Promise<OpportunityHistory['funding']> {
	const settledOf = async ({ venue, symbol }: Instrument): Promise<readonly PaidRate[]> =>
		paidRates(await funding.settled(venue, symbol, range.from - LEAD_MS, range.to));
	const carry = carrySteps(await settledOf(long), await settledOf(short), range);
	return { stepHours: range.stepHours, ...carry, spread: statisticsOf(spreadsOf(carry.steps)) };
}

async function basisOf(
	{ prices }: HistorySources,
	legs: Legs,
	{ days, from, to, stepHours }: Range,
): Promise<OpportunityHistory['basis']> {
	const hours = days === 1 ? [] : await prices.basis(legs, 'hour', from + 1, to);
	// A pair whose oldest sample is from the last day has too few hours for a chart, so its minutes are shown.
	const isByMinute = hours.every(({ at }) => at > to - DAY_MS);
	const samples = isByMinute ? await prices.basis(legs, 'minute', to - DAY_MS + 1, to) : hours;
	const stepMs = isByMinute ? SAMPLE_MS : stepHours * HOUR_MS;
	const lastOfStep = new Map(samples.map((sample) => [Math.floor(sample.at / stepMs), sample]));
	const points = [...lastOfStep.values()];
	return {
		stepSeconds: stepMs / MS_PER_S,
		...statisticsOf(points.map(({ basis }) => basis)),
		points: points.reverse().map(({ at, basis }) => ({
			timestamp: at / MS_PER_S,
			basis: parseDecimal(basis.toFixed(BASIS_PLACES)),
		})),
	};
}

async function forecastsOf(
	{ forecasts }: HistorySources,
	{ long, short }: Legs,
	{ from, to, stepHours }: Range,
): Promise<OpportunityHistory['forecasts']> {
	const key = pairKey(instrumentKey(long), instrumentKey(short));
	const steps = await forecasts.matured({ pairKey: key, long, from, to, stepMs: stepHours * HOUR_MS });
	return { stepHours, steps };
}
