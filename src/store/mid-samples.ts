/**
 * Stores mid price samples. The last day has one row per minute with all contracts, so that a minute is one small
 * write. When a UTC day ends, the last sample of each of its hours moves to one row per contract and day.
 *
 * Size with 2,500 contracts: 10 KB a minute and 14 MB for a day; 130 bytes per contract and day, 120 MB for a year.
 * Prices are 32-bit floats in the machine's byte order.
 */
import { DAY_MS, HOUR_MS } from '../domain/funding.ts';
import {
	DAYS_KEPT,
	MINUTES_KEPT,
	type MidMinute,
	type MidSample,
	type MidSampleStore,
	SAMPLE_MS,
} from '../ports/mid-samples.ts';
import { insertRows } from './insert-rows.ts';
import { changesOf, marksOf, type Row, rowsOf, type SqlDatabase, type Steps } from './sql-database.ts';

const MINUTES_PER_HOUR = HOUR_MS / SAMPLE_MS;
const MINUTES_PER_DAY = DAY_MS / SAMPLE_MS;
const HOURS_PER_DAY = 24;
/** Contracts per transaction at the end of a day, because journal writes for orders may wait for it. */
const CONTRACTS_PER_COMMIT = 250;

const SELECT_CONTRACTS = 'SELECT id, contract FROM mid_contract';

/** A finished day while its hours are being moved. */
type FinishedDay = {
	readonly day: number;
	readonly hours: readonly { readonly hour: number; readonly mids: Float32Array }[];
	/** The last contract whose hours were moved. */
	readonly movedTo: number;
	/** True while contracts remain. */
	readonly isMore: boolean;
};

/** Creates the store for mid price samples. */
export function createMidSampleStore(database: SqlDatabase): MidSampleStore {
	/** The day that was finished last. A process that does not have it moves the day again from its beginning. */
	let finished: FinishedDay | undefined;
	return {
		async finishDay(minute) {
			const next = await database.transaction(() => finishDay(minute, finished));
			finished = next ?? finished;
			return next?.isMore ?? false;
		},
		add: (minute) => database.transaction(() => add(minute)),
		async minutesFrom(minute) {
			const rows = await database.rows(
				'SELECT minute, mids FROM mid_minute WHERE minute >= ? ORDER BY minute',
				minute,
			);
			const contracts: (string | undefined)[] = [];
			for (const row of await database.rows(SELECT_CONTRACTS))
				contracts[Number(row.id) - 1] = String(row.contract);
			return {
				contracts,
				minutes: rows.map((row) => ({ minute: Number(row.minute), mids: floatsOf(row.mids) })),
			};
		},
		async hours(contract, from, to) {
			const rows = await database.rows(
				`SELECT day, hours FROM mid_day WHERE contract = (SELECT id FROM mid_contract WHERE contract = ?)
				 AND day BETWEEN ? AND ? ORDER BY day`,
				contract,
				Math.floor(from / DAY_MS),
				Math.floor(to / DAY_MS),
			);
			return rows.flatMap(hoursOf).filter(({ at }) => at >= from && at <= to);
		},
	};
}

function* add({ minute, mids }: MidMinute): Steps<void> {
	const ids = yield* ensureIds(mids.keys());
	const floats = new Float32Array(Math.max(0, ...ids.values())).fill(Number.NaN);
	for (const [contract, mid] of mids) floats[(ids.get(contract) as number) - 1] = mid;
	yield* changesOf(
		'INSERT INTO mid_minute (minute, mids) VALUES (?, ?) ON CONFLICT (minute) DO UPDATE SET mids = excluded.mids',
		minute,
		bytesOf(floats),
	);
	yield* changesOf('DELETE FROM mid_minute WHERE minute <= ?', minute - MINUTES_KEPT);
}

/** Returns the ids of all contracts. Gives new contracts the lowest free ids. */
function* ensureIds(contracts: Iterable<string>): Steps<ReadonlyMap<string, number>> {
	const stored = yield* rowsOf(SELECT_CONTRACTS);
	const ids = new Map(stored.map((row) => [String(row.contract), Number(row.id)]));
	const taken = new Set(ids.values());
	const fresh: [id: number, contract: string][] = [];
	let free = 1;
	for (const contract of contracts) {
		if (ids.has(contract)) continue;
		while (taken.has(free)) free += 1;
		fresh.push([free, contract]);
		ids.set(contract, free);
		taken.add(free);
	}
	yield* insertRows('INSERT INTO mid_contract (id, contract)', fresh);
	return ids;
}

/** Moves the next contracts of the last stored day; returns undefined if that day has not ended. */
function* finishDay(minute: number, earlier: FinishedDay | undefined): Steps<FinishedDay | undefined> {
	const [newest] = yield* rowsOf('SELECT max(minute) AS minute FROM mid_minute');
	if (typeof newest?.minute !== 'number') return undefined;
	const day = Math.floor(newest.minute / MINUTES_PER_DAY);
	if (day >= Math.floor(minute / MINUTES_PER_DAY)) return undefined;
	const { hours, movedTo } = earlier?.day === day ? earlier : { hours: yield* lastOfHours(day), movedTo: 0 };
	const left = yield* rowsOf(
		'SELECT id FROM mid_contract WHERE id > ? ORDER BY id LIMIT ?',
		movedTo,
		CONTRACTS_PER_COMMIT + 1,
	);
	const slice = left.slice(0, CONTRACTS_PER_COMMIT).map(({ id }) => Number(id));
	yield* moveHours(slice, day, hours);
	return { day, hours, movedTo: slice.at(-1) ?? movedTo, isMore: left.length > CONTRACTS_PER_COMMIT };
}

/** Reads the last samples of each hour of a day. */
function* lastOfHours(day: number): Steps<FinishedDay['hours']> {
	const from = day * MINUTES_PER_DAY;
	const ends = yield* rowsOf(
		`SELECT minute, mids FROM mid_minute WHERE minute IN (
		 SELECT max(minute) FROM mid_minute WHERE minute >= ? AND minute < ? GROUP BY minute / ${MINUTES_PER_HOUR})`,
		from,
		from + MINUTES_PER_DAY,
	);
	return ends.map(({ minute, mids }) => ({
		hour: Math.floor((Number(minute) - from) / MINUTES_PER_HOUR),
		mids: floatsOf(mids),
	}));
}

/**
 * Moves the contracts' hours and removes those older than a year. Forgets the contracts whose last sample was a year
 * ago; new contracts then get their ids.
 */
function* moveHours(ids: readonly number[], day: number, hours: FinishedDay['hours']): Steps<void> {
	if (ids.length === 0) return;
	const rows = ids.flatMap((id) => {
		const ofDay = new Float32Array(HOURS_PER_DAY).fill(Number.NaN);
		for (const { hour, mids } of hours) ofDay[hour] = mids[id - 1] ?? Number.NaN;
		return ofDay.every(Number.isNaN) ? [] : [[id, day, bytesOf(ofDay)]];
	});
	yield* insertRows(
		'INSERT INTO mid_day (contract, day, hours)',
		rows,
		'ON CONFLICT (contract, day) DO UPDATE SET hours = excluded.hours',
	);
	const removed = yield* rowsOf(
		`DELETE FROM mid_day WHERE contract IN (${marksOf(ids)}) AND day <= ? RETURNING contract`,
		...ids,
		day - DAYS_KEPT,
	);
	if (removed.length === 0) return;
	const shortened = [...new Set(removed.map(({ contract }) => Number(contract)))];
	yield* changesOf(
		`DELETE FROM mid_contract WHERE id IN (${marksOf(shortened)})
		 AND NOT EXISTS (SELECT 1 FROM mid_day WHERE mid_day.contract = mid_contract.id)`,
		...shortened,
	);
}

function hoursOf({ day, hours }: Row): readonly MidSample[] {
	return [...floatsOf(hours)].flatMap((mid, hour) =>
		Number.isNaN(mid) ? [] : [{ at: Number(day) * DAY_MS + hour * HOUR_MS, mid }],
	);
}

function bytesOf(floats: Float32Array): Uint8Array {
	return new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
}

/** Copies the bytes, because those of the database may not begin at a multiple of four. */
function floatsOf(bytes: unknown): Float32Array {
	return new Float32Array(new Uint8Array(bytes as Uint8Array).buffer);
}
