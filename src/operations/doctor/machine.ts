/** Checks whether the service can run on this machine and in this data directory. */
import { accessSync, constants, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requireFreePort } from '../../api/http/free-port.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../ports/clock.ts';
import { DataDirectoryHeldError, holdDataDirectory, LOCK_FILE } from '../../store/data-lock.ts';
import { describeHolder, isProcessAlive, type RunFile, readRunFile } from '../../store/run-file.ts';
import { type Finding, type Findings, fail, ok, reasonOf, warn } from './finding.ts';
import { MACHINE_TEXTS, REMEDIES } from './text.ts';

const NODE_MAJOR_MIN = 24;
const MEGABYTE = 1_000_000;
/**
 * Minimum free space, MB; less is a failure. The journal grows by a few MB a day, and recordings grow up to
 * record.maxMb.
 */
const FREE_MB_MIN = 100;
const FREE_MB_WARN = 1_000;
/** Error codes for no space, an exceeded quota and an exceeded file size limit. */
const FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** Size of the test file, bytes. It is large enough that a file system must allocate blocks. */
const WRITTEN_BYTES = 262_144;
const ANSWER_MS_MAX = 5_000;

/** Checks the Node version, such as 24.1.0. */
export function nodeFinding(version: string): Finding {
	const major = Number(version.split('.')[0]);
	return major >= NODE_MAJOR_MIN
		? ok('machine', MACHINE_TEXTS.node(version))
		: fail('machine', MACHINE_TEXTS.nodeOld(version, NODE_MAJOR_MIN), REMEDIES.installNode(NODE_MAJOR_MIN));
}

/** Checks whether the data directory exists, is private and writable, and has free space. */
export async function* dataFindings({ dataDir }: Pick<Config, 'dataDir'>): Findings {
	if (!existsSync(dataDir)) {
		const parent = presentParent(dataDir);
		yield isWritable(parent)
			? ok('data', MACHINE_TEXTS.noDirectory(dataDir))
			: fail('data', MACHINE_TEXTS.cannotCreate(dataDir, parent), REMEDIES.otherDirectoryOrRights);
		return;
	}
	const stat = statSync(dataDir);
	if (!stat.isDirectory()) {
		yield fail('data', MACHINE_TEXTS.notDirectory(dataDir), REMEDIES.otherDirectory);
		return;
	}
	const mode = stat.mode & 0o777;
	if (process.platform !== 'win32' && (mode & 0o077) !== 0)
		yield warn('data', MACHINE_TEXTS.openToOthers(dataDir, mode.toString(8)), REMEDIES.chmod(dataDir));
	yield writeFinding(dataDir);
	yield spaceFinding(dataDir);
}

/** Writes, syncs and removes a file. Permission bits reveal neither a read-only file system nor a full disk. */
function writeFinding(dataDir: string): Finding {
	const path = join(dataDir, `doctor.${process.pid}.tmp`);
	try {
		writeFileSync(path, Buffer.alloc(WRITTEN_BYTES), { mode: 0o600, flush: true });
		return ok('data', MACHINE_TEXTS.writable(dataDir));
	} catch (error) {
		const isFull = error instanceof Error && 'code' in error && FULL_CODES.has(String(error.code));
		return fail(
			'data',
			MACHINE_TEXTS.notWritable(dataDir, reasonOf(error)),
			isFull ? REMEDIES.freeDisk : REMEDIES.rightsOrOtherDirectory,
		);
	} finally {
		// Removing a missing file fails on a read-only file system, even with `force`.
		if (existsSync(path)) rmSync(path, { force: true });
	}
}

function spaceFinding(dataDir: string): Finding {
	const { bavail, bsize } = statfsSync(dataDir);
	const freeMb = Math.floor((bavail * bsize) / MEGABYTE);
	if (freeMb < FREE_MB_MIN)
		return fail('data', MACHINE_TEXTS.freeTooLittle(freeMb, dataDir, FREE_MB_MIN), REMEDIES.freeDiskNow);
	if (freeMb < FREE_MB_WARN)
		return warn('data', MACHINE_TEXTS.freeFor(freeMb, dataDir), REMEDIES.freeDiskSoon);
	return ok('data', MACHINE_TEXTS.free(freeMb));
}

/**
 * Reports which process holds the data directory, and whether the service there is healthy. If no process holds the
 * directory, reports whether the port is free.
 */
export async function* serviceFindings(
	{ dataDir, server }: Pick<Config, 'dataDir' | 'server'>,
	clock: Clock,
): Findings {
	let run: RunFile;
	try {
		run = readRunFile(dataDir);
	} catch (error) {
		yield fail('service', reasonOf(error), REMEDIES.deleteRunFile);
		return;
	}
	const holder = holderOf(dataDir);
	const { service } = run;
	if (holder === undefined) {
		if (service !== undefined && !isProcessAlive(service.pid))
			yield warn('service', MACHINE_TEXTS.serviceDied(service.pid), REMEDIES.restartService);
		else yield ok('service', MACHINE_TEXTS.noService);
		yield await portFinding(server);
		return;
	}
	yield ok('service', MACHINE_TEXTS.heldBy(holder));
	if (service === undefined) return;
	yield* answersOf(`http://${service.host}:${service.port}`, clock);
}

/** Describes the process that holds the data directory; undefined if none does. */
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
	if (port === 0) return ok('service', MACHINE_TEXTS.anyPort);
	try {
		await requireFreePort(host, port);
		return ok('service', MACHINE_TEXTS.portFree(host, port));
	} catch (error) {
		return fail('service', reasonOf(error), REMEDIES.freePort);
	}
}

async function* answersOf(url: string, clock: Clock): Findings {
	const health = await answerOf(`${url}/health`, clock);
	if (typeof health === 'string') {
		yield fail('service', MACHINE_TEXTS.noAnswer(`${url}/health`, health), REMEDIES.restartHung);
		return;
	}
	yield ok('service', MACHINE_TEXTS.answers(url, health.body.rehearsal === true));
	const ready = await answerOf(`${url}/ready`, clock);
	if (typeof ready === 'string')
		yield fail('service', MACHINE_TEXTS.noAnswer(`${url}/ready`, ready), REMEDIES.checkLog);
	else if (ready.body.ready === true) yield ok('service', MACHINE_TEXTS.ready);
	else {
		const reasons = Array.isArray(ready.body.reasons) ? ready.body.reasons.map(String) : [];
		yield warn('service', MACHINE_TEXTS.notReady(reasonOf(reasons.join(' '))), REMEDIES.seeNetwork);
	}
}

/** Returns the response as JSON, or the reason why there is no response. */
async function answerOf(
	url: string,
	clock: Clock,
): Promise<{ readonly body: Readonly<Record<string, unknown>> } | string> {
	const limit = new AbortController();
	const cancel = clock.after(ANSWER_MS_MAX, () =>
		limit.abort(new Error(MACHINE_TEXTS.timeout(ANSWER_MS_MAX))),
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
