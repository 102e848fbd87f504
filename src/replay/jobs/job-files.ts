/**
 * Stores replays of callers in the data directory: a folder for each, with its order, its state and its result. The
 * process of the replay writes the result, and the service everything else.
 */
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { ReplayPart, ReplayRequest, ReplayState } from '../../ports/replays.ts';
import { REPLAY_STATES } from '../../ports/replays.ts';
import type { Words } from '../../sentences/sentence.ts';

/** Name of the folder in the data directory. */
export const REPLAYS_DIRECTORY = 'replays';
const ORDER = 'order.json';
const STATE = 'state.json';
const ID = /^replay_[0-9a-f]{24}$/;

/** Name of the file with the whole result. */
export const RESULT_FILE = 'result.json';
/** Name of the file with the report. */
export const REPORT_FILE = 'report.html';
/** Name of the file that says which version of the parts the folder has. */
export const FORM_FILE = 'form.json';

/** Returns the name of the file with a part. @param page from 1, for positions */
export function partFile(part: ReplayPart, page: number): string {
	return part === 'positions' ? `positions-${page}.json` : `${part}.json`;
}

/** A caller's order with its time. */
export type StoredOrder = {
	readonly replayId: string;
	readonly userId: string;
	readonly createdAt: number;
	readonly request: ReplayRequest;
};

/** State of a stored replay. */
export type StoredState = {
	readonly state: ReplayState;
	readonly reason: Words | null;
	readonly startedAt: number | null;
	readonly endedAt: number | null;
};

/** Orders are written by this service. Only what the service relies on is checked. */
const orderSchema = z.object({
	replayId: z.string().regex(ID),
	userId: z.string(),
	createdAt: z.number(),
	request: z.looseObject({ data: z.string(), policy: z.string(), sweep: z.record(z.string(), z.unknown()) }),
});
const stateSchema = z.object({
	state: z.enum(REPLAY_STATES),
	reason: z
		.union([
			z.string(),
			z.object({ id: z.string(), facts: z.record(z.string(), z.unknown()), text: z.string() }),
		])
		.nullable(),
	startedAt: z.number().nullable(),
	endedAt: z.number().nullable(),
});

/** The stored replays of a data directory. */
export type JobFiles = {
	/** Returns the folder of a replay. */
	readonly folderOf: (replayId: string) => string;
	/** Creates the folder with its order. @throws Error from the system */
	readonly create: (order: StoredOrder) => void;
	/** @throws Error from the system */
	readonly setState: (replayId: string, state: StoredState) => void;
	/** Lists the stored replays. Calls `onFault` for each folder that cannot be read. */
	readonly list: (
		onFault: (folder: string, error: unknown) => void,
	) => readonly { readonly order: StoredOrder; readonly state: StoredState }[];
	/** Returns the size of a replay's folder, bytes. */
	readonly bytesOf: (replayId: string) => number;
	/** @throws Error from the system */
	readonly remove: (replayId: string) => void;
	/** Reads a file of the result; undefined if it does not exist. Rejects with an Error from the system. */
	readonly read: (replayId: string, name: string) => Promise<string | undefined>;
};

/** Opens the stored replays. Creates nothing before the first order. */
export function openJobFiles(dataDir: string): JobFiles {
	const root = join(dataDir, REPLAYS_DIRECTORY);
	const folderOf = (replayId: string): string => join(root, replayId);
	return {
		folderOf,
		create(order) {
			mkdirSync(folderOf(order.replayId), { recursive: true, mode: 0o700 });
			writeWhole(join(folderOf(order.replayId), ORDER), order);
		},
		setState: (replayId, state) => writeWhole(join(folderOf(replayId), STATE), state),
		list(onFault) {
			if (!existsSync(root)) return [];
			return readdirSync(root)
				.filter((name) => ID.test(name))
				.flatMap((name) => {
					try {
						return [readStored(folderOf(name))];
					} catch (error) {
						onFault(folderOf(name), error);
						return [];
					}
				});
		},
		bytesOf(replayId) {
			const folder = folderOf(replayId);
			if (!existsSync(folder)) return 0;
			return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
		},
		remove: (replayId) => rmSync(folderOf(replayId), { recursive: true, force: true }),
		async read(replayId, name) {
			const path = join(folderOf(replayId), name);
			return existsSync(path) ? readFile(path, 'utf8') : undefined;
		},
	};
}

function readStored(folder: string): { readonly order: StoredOrder; readonly state: StoredState } {
	const order = orderSchema.parse(JSON.parse(readFileSync(join(folder, ORDER), 'utf8')));
	const path = join(folder, STATE);
	const state = existsSync(path)
		? stateSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
		: { state: 'queued' as const, reason: null, startedAt: null, endedAt: null };
	return {
		order: { ...order, request: order.request as unknown as ReplayRequest },
		state: { ...state, reason: state.reason as Words | null },
	};
}

/** Writes a file so that a crash leaves the old or the new one. */
function writeWhole(path: string, value: object): void {
	writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
	renameSync(`${path}.new`, path);
}
