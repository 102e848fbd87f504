/**
 * What is to be asked next about the settled history of one instrument, and which rows of an answer can be believed. Pure.
 *
 * Order: the last month of every instrument, then settlements that have just passed, then holes, then month by month back
 * to 400 days. What has been asked and answered is one span that grows at both ends.
 */
import { abs, type Decimal, formatDecimal, ONE } from '../domain/decimal.ts';
import { DAY_MS, HOUR_MS, type PredictedFunding, type SettledRate } from '../domain/funding.ts';
import { type HistoryGap, settlementInstant } from '../domain/paid-rates.ts';
import type { AskedSpan } from '../ports/settled-rate-store.ts';
import type { SettledRatesAnswer } from '../ports/venue-market.ts';

/** History older than this is neither asked for nor kept. */
export const HISTORY_DAYS_MAX = 400;
/** A day more than the longest average, so that its first rate has one before it. */
const FIRST_MS = 31 * DAY_MS;
/** 720 hourly settlements: within what one read of a venue pages through. */
const PART_MS = 30 * DAY_MS;
/** The first look for a rate after its settlement; venues publish up to 30 s late. */
const FIRST_CHECK_MS = 5_000;
/** Pauses between looks for a rate that is not out grow from here to there. */
const CHECK_PAUSE_MS_MIN = 5_000;
const CHECK_PAUSE_MS_MAX = 10 * 60_000;
/** Stamps of one settlement differ between a venue's ticker and its history by less than this. */
const STAMP_TOLERANCE_MS = 60_000;
const SECOND_MS = 1_000;

/** Why an exchange is asked: for the last month, a settlement that has passed, a hole, or older settlements. */
export type ReadKind = 'first' | 'new' | 'hole' | 'older';

/** Settled rates with from <= settledAt <= to are asked for. */
export type HistoryRead = { readonly kind: ReadKind; readonly from: number; readonly to: number };

/** The most urgent first. */
export const READ_KINDS: readonly ReadKind[] = ['first', 'new', 'hole', 'older'];

/** How far the history of one instrument has been read. */
export type HistoryProgress = {
	readonly asked: AskedSpan | undefined;
	readonly holes: readonly HistoryGap[];
	/** The settlement that has passed without its rate being found, and how often it was looked for. */
	readonly awaited: { readonly due: number; readonly checks: number; readonly checkedAt: number } | undefined;
};

/** Undefined while nothing is to be asked. */
export function nextRead(
	progress: HistoryProgress,
	funding: PredictedFunding | null,
	now: number,
): HistoryRead | undefined {
	const { asked } = progress;
	if (asked === undefined) return { kind: 'first', from: now - FIRST_MS, to: now };
	if (isNewDue(progress, asked, funding, now))
		return { kind: 'new', from: asked.to + SECOND_MS, to: Math.min(now, asked.to + PART_MS) };
	const hole = progress.holes[0];
	if (hole !== undefined) return { kind: 'hole', from: hole.from + SECOND_MS, to: hole.to - SECOND_MS };
	const oldest = now - HISTORY_DAYS_MAX * DAY_MS;
	if (asked.from <= oldest) return undefined;
	return { kind: 'older', from: Math.max(oldest, asked.from - PART_MS), to: asked.from - 1 };
}

/** The newest settlement instant that has passed, by the ticker's word; undefined without one. */
export function lastDue(funding: PredictedFunding | null, now: number): number | undefined {
	if (funding === null) return undefined;
	const { nextSettlementAt, intervalMs } = funding;
	return nextSettlementAt <= now ? nextSettlementAt : nextSettlementAt - intervalMs;
}

function isNewDue(
	{ awaited }: HistoryProgress,
	asked: AskedSpan,
	funding: PredictedFunding | null,
	now: number,
): boolean {
	const due = lastDue(funding, now);
	if (due === undefined || asked.to >= due - STAMP_TOLERANCE_MS || now < due + FIRST_CHECK_MS) return false;
	if (awaited === undefined || awaited.due !== due) return true;
	return (
		now >= awaited.checkedAt + Math.min(CHECK_PAUSE_MS_MAX, CHECK_PAUSE_MS_MIN * 2 ** (awaited.checks - 1))
	);
}

/** The span that has been asked for once the read's answer is stored. Its end waits for a rate that is not out yet. */
export function askedAfter(
	asked: AskedSpan | undefined,
	read: HistoryRead,
	rates: readonly SettledRate[],
	now: number,
): AskedSpan {
	const newest = rates.reduce((latest, { settledAt }) => Math.max(latest, settledAt), read.from - SECOND_MS);
	// What was published late belongs to the last hour; before it an answer without rows says that there are none.
	const reached = read.to < now - HOUR_MS ? read.to : newest;
	if (asked === undefined) return { from: read.from, to: Math.max(read.from, reached) };
	if (read.kind === 'new') return { from: asked.from, to: Math.max(asked.to, reached) };
	return { from: read.kind === 'older' ? read.from : asked.from, to: asked.to };
}

/** The rows of an answer that can be believed, and a sentence for each of the others. */
export function usableRates(answer: SettledRatesAnswer, read: HistoryRead, now: number): SettledRatesAnswer {
	const unusable = [...answer.unusable];
	const rates = new Map<number, SettledRate>();
	for (const { settledAt: stamp, rate } of answer.rates) {
		const settledAt = settlementInstant(stamp);
		const fault = faultOf(stamp, rate, now);
		const known = rates.get(settledAt);
		if (fault !== undefined) unusable.push(fault);
		else if (known !== undefined && known.rate !== rate)
			unusable.push(
				`The settlement of ${isoOf(settledAt)} stands twice, at ${formatDecimal(known.rate)} and ${formatDecimal(rate)}.`,
			);
		else if (stamp >= read.from - SECOND_MS && stamp <= read.to + SECOND_MS)
			rates.set(settledAt, { settledAt, rate });
	}
	return { rates: [...rates.values()], unusable };
}

function faultOf(stamp: number, rate: Decimal, now: number): string | undefined {
	if (!Number.isSafeInteger(stamp) || stamp <= 0)
		return `A settlement's time was ${stamp}, milliseconds are needed.`;
	if (stamp > now + STAMP_TOLERANCE_MS)
		return `A settlement is stamped ${isoOf(stamp)}, which is in the future.`;
	if (typeof rate !== 'bigint' || abs(rate) > ONE)
		return `The rate settled at ${isoOf(stamp)} was ${typeof rate === 'bigint' ? formatDecimal(rate) : String(rate)}, limit ±1.`;
	return undefined;
}

/** The largest time that a date can hold. */
const DATE_MS_MAX = 8.64e15;

function isoOf(at: number): string {
	return at <= DATE_MS_MAX ? new Date(at).toISOString() : String(at);
}
