/**
 * Reads and writes `world.json`, which holds the state that must be equal in every process and after every start. The
 * first process writes it once; all others read it.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorldError } from './world-error.ts';

const FILE_NAME = 'world.json';
const VERSION = 1;

export type WorldRecord = {
	readonly version: typeof VERSION;
	readonly seed: number;
	/** Wall milliseconds of the first start. */
	readonly firstStartAt: number;
	/** Wall milliseconds of the first hourly settlement after the first start. */
	readonly firstSettlementAt: number;
	/** Offset from real UTC hours to the settlement hours of the seeded world, milliseconds. */
	readonly gridOffsetMs: number;
	/** Which part of a history is replayed; null in the seeded world. */
	readonly history: HistoryMapping | null;
};

export type HistoryMapping = {
	/** Wall time minus history time, milliseconds. */
	readonly shiftMs: number;
	/**
	 * Start of the history's common time range. Together with `to` and `settlements` it identifies the history, because
	 * another one would change settlements that are already booked.
	 */
	readonly from: number;
	/** End of the history's common time range, history milliseconds. */
	readonly to: number;
	/** Number of settled rates in the history. */
	readonly settlements: number;
};

/** @throws WorldError if the file is not a world record */
export function readWorldRecord(dataDir: string): WorldRecord | undefined {
	const path = join(dataDir, FILE_NAME);
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw new WorldError(`Cannot read ${path}: ${String(error)}.`);
	}
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new WorldError(`${path} is not JSON, was ${JSON.stringify(text.slice(0, 60))}.`);
	}
	if (!isWorldRecord(value)) {
		throw new WorldError(
			`${path} is not a world record of version ${VERSION}, was ${JSON.stringify(value).slice(0, 200)}.`,
		);
	}
	return value;
}

/**
 * Writes the record unless another process was first, and returns the record that is stored. Other processes never
 * see an incomplete file, because it is written under another name and then linked.
 * @throws WorldError if the directory cannot be written
 */
export function keepFirstWorldRecord(dataDir: string, record: WorldRecord): WorldRecord {
	const path = join(dataDir, FILE_NAME);
	// The name is random because processes in two containers may have the same process id and millisecond.
	const draft = `${path}.${randomUUID()}`;
	try {
		mkdirSync(dataDir, { recursive: true });
		writeFileSync(draft, `${JSON.stringify(record, undefined, '\t')}\n`, { flush: true });
		linkSync(draft, path);
		return record;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
			throw new WorldError(`Cannot write ${path}: ${String(error)}.`);
		}
	} finally {
		rmSync(draft, { force: true });
	}
	const standing = readWorldRecord(dataDir);
	if (standing === undefined) throw new WorldError(`${path} was removed while it was opened.`);
	return standing;
}

function isWorldRecord(value: unknown): value is WorldRecord {
	if (!isRecord(value) || value.version !== VERSION) return false;
	const numbers = [value.seed, value.firstStartAt, value.firstSettlementAt, value.gridOffsetMs];
	if (!numbers.every(Number.isSafeInteger)) return false;
	if (value.history === null) return true;
	if (!isRecord(value.history)) return false;
	const { shiftMs, from, to, settlements } = value.history;
	return [shiftMs, from, to, settlements].every(Number.isSafeInteger);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
