/**
 * Stores mid price samples in SQLite. The last day has one row per minute with all contracts, so that a minute is one
 * small write. When a UTC day ends, the last sample of each of its hours moves to one row per contract and day.
 *
 * Size with 2,500 contracts: 10 KB a minute and 14 MB for a day; 130 bytes per contract and day, 120 MB for a year.
 * Prices are 32-bit floats in the machine's byte order.
 */
import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS, HOUR_MS } from '../domain/funding.ts';
import {
	DAYS_KEPT,
	MINUTES_KEPT,
	type MidMinute,
	type MidSample,
	type MidSampleStore,
	SAMPLE_MS,
} from '../ports/mid-samples.ts';
import { inTransaction } from './database.ts';

const MINUTES_PER_HOUR = HOUR_MS / SAMPLE_MS;
const MINUTES_PER_DAY = DAY_MS / SAMPLE_MS;
const HOURS_PER_DAY = 24;
const FLOAT_BYTES = 4;
/** Contracts per transaction at the end of a day, because journal writes for orders wait for it. */
const CONTRACTS_PER_COMMIT = 250;

/** A finished day while its hours are being moved. */
type FinishedDay = {
	readonly day: number;
	readonly hours: readonly { readonly hour: number; readonly mids: Float32Array }[];
	/** Contracts that are still to move. */
	readonly left: [contract: string, id: number][];
};

type Samples = ReturnType<typeof prepare> & {
	readonly database: DatabaseSync;
	/** Ids of the stored contracts. */
	readonly ids: Map<string, number>;
	finished: FinishedDay | undefined;
};

/** Creates the store for mid price samples. */
export function createSqliteMidSampleStore(database: DatabaseSync): MidSampleStore {
	const samples: Samples = { ...prepare(database), database, ids: new Map(), finished: undefined };
	readIds(samples);
	return {
		finishDay: async (minute) => finishDay(samples, minute),
		add: async (minute) => add(samples, minute),
		async minutesFrom(minute) {
			const contracts: (string | undefined)[] = [];
			for (const [contract, id] of samples.ids) contracts[id - 1] = contract;
			const rows = samples.selectMinutes.all(minute) as unknown as readonly MinuteRow[];
			return { contracts, minutes: rows.map((row) => ({ minute: row.minute, mids: floatsOf(row.mids) })) };
		},
		async hours(contract, from, to) {
			const id = samples.ids.get(contract);
			if (id === undefined) return [];
			const days = [Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)] as const;
			const rows = samples.selectDays.all(id, ...days) as unknown as readonly DayRow[];
			return rows.flatMap(hoursOf).filter(({ at }) => at >= from && at <= to);
		},
	};
}

type MinuteRow = { readonly minute: number; readonly mids: Uint8Array };
type DayRow = { readonly day: number; readonly hours: Uint8Array };

function prepare(database: DatabaseSync) {
	return {
		selectContracts: database.prepare('SELECT id, contract FROM mid_contract'),
		insertContract: database.prepare('INSERT INTO mid_contract (id, contract) VALUES (?, ?)'),
		selectLast: database.prepare('SELECT max(minute) AS minute FROM mid_minute'),
		selectMinutes: database.prepare('SELECT minute, mids FROM mid_minute WHERE minute >= ? ORDER BY minute'),
		insertMinute: database.prepare('INSERT OR REPLACE INTO mid_minute (minute, mids) VALUES (?, ?)'),
		deleteMinutes: database.prepare('DELETE FROM mid_minute WHERE minute <= ?'),
		// Besides max(), SQLite takes the other column from the row with the maximum.
		selectHourEnds: database.prepare(
			`SELECT max(minute) AS minute, mids FROM mid_minute WHERE minute >= ? AND minute < ?
			 GROUP BY minute / ${MINUTES_PER_HOUR}`,
		),
		insertDay: database.prepare('INSERT OR REPLACE INTO mid_day (contract, day, hours) VALUES (?, ?, ?)'),
		selectDays: database.prepare(
			'SELECT day, hours FROM mid_day WHERE contract = ? AND day BETWEEN ? AND ? ORDER BY day',
		),
		deleteDays: database.prepare('DELETE FROM mid_day WHERE contract = ? AND day <= ?'),
		selectAnyDay: database.prepare('SELECT 1 FROM mid_day WHERE contract = ? LIMIT 1'),
		deleteContract: database.prepare('DELETE FROM mid_contract WHERE id = ?'),
	};
}

function readIds({ ids, selectContracts }: Samples): void {
	ids.clear();
	for (const row of selectContracts.all()) ids.set(String(row.contract), Number(row.id));
}

function add(samples: Samples, { minute, mids }: MidMinute): void {
	try {
		inTransaction(samples.database, () => {
			samples.insertMinute.run(minute, bytesOf(floatsBy(samples, mids)));
			samples.deleteMinutes.run(minute - MINUTES_KEPT);
		});
	} catch (error) {
		// The rollback has removed contracts that this minute inserted.
		readIds(samples);
		throw error;
	}
}

function finishDay(samples: Samples, minute: number): boolean {
	const last = samples.selectLast.get()?.minute;
	if (typeof last !== 'number') return false;
	const day = Math.floor(last / MINUTES_PER_DAY);
	if (day >= Math.floor(minute / MINUTES_PER_DAY)) return false;
	if (samples.finished?.day !== day) samples.finished = finishedDay(samples, day);
	const { hours, left } = samples.finished;
	const slice = left.slice(0, CONTRACTS_PER_COMMIT);
	const forgotten = inTransaction(samples.database, () =>
		slice.filter(([, id]) => isForgotten(samples, id, day, hours)),
	);
	left.splice(0, slice.length);
	for (const [contract] of forgotten) samples.ids.delete(contract);
	return left.length > 0;
}

function finishedDay({ selectHourEnds, ids }: Samples, day: number): FinishedDay {
	const from = day * MINUTES_PER_DAY;
	const ends = selectHourEnds.all(from, from + MINUTES_PER_DAY) as unknown as readonly MinuteRow[];
	const hours = ends.map(({ minute, mids }) => ({
		hour: Math.floor((minute - from) / MINUTES_PER_HOUR),
		mids: floatsOf(mids),
	}));
	return { day, hours, left: [...ids] };
}

/**
 * Moves a contract's hours and removes those older than a year. True if the contract was forgotten, because its last
 * sample was a year ago; a new contract then gets its id.
 */
function isForgotten(samples: Samples, id: number, day: number, hours: FinishedDay['hours']): boolean {
	const ofDay = new Float32Array(HOURS_PER_DAY).fill(Number.NaN);
	for (const { hour, mids } of hours) ofDay[hour] = mids[id - 1] ?? Number.NaN;
	if (!ofDay.every(Number.isNaN)) samples.insertDay.run(id, day, bytesOf(ofDay));
	const { changes } = samples.deleteDays.run(id, day - DAYS_KEPT);
	if (changes === 0 || samples.selectAnyDay.get(id) !== undefined) return false;
	samples.deleteContract.run(id);
	return true;
}

/** Arranges the values by contract id. Gives new contracts the lowest free ids. */
function floatsBy(samples: Samples, mids: ReadonlyMap<string, number>): Float32Array {
	const { ids } = samples;
	const taken = new Set(ids.values());
	let free = 1;
	for (const contract of mids.keys()) {
		if (ids.has(contract)) continue;
		while (taken.has(free)) free += 1;
		samples.insertContract.run(free, contract);
		ids.set(contract, free);
		taken.add(free);
	}
	const floats = new Float32Array(Math.max(0, ...ids.values())).fill(Number.NaN);
	for (const [contract, mid] of mids) floats[(ids.get(contract) as number) - 1] = mid;
	return floats;
}

function hoursOf({ day, hours }: DayRow): readonly MidSample[] {
	return [...floatsOf(hours)].flatMap((mid, hour) =>
		Number.isNaN(mid) ? [] : [{ at: day * DAY_MS + hour * HOUR_MS, mid }],
	);
}

function bytesOf(floats: Float32Array): Uint8Array {
	return new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
}

/** Copies the bytes, because those of the database may not begin at a multiple of four. */
function floatsOf(bytes: Uint8Array): Float32Array {
	return new Float32Array(bytes.slice().buffer, 0, bytes.byteLength / FLOAT_BYTES);
}
