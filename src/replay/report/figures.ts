/**
 * Writes the figures of a report: USD with cents, percentages with two digits, times in UTC. A minus sign is U+2212,
 * a figure that rounds to zero has no sign, and a percent sign does not break from its figure. Unknown figures are a dash.
 */
import { grouped } from '../../domain/figure-text.ts';
import { HOUR_MS } from '../../domain/funding.ts';

/** Text for a figure that is not known. */
export const UNKNOWN = '–';

/** Formats USD such as `1,234.56 USD`. */
export function usd(value: number | null): string {
	return value === null ? UNKNOWN : `${fixed(value, 2)} USD`;
}

/** Formats USD with a sign, such as `+1,234.56 USD`. */
export function signedUsd(value: number | null): string {
	return value === null ? UNKNOWN : `${signed(value, 2)} USD`;
}

/** Formats a fraction as a percentage, such as `5.25 %`. */
export function percent(share: number | null): string {
	return share === null ? UNKNOWN : `${fixed(share * 100, 2)}\u00a0%`;
}

/** Formats a fraction as a percentage with a sign. */
export function signedPercent(share: number | null): string {
	return share === null ? UNKNOWN : `${signed(share * 100, 2)}\u00a0%`;
}

/** Formats a number with a fixed number of decimal places and grouped digits. */
export function fixed(value: number | null, places: number): string {
	if (value === null) return UNKNOWN;
	const text = grouped(Math.abs(value).toFixed(places));
	return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** Formats a whole number with grouped digits. */
export function whole(value: number): string {
	return fixed(value, 0);
}

/** Formats a count and its noun, such as `1 trade` or `1,200 trades`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
	return `${whole(count)} ${count === 1 ? singular : plural}`;
}

/** Formats a UTC day such as `10 Oct 2025`. */
export function dayText(at: number): string {
	return new Date(at).toUTCString().slice(5, 16).replace(/^0/, '');
}

/** Formats a UTC time to the minute, such as `10 Oct 2025, 22:00`. The page says that times are UTC. */
export function minuteText(at: number): string {
	return `${dayText(at)}, ${new Date(at).toUTCString().slice(17, 22)}`;
}

/** Formats a UTC month such as `Oct 2025`. */
export function monthText(at: number): string {
	return new Date(at).toUTCString().slice(8, 16);
}

/** Formats a duration such as `45 s`, `12 min`, `5.5 h` or `12.3 days`. */
export function spanText(ms: number): string {
	if (ms < 60_000) return `${Math.round(ms / 1_000)} s`;
	if (ms < HOUR_MS) return `${Math.round(ms / 60_000)} min`;
	const hours = ms / HOUR_MS;
	return hours < 48 ? `${trimmed(hours)} h` : `${trimmed(hours / 24)} days`;
}

function trimmed(value: number): string {
	return grouped(value.toFixed(1)).replace(/\.0$/, '');
}

function signed(value: number, places: number): string {
	const text = fixed(value, places);
	return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}
