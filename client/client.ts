/**
 * Calls the service's methods over HTTP, with typed params and results, safe retries, and errors identified by code.
 */
import {
	type BatchAnswer,
	type BatchCall,
	type CallArguments,
	type CallOptions,
	type PreparedCall,
	prepareCall,
} from './calls.ts';
import { createTokenHolder, endpointOf, type TokenHolder, type TokenSource } from './endpoint.ts';
import { type AnswerObject, readAnswer, requestOf } from './envelope.ts';
import { RpcError, TransportError } from './errors.ts';
import { MACHINE, type Machine, wait } from './machine.ts';
import type { MethodName, MethodResult } from './methods.ts';
import { waitBeforeRetry } from './retries.ts';

/** The part of the platform's `fetch` that the client uses. */
export type FetchLike = (
	url: string,
	init: {
		readonly method: 'POST';
		readonly headers: Record<string, string>;
		readonly body: string;
		readonly signal: AbortSignal;
		readonly redirect: 'error';
		readonly credentials: 'omit';
		readonly cache: 'no-store';
	},
) => Promise<{
	readonly status: number;
	readonly headers: { get(name: string): string | null };
	text(): Promise<string>;
}>;

/** The service's address, and defaults for calls. */
export type ClientOptions = {
	/** Address of the service, such as `http://127.0.0.1:8080`. */
	readonly url: string | URL;
	/**
	 * A token, or a function that returns one. The client calls the function once, and again after a 401. Without a
	 * token, only public methods work.
	 */
	readonly token?: TokenSource | undefined;
	/** Default: the platform's `fetch`. */
	readonly fetch?: FetchLike | undefined;
	/** Time limit per attempt, milliseconds. Default: the method's time limit plus 5 s for the network. */
	readonly timeoutMs?: number | undefined;
	/** Maximum retries per call; the default is 2, and 0 disables retries. */
	readonly retries?: number | undefined;
	/**
	 * Allows sending the token unencrypted (http) to a host other than this machine. Use this only on a network that
	 * nobody else uses.
	 */
	readonly allowInsecure?: boolean | undefined;
	/** Timers and randomness, which tests replace. */
	readonly machine?: Machine | undefined;
};

/** Calls methods over HTTP. */
export type Client = {
	/**
	 * @throws RpcError if the service responds with an error; @throws TransportError if there is no usable response;
	 * @throws the signal's reason if the signal aborts.
	 */
	call<M extends MethodName>(method: M, ...args: CallArguments<M>): Promise<MethodResult<M>>;
	/**
	 * Sends at most 50 calls in one request. Returns one outcome per call, in the same order as the calls. Failed
	 * calls are retried only if a retry is safe.
	 * @throws the signal's reason if the signal aborts. Every other failure is returned as an outcome.
	 */
	batch<const Calls extends readonly BatchCall[]>(
		calls: Calls,
		options?: Omit<CallOptions, 'idempotencyKey'>,
	): Promise<{ -readonly [I in keyof Calls]: BatchAnswer<Calls[I]['method']> }>;
};

/** Time allowed for the network, in addition to the method's time limit. */
const WAY_MS = 5_000;
const RETRIES = 2;
const SHOWN_CHARS_MAX = 80;

type Failure = RpcError | TransportError;
type Outcome =
	| { readonly ok: true; readonly result: unknown }
	| { readonly ok: false; readonly error: Failure };
type Limits = Pick<CallOptions, 'signal' | 'timeoutMs' | 'retries'>;

type State = {
	readonly options: ClientOptions;
	readonly machine: Machine;
	readonly endpoint: URL;
	readonly post: FetchLike;
	readonly token: TokenHolder;
	/** Id of the last request sent. */
	lastId: number;
};

/**
 * Creates a client for one service. @throws TypeError for an invalid address, or for one that would receive the token
 * unencrypted
 */
export function createClient(options: ClientOptions): Client {
	const { machine = MACHINE } = options;
	const state: State = {
		options,
		machine,
		endpoint: endpointOf(options.url, {
			sendsToken: options.token !== undefined,
			allowInsecure: options.allowInsecure === true,
		}),
		post: options.fetch ?? ((url, init) => fetch(url, init)),
		token: createTokenHolder(options.token),
		lastId: 0,
	};
	return {
		async call(method, ...[params, limits = {}]) {
			const call = prepareCall(method, params, limits.idempotencyKey, machine);
			const [outcome] = await settle(state, [call], limits, false);
			if (outcome?.ok !== true) throw outcome?.error;
			return outcome.result as MethodResult<typeof method>;
		},
		async batch(calls, limits = {}) {
			const prepared = calls.map(({ method, params, idempotencyKey }) =>
				prepareCall(method, params, idempotencyKey, machine),
			);
			return (await settle(state, prepared, limits, true)) as never;
		},
	};
}

/** Sends the calls, with retries, until each has a final outcome. */
async function settle(
	state: State,
	calls: readonly PreparedCall[],
	limits: Limits,
	asBatch: boolean,
): Promise<Outcome[]> {
	const { options, machine, token } = state;
	const outcomes = new Map<PreparedCall, Outcome>();
	const retriesMax = limits.retries ?? options.retries ?? RETRIES;
	let pending = calls;
	let hasRenewed = false;
	for (let retry = 0; pending.length > 0; ) {
		const bearer = await token.current();
		limits.signal?.throwIfAborted();
		const round = await exchange(state, pending, bearer, limits, asBatch);
		for (const [index, call] of pending.entries()) outcomes.set(call, round[index] as Outcome);
		const isRefused = (call: PreparedCall) => isUnauthorized(outcomes.get(call));
		const waitMs = (call: PreparedCall) => waitOf(outcomes.get(call), call, retry, machine);
		if (!hasRenewed && pending.some(isRefused)) {
			hasRenewed = true;
			if (await token.renew(bearer)) {
				pending = pending.filter((call) => isRefused(call) || waitMs(call) !== undefined);
				continue;
			}
		}
		if (retry >= retriesMax) break;
		const waits = new Map(pending.map((call) => [call, waitMs(call)]));
		pending = pending.filter((call) => waits.get(call) !== undefined);
		retry += 1;
		if (pending.length > 0)
			await wait(machine, Math.max(...pending.map((call) => waits.get(call) ?? 0)), limits.signal);
	}
	return calls.map((call) => outcomes.get(call) as Outcome);
}

function waitOf(
	outcome: Outcome | undefined,
	call: PreparedCall,
	retry: number,
	machine: Machine,
): number | undefined {
	if (outcome === undefined || outcome.ok) return undefined;
	return waitBeforeRetry(outcome.error, retry, call.isRepeatable, machine);
}

/**
 * Sends one request. If the transport fails, every call in the request has that failure as its outcome. Rejects only
 * when the signal aborts.
 */
async function exchange(
	state: State,
	calls: readonly PreparedCall[],
	bearer: string | undefined,
	limits: Limits,
	asBatch: boolean,
): Promise<readonly Outcome[]> {
	const requests = calls.map(({ method, params }) => {
		state.lastId += 1;
		return requestOf(state.lastId, method, params);
	});
	const limitMs =
		limits.timeoutMs ??
		state.options.timeoutMs ??
		Math.max(...calls.map(({ facts }) => facts.timeLimitMs)) + WAY_MS;
	try {
		const body = JSON.stringify(asBatch ? requests : requests[0]);
		const { status, text } = await send(state, body, bearer, limitMs, limits.signal);
		const answers = readAnswers(text, status, state.endpoint);
		return requests.map(({ id }, index) => {
			const answer = answerTo(id, answers);
			if (answer !== undefined)
				return 'error' in answer ? { ok: false, error: answer.error } : { ok: true, result: answer.result };
			const message = `The answer of ${state.endpoint.host} left out request ${id}.`;
			const idempotencyKey = calls[index]?.idempotencyKey;
			return {
				ok: false,
				error: new TransportError('not_json_rpc', message, { httpStatus: status, idempotencyKey }),
			};
		});
	} catch (thrown) {
		if (!(thrown instanceof TransportError)) throw thrown;
		return calls.map(({ idempotencyKey }) => ({
			ok: false,
			error: new TransportError(thrown.kind, thrown.message, {
				httpStatus: thrown.httpStatus,
				idempotencyKey,
				cause: thrown.cause,
			}),
		}));
	}
}

async function send(
	{ endpoint, machine, post }: State,
	body: string,
	bearer: string | undefined,
	limitMs: number,
	signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
	const ends = new AbortController();
	const stop = () => ends.abort(signal?.reason);
	signal?.addEventListener('abort', stop, { once: true });
	let isLate = false;
	const cancel = machine.after(limitMs, () => {
		isLate = true;
		ends.abort();
	});
	try {
		const response = await post(endpoint.href, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json',
				...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
			},
			body,
			signal: ends.signal,
			// The service never redirects. A redirect from any other server could be an attempt to obtain the token.
			redirect: 'error',
			credentials: 'omit',
			cache: 'no-store',
		});
		return { status: response.status, text: await response.text() };
	} catch (cause) {
		if (signal?.aborted === true) throw signal.reason;
		if (isLate)
			throw new TransportError('timeout', `${endpoint.host} did not answer within ${limitMs} ms.`, {
				cause,
			});
		throw new TransportError('network', `${endpoint.host} could not be reached: ${reasonOf(cause)}`, {
			cause,
		});
	} finally {
		cancel();
		signal?.removeEventListener('abort', stop);
	}
}

function readAnswers(text: string, status: number, endpoint: URL): readonly AnswerObject[] {
	const value = parsed(text);
	const answers = (Array.isArray(value) ? value : [value]).map(readAnswer);
	if (answers.length > 0 && answers.every((answer) => answer !== undefined)) return answers;
	throw new TransportError(
		'not_json_rpc',
		`${endpoint.href} answered HTTP ${status} without a JSON-RPC answer: ${JSON.stringify(text.slice(0, SHOWN_CHARS_MAX))}.`,
		{ httpStatus: status },
	);
}

/**
 * Returns the response with the request's id. If there is none, returns an error with id null, which applies to the
 * whole HTTP request.
 */
function answerTo(id: number, answers: readonly AnswerObject[]): AnswerObject | undefined {
	return (
		answers.find((candidate) => candidate.id === id) ??
		answers.find((candidate) => candidate.id === null && 'error' in candidate)
	);
}

function isUnauthorized(outcome: Outcome | undefined): boolean {
	return outcome?.ok === false && outcome.error instanceof RpcError && outcome.error.code === 'UNAUTHORIZED';
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * Returns the message of the underlying error, because `fetch` itself reports only "fetch failed" and puts the reason
 * in `cause`.
 */
function reasonOf(thrown: unknown): string {
	if (!(thrown instanceof Error)) return String(thrown);
	const inner = thrown.cause instanceof Error ? thrown.cause : thrown;
	return inner.message === '' ? inner.name : inner.message;
}
