/**
 * Runs a policy file. This is the main file of the policy's process, which the replay starts with Node's permission
 * model. It exchanges messages over file descriptor 3, and the policy sees virtual time only.
 */

import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Client } from '../../../client/client.ts';
import { RpcError, TransportError, type TransportFailure } from '../../../client/errors.ts';
import type { PolicyClock } from '../../../client/policy-clock.ts';
import { ReplayOver } from '../policies/policy.ts';
import type { GivenSettings } from '../policies/settings.ts';
import {
	type FromPolicy,
	type PolicyAnswer,
	REQUESTS_MAX,
	type SentError,
	type SentOutcome,
	type ToPolicy,
} from './messages.ts';
import { guardImports } from './module-guard.ts';
import { virtualizeGlobals } from './virtual-globals.ts';

type Loaded = {
	readonly policy: (client: Client, clock: PolicyClock, settings: object) => unknown;
	readonly settings: GivenSettings | null;
};
type Waiting = { readonly resolve: (value: never) => void; readonly reject: (reason: unknown) => void };
type RequestOf<M> = M extends { readonly id: number } ? Omit<M, 'id'> : never;
/** A request without its id. */
type Request = RequestOf<FromPolicy>;

const CHANNEL = 3;
/** Memory of the thread that watches the replay, MB. */
const WATCH_MB = 8;
const TYPESCRIPT = import.meta.url.endsWith('.ts');
const CLIENT = new URL(`../../../client/entry.${TYPESCRIPT ? 'ts' : 'js'}`, import.meta.url).href;

// It begins before anything of the policy is loaded, and needs nothing of this thread.
new Worker(new URL(`replay-watch.${TYPESCRIPT ? 'ts' : 'js'}`, import.meta.url), {
	resourceLimits: { maxOldGenerationSizeMb: WATCH_MB, maxYoungGenerationSizeMb: WATCH_MB },
}).unref();
const channel = new Socket({ fd: CHANNEL });
const waiting = new Map<number, Waiting>();
const { stdout } = process;
let now = 0;
let lastId = 0;
let loaded: Loaded | undefined;
let phase: 'load' | 'run' = 'load';
let folder = '';

process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);
// The loop is empty, so nothing that the policy waits for can happen.
process.on('beforeExit', () => {
	if (phase === 'run') send({ kind: 'idle' });
});

let held = '';
channel.setEncoding('utf8');
channel.on('data', (chunk: string) => {
	const lines = (held + chunk).split('\n');
	held = lines.pop() ?? '';
	for (const line of lines) take(JSON.parse(line) as ToPolicy);
});

function take(message: ToPolicy): void {
	now = message.now;
	if (message.kind === 'load') load(message).catch(fail);
	else if (message.kind === 'run') run(message.settings).catch(fail);
	else settle(message.id, message.answer);
}

async function load({ file, folder: own, seed }: Extract<ToPolicy, { kind: 'load' }>): Promise<void> {
	folder = own;
	guardImports({ folder, client: CLIENT });
	virtualizeGlobals({ now: () => now, seed, write: (line) => stdout.write(`${line}\n`) });
	const module = (await import(file)) as Readonly<Record<string, unknown>>;
	const { policy, settings } = module;
	if (typeof policy !== 'function')
		throw new Error(
			'It exports no function policy. Write: export async function policy(client, clock) { … }',
		);
	loaded = { policy: policy as Loaded['policy'], settings: settingsOf(settings) };
	send({ kind: 'loaded', settings: loaded.settings });
}

function settingsOf(exported: unknown): GivenSettings | null {
	if (exported === undefined) return null;
	const isPlain = typeof exported === 'object' && exported !== null && !Array.isArray(exported);
	const wrong = isPlain
		? Object.entries(exported).find(([, value]) => !['number', 'string', 'boolean'].includes(typeof value))
		: ['settings', exported];
	if (wrong === undefined) return { ...(exported as GivenSettings) };
	throw new Error(
		`Its export settings must be an object of numbers, texts and switches; ${wrong[0]} is not.`,
	);
}

async function run(settings: object): Promise<void> {
	phase = 'run';
	channel.unref();
	try {
		await loaded?.policy(client, clock, Object.freeze({ ...settings }));
	} catch (error) {
		if (!(error instanceof ReplayOver)) throw error;
	}
	phase = 'load';
	send({ kind: 'done' });
}

const clock: PolicyClock = Object.freeze({
	now: () => now,
	until(at: number) {
		if (typeof at !== 'number' || !Number.isFinite(at))
			return Promise.reject(
				new TypeError(`clock.until needs a time in Unix milliseconds; was ${String(at)}.`),
			);
		return ask<void>({ kind: 'until', at });
	},
});

const client: Client = Object.freeze({
	call: (method: string, ...[params, options]: readonly unknown[]) =>
		ask<never>({ kind: 'call', method, params: params ?? {}, options: sendable(options) }),
	async batch(calls: unknown, options?: unknown) {
		const sent = await ask<readonly SentOutcome[]>({ kind: 'batch', calls, options: sendable(options) });
		return sent.map((outcome) =>
			outcome.ok ? outcome : { ok: false, error: errorOf(outcome.error) },
		) as never;
	},
});

/** A signal cannot be sent. Nothing could abort it anyway while the policy waits. */
function sendable(options: unknown): unknown {
	return typeof options === 'object' && options !== null ? { ...options, signal: undefined } : {};
}

function ask<T>(request: Request): Promise<T> {
	if (waiting.size >= REQUESTS_MAX)
		return Promise.reject(
			new Error(`The policy has ${REQUESTS_MAX} requests without an answer. Await them before sending more.`),
		);
	lastId += 1;
	const id = lastId;
	return new Promise<T>((resolve, reject) => {
		waiting.set(id, { resolve, reject });
		channel.ref();
		send({ ...request, id } as FromPolicy);
	});
}

function settle(id: number, answer: PolicyAnswer): void {
	const asked = waiting.get(id);
	waiting.delete(id);
	if (waiting.size === 0) channel.unref();
	if ('isOver' in answer) asked?.reject(new ReplayOver());
	else if ('error' in answer) asked?.reject(errorOf(answer.error));
	else asked?.resolve(answer.result as never);
}

function errorOf(sent: SentError): Error {
	if (sent.type === 'rpc') return new RpcError(sent);
	if (sent.type === 'transport') return new TransportError(sent.transport as TransportFailure, sent.message);
	return new TypeError(sent.message);
}

function send(message: FromPolicy): void {
	channel.write(`${JSON.stringify(message)}\n`);
}

function fail(error: unknown): void {
	send({ kind: 'failed', phase, message: messageOf(error), place: placeOf(error) });
}

function messageOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
}

/** Returns file and line of the first frame within the policy's folder. */
function placeOf(error: unknown): string | null {
	if (!(error instanceof Error) || typeof error.stack !== 'string') return null;
	const found = error.stack.split('\n').find((line) => line.includes(folder));
	const place = /([^/\\]+\.[mc]?[jt]s:\d+)/.exec(
		found?.slice(found.indexOf(folder) + folder.length - 1) ?? '',
	);
	return place?.[1] ?? null;
}
