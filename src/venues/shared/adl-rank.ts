/** Converts the exchanges' scales of the auto-deleveraging queue to one. */
import { text } from './fields.ts';

/**
 * Returns a position's rank from 0, reduced last, to 1, reduced next. `first` and `last` are the ends of the
 * exchange's own scale. Returns null if the exchange sends no number.
 */
export function adlRankOf(row: unknown, name: string, first: number, last: number): number | null {
	const rank = Number(text(row, name) ?? Number.NaN);
	if (!Number.isFinite(rank)) return null;
	return Math.min(1, Math.max(0, (rank - first) / (last - first)));
}
