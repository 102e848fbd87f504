/**
 * Records of an account over a time range. An answer has those of all contracts and weighs as much as five seconds of the
 * account's budget bring back, so that whoever asks while one is under way shares the next.
 */
import type { Call } from '../shared/dialect.ts';
import { type Body, listed, whole } from '../shared/fields.ts';
import { readInParts, TOO_MANY } from '../shared/paging.ts';
import { weighted } from './limits.ts';

type RecordType = 'userFunding' | 'userFillsByTime' | 'userNonFundingLedgerUpdates';

/** "Responses that take a time range will only return 500 elements"; fills 2,000 (page "Info endpoint", read 2026-11). */
const ROWS_MAX: Readonly<Record<RecordType, number>> = {
	userFunding: 500,
	userNonFundingLedgerUpdates: 500,
	userFillsByTime: 2_000,
};

type Range = { from: number; to: number };
type Reading = {
	underWay: Promise<unknown> | undefined;
	/** What begins when the one under way has ended; wider ranges join it until then. */
	next: (Range & { readonly rows: Promise<readonly Body[]> }) | undefined;
};

/** Rows with from ≤ time ≤ to, of every contract, from a read that begins after the call. @throws VenueError */
export type SharedRecords = (
	call: Call,
	type: RecordType,
	from: number,
	to: number,
) => Promise<readonly Body[]>;

/** Those of one account's session. */
export function createSharedRecords(): SharedRecords {
	const readings = new Map<RecordType, Reading>();
	return async (call, type, from, to) => {
		const reading = readings.get(type) ?? { underWay: undefined, next: undefined };
		readings.set(type, reading);
		const rows = await readOrJoin(call, reading, type, { from, to });
		return rows.filter((row) => {
			const time = whole(row, 'time');
			return time === undefined || (time >= from && time <= to);
		});
	};
}

function readOrJoin(call: Call, reading: Reading, type: RecordType, range: Range): Promise<readonly Body[]> {
	const { underWay, next } = reading;
	if (underWay === undefined) {
		const rows = records(call, 'account', type, range.from, range.to).finally(() => {
			reading.underWay = undefined;
		});
		reading.underWay = rows;
		return rows;
	}
	if (next !== undefined) {
		next.from = Math.min(next.from, range.from);
		next.to = Math.max(next.to, range.to);
		return next.rows;
	}
	const rows = underWay
		.catch(() => undefined)
		.then(() => {
			const { from, to } = reading.next ?? range;
			reading.next = undefined;
			return readOrJoin(call, reading, type, { from, to });
		});
	reading.next = { ...range, rows };
	return rows;
}

/** The same from a read of its own. A full answer may have left rows out, so the range is halved until none is. */
export function records(
	call: Call,
	kind: 'account' | 'probe',
	type: RecordType,
	from: number,
	to: number,
): Promise<readonly Body[]> {
	return readInParts(Math.max(0, from), to, async (startTime, endTime) => {
		const rows = listed(await weighted(call, kind, { type, startTime, endTime }), type);
		return rows.length >= ROWS_MAX[type] ? TOO_MANY : rows;
	});
}
