/**
 * Opens a policy file in a process of its own, which has no network, no files but its program, no clock but the
 * virtual one, and no environment. The replay drives it like a built-in policy.
 */

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '../../../client/client.ts';
import { RpcError, TransportError } from '../../../client/errors.ts';
import type { MethodName } from '../../../client/methods.ts';
import type { PolicyClock } from '../../../client/policy-clock.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Policy, PolicyError, ReplayOver } from '../policies/policy.ts';
import type { GivenSettings } from '../policies/settings.ts';
import type { FromPolicy, PolicyAnswer, SentError, SentOutcome } from './messages.ts';
import { type PolicyChild, startChild } from './policy-child.ts';
import { policyFiles } from './policy-files.ts';
import { POLICY_LIMITS, type PolicyLimits } from './policy-limits.ts';

/** Options of a sandbox. */
export type SandboxOptions = {
	/** Path of the policy file. */
	readonly file: string;
	/** Files and folders of the replayed data. The policy cannot read them, even within its own folder. */
	readonly data: readonly string[];
	/** Seed of the policy's `Math.random`. */
	readonly seed: number;
	/** Virtual time at which the file is loaded, Unix milliseconds. */
	readonly now: number;
	/** The machine's clock, for the limit on real time. */
	readonly watch: Pick<Clock, 'after'>;
	/** Takes each line that the policy prints. */
	readonly onLine: (line: string) => void;
	readonly limits?: Partial<PolicyLimits>;
};

/** A loaded policy file. */
export type Sandbox = {
	/** Name of the file, for messages. */
	readonly name: string;
	/** Default settings that the file exports; undefined if it exports none. */
	readonly defaults: GivenSettings | undefined;
	/**
	 * Runs the policy, once, with the client of the only seat.
	 * @throws PolicyError if the policy throws, stops, or exceeds a limit
	 */
	readonly policy: Policy;
	/** Ends the process. Harmless if it has ended. */
	readonly close: () => Promise<void>;
};

/** Starts the process and loads the file. @throws PolicyError if the file cannot be loaded */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
	const { file, data, seed, now, watch, onLine } = options;
	const limits = { ...POLICY_LIMITS, ...options.limits };
	const files = policyFiles(file, data);
	const name = basename(files.file);
	const child = startChild({ files, name, watch, onLine, limits });
	try {
		child.send({
			kind: 'load',
			now,
			file: pathToFileURL(files.file).href,
			folder: `${pathToFileURL(files.folder).href}/`,
			seed,
		});
		const first = await child.next();
		if (first.kind !== 'loaded') throw failure(name, first, now);
		return {
			name,
			defaults: first.settings ?? undefined,
			policy: async (seats, clock, settings) => {
				const [seat] = seats;
				if (seat === undefined || seats.length > 1)
					throw new PolicyError(
						'POLICY_FILE',
						`${name} trades as one user; there are ${seats.length}. Replay it without users of their own for each pair.`,
					);
				try {
					child.send({ kind: 'run', now: clock.now(), settings });
					await serve({ child, name, limits, client: seat.client, clock });
				} finally {
					await child.close();
				}
			},
			close: child.close,
		};
	} catch (error) {
		await child.close();
		throw error;
	}
}

type Serving = {
	readonly child: PolicyChild;
	readonly name: string;
	readonly limits: PolicyLimits;
	readonly client: Client;
	readonly clock: PolicyClock;
};

/** Answers requests until the policy has returned. Requests that arrive together are answered one after another. */
async function serve(serving: Serving): Promise<void> {
	const { child, name, limits, clock } = serving;
	let still = { at: clock.now(), requests: 0 };
	for (;;) {
		const message = await child.next();
		if (message.kind === 'done') return;
		if (!('id' in message)) throw failure(name, message, clock.now());
		still = { at: clock.now(), requests: still.at === clock.now() ? still.requests + 1 : 1 };
		if (still.requests > limits.stillRequests)
			throw new PolicyError(
				'POLICY_STUCK',
				`${name} made ${limits.stillRequests} requests at ${instant(clock.now())} without waiting. Call clock.until with a later time in each round of its loop.`,
			);
		const answer = await answerTo(serving, message);
		child.send({ kind: 'answer', now: clock.now(), id: message.id, answer });
	}
}

async function answerTo(
	{ client, clock }: Serving,
	message: Extract<FromPolicy, { id: number }>,
): Promise<PolicyAnswer> {
	try {
		if (message.kind === 'until') return { result: await clock.until(message.at).then(() => null) };
		// The policy's process may send anything; the client and the service check what they get.
		if (message.kind === 'call')
			return {
				result: await client.call(
					message.method as MethodName,
					message.params as never,
					message.options as never,
				),
			};
		const outcomes = await client.batch(message.calls as never, message.options as never);
		return { result: (outcomes as readonly Outcome[]).map(sentOutcome) };
	} catch (error) {
		if (error instanceof ReplayOver) return { isOver: true };
		if (error instanceof RpcError || error instanceof TransportError || error instanceof TypeError)
			return { error: sentError(error) };
		// The replay is to stop, or cannot go on. The policy has no part in that.
		throw error;
	}
}

type Outcome =
	| { readonly ok: true; readonly result: unknown }
	| { readonly ok: false; readonly error: unknown };

function sentOutcome(outcome: Outcome): SentOutcome {
	return outcome.ok ? outcome : { ok: false, error: sentError(outcome.error) };
}

function sentError(error: unknown): SentError {
	if (error instanceof TransportError)
		return { type: 'transport', transport: error.kind, message: error.message };
	if (!(error instanceof RpcError)) return { type: 'other', message: messageOf(error) };
	const { rpcCode, message, code, retryable, retryAfterMs, field, ref, facts } = error;
	return {
		type: 'rpc',
		code: rpcCode,
		message,
		data: { ...facts, code, message, retryable, retry_after_ms: retryAfterMs, field, ref },
	};
}

/** Returns the error for a message that ends a policy. */
function failure(name: string, message: FromPolicy, now: number): PolicyError {
	if (message.kind === 'idle')
		return new PolicyError(
			'POLICY_STUCK',
			`${name} waits at ${instant(now)} for something that never happens. Only calls of the client and clock.until take time.`,
		);
	if (message.kind !== 'failed')
		return new PolicyError(
			'POLICY_FAILED',
			`${name} sent a message of the kind ${message.kind} out of turn.`,
		);
	const place = message.place === null ? '' : ` (${message.place})`;
	return message.phase === 'load'
		? new PolicyError('POLICY_FILE', `${name} cannot be loaded: ${sentence(message.message)}${place}`)
		: new PolicyError(
				'POLICY_FAILED',
				`${name} failed at ${instant(now)}: ${sentence(message.message)}${place}`,
			);
}

function sentence(message: string): string {
	const [line = ''] = message.split('\n');
	return /[.!?}]$/.test(line) ? line : `${line}.`;
}

function instant(at: number): string {
	return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
