/** Is this machine, and the place where the service keeps its data, fit to run on? */
import { accessSync, constants, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requireFreePort } from '../../api/http/free-port.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../ports/clock.ts';
import { DataDirectoryHeldError, holdDataDirectory, LOCK_FILE } from '../../store/data-lock.ts';
import { describeHolder, isProcessAlive, type RunFile, readRunFile } from '../../store/run-file.ts';
import { type Finding, type Findings, fail, ok, reasonOf, warn } from './finding.ts';

const NODE_MAJOR_MIN = 24;
const MEGABYTE = 1_000_000;
/** A journal grows by some MB a day, recordings by record.maxMb at most. */
const FREE_MB_MIN = 100;
const FREE_MB_WARN = 1_000;
/** No space, a quota, and the largest file that a user may write. */
const FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** More than a file system keeps without taking a block for it. */
const WRITTEN_BYTES = 262_144;
const ANSWER_MS_MAX = 5_000;

/** `version`: such as 24.1.0. */
export function nodeFinding(version: string): Finding {
	const major = Number(version.split('.')[0]);
	return major >= NODE_MAJOR_MIN
		? ok('machine', `Node ${version}`)
		: fail(
				'machine',
				`Node was ${version}, limit ${NODE_MAJOR_MIN} or newer`,
				`install Node ${NODE_MAJOR_MIN}, or run npm install, which brings one`,
			);
}

/** Finds whether the data directory can be used, and who holds it. */
export async function* dataFindings({ dataDir }: Pick<Config, 'dataDir'>): Findings {
	if (!existsSync(dataDir)) {
		const parent = presentParent(dataDir);
		yield isWritable(parent)
			? ok('data', `${dataDir} is not there yet: the first start makes it`)
			: fail(
					'data',
					`${dataDir} is not there and cannot be made in ${parent}`,
					'choose another --data-dir, or let this user write there',
				);
		return;
	}
	const stat = statSync(dataDir);
	if (!stat.isDirectory()) {
		yield fail('data', `${dataDir} is no directory`, 'choose another --data-dir');
		return;
	}
	const mode = stat.mode & 0o777;
	if (process.platform !== 'win32' && (mode & 0o077) !== 0)
		yield warn(
			'data',
			`${dataDir} can be entered by others, its mode was ${mode.toString(8)}`,
			`chmod 700 ${dataDir}`,
		);
	yield writeFinding(dataDir);
	yield spaceFinding(dataDir);
}

/** A file is written, synced and removed: permission bits do not tell of a read-only file system, nor of a full disk. */
function writeFinding(dataDir: string): Finding {
	const path = join(dataDir, `doctor.${process.pid}.tmp`);
	try {
		writeFileSync(path, Buffer.alloc(WRITTEN_BYTES), { mode: 0o600, flush: true });
		return ok('data', `${dataDir} can be written`);
	} catch (error) {
		const isFull = error instanceof Error && 'code' in error && FULL_CODES.has(String(error.code));
		return fail(
			'data',
			`${dataDir} cannot be written: ${reasonOf(error)}`,
			isFull
				? 'free disk space, or lift the limit that this user has'
				: 'let this user write there, or choose another --data-dir',
		);
	} finally {
		// Where nothing could be made there is nothing to remove, and a read-only file system says no even so.
		if (existsSync(path)) rmSync(path, { force: true });
	}
}

function spaceFinding(dataDir: string): Finding {
	const { bavail, bsize } = statfsSync(dataDir);
	const freeMb = Math.floor((bavail * bsize) / MEGABYTE);
	if (freeMb < FREE_MB_MIN)
		return fail(
			'data',
			`${freeMb} MB are free for ${dataDir}, limit ${FREE_MB_MIN} MB`,
			'free disk space: a journal that cannot be written opens and closes nothing',
		);
	if (freeMb < FREE_MB_WARN)
		return warn(
			'data',
			`${freeMb} MB are free for ${dataDir}`,
			'free disk space soon, or lower record.maxMb',
		);
	return ok('data', `${freeMb} MB are free`);
}

/** Who holds the directory and the port, and whether that service is well. */
export async function* serviceFindings(
	{ dataDir, server }: Pick<Config, 'dataDir' | 'server'>,
	clock: Clock,
): Findings {
	let run: RunFile;
	try {
		run = readRunFile(dataDir);
	} catch (error) {
		yield fail('service', reasonOf(error), 'delete it; a running service must be started anew then');
		return;
	}
	const holder = holderOf(dataDir);
	const { service } = run;
	if (holder === undefined) {
		if (service !== undefined && !isProcessAlive(service.pid))
			yield warn(
				'service',
				`the service of process ${service.pid} ended without a word`,
				'start it again: it goes on with what was open',
			);
		else yield ok('service', 'none runs on this data directory');
		yield await portFinding(server);
		return;
	}
	yield ok('service', `the data directory is held by ${holder}`);
	if (service === undefined) return;
	yield* answersOf(`http://${service.host}:${service.port}`, clock);
}

/** Undefined while nobody holds it. */
function holderOf(dataDir: string): string | undefined {
	if (!existsSync(join(dataDir, LOCK_FILE))) return undefined;
	try {
		holdDataDirectory(dataDir, () => '').release();
		return undefined;
	} catch (error) {
		if (error instanceof DataDirectoryHeldError) return describeHolder(dataDir);
		throw error;
	}
}

async function portFinding({ host, port }: Config['server']): Promise<Finding> {
	if (port === 0) return ok('service', 'it takes a port that is free');
	try {
		await requireFreePort(host, port);
		return ok('service', `port ${port} of ${host} is free`);
	} catch (error) {
		return fail('service', reasonOf(error), 'stop that program, or choose another --port');
	}
}

async function* answersOf(url: string, clock: Clock): Findings {
	const health = await answerOf(`${url}/health`, clock);
	if (typeof health === 'string') {
		yield fail(
			'service',
			`${url}/health gave no answer: ${health}`,
			'look at its log; if it hangs, stop it and start it again',
		);
		return;
	}
	yield ok('service', `${url} answers${health.body.rehearsal === true ? ', a rehearsal' : ''}`);
	const ready = await answerOf(`${url}/ready`, clock);
	if (typeof ready === 'string')
		yield fail('service', `${url}/ready gave no answer: ${ready}`, 'look at its log');
	else if (ready.body.ready === true) yield ok('service', 'it is ready');
	else {
		const reasons = Array.isArray(ready.body.reasons) ? ready.body.reasons.map(String) : [];
		yield warn(
			'service',
			`it is not ready: ${reasonOf(reasons.join(' '))}`,
			'see the lines on network and exchanges',
		);
	}
}

/** A sentence where there is none. */
async function answerOf(
	url: string,
	clock: Clock,
): Promise<{ readonly body: Readonly<Record<string, unknown>> } | string> {
	const limit = new AbortController();
	const cancel = clock.after(ANSWER_MS_MAX, () =>
		limit.abort(new Error(`no answer within ${ANSWER_MS_MAX} ms`)),
	);
	try {
		const response = await fetch(url, { signal: limit.signal });
		return { body: (await response.json()) as Record<string, unknown> };
	} catch (error) {
		return reasonOf(error);
	} finally {
		cancel();
	}
}

function presentParent(path: string): string {
	const parent = dirname(path);
	return existsSync(parent) || parent === path ? parent : presentParent(parent);
}

function isWritable(path: string): boolean {
	try {
		accessSync(path, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}
