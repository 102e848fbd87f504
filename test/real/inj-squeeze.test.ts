/**
 * Runs the scanner hour by hour through the INJ squeeze of 2026-02-19. Binance settles at rates down to -1.18 % per
 * eight hours, and Hyperliquid at up to 0.28 % per hour. Bybit settles at its lower bound of -1 % and then hourly for
 * seven days. The tests compare every figure with plain arithmetic on the recorded rows. Inputs that are not recorded
 * are listed in `recorded-market.ts`.
 *
 * `inj-squeeze.golden` contains funding intervals, verdict and guards for every hour, but no rates.
 * CARRYWIRE_GOLDEN=write rewrites it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { add, type Decimal, formatDecimal, fromInteger, neg, ZERO } from '../../src/domain/decimal.ts';
import type { Opportunity, OpportunityDetail } from '../../src/domain/opportunity.ts';
import { GUARDS, type GuardCode } from '../../src/opportunities/guards.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { HOUR_MS, instrumentOf } from '../support/hand-driven-market.ts';
import {
	boundedBy,
	createRecordedMarket,
	lastMark,
	type RecordedInstrument,
	UNBOUNDED,
	WEEK_TERMS,
} from './recorded-market.ts';
import { type ComingSettlement, comingSettlement, readSettlements } from './recorded-settlements.ts';

const FROM = Date.UTC(2026, 1, 18);
const HOURS = 10 * 24;
/** Time of Bybit's settlement at its lower bound. After it, Bybit settles hourly. */
const FLOOR_PRINT = Date.UTC(2026, 1, 19, 16);
/** Time of Bybit's last hourly settlement. */
const LAST_HOURLY = Date.UTC(2026, 1, 26, 18);
/** From this time on, Bybit's next settlement is the one at the lower bound. */
const CAPPED_FROM = Date.UTC(2026, 1, 19, 8);

const GOLDEN = new URL('inj-squeeze.golden', import.meta.url);
const HORIZON_HOURS = 168;

const rowsOf = readSettlements(['INJ']);
const marks = rowsOf('binance', 'INJUSDT');

const VENUES: Readonly<Record<string, RecordedInstrument>> = {
	// Binance's bound is not recorded. It must be beyond the lowest settled rate, -1.18 %, because the funding
	// interval stayed at eight hours after that settlement.
	binance: {
		instrument: instrumentOf('binance', 'INJ'),
		rows: rowsOf('binance', 'INJUSDT'),
		price: lastMark(marks, 0),
		...UNBOUNDED,
	},
	// The lowest settled rate of the year is exactly -1 %. Bybit changed to hourly settlements only after that
	// settlement, so -1 % must be the bound.
	bybit: {
		instrument: instrumentOf('bybit', 'INJ'),
		rows: rowsOf('bybit', 'INJUSDT'),
		price: lastMark(marks, 0.0003),
		...boundedBy('0.01'),
	},
	// Hyperliquid's page "Funding", read 2026-11: the rate is at most 4 % an hour.
	hyperliquid: {
		instrument: instrumentOf('hyperliquid', 'INJ', { symbol: 'INJ', quote: 'USDC' }),
		rows: rowsOf('hyperliquid', 'INJ'),
		price: lastMark(marks, -0.0004),
		...boundedBy('0.04'),
	},
};
const PAIRS = [
	['binance', 'bybit'],
	['binance', 'hyperliquid'],
	['bybit', 'hyperliquid'],
] as const;

/** Three times in each hour: just after settlement, at half past, and just before the next settlement. */
const MOMENTS_MS = [10_000, HOUR_MS / 2, HOUR_MS - 10_000] as const;
const MIDDLE_MS = MOMENTS_MS[1];

type Seen = {
	readonly at: number;
	readonly record: Opportunity;
	readonly long: ComingSettlement;
	readonly short: ComingSettlement;
};
type Calm = Seen & {
	readonly detail: OpportunityDetail;
	/** Expected carry over `DIRECTION_HOURS`, as a fraction of one leg's notional. */
	readonly month: Decimal | null;
};

const MONTH_TERMS = { ...WEEK_TERMS, horizonHours: fromInteger(720) };

const { seen, calm } = await play();

function venueOf(name: string): RecordedInstrument {
	const venue = VENUES[name];
	if (venue === undefined) throw new Error(`There is no venue ${name} here.`);
	return venue;
}

function comingOf(venue: string, at: number): ComingSettlement {
	const coming = comingSettlement(venueOf(venue).rows, at);
	if (coming === undefined)
		throw new Error(`Nothing settles on ${venue} after ${new Date(at).toISOString()}.`);
	return coming;
}

async function play(): Promise<{ readonly seen: readonly Seen[]; readonly calm: readonly Calm[] }> {
	const here = createRecordedMarket(Object.values(VENUES), FROM);
	const all: Seen[] = [];
	const details: Calm[] = [];
	for (let hour = 0; hour < HOURS; hour += 1)
		for (const offset of MOMENTS_MS) {
			const at = FROM + hour * HOUR_MS + offset;
			await here.goTo(at);
			for (const [a, b] of PAIRS) {
				const record = here.recordOf(venueOf(a), venueOf(b));
				if (record === undefined) throw new Error(`No record of ${a}-${b} at ${new Date(at).toISOString()}.`);
				const moment = {
					at,
					record,
					long: comingOf(record.longVenue, at),
					short: comingOf(record.shortVenue, at),
				};
				all.push(moment);
				if (offset === MIDDLE_MS)
					details.push({
						...moment,
						detail: await here.detailOf(record),
						month: here.scanner.record(record.opportunityId, MONTH_TERMS)?.net.expectedCarry ?? null,
					});
			}
		}
	here.scanner.close();
	return { seen: all, calm: details };
}

function plain(value: Decimal | null): number {
	return value === null ? Number.NaN : Number(formatDecimal(value));
}

/** Compares two values at each moment and returns a line for every difference, with its time. */
function differences<T>(
	moments: readonly T[],
	of: (moment: T) => readonly [unknown, unknown],
	at: (moment: T) => string,
) {
	return moments.flatMap((moment) => {
		const [is, should] = of(moment).map((value) => JSON.stringify(value));
		return is === should ? [] : [`${at(moment)}: ${is}, should be ${should}`];
	});
}

const when = ({ at, record }: Seen): string => `${new Date(at).toISOString()} ${record.direction}`;
const hourly = ({ rate, statedHours }: ComingSettlement): number => rate / statedHours;

function isNear(a: number, b: number): boolean {
	return Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(a), Math.abs(b));
}

test('reads three pairs three times in every hour of ten days', () => {
	expect([seen.length, calm.length]).toEqual([HOURS * 9, HOURS * 3]);
});

describe('funding as shown', () => {
	test('rates, intervals and settlement times match the recorded rows', () => {
		const shown = ({ record, long, short }: Seen) =>
			[
				[
					[plain(record.longRate), plain(record.longIntervalHours), record.longNextFundingTimestamp],
					[plain(record.shortRate), plain(record.shortIntervalHours), record.shortNextFundingTimestamp],
					[record.nextFundingTimestamp, plain(record.epochHours)],
				],
				[
					[long.rate, long.statedHours, long.at / 1_000],
					[short.rate, short.statedHours, short.at / 1_000],
					[Math.min(long.at, short.at) / 1_000, Math.max(long.statedHours, short.statedHours)],
				],
			] as const;
		expect(differences(seen, shown, when)).toEqual([]);
	});

	test('Bybit changes from eight hours to one at its lower bound, and back a week later', () => {
		const stated = ({ at, record }: Seen) =>
			[
				plain(record.longVenue === 'bybit' ? record.longIntervalHours : record.shortIntervalHours),
				at > FLOOR_PRINT && at < LAST_HOURLY ? 1 : 8,
			] as const;
		const onBybit = seen.filter(({ record }) => record.exchangepair.includes('bybit'));
		expect(differences(onBybit, stated, when)).toEqual([]);
	});

	test('spread and APR match plain arithmetic', () => {
		const wrong = seen.filter(({ record, long, short }) => {
			const perHour = hourly(short) - hourly(long);
			const epoch = Math.max(long.statedHours, short.statedHours);
			return !isNear(plain(record.spread), perHour * epoch) || !isNear(plain(record.apr), perHour * 8_760);
		});
		expect(wrong.map(when)).toEqual([]);
	});
});

/**
 * Computes the expected guards from the recorded rows alone. The time of the previous settlement is the next one less
 * the published funding interval. At 18:00 Bybit returns to eight hours and immediately publishes 00:00 as the next
 * settlement. Counted back from there, the previous settlement was at 16:00, not at 18:00.
 */
function dueGuards({ at, record, long, short }: Seen): readonly GuardCode[] {
	const entryAt = at + 500;
	const isClose = ({ at: next, statedHours }: ComingSettlement) =>
		[next, next - statedHours * HOUR_MS].some((instant) => Math.abs(instant - entryAt) <= 20_000);
	const isBybit = record.exchangepair.includes('bybit');
	const due: GuardCode[] = [];
	if (isClose(long) || isClose(short)) due.push('SETTLEMENT_NEAR');
	if (isBybit && at > CAPPED_FROM && at < FLOOR_PRINT) due.push('RATE_CAPPED');
	const yearly = [hourly(short) - hourly(long), hourly(long), hourly(short)].map((rate) => rate * 8_760);
	if (yearly.some((rate) => Math.abs(rate) > 5)) due.push('TOO_GOOD');
	return due.sort();
}

describe('guards', () => {
	test('apply exactly when the recorded rows require them', () => {
		expect(
			differences(seen, (moment) => [[...moment.record.guards].sort(), dueGuards(moment)], when),
		).toEqual([]);
	});

	test('each comes with its sentence', () => {
		const explained = ({ record }: Seen) =>
			[
				[...new Set(record.reasons.filter(({ field }) => field === 'guards').map(({ code }) => code))],
				record.guards,
			] as const;
		expect(differences(seen, explained, when)).toEqual([]);
	});
});

const isBlocked = ({ record }: Seen): boolean =>
	record.guards.some((code) => GUARDS[code as GuardCode].blocking);

describe('verdicts', () => {
	test('follow the contract: no blocking guard, positive net, odds of at least 0.6', () => {
		const judged = (moment: Seen) => {
			const { net } = moment.record;
			const isTrade =
				!isBlocked(moment) && plain(net.expectedNet) > 0 && plain(net.probabilityPositive) >= 0.6;
			return [net.verdict, isTrade ? 'trade' : 'no_trade'] as const;
		};
		expect(differences(seen, judged, when)).toEqual([]);
	});

	test('never recommend a trade on any of the ten days', () => {
		expect(seen.filter(({ record }) => record.net.verdict !== 'no_trade').map(when)).toEqual([]);
	});

	test('give the sentence of every blocking guard and every other shortfall', () => {
		const reasons = (moment: Seen) => [kindsOf(moment), dueKinds(moment)] as const;
		expect(differences(seen, reasons, when)).toEqual([]);
	});
});

const KINDS = [
	[/^The headline APR|^The predicted funding rate of .* alone is /, 'TOO_GOOD'],
	[/^Expected net /, 'NOTHING_LEFT'],
	[/^[\d.]+ % chance of profit; /, 'ODDS'],
	[/^Funding over the last 30 days /, 'MONTH_MEAN'],
	[/^The legs have \d+ days/, 'HISTORY_SHORT'],
	[/^Net \+/, 'LEFT'],
] as const;

function kindsOf({ record }: Seen): readonly string[] {
	return record.net.reasons
		.map(textOf)
		.map((text) => KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? text);
}

function dueKinds(moment: Seen): readonly string[] {
	const { net } = moment.record;
	const kinds: string[] = dueGuards(moment).filter((code) => GUARDS[code].blocking);
	if (!(plain(net.expectedNet) > 0)) kinds.push('NOTHING_LEFT');
	if (plain(net.probabilityPositive) < 0.6) kinds.push('ODDS');
	if (!(monthMean(moment) > 0.05)) kinds.push('MONTH_MEAN');
	return kinds.length === 0 ? ['LEFT'] : kinds;
}

/** Returns the mean carry of the last 720 hours in the opportunity's direction, as a fraction per year. */
function monthMean({ at: now, record }: Seen): number {
	const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
	const paid = (venue: string): number =>
		venueOf(venue)
			.rows.filter(({ at }) => at > hour - 719.5 * HOUR_MS && at <= hour + HOUR_MS / 2)
			.reduce((total, { rate }) => total + rate, 0);
	return ((paid(record.shortVenue) - paid(record.longVenue)) * 8_760) / 720;
}

describe('direction', () => {
	test('matches the sign of the expected 30-day carry', () => {
		const against = calm.filter(({ month }) => plain(month) < -0.00005);
		expect(against.map(when)).toEqual([]);
	});

	test('calls a contrary headline an anomaly and states the reason', () => {
		const marked = ({ record, long, short }: Seen) =>
			[
				[record.anomalyDirection, record.anomalyReason !== null],
				[hourly(short) < hourly(long), hourly(short) < hourly(long)],
			] as const;
		expect(differences(seen, marked, when)).toEqual([]);
	});
});

/** Returns a venue's upcoming settlement times in the opportunity detail, milliseconds. */
function expectedInstants({ detail }: Calm, venue: string): readonly number[] {
	return detail.settlements.flatMap(({ exchange, timestamp }) =>
		exchange === venue ? [timestamp * 1_000] : [],
	);
}

describe('expected carry', () => {
	test('is the sum of the settlements in the detail, to the last digit', () => {
		const sums = ({ record, detail }: Calm) => {
			const sum = detail.settlements.reduce((total, { exchange, expectedRate: rate }) => {
				if (rate === null) throw new Error('A settlement has no expected rate.');
				return add(total, exchange === record.longVenue ? neg(rate) : rate);
			}, ZERO);
			return [formatDecimal(record.net.expectedCarry ?? ZERO), formatDecimal(sum)] as const;
		};
		expect(differences(calm, sums, when)).toEqual([]);
	});

	test('begins on each leg with the current estimate at its settlement time', () => {
		const first = ({ record, detail, long, short }: Calm) => {
			const firstOf = (venue: string) => detail.settlements.find(({ exchange }) => exchange === venue);
			const shown = [firstOf(record.longVenue), firstOf(record.shortVenue)];
			return [
				shown.map((row) => [row?.timestamp, plain(row?.expectedRate ?? null)]),
				[long, short].map(({ at, rate }) => [at / 1_000, rate]),
			] as const;
		};
		expect(differences(calm, first, when)).toEqual([]);
	});

	test('predicts Bybit’s hourly settlement times before the print at the lower bound', () => {
		const before = calm.filter(
			({ at, record }) => at > CAPPED_FROM && at < FLOOR_PRINT && record.exchangepair.includes('bybit'),
		);
		const instants = (moment: Calm) => {
			const until = moment.at + 500 + HORIZON_HOURS * HOUR_MS;
			const came = venueOf('bybit').rows.map(({ at }) => at);
			return [expectedInstants(moment, 'bybit'), came.filter((at) => at > moment.at && at <= until)] as const;
		};
		expect(before).toHaveLength(8 * 2);
		expect(differences(before, instants, when)).toEqual([]);
	});

	test('expects eight hours at Bybit an hour earlier, with the estimate still inside its bounds', () => {
		const [moment] = calm.filter(
			({ at, record }) => at === CAPPED_FROM - HOUR_MS / 2 && record.exchangepair === 'binance-bybit',
		);
		if (moment === undefined) throw new Error('The hour was not played.');
		const instants = expectedInstants(moment, 'bybit');
		expect(instants).toHaveLength(HORIZON_HOURS / 8);
		expect(instants.every((at) => at % (8 * HOUR_MS) === 0)).toBe(true);
	});
});

describe('the golden table', () => {
	test('is unchanged', () => {
		const lines = `${PAIRS.flatMap(([a, b]) => goldenLines(`${a}-${b}`)).join('\n')}\n`;
		if (process.env.CARRYWIRE_GOLDEN === 'write') writeFileSync(GOLDEN, lines);
		expect(lines).toBe(readFileSync(GOLDEN, 'utf8'));
	});
});

/**
 * Formats a pair's hours, one line for consecutive hours with the same codes. An hour's codes are those at half past.
 */
function goldenLines(pair: string): readonly string[] {
	const lines: { from: number; to: number; text: string }[] = [];
	for (const moment of calm.filter(({ record }) => record.exchangepair === pair)) {
		const text = goldenText(moment);
		const last = lines.at(-1);
		if (last?.text === text) last.to = moment.at;
		else lines.push({ from: moment.at, to: moment.at, text });
	}
	return lines.map(({ from, to, text }) => `${pair} ${hourOf(from)}-${hourOf(to)} ${text}`);
}

function goldenText({ record, ...moment }: Calm): string {
	const { net } = record;
	return [
		`long ${record.longVenue}`,
		`${plain(record.longIntervalHours)}h/${plain(record.shortIntervalHours)}h`,
		net.verdict,
		kindsOf({ record, ...moment }).join('+'),
		record.guards.join('+') || 'unguarded',
		record.anomalyDirection ? 'headline against it' : 'headline with it',
		net.breakEvenHours === null ? 'never paid back' : 'paid back',
	].join(' | ');
}

function hourOf(at: number): string {
	return new Date(at).toISOString().slice(5, 13);
}
