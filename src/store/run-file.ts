/** `run.json` in the data directory: which processes run and where they listen. Mode 0600, replaced atomically. */
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { makeDataDirectory } from './data-directory.ts';

/** Name of the file below the data directory that says what runs. */
export const RUN_FILE = 'run.json';
const FILE_MODE = 0o600;

const portSchema = z.int().min(0).max(65_535);

const runSchema = z.object({
	service: z
		.object({
			pid: z.int(),
			host: z.string(),
			port: portSchema,
			/** ISO 8601. */
			startedAt: z.string(),
			controlSocket: z.string(),
		})
		.optional(),
	/** A recorder that runs without the service. */
	recorder: z.object({ pid: z.int(), startedAt: z.string() }).optional(),
	simulators: z
		.record(
			z.string(),
			z.object({
				port: portSchema,
				adminPort: portSchema,
				adminToken: z.string(),
				pid: z.int(),
				/** Host names of the exchange that this simulator stands for. */
				hosts: z.array(z.string()),
			}),
		)
		.optional(),
});

/** The processes that run on a data directory and where they listen. */
export type RunFile = z.infer<typeof runSchema>;

/** A simulated exchange that runs on the data directory. */
export type RunningSimulator = NonNullable<RunFile['simulators']>[string];

/** What runs, as far as was written; empty when there is no file. @throws Error when the file is malformed. */
export function readRunFile(dataDir: string): RunFile {
	const path = join(dataDir, RUN_FILE);
	if (!existsSync(path)) return {};
	let value: unknown;
	try {
		value = JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		throw new Error(`${path} must be JSON; delete it and start again.`, { cause: error });
	}
	const read = runSchema.safeParse(value);
	if (!read.success) throw new Error(`${path} has an unknown form; delete it and start again.`);
	return read.data;
}

/** Replaces members; a member given as undefined is removed. A crash leaves the old file or the new one. */
export function updateRunFile(
	dataDir: string,
	change: { [Member in keyof RunFile]?: RunFile[Member] | undefined },
): void {
	makeDataDirectory(dataDir);
	const path = join(dataDir, RUN_FILE);
	const next = { ...readRunFile(dataDir), ...change };
	const temporary = `${path}.${process.pid}.new`;
	writeFileSync(temporary, `${JSON.stringify(next, null, '\t')}\n`, { mode: FILE_MODE, flush: true });
	chmodSync(temporary, FILE_MODE);
	renameSync(temporary, path);
}

/** Who holds the data directory, as far as was written. */
export function describeHolder(dataDir: string): string {
	const { service, recorder } = readRunFile(dataDir);
	if (service !== undefined)
		return `process ${service.pid}, listening on ${service.host}:${service.port} since ${service.startedAt}`;
	if (recorder !== undefined) return `process ${recorder.pid}, recording since ${recorder.startedAt}`;
	return 'it has not said who it is';
}

/** True while a process of this id exists (signal 0), whoever owns it. */
export function isProcessAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}
