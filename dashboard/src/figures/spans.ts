/**
 * Formats durations, and times in UTC, which exchanges use for their settlement schedules. `moments.ts` uses the
 * reader's time zone.
 */
import { writeNumber } from './reader-format.ts';
import { fixed, UNKNOWN } from './shares.ts';
import { text } from './text.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Formats a time in UTC: `2026-11-20 08:00:00 UTC`. @param at milliseconds or ISO 8601 */
export function instantText(at: number | string | null | undefined): string {
	if (at === null || at === undefined) return UNKNOWN;
	const iso = new Date(at).toISOString();
	return text.zoneOfUtc(`${iso.slice(0, 10)} ${iso.slice(11, 19)}`);
}

/** Formats remaining time as `1:02:09`, preceded by days if there are any; `now` once it is over. */
export function countdown(leftMs: number): string {
	if (leftMs <= 0) return text.past;
	const seconds = Math.ceil(leftMs / SECOND_MS);
	const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24];
	const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60];
	const pad = (value: number) => String(value).padStart(2, '0');
	return `${days > 0 ? `${days} d ` : ''}${days > 0 ? pad(hours) : hours}:${pad(minutes)}:${pad(rest)}`;
}

/** Formats an age in one unit: `0.4 s`, `12 s`, `3 min`, `2 h`, `5 d`. */
export function age(ms: number | null | undefined): string {
	if (ms === null || ms === undefined) return UNKNOWN;
	if (ms < 10 * SECOND_MS) return `${fixed(Math.max(0, ms) / SECOND_MS, 1)} s`;
	if (ms < 2 * MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`;
	if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
	return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} d`;
}

/** Formats hours: `5.2 hours`, `18 hours`, or `3.2 days` from one day. */
export function hours(value: number | null | undefined): string {
	if (value === null || value === undefined) return UNKNOWN;
	if (value < 24) return text.hours(fixed(value, value < 10 ? 1 : 0));
	return text.days(fixed(value / 24, 1));
}

/** Formats a holding period: `8 hours`, `1 day`, `30 days`. Whole days are written as days. */
export function holdingTime(horizonHours: number): string {
	const isWholeDays = horizonHours >= 24 && horizonHours % 24 === 0;
	const count = isWholeDays ? horizonHours / 24 : horizonHours;
	return (isWholeDays ? text.days : text.hours)(writeNumber(count, { maximumFractionDigits: 2 }));
}

/** Formats elapsed time in its two largest units: `12 s`, `3 min 20 s`, `2 h 5 min`, `5 d 3 h`. */
export function spanText(ms: number): string {
	const seconds = Math.max(0, Math.round(ms / SECOND_MS));
	const [days, hoursLeft] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24];
	const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60];
	if (days > 0) return `${days} d ${hoursLeft} h`;
	if (hoursLeft > 0) return `${hoursLeft} h ${minutes} min`;
	return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

/**
 * Formats a configured duration exactly: `250 ms`, `1.5 s`, `20 s`, `4 h`. The unit is days, hours or minutes only
 * for a whole number greater than one, otherwise seconds or milliseconds.
 */
export function duration(ms: number): string {
	const write = (value: number, unit: string) =>
		`${writeNumber(value, { maximumFractionDigits: 3 })} ${unit}`;
	for (const [unitMs, unit] of [
		[DAY_MS, 'd'],
		[HOUR_MS, 'h'],
		[MINUTE_MS, 'min'],
	] as const)
		if (ms > unitMs && ms % unitMs === 0) return write(ms / unitMs, unit);
	return ms >= SECOND_MS ? write(ms / SECOND_MS, 's') : write(ms, 'ms');
}
