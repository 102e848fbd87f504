/**
 * Formats API figures for human readers. An unknown value is shown as a dash, and the reason is printed below the
 * figures.
 */
import type { Tone, Toned } from './paint.ts';

/** Text for a value that the service does not know. */
export const UNKNOWN = '–';

type Unknown = null | undefined;

/** Formats a fraction as a percentage: 0.0123 becomes 1.23. The column heading says %. */
export function percent(fraction: number | Unknown, places = 2): string {
	return fixed(typeof fraction === 'number' ? fraction * 100 : fraction, places);
}

/** Formats a number with `places` decimal places and groups of three digits. */
export function fixed(value: number | Unknown, places: number): string {
	if (typeof value !== 'number') return UNKNOWN;
	return grouped(value, { minimumFractionDigits: places, maximumFractionDigits: places });
}

/**
 * Formats USD with two decimal places. Amounts below ten cents get four, so that the profit of a small trade is not
 * 0.00.
 */
export function usd(value: number | Unknown): string {
	return fixed(value, typeof value === 'number' && value !== 0 && Math.abs(value) < 0.1 ? 4 : 2);
}

/** Returns the text with the tone of a gain (value above 0) or a loss (below 0). */
export function gain(value: number | Unknown, text: string): Toned {
	let tone: Tone | undefined;
	if (typeof value === 'number' && value !== 0) tone = value > 0 ? 'good' : 'bad';
	return { text, tone };
}

/** Formats a number with up to 15 significant digits, without an exponent. */
export function exact(value: number | Unknown): string {
	if (typeof value !== 'number') return UNKNOWN;
	return grouped(value, { maximumSignificantDigits: 15 });
}

/** Formats a price in USD per coin: two decimal places from 1,000 USD, at most five significant digits below that. */
export function price(value: number | Unknown): string {
	if (typeof value !== 'number') return UNKNOWN;
	return Math.abs(value) >= 1_000 ? fixed(value, 2) : grouped(value, { maximumSignificantDigits: 5 });
}

/** Formats a quantity in coins with at most eight significant digits. */
export function coins(value: number | Unknown): string {
	if (typeof value !== 'number') return UNKNOWN;
	return grouped(value, { maximumSignificantDigits: 8 });
}

/** Formats hours with at most one decimal place. */
export function hours(value: number | Unknown): string {
	if (typeof value !== 'number') return UNKNOWN;
	return grouped(value, { maximumFractionDigits: 1 });
}

/** Formats a holding period: 8 hours, 1 day, 30 days. Whole days are shown as days. */
export function holdingTime(horizonHours: number): string {
	const isWholeDays = horizonHours >= 24 && horizonHours % 24 === 0;
	const count = isWholeDays ? horizonHours / 24 : horizonHours;
	return `${grouped(count, { maximumFractionDigits: 2 })} ${isWholeDays ? 'day' : 'hour'}${count === 1 ? '' : 's'}`;
}

function grouped(value: number, options: Intl.NumberFormatOptions): string {
	const text = value.toLocaleString('en-US', options);
	// Removes the sign from a value that rounds to zero.
	return /^-[0.]*$/.test(text) ? text.slice(1) : text;
}

/** Formats a time as local time with its offset, and in UTC. */
export function time(at: string | Unknown): string {
	if (typeof at !== 'string') return UNKNOWN;
	const ms = Date.parse(at);
	return Number.isNaN(ms) ? at : timeOfMs(ms, localOffsetMinutes(ms));
}

/** Formats Unix seconds in local time with its offset, and in UTC. */
export function timeOfSeconds(seconds: number | Unknown): string {
	if (typeof seconds !== 'number') return UNKNOWN;
	return timeOfMs(seconds * 1_000, localOffsetMinutes(seconds * 1_000));
}

/** Formats a time as local time and UTC. @param offsetMinutes minutes by which local time is ahead of UTC */
export function timeOfMs(ms: number, offsetMinutes: number): string {
	const utc = new Date(ms).toISOString();
	if (offsetMinutes === 0) return `${utc.slice(0, 10)} ${utc.slice(11, 19)}Z`;
	const local = new Date(ms + offsetMinutes * 60_000).toISOString();
	const size = Math.abs(offsetMinutes);
	const offset = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
	return `${local.slice(0, 10)} ${local.slice(11, 19)}${offset} (${utc.slice(11, 16)}Z)`;
}

function two(value: number): string {
	return String(value).padStart(2, '0');
}

function localOffsetMinutes(ms: number): number {
	return -new Date(ms).getTimezoneOffset();
}

/** Formats a duration in its largest units: 1 d 2 h, 3 h 4 min, 5 min, 6 s. */
export function duration(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1_000));
	if (seconds < 60) return `${seconds} s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes} min`;
	const whole = Math.floor(minutes / 60);
	if (whole < 24) return `${whole} h ${minutes % 60} min`;
	return `${Math.floor(whole / 24)} d ${whole % 24} h`;
}

type Reason = { readonly field: string; readonly code: string; readonly message: string };

/**
 * Explains why figures in the records are unknown. Each reason is listed once, with the records that it applies to.
 */
export function unknownNotes(
	records: readonly { readonly name: string; readonly record: { readonly reasons: readonly Reason[] } }[],
): string[] {
	const names = new Map<string, Set<string>>();
	for (const { name, record } of records)
		for (const { field, message } of record.reasons) {
			if (memberAt(record, field) !== null) continue;
			const note = `${message} (${field.replaceAll(/[._]/g, ' ')})`;
			names.set(note, (names.get(note) ?? new Set()).add(name));
		}
	return [...names].map(([note, about]) => `${UNKNOWN} ${[...about].join(', ')}: ${note}`);
}

/**
 * Returns the field at a path such as `net.cost.basis` or `accounts.bybit.equity`. For a list, the path segment is an
 * exchange name, which selects that exchange's row.
 */
function memberAt(record: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((value, part) => {
		if (Array.isArray(value)) return value.find((row: unknown) => isObject(row) && row.exchange === part);
		return isObject(value) ? value[part] : undefined;
	}, record);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}
