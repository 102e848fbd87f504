/** Times in the reader's time zone. `instantText` in `spans.ts` writes the same times in UTC, for tooltips. */

import { UNKNOWN } from './shares.ts';
import { age, spanText } from './spans.ts';

const DAY_MS = 86_400_000;
const WRITERS = new Map<string, Intl.DateTimeFormat>();

export type MomentFormat = {
	/** Unix ms. Decides whether the year is written, and the distance of `relativeText`. */
	readonly now: number;
	readonly seconds?: boolean;
	/** IANA name; the reader's own zone if absent. */
	readonly timeZone?: string;
};

/** `30 Nov, 02:10`; with seconds on demand, and with the year if it differs from the current one. */
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

/** `3 min ago`, `in 2 h 5 min`; further than a day away the same as `momentText`. */
export function relativeText(at: number | string | null | undefined, format: MomentFormat): string {
	if (at === null || at === undefined) return UNKNOWN;
	const leftMs = new Date(at).getTime() - format.now;
	if (Math.abs(leftMs) >= DAY_MS) return momentText(at, format);
	return leftMs > 0 ? `in ${spanText(leftMs)}` : `${age(-leftMs)} ago`;
}

/** `02:10:07`, the time of day in the reader's time zone. */
export function timeOfDay(at: number | string | null | undefined, timeZone?: string): string {
	if (at === null || at === undefined) return UNKNOWN;
	const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
	return writer(time, timeZone).format(new Date(at));
}

function minuteText(date: Date, timeZone: string | undefined): string {
	return writer({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timeZone).format(date);
}

/** Formatters are kept: creating one costs as much as a hundred uses. */
function writer(parts: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
	const options = timeZone === undefined ? parts : { ...parts, timeZone };
	const key = JSON.stringify(options);
	const known = WRITERS.get(key);
	if (known !== undefined) return known;
	const made = new Intl.DateTimeFormat('en-GB', options);
	WRITERS.set(key, made);
	return made;
}
