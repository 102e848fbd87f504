/** Starts a policy's process, exchanges messages with it, and ends it when it exceeds a limit. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import { PolicyError } from '../policies/policy.ts';
import { type FromPolicy, MESSAGE_CHARS_MAX, REQUESTS_MAX, type ToPolicy } from './messages.ts';
import type { PolicyFiles } from './policy-files.ts';
import type { PolicyLimits } from './policy-limits.ts';

/** A policy's process. */
export type PolicyChild = {
	/** Sends a message. Its time limit begins when no request waits for an answer. */
	readonly send: (message: ToPolicy) => void;
	/** Resolves with the next message. @throws PolicyError if the process ended or exceeded a limit */
	readonly next: () => Promise<FromPolicy>;
	/** Ends the process, and resolves once it has ended. */
	readonly close: () => Promise<void>;
};

/** Options of a policy's process. */
export type ChildOptions = {
	readonly files: PolicyFiles;
	/** Name of the policy file, for messages. */
	readonly name: string;
	readonly watch: Pick<Clock, 'after'>;
	readonly onLine: (line: string) => void;
	readonly limits: PolicyLimits;
};

const CHANNEL = 3;
/** Windows has no groups of processes. */
const HAS_GROUPS = process.platform !== 'win32';
const ENDING = extname(import.meta.filename);
const ROOT = realpathSync(join(import.meta.dirname, '../../..'));
const MAIN = join(ROOT, `src/replay/sandbox/policy-process${ENDING}`);
/** Printed lines are cut after this many characters. */
const LINE_CHARS_MAX = 2_000;
/** Last part of the error output that is searched for the reason of a crash, characters. */
const ERROR_CHARS = 4_000;

type State = {
	readonly options: ChildOptions;
	readonly process: ChildProcess;
	readonly channel: Duplex;
	readonly ready: FromPolicy[];
	/** Requests that have arrived and have no answer yet. */
	unanswered: number;
	taker:
		| { readonly resolve: (message: FromPolicy) => void; readonly reject: (error: unknown) => void }
		| undefined;
	/** Why the process has ended or must end. */
	failure: PolicyError | undefined;
	stopWatch: () => void;
	lines: number;
	errors: string;
};

/** Starts the process. */
export function startChild(options: ChildOptions): PolicyChild {
	const started = spawn(process.execPath, [...flagsOf(options), MAIN], {
		cwd: options.files.folder,
		// No setting of the machine reaches the policy, and local time is UTC on every machine.
		env: { TZ: 'UTC' },
		// The last pipe carries nothing. It closes when this process or thread ends, and then the policy's process ends.
		stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
		// Ctrl-C in a terminal reaches a group of processes. It means the replay, which then ends the policy.
		detached: HAS_GROUPS,
	});
	const state: State = {
		options,
		process: started,
		channel: started.stdio[CHANNEL] as Duplex,
		ready: [],
		unanswered: 0,
		taker: undefined,
		failure: undefined,
		stopWatch() {},
		lines: 0,
		errors: '',
	};
	const ended = new Promise<void>((resolve) => {
		started.once('error', (error) => {
			end(state, new PolicyError('POLICY_FAILED', `${options.name} cannot be started: ${messageOf(error)}.`));
			resolve();
		});
		started.once('close', (code, signal) => {
			end(state, crashOf(state, code, signal));
			resolve();
		});
	});
	listen(state);
	return {
		send(message) {
			if (message.kind === 'answer') state.unanswered -= 1;
			if (state.unanswered === 0) watch(state);
			state.channel.write(`${JSON.stringify(message)}\n`);
		},
		next() {
			const message = state.ready.shift();
			if (message !== undefined) return Promise.resolve(message);
			if (state.failure !== undefined) return Promise.reject(state.failure);
			return new Promise((resolve, reject) => {
				state.taker = { resolve, reject };
			});
		},
		async close() {
			state.stopWatch();
			started.kill('SIGKILL');
			await ended;
		},
	};
}

function flagsOf({ files, limits }: ChildOptions): readonly string[] {
	const folders = [dirname(MAIN), join(ROOT, 'client')];
	const own = folders.flatMap((folder) =>
		readdirSync(folder)
			.filter((name) => extname(name) === ENDING && !name.endsWith(`.test${ENDING}`))
			.map((name) => join(folder, name)),
	);
	const readable = [...own, join(ROOT, `src/replay/policies/policy${ENDING}`), ...files.readable];
	return [
		'--permission',
		// For the thread of replay-watch. A policy cannot import what starts threads.
		'--allow-worker',
		...readable.map((path) => `--allow-fs-read=${path}`),
		`--max-old-space-size=${limits.memoryMb}`,
		'--no-warnings',
	];
}

function listen(state: State): void {
	const { channel, process: started } = state;
	let held = '';
	channel.setEncoding('utf8');
	// A broken channel shows as the end of the process.
	channel.on('error', () => {});
	channel.on('data', (chunk: string) => {
		const lines = (held + chunk).split('\n');
		held = lines.pop() ?? '';
		if (held.length > MESSAGE_CHARS_MAX || lines.some((line) => line.length > MESSAGE_CHARS_MAX))
			end(
				state,
				limit(state, `sent a message of more than ${MESSAGE_CHARS_MAX} characters. Ask for less at once.`),
			);
		for (const line of lines) take(state, line);
	});
	printed(started.stdout, (line) => print(state, line));
	printed(started.stderr, (line) => {
		state.errors = `${state.errors}${line}\n`.slice(-ERROR_CHARS);
	});
}

function printed(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
	let held = '';
	stream?.setEncoding('utf8');
	stream?.on('data', (chunk) => {
		const lines = (held + String(chunk)).split('\n');
		held = (lines.pop() ?? '').slice(0, LINE_CHARS_MAX);
		for (const line of lines) onLine(line.slice(0, LINE_CHARS_MAX));
	});
	stream?.on('end', () => {
		if (held !== '') onLine(held);
	});
}

function print(state: State, line: string): void {
	const { limits, onLine, name } = state.options;
	state.lines += 1;
	if (state.lines <= limits.lines) onLine(line);
	else if (state.lines === limits.lines + 1)
		onLine(`${name} printed more than ${limits.lines} lines; the rest is left out.`);
}

function take(state: State, line: string): void {
	if (state.failure !== undefined) return;
	const message = messageIn(line);
	if (message === undefined) {
		end(state, limit(state, 'wrote to the channel of its messages. Only its client may do that.'));
		return;
	}
	state.stopWatch();
	if ('id' in message) state.unanswered += 1;
	// The policy's process keeps this limit itself, unless the policy writes its own messages.
	if (state.unanswered > REQUESTS_MAX) {
		end(
			state,
			limit(
				state,
				`has more than ${REQUESTS_MAX} requests without an answer. Await them before sending more.`,
			),
		);
		return;
	}
	const { taker } = state;
	state.taker = undefined;
	if (taker === undefined) state.ready.push(message);
	else taker.resolve(message);
}

function messageIn(line: string): FromPolicy | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'object' && value !== null && 'kind' in value ? (value as FromPolicy) : undefined;
	} catch {
		return undefined;
	}
}

/** Starts the limit on real time until the next message. */
function watch(state: State): void {
	const { watch: clock, limits } = state.options;
	state.stopWatch();
	state.stopWatch = clock.after(limits.stepMs, () =>
		end(
			state,
			limit(
				state,
				`computed for more than ${limits.stepMs / 1_000} s between two requests. It may be in an endless loop.`,
			),
		),
	);
}

/** Ends the process for a reason. Only the first reason counts. */
function end(state: State, failure: PolicyError): void {
	state.failure ??= failure;
	state.stopWatch();
	state.process.kill('SIGKILL');
	const { taker } = state;
	state.taker = undefined;
	taker?.reject(state.failure);
}

function limit({ options }: State, what: string): PolicyError {
	return new PolicyError('POLICY_LIMIT', `${options.name} ${what}`);
}

function crashOf(state: State, code: number | null, signal: NodeJS.Signals | null): PolicyError {
	const { memoryMb } = state.options.limits;
	if (state.errors.includes('heap out of memory'))
		return limit(state, `used more than ${memoryMb} MB of memory. Keep less of what it reads.`);
	const last = state.errors.trimEnd().split('\n').at(-1) ?? '';
	return new PolicyError(
		'POLICY_FAILED',
		`${state.options.name} ended without a result (${signal ?? `exit code ${code}`})${last === '' ? '.' : `: ${last}`}`,
	);
}
