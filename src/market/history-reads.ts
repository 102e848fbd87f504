/**
 * Chooses the next read for one instrument's settled history, and selects the usable rows of a response. Pure
 * functions.
 *
 * Reads come in this order: the last month of every instrument, then settlements that have just passed, then holes,
 * then older months one by one, back to 400 days. The span that has been read is contiguous and grows at both ends.
 */

import { abs, type Decimal, formatDecimal, ONE } from '../domain/decimal.ts';
import { DAY_MS, HOUR_MS, type PredictedFunding, type SettledRate } from '../domain/funding.ts';
import { type HistoryGap, settlementInstant } from '../domain/paid-rates.ts';
import type { AskedSpan } from '../ports/settled-rate-store.ts';
import type { SettledRatesAnswer } from '../ports/venue-market.ts';
import type { Words } from '../sentences/sentence.ts';
import { HISTORY_TEXT } from './text.ts';

/** Days of history to request and keep. */
export const HISTORY_DAYS_MAX = 400;
/**
 * Span of an instrument's first read, ms. It is one day more than the longest average. The first rate in the average
 * thus has a predecessor, which determines its interval.
 */
const FIRST_MS = 31 * DAY_MS;
/** Maximum span of a later read, ms. It has 720 hourly settlements, which one read from any venue can page through. */
const PART_MS = 30 * DAY_MS;
/** Time of the first check for a rate, ms after its settlement. Venues publish up to 30 s late. */
const FIRST_CHECK_MS = 5_000;
/** First pause between checks for an unpublished rate, ms. The pause doubles with each check. */
const CHECK_PAUSE_MS_MIN = 5_000;
/** Maximum pause between checks for an unpublished rate, ms. */
const CHECK_PAUSE_MS_MAX = 10 * 60_000;
/** Maximum difference between a settlement's time in the venue's ticker and in its history, ms. */
const STAMP_TOLERANCE_MS = 60_000;
const SECOND_MS = 1_000;

/** Purpose of a read: the last month, a settlement that has just passed, a hole, or older settlements. */
export type ReadKind = 'first' | 'new' | 'hole' | 'older';

/** A request for settled rates with from <= settledAt <= to, ms. */
export type HistoryRead = { readonly kind: ReadKind; readonly from: number; readonly to: number };

/** Types of reads, the most urgent first. */
export const READ_KINDS: readonly ReadKind[] = ['first', 'new', 'hole', 'older'];

/** Progress of one instrument's history. */
export type HistoryProgress = {
	readonly asked: AskedSpan | undefined;
	readonly holes: readonly HistoryGap[];
	/**
	 * A settlement that has passed without a published rate so far: its time, the number of checks for the rate, and
	 * the time of the last check, ms.
	 */
	readonly awaited: { readonly due: number; readonly checks: number; readonly checkedAt: number } | undefined;
};

/** Returns the next read for an instrument's history; undefined while there is nothing to read. */
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

/** Returns the newest settlement that has passed according to the ticker, ms; undefined without a ticker. */
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

/**
 * Returns the span that counts as read once the response is stored. If a rate is still unpublished, the span ends
 * before it.
 */
export function askedAfter(
	asked: AskedSpan | undefined,
	read: HistoryRead,
	rates: readonly SettledRate[],
	now: number,
): AskedSpan {
	const newest = rates.reduce((latest, { settledAt }) => Math.max(latest, settledAt), read.from - SECOND_MS);
	// Rates appear up to an hour late. For earlier times, a response without rows means that nothing settled.
	const reached = read.to < now - HOUR_MS ? read.to : newest;
	if (asked === undefined) return { from: read.from, to: Math.max(read.from, reached) };
	if (read.kind === 'new') return { from: asked.from, to: Math.max(asked.to, reached) };
	return { from: read.kind === 'older' ? read.from : asked.from, to: asked.to };
}

/** Usable rows of a response, and a sentence about each unusable row. */
type UsableRates = Pick<SettledRatesAnswer, 'rates'> & { readonly unusable: readonly Words[] };

/** Selects the usable rows of a response, and describes each unusable row in a sentence. */
export function usableRates(answer: SettledRatesAnswer, read: HistoryRead, now: number): UsableRates {
	const unusable: Words[] = [...answer.unusable];
	const rates = new Map<number, SettledRate>();
	for (const { settledAt: stamp, rate } of answer.rates) {
		const settledAt = settlementInstant(stamp);
		const fault = faultOf(stamp, rate, now);
		const known = rates.get(settledAt);
		if (fault !== undefined) unusable.push(fault);
		else if (known !== undefined && known.rate !== rate)
			unusable.push(HISTORY_TEXT.contradictory({ at: settledAt, first: known.rate, second: rate }));
		else if (stamp >= read.from - SECOND_MS && stamp <= read.to + SECOND_MS)
			rates.set(settledAt, { settledAt, rate });
	}
	return { rates: [...rates.values()], unusable };
}

function faultOf(stamp: number, rate: Decimal, now: number): Words | undefined {
	if (!Number.isSafeInteger(stamp) || stamp <= 0) return HISTORY_TEXT.noTime({ stamp: String(stamp) });
	if (stamp > now + STAMP_TOLERANCE_MS) return HISTORY_TEXT.future({ at: stamp });
	if (typeof rate !== 'bigint' || abs(rate) > ONE)
		return HISTORY_TEXT.outOfBounds({
			at: stamp,
			rate: typeof rate === 'bigint' ? formatDecimal(rate) : String(rate),
		});
	return undefined;
}
