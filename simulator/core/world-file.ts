/**
 * State that must be equal in every process and after every start: stored in `world.json`, written once by the first
 * process, read by all others.
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
	/** Wall milliseconds of the first hourly settlement after it. */
	readonly firstSettlementAt: number;
	/** Offset from real UTC hours to the settlement hours of the seeded world. */
	readonly gridOffsetMs: number;
	/** Replayed part of a history; null in the seeded world. */
	readonly history: HistoryMapping | null;
};

export type HistoryMapping = {
	/** Wall time less history time, milliseconds. */
	readonly shiftMs: number;
	/** Identify the series: another directory would change settlements already booked. */
	readonly from: number;
	readonly to: number;
	readonly settlements: number;
};

/** @throws WorldError for a file that is not a world record */
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
 * Writes the record unless another process was first, and returns the valid one. The file appears complete: it is
 * written under another name and linked.
 * @throws WorldError if the directory cannot be written
 */
export function keepFirstWorldRecord(dataDir: string, record: WorldRecord): WorldRecord {
	const path = join(dataDir, FILE_NAME);
	// Processes in two containers may share the directory, the process id and the millisecond.
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
