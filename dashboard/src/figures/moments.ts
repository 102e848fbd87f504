/**
 * Formats times in the reader's time zone. `instantText` in `spans.ts` formats the same times in UTC, for tooltips.
 */

import { readerZone } from './reader-format.ts';
import { UNKNOWN } from './shares.ts';
import { age, spanText } from './spans.ts';
import { text } from './text.ts';

const DAY_MS = 86_400_000;
const WRITERS = new Map<string, Intl.DateTimeFormat>();

export type MomentFormat = {
	/**
	 * Current time, Unix milliseconds. It decides whether the year is shown, and `relativeText` formats times
	 * relative to it.
	 */
	readonly now: number;
	readonly seconds?: boolean;
	/** Time zone, as an IANA name. If absent, the reader's own zone is used. */
	readonly timeZone?: string;
};

/** Formats a time: `30 Nov, 02:10`. Shows seconds on request, and the year if it differs from the current one. */
export function momentText(
	at: number | string | null | undefined,
	{ now, seconds = false, timeZone }: MomentFormat,
): string {
	if (at === null || at === undefined) return UNKNOWN;
	const date = new Date(at);
	const year = writer({ year: 'numeric' }, timeZone);
	const isThisYear = year.format(date) === year.format(now);
	const day = writer(
		{ day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) },
		timeZone,
	);
	return `${day.format(date)}, ${seconds ? timeOfDay(at, timeZone) : minuteText(date, timeZone)}`;
}

/**
 * Formats a time relative to now: `3 min ago`, `in 2 h 5 min`. Times more than a day away are formatted like
 * `momentText`.
 */
export function relativeText(at: number | string | null | undefined, format: MomentFormat): string {
	if (at === null || at === undefined) return UNKNOWN;
	const leftMs = new Date(at).getTime() - format.now;
	if (Math.abs(leftMs) >= DAY_MS) return momentText(at, format);
	return leftMs > 0 ? text.ahead(spanText(leftMs)) : text.ago(age(-leftMs));
}

/** Formats the time of day in the reader's time zone: `02:10:07`. */
export function timeOfDay(at: number | string | null | undefined, timeZone?: string): string {
	if (at === null || at === undefined) return UNKNOWN;
	const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
	return writer(time, timeZone).format(new Date(at));
}

function minuteText(date: Date, timeZone: string | undefined): string {
	return writer({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timeZone).format(date);
}

/** Formatters are cached, because creating one costs as much as a hundred uses. */
function writer(
	parts: Intl.DateTimeFormatOptions,
	timeZone: string | undefined = readerZone(),
): Intl.DateTimeFormat {
	const options = timeZone === undefined ? parts : { ...parts, timeZone };
	const key = JSON.stringify(options);
	const known = WRITERS.get(key);
	if (known !== undefined) return known;
	const made = new Intl.DateTimeFormat(text.locale, options);
	WRITERS.set(key, made);
	return made;
}
