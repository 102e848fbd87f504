/**
 * Reads and writes `run.json` in the data directory, which lists running processes and their addresses. The file has
 * mode 0600 and is replaced atomically.
 */
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { makeDataDirectory } from './data-directory.ts';
import { DIRECTORY_TEXT } from './text.ts';

/** Name of the file that lists running processes in the data directory. */
export const RUN_FILE = 'run.json';
const FILE_MODE = 0o600;

const portSchema = z.int().min(0).max(65_535);

const runSchema = z.object({
	service: z
		.object({
			pid: z.int(),
			host: z.string(),
			port: portSchema,
			/** Start time of the service, ISO 8601. */
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
				/** Host names of the exchange that this simulator replaces. */
				hosts: z.array(z.string()),
			}),
		)
		.optional(),
});

/** The processes running on a data directory, and their addresses. */
export type RunFile = z.infer<typeof runSchema>;

/** A running simulated exchange, as listed in the run file. */
export type RunningSimulator = NonNullable<RunFile['simulators']>[string];

/** Reads the list of running processes; empty without the file. @throws Error if the file is malformed */
export function readRunFile(dataDir: string): RunFile {
	const path = join(dataDir, RUN_FILE);
	if (!existsSync(path)) return {};
	let value: unknown;
	try {
		value = JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		throw new Error(DIRECTORY_TEXT.runFileNotJson(path), { cause: error });
	}
	const read = runSchema.safeParse(value);
	if (!read.success) throw new Error(DIRECTORY_TEXT.runFileForm(path));
	return read.data;
}

/**
 * Replaces fields of `run.json`, and removes fields given as undefined. A crash leaves either the old or the new
 * file.
 */
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

/** Describes the process that uses the data directory, for a message. */
export function describeHolder(dataDir: string): string {
	const { service, recorder } = readRunFile(dataDir);
	if (service !== undefined)
		return DIRECTORY_TEXT.service(service.pid, `${service.host}:${service.port}`, service.startedAt);
	if (recorder !== undefined) return DIRECTORY_TEXT.recorder(recorder.pid, recorder.startedAt);
	return DIRECTORY_TEXT.unknownHolder;
}

/** True while a process with this id exists, under any owner. The check sends signal 0. */
export function isProcessAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}
