/**
 * Runs one replay in a process of its own: the same program with lower priority, limited memory and time, and an
 * environment without secrets.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../ports/clock.ts';
import type { Words } from '../../sentences/sentence.ts';
import { type FromReplayJob, REPLAY_JOB_WORD, type ReplayWork, type ToReplayJob } from './job-messages.ts';
import { REPLAY_TEXT } from './text.ts';

/** The program's entry: a source file if this code runs from source, otherwise a compiled file. */
const MAIN = join(
	dirname(fileURLToPath(import.meta.url)),
	`../../../cli/main${extname(import.meta.filename)}`,
);
/** Variables that Node itself needs. The service's environment may hold secrets, so the process gets no others. */
const VARIABLES = ['NODE_COMPILE_CACHE', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP'];
/** Exit code of a process that V8 aborts because its heap is full. Elsewhere the signal tells. */
const ABORT_CODE = 134;
/** Smallest limit of the heap, MB, because the program itself needs as much. */
const HEAP_MB_MIN = 64;
/** Time after a request to end early until the process is killed, ms. Writing a large report takes seconds. */
export const GRACE_MS = 30_000;

/** Windows has no groups of processes. */
const HAS_GROUPS = process.platform !== 'win32';

/** How a replay ended. */
export type JobEnd =
	| { readonly state: 'complete' | 'partial'; readonly reason: Words | null }
	| {
			readonly state: 'failed' | 'canceled';
			readonly reason: Words;
			/** A fault of the program, for the log; null if there is none. */
			readonly fault: string | null;
	  };

/** Limits of one replay. */
export type JobLimits = { readonly memoryMb: number; readonly timeMsMax: number; readonly graceMs: number };

/** A running replay. */
export type JobProcess = {
	/** Asks the replay to end early with a partial result. After the grace time, the process is killed. */
	readonly cancel: () => void;
	/** Kills the process. Resolves once it has ended. */
	readonly kill: () => Promise<void>;
	/** Never rejects. */
	readonly ended: Promise<JobEnd>;
};

/** Why the service has asked the process to end early. */
type Asked = { readonly state: 'canceled' | 'failed'; readonly reason: Words };

type Running = {
	readonly child: ChildProcess;
	readonly clock: Clock;
	readonly limits: JobLimits;
	/** The last message with an outcome. */
	said: FromReplayJob | undefined;
	asked: Asked | undefined;
	stopTimers: (() => void)[];
};

/** Starts a replay. `onProgress` is called with each report of progress. */
export function startJobProcess(parts: {
	readonly work: ReplayWork;
	readonly folder: string;
	readonly names: readonly (readonly [path: string, name: string])[];
	readonly limits: JobLimits;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: Clock;
	readonly onProgress: (progress: Extract<FromReplayJob, { kind: 'progress' }>) => void;
}): JobProcess {
	const { work, folder, names, limits, clock, onProgress } = parts;
	const child = spawnJob(limits, parts.env);
	const running: Running = { child, clock, limits, said: undefined, asked: undefined, stopTimers: [] };
	const ended = whenEnded(running);
	child.on('message', (message: FromReplayJob) => {
		if (message.kind === 'progress') onProgress(message);
		else running.said = message;
	});
	send(running, { kind: 'start', work, folder, names, memoryMb: limits.memoryMb });
	const minutes = Math.round(limits.timeMsMax / 60_000);
	running.stopTimers.push(
		clock.after(limits.timeMsMax, () =>
			endEarly(running, { state: 'failed', reason: REPLAY_TEXT.timeLimit({ minutes }) }),
		),
	);
	return {
		cancel: () => endEarly(running, { state: 'canceled', reason: REPLAY_TEXT.canceled() }),
		async kill() {
			killAll(child);
			await ended;
		},
		ended,
	};
}

function spawnJob(limits: JobLimits, env: Readonly<Record<string, string | undefined>>): ChildProcess {
	const heapMb = Math.max(HEAP_MB_MIN, limits.memoryMb);
	const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, MAIN, REPLAY_JOB_WORD], {
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		// A group of its own, so that it can be killed together with the process of its policy.
		detached: HAS_GROUPS,
		env: Object.fromEntries(
			VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
		),
	});
	if (child.pid !== undefined) lowerPriority(child.pid);
	return child;
}

/** Kills the process and those that it has started. A policy in an endless loop would not end with it. */
function killAll(child: ChildProcess): void {
	if (!HAS_GROUPS || child.pid === undefined) return void child.kill('SIGKILL');
	try {
		process.kill(-child.pid, 'SIGKILL');
	} catch {
		// The group has ended already.
	}
}

/** Gives the processor to the process only when nothing else needs it. A system that refuses leaves it as it is. */
function lowerPriority(pid: number): void {
	try {
		setPriority(pid, constants.priority.PRIORITY_LOW);
	} catch {
		// The process may have ended already, or the system may not allow it.
	}
}

function send({ child }: Running, message: ToReplayJob): void {
	// The process may have ended. Its end is reported by `ended`, so a failed send needs no report.
	if (child.connected) child.send(message, () => {});
}

function endEarly(running: Running, asked: Asked): void {
	if (running.asked !== undefined) return;
	running.asked = asked;
	send(running, { kind: 'cancel' });
	running.stopTimers.push(running.clock.after(running.limits.graceMs, () => killAll(running.child)));
}

function whenEnded(running: Running): Promise<JobEnd> {
	return new Promise((resolve) => {
		const end = (how: string, isOutOfMemory: boolean): void => {
			for (const stop of running.stopTimers) stop();
			resolve(endOf(running, how, isOutOfMemory));
		};
		running.child.once('error', (error) => end(error.message, false));
		running.child.once('exit', (code, signal) =>
			end(
				signal === null ? `exit code ${code}` : signal,
				signal === 'SIGABRT' || signal === 'SIGTRAP' || code === ABORT_CODE,
			),
		);
	});
}

function endOf({ said, asked, limits }: Running, how: string, isOutOfMemory: boolean): JobEnd {
	switch (said?.kind) {
		case 'done':
			if (asked !== undefined && !said.isComplete) return { state: 'partial', reason: asked.reason };
			return { state: said.isComplete ? 'complete' : 'partial', reason: said.reason };
		case 'refused':
			// A replay that is ended before its first step has no result; the reason is then the request to end.
			if (asked !== undefined) return { ...asked, fault: null };
			return { state: 'failed', reason: said.message, fault: null };
		case 'failed':
			return { state: 'failed', reason: REPLAY_TEXT.internal(), fault: said.message };
		default:
			if (said?.kind === 'memory' || isOutOfMemory)
				return {
					state: 'failed',
					reason: REPLAY_TEXT.memoryLimit({ limitMb: limits.memoryMb }),
					fault: null,
				};
			if (asked !== undefined) return { ...asked, fault: null };
			return { state: 'failed', reason: REPLAY_TEXT.processEnded({ how }), fault: how };
	}
}
