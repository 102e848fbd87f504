/** Pages of a history from the newest backward, where a venue answers at most so many rows of a time range. */
import type { SettledRate } from '../../domain/funding.ts';

/** Requests of one history, whatever the range. */
const PAGES_MAX = 15;

/** Rows with from ≤ settledAt ≤ to, newest first, each once. */
export async function pagesBackward(
	from: number,
	to: number,
	rowsMax: number,
	read: (from: number, to: number) => Promise<readonly SettledRate[]>,
): Promise<readonly SettledRate[]> {
	const rows = new Map<number, SettledRate>();
	let end = to;
	for (let page = 0; page < PAGES_MAX && end >= from; page += 1) {
		const answer = await read(from, end);
		for (const row of answer) if (row.settledAt >= from && row.settledAt <= to) rows.set(row.settledAt, row);
		if (answer.length < rowsMax) break;
		end = Math.min(...answer.map((row) => row.settledAt)) - 1;
	}
	return [...rows.values()].sort((a, b) => b.settledAt - a.settledAt);
}
