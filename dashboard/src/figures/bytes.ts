/** Formats sizes in steps of a thousand: `4.2 MB`. */
import { fixed, UNKNOWN } from './shares.ts';

const STEP = 1_000;
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats a size: `999 B`, `4.2 MB`, `815 GB`. Terabytes are the largest unit. */
export function size(bytes: number | null | undefined): string {
	if (bytes === null || bytes === undefined) return UNKNOWN;
	let [value, step] = [bytes, 0];
	while (value >= STEP && step < UNITS.length - 1) [value, step] = [value / STEP, step + 1];
	return `${fixed(value, step === 0 || value >= 100 ? 0 : 1)} ${UNITS[step]}`;
}
