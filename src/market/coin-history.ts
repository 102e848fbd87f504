/**
 * Reads a coin's settled funding at all exchanges, as one series per contract. The series are kept for half a minute,
 * because a year of hourly rates takes some milliseconds to read and settled rates rarely change.
 */

import {
	add,
	type Decimal,
	divTrunc,
	fromInteger,
	min,
	mulTrunc,
	ONE,
	sum,
	ZERO,
} from '../domain/decimal.ts';
import { DAY_MS, dayBegin, HOUR_MS, HOURS_PER_YEAR, NORMAL_HOURS, rateOver } from '../domain/funding.ts';
import type { Instrument } from '../domain/instrument.ts';
import { type PaidRate, paidRates } from '../domain/paid-rates.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type {
	CoinFundingHistory,
	FundingHistoryDays,
	FundingMap,
	FundingPoint,
	FundingSeries,
} from '../ports/funding-map.ts';
import type { InstrumentInputs, Market } from '../ports/market.ts';
import type { Words } from '../sentences/sentence.ts';

/** Age at which a kept answer is read again, ms. */
const KEPT_MS = 30_000;
/** Number of kept answers; the oldest is dropped. */
const KEPT_MAX = 64;
/** Longest range with one point per settlement, days. Longer ranges have one point per day. */
const SETTLEMENT_DAYS_MAX = 30;
/** Known time that a day needs to have a mean, ms. */
const DAY_COVERED_MS_MIN = 12 * HOUR_MS;
/** Limit on the series of one answer. The contracts with the largest volumes have one. */
const SERIES_MAX = 40;
/** Time before the range in which the settlement before its first one is searched, ms. */
const BEFORE_MS = DAY_MS;

type Parts = {
	readonly market: Pick<Market, 'venues' | 'inputs'>;
	readonly history: Pick<FundingHistory, 'settled' | 'failure' | 'ensure'>;
	readonly clock: Clock;
};

/** Creates the reader of coins' histories. Callers that ask for the same history at the same time share one read. */
export function createCoinHistories(parts: Parts): FundingMap['history'] {
	const { clock } = parts;
	const kept = new Map<string, { readonly at: number; readonly answer: Promise<CoinFundingHistory> }>();
	return (coin, days) => {
		const key = `${days} ${coin}`;
		const known = kept.get(key);
		const at = clock.monotonic();
		if (known !== undefined && at - known.at < KEPT_MS) return known.answer;
		const answer = readHistory(parts, coin, days);
		kept.delete(key);
		const [oldest] = kept.keys();
		if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
		kept.set(key, { at, answer });
		answer.catch(() => {
			if (kept.get(key)?.answer === answer) kept.delete(key);
		});
		return answer;
	};
}

async function readHistory(
	{ market, history, clock }: Parts,
	coin: string,
	days: FundingHistoryDays,
): Promise<CoinFundingHistory> {
	const now = clock.now();
	const listed = market.inputs().filter(({ instrument }) => instrument.coin === coin);
	const shown = listed.toSorted(byVolume).slice(0, SERIES_MAX);
	const place = ({ instrument: { venue } }: InstrumentInputs) => market.venues.indexOf(venue);
	// A service that has just started does not have the last month of every contract yet.
	await Promise.all(shown.map(({ instrument: { venue, symbol } }) => history.ensure(venue, symbol)));
	const series: FundingSeries[] = [];
	for (const { instrument } of shown.toSorted((a, b) => place(a) - place(b))) {
		const { venue, symbol } = instrument;
		const from = now - days * DAY_MS;
		const rates = paidRates(await history.settled(venue, symbol, from - BEFORE_MS, now));
		series.push(seriesOf(instrument, rates, { from, now, days, failure: history.failure(venue, symbol) }));
	}
	const step = days <= SETTLEMENT_DAYS_MAX ? 'settlement' : 'day';
	return { coin, days, step, series, leftOut: listed.length - shown.length, asOf: now };
}

function byVolume({ ticker: a }: InstrumentInputs, { ticker: b }: InstrumentInputs): number {
	const [left, right] = [a?.volume24h ?? -1n, b?.volume24h ?? -1n];
	return left > right ? -1 : left < right ? 1 : 0;
}

function seriesOf(
	{ venue, symbol, quote }: Instrument,
	rates: readonly PaidRate[],
	range: {
		readonly from: number;
		readonly now: number;
		readonly days: number;
		readonly failure: Words | null;
	},
): FundingSeries {
	const { from, now, days, failure } = range;
	const within = rates.filter(({ at }) => at > from && at <= now);
	const known = within.flatMap(({ at, rate, intervalMs }) =>
		intervalMs === null ? [] : [{ at, rate, intervalMs }],
	);
	const coveredMs = known.reduce((total, { intervalMs }) => total + intervalMs, 0);
	const total = sum(known.map(({ rate }) => rate));
	const mean = (hours: number) => (coveredMs === 0 ? null : rateOver(total, coveredMs, hours));
	return {
		venue,
		symbol,
		quote,
		mean8h: mean(NORMAL_HOURS),
		meanApr: mean(HOURS_PER_YEAR),
		covered: min(ONE, divTrunc(fromInteger(coveredMs), fromInteger(days * DAY_MS))),
		from: within[0]?.at ?? null,
		to: within.at(-1)?.at ?? null,
		settlements: within.length,
		points:
			days <= SETTLEMENT_DAYS_MAX
				? known.map(({ at, rate, intervalMs }) => ({ at, rate8h: rateOver(rate, intervalMs, NORMAL_HOURS) }))
				: dailyMeans(known, from),
		failure,
	};
}

/**
 * Returns the mean rate of each UTC day that begins at or after `from`, oldest first. Each settled rate is spread
 * evenly over the interval that it paid for. A day with less than 12 known hours has no mean.
 */
function dailyMeans(
	rates: readonly { readonly at: number; readonly rate: Decimal; readonly intervalMs: number }[],
	from: number,
): readonly FundingPoint[] {
	const byDay = new Map<number, { accrued: Decimal; coveredMs: number }>();
	for (const { at, rate, intervalMs } of rates) {
		const begun = at - intervalMs;
		for (let day = dayBegin(begun); day < at; day += DAY_MS) {
			const overlapMs = Math.min(at, day + DAY_MS) - Math.max(begun, day);
			const share = divTrunc(mulTrunc(rate, fromInteger(overlapMs)), fromInteger(intervalMs));
			const known = byDay.get(day) ?? { accrued: ZERO, coveredMs: 0 };
			byDay.set(day, { accrued: add(known.accrued, share), coveredMs: known.coveredMs + overlapMs });
		}
	}
	return [...byDay]
		.filter(([day, { coveredMs }]) => day >= from && coveredMs >= DAY_COVERED_MS_MIN)
		.sort(([a], [b]) => a - b)
		.map(([at, { accrued, coveredMs }]) => ({ at, rate8h: rateOver(accrued, coveredMs, NORMAL_HOURS) }));
}
