/** Computes with UTC days as a date field writes them. */

const DAY_MS = 86_400_000;

/** Returns the day after a day such as `2026-11-30`. */
export function nextDay(day: string): string {
	return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}
