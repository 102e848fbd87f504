/**
 * Executes JSON-RPC 2.0 bodies for any transport and returns the response. Handles the envelope, batches,
 * notifications, scopes, rate limits and time limits. Each method has its own file; `src/api/rpc/error-map.ts` writes
 * errors.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ErrorCode } from '../../domain/codes.ts';
import { encodeExactJson, type JsonObject, type JsonValue } from '../../domain/exact-json.ts';
import { withoutSecrets } from '../../domain/without-secrets.ts';
import type { Scope } from '../../identity/scopes.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { CALL_CLASSES, type MeteredCallClass, type RpcMeter, UNMETERED } from '../../ports/metrics.ts';
import { NO_TRACER, type Tracer } from '../../ports/tracer.ts';
import { createAnswerCache } from '../rpc/answer-cache.ts';
import { type Malformed, type Request, readBody, readRequest } from '../rpc/envelope.ts';
import { rpcErrorOf, toCarrywireError } from '../rpc/error-map.ts';
import { callClassOf, type Method, type PublicCall, type Services, WrittenResult } from '../rpc/method.ts';
import { REQUEST_TEXT } from '../rpc/text.ts';
import { createCallAudit, readsOnly } from './call-audit.ts';
import { findMethod, METHOD_NAMES } from './registry.ts';
import { STREAM_METHODS } from './stream-methods.ts';

/** Rate-limit class of a call. */
export type CallClass = MeteredCallClass;

/** Caller and rate limits for one body, which the transport provides. */
export interface CallSession {
	/**
	 * Returns the caller if the token has the scope. @throws CarrywireError UNAUTHORIZED, FORBIDDEN, or RATE_LIMITED
	 * for too many failed attempts.
	 */
	authorize(scope: Scope): Promise<Caller>;
	/** Returns the token's holder. Undefined without a token; resolves to undefined for an invalid one. */
	holder(): Promise<Caller | undefined> | undefined;
	/** Charges one call to the rate limit. @throws CarrywireError RATE_LIMITED. */
	charge(callClass: CallClass, caller: Caller | undefined): void;
	/** The caller's network address, for the audit trail; null if unknown. */
	readonly address: string | null;
	/** The caller's trace as received (W3C Trace Context); undefined if there is none. */
	readonly traceparent?: string | undefined;
	/** Finds a method that exists only on this transport; undefined if there is none. */
	findFurther?(name: string): Method | undefined;
}

/** Response to one JSON-RPC body, ready to be sent. */
export type Answer = {
	/**
	 * The response as text, or as parts in UTF-8 if one part comes from the cache, so that responses share that part
	 * without copying. Undefined for a body that contains only notifications.
	 */
	readonly body: string | readonly Uint8Array[] | undefined;
	/** The error of a single request; undefined for success and for every batch. */
	readonly failure: Failure | undefined;
};

/** Error of a single request. The HTTP transport derives the status and headers from it. */
export type Failure = {
	readonly code: ErrorCode;
	readonly retryAfterMs: number | undefined;
	/** The missing scope, if the code is FORBIDDEN. */
	readonly scope: string | undefined;
};

/** Executes JSON-RPC bodies for every transport. */
export interface Dispatcher {
	/** Executes a body and returns its response; never rejects. */
	dispatch(body: string, session: CallSession): Promise<Answer>;
}

/** Limits on batches, response sizes and nesting depth. */
export type DispatchLimits = {
	readonly batchMax: number;
	/** Maximum total size of all results in one batch, bytes. */
	readonly batchAnswerBytesMax: number;
	readonly depthMax: number;
	/** Maximum age of a cached list response, milliseconds; 0 disables caching. */
	readonly keptListAgeMsMax: number;
};

const MS_PER_S = 1_000;
/**
 * Lists at default terms and lists at callers' own terms have separate caches, so that the latter cannot evict the
 * former.
 */
const DEFAULT_ANSWERS_MAX = 64;
const OWN_ANSWERS_MAX = 32;

/** Bytes that remain for further results in a batch. */
type BatchBudget = { bytesLeft: number };

type Entry = { readonly body: Answer['body']; readonly error: CarrywireError | undefined };

type DispatcherOptions = {
	readonly services: Services;
	readonly limits: DispatchLimits;
	readonly random: Random;
	readonly logger: Logger;
	/** Returns the endpoint's public address, for the OpenRPC document. */
	readonly endpoint: () => string;
	readonly meter?: RpcMeter;
	readonly tracer?: Tracer;
};

type DispatcherState = Required<DispatcherOptions> & {
	readonly clock: Clock;
	readonly calls: ReturnType<typeof createCallAudit>;
	readonly call: PublicCall;
};

/** Creates the dispatcher for all methods; `meter` and `tracer` are optional. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
	const { services, limits, logger, endpoint } = options;
	const { audit, clock } = services;
	const answerCaches = {
		default: createAnswerCache(clock, limits.keptListAgeMsMax, DEFAULT_ANSWERS_MAX),
		own: createAnswerCache(clock, limits.keptListAgeMsMax, OWN_ANSWERS_MAX),
	};
	const dispatcher: DispatcherState = {
		...options,
		clock,
		meter: options.meter ?? UNMETERED.rpc,
		tracer: options.tracer ?? NO_TRACER,
		calls: createCallAudit({ audit, clock, logger }),
		call: { services, answerCaches, endpoint },
	};
	return {
		async dispatch(body, session) {
			let value: JsonValue;
			try {
				value = readBody(body, limits.depthMax);
			} catch (thrown) {
				if (!(thrown instanceof CarrywireError)) throw thrown;
				return refuseBody(dispatcher, thrown, session);
			}
			if (!Array.isArray(value)) return singleAnswer(await answerEntry(dispatcher, value, session));
			const entries: readonly JsonValue[] = value;
			const fault = batchFault(entries.length, limits.batchMax);
			if (fault !== undefined) return refuseBody(dispatcher, fault, session);
			const budget = { bytesLeft: limits.batchAnswerBytesMax };
			const answers = await Promise.all(
				entries.map((entry) => answerEntry(dispatcher, entry, session, budget)),
			);
			const texts = answers.flatMap(({ body: part }) => (part === undefined ? [] : [textOf(part)]));
			return { body: texts.length === 0 ? undefined : `[${texts.join(',')}]`, failure: undefined };
		},
	};
}

function batchFault(size: number, limit: number): CarrywireError | undefined {
	if (size === 0) return new CarrywireError('BATCH_EMPTY', REQUEST_TEXT.emptyBatch);
	if (size <= limit) return undefined;
	return new CarrywireError('BATCH_TOO_LARGE', REQUEST_TEXT.largeBatch(size, limit), { facts: { limit } });
}

/** Executes one entry of a body. @param budget of the entry's batch; undefined for a single request */
async function answerEntry(
	dispatcher: DispatcherState,
	entry: JsonValue,
	session: CallSession,
	budget?: BatchBudget,
): Promise<Entry> {
	const request = readRequest(entry);
	if ('error' in request) return refuseMalformed(dispatcher.meter, request, session);
	const { method: name, idText } = request;
	const { meter, logger, random, clock } = dispatcher;
	const begun = clock.monotonic();
	meter.begun();
	try {
		if (budget !== undefined) refuseInBatch(name, session);
		const result = await traced(dispatcher, request, session);
		const body = idText === undefined ? undefined : resultBody(result, idText);
		if (budget !== undefined) spendBytes(dispatcher, budget, name, body);
		meter.ended(name, 'OK', (clock.monotonic() - begun) / MS_PER_S);
		return { body, error: undefined };
	} catch (thrown) {
		const error = toCarrywireError(thrown, { logger, random, method: name });
		meter.ended(name, error.code, (clock.monotonic() - begun) / MS_PER_S);
		meterLimit(meter, error);
		if (idText === undefined) {
			// Only callers who may trade can cause the warning, so that strangers cannot fill the log with refused
			// calls.
			const level = error.code === 'NOTIFICATION_REFUSED' ? 'warn' : 'debug';
			logger[level]({ method: name, code: error.code }, REQUEST_TEXT.refusedNotification(error.message));
			return { body: undefined, error: undefined };
		}
		return { body: errorText(error, idText), error };
	}
}

/**
 * Refuses methods with large responses inside a batch, and charges the refused call. @throws CarrywireError
 * NOT_IN_BATCH, RATE_LIMITED
 */
function refuseInBatch(name: string, session: CallSession): void {
	if (findMethod(name)?.isAnsweredAlone !== true) return;
	session.charge('public', undefined);
	throw new CarrywireError('NOT_IN_BATCH', REQUEST_TEXT.notInBatch(name));
}

/**
 * Charges a result to its batch's budget. The result of a call that changes something is always sent, because the
 * caller has no other confirmation. @throws CarrywireError NOT_IN_BATCH
 */
function spendBytes(
	dispatcher: DispatcherState,
	budget: BatchBudget,
	name: string,
	body: Answer['body'],
): void {
	const method = findMethod(name);
	const bytes = bytesOf(body);
	if (bytes > budget.bytesLeft && method !== undefined && readsOnly(method)) {
		const limit = dispatcher.limits.batchAnswerBytesMax;
		throw new CarrywireError('NOT_IN_BATCH', REQUEST_TEXT.largeAnswers(bytes, limit), {
			facts: { bytes, limitBytes: limit },
		});
	}
	budget.bytesLeft -= bytes;
}

/** Runs the request in a span that continues the caller's trace. */
function traced(dispatcher: DispatcherState, request: Request, session: CallSession): Promise<unknown> {
	if (!dispatcher.tracer.isOn) return run(dispatcher, request, session);
	const name = findMethod(request.method)?.name ?? 'none';
	const attributes = { 'rpc.system': 'jsonrpc', 'rpc.jsonrpc.version': '2.0', 'rpc.method': name };
	return dispatcher.tracer.serve(`rpc ${name}`, session.traceparent, attributes, async (span) => {
		try {
			return await run(dispatcher, request, session);
		} catch (error) {
			span.set('carrywire.code', error instanceof CarrywireError ? error.code : 'INTERNAL_ERROR');
			throw error;
		}
	});
}

async function run(dispatcher: DispatcherState, request: Request, session: CallSession): Promise<unknown> {
	const method = findMethod(request.method) ?? session.findFurther?.(request.method);
	if (method === undefined) {
		session.charge('public', undefined);
		throw new CarrywireError(
			'METHOD_NOT_FOUND',
			isStreamMethod(request.method)
				? REQUEST_TEXT.onlyOverWebSocket(request.method)
				: REQUEST_TEXT.unknownMethod(request.method, METHOD_NAMES),
		);
	}
	const isCharged = method.chargesItself !== true || request.params === 'positional';
	// Do not await anything before `authenticate` runs, so that later messages already wait for its result.
	const asked = isCharged ? payerOf(method, session) : undefined;
	const payer = asked === undefined ? undefined : await asked;
	if (isCharged) session.charge(callClassOf(method, request.params), payer);
	const caller = mayKnow(method, payer) ? payer : undefined;
	if (request.params === 'positional')
		throw new CarrywireError('INVALID_PARAMS', REQUEST_TEXT.positionalParams, {
			field: 'params',
		});
	if (request.idText === undefined && method.tradesMoney)
		throw new CarrywireError('NOTIFICATION_REFUSED', REQUEST_TEXT.tradingNotification(method.name));
	if (caller === undefined || !dispatcher.calls.isKept(method))
		return carryOut(dispatcher, method, request.params, caller);
	return noted(dispatcher, method, request.params, caller, session);
}

function carryOut(
	dispatcher: DispatcherState,
	method: Method,
	params: JsonObject,
	caller: Caller | undefined,
): unknown {
	const outcome = method.run(params, dispatcher.call, caller);
	return outcome instanceof Promise ? withinTimeLimit(dispatcher, method, outcome) : outcome;
}

/** Runs a method and, whether it succeeds or fails, records the call in the audit trail before the response. */
async function noted(
	dispatcher: DispatcherState,
	method: Method,
	params: JsonObject,
	caller: Caller,
	{ address }: CallSession,
): Promise<unknown> {
	const facts = { method, caller, params, address };
	try {
		const result = await carryOut(dispatcher, method, params, caller);
		await dispatcher.calls.note({ ...facts, outcome: { result } });
		return result;
	} catch (thrown) {
		await dispatcher.calls.note({ ...facts, outcome: { thrown } });
		throw thrown;
	}
}

/** Throws TIMEOUT if the method does not settle in time; a later failure is still logged. */
function withinTimeLimit(
	dispatcher: DispatcherState,
	method: Method,
	outcome: Promise<unknown>,
): Promise<unknown> {
	const { logger, random, clock } = dispatcher;
	return new Promise((resolve, reject) => {
		let timedOut = false;
		const cancel = clock.after(method.timeLimitMs, () => {
			timedOut = true;
			reject(
				new CarrywireError(
					'TIMEOUT',
					REQUEST_TEXT.timeout({ method: method.name, limitMs: method.timeLimitMs }),
					{
						facts: { limitMs: method.timeLimitMs },
					},
				),
			);
		});
		outcome.then(
			(result) => {
				cancel();
				resolve(result);
			},
			(error: unknown) => {
				cancel();
				if (timedOut) toCarrywireError(error, { logger, random, method: method.name });
				reject(error);
			},
		);
	});
}

function meterLimit(meter: RpcMeter, { code, facts }: CarrywireError): void {
	const callClass = CALL_CLASSES.find((candidate) => candidate === facts.limit);
	if (code === 'RATE_LIMITED' && callClass !== undefined) meter.rateLimited(callClass);
}

function refuseMalformed(meter: RpcMeter, { error, idText }: Malformed, session: CallSession): Entry {
	const answered = charged(session) ?? error;
	meter.begun();
	meter.ended(undefined, answered.code, 0);
	meterLimit(meter, answered);
	return { body: errorText(answered, idText), error: answered };
}

function refuseBody({ meter }: DispatcherState, error: CarrywireError, session: CallSession): Answer {
	return singleAnswer(refuseMalformed(meter, { error, idText: 'null' }, session));
}

/**
 * Identifies the caller to charge. A call with a valid token is charged to the token for public methods too, so that
 * others at the same address cannot use up the token's limit.
 */
function payerOf({ scope }: Method, session: CallSession): Promise<Caller | undefined> | undefined {
	return scope === 'public' ? session.holder() : session.authorize(scope);
}

/** True if the method may see who the caller is. */
function mayKnow({ scope, showsMoreTo }: Method, payer: Caller | undefined): boolean {
	return scope !== 'public' || (showsMoreTo !== undefined && payer?.scopes.has(showsMoreTo) === true);
}

function isStreamMethod(name: string): boolean {
	return STREAM_METHODS.some((method) => method.name === name);
}

/** Writes the response body for a failure that belongs to no request; its id is null. */
export function errorBody(error: CarrywireError): string {
	return errorText(error, 'null');
}

const RESULT_HEAD = '{"jsonrpc":"2.0","result":';
const RESULT_HEAD_BYTES = Buffer.from(RESULT_HEAD);

function resultBody(result: unknown, idText: string): string | readonly Uint8Array[] {
	if (!(result instanceof WrittenResult)) return `${RESULT_HEAD}${encodeExactJson(result)},"id":${idText}}`;
	return [RESULT_HEAD_BYTES, result.bytes, Buffer.from(`,"id":${idText}}`)];
}

function bytesOf(body: Answer['body']): number {
	if (body === undefined) return 0;
	return typeof body === 'string'
		? Buffer.byteLength(body)
		: body.reduce((sum, part) => sum + part.length, 0);
}

function textOf(body: string | readonly Uint8Array[]): string {
	return typeof body === 'string' ? body : Buffer.concat(body).toString();
}

function errorText(error: CarrywireError, idText: string): string {
	const text = withoutSecrets(encodeExactJson(rpcErrorOf(error)));
	return `{"jsonrpc":"2.0","error":${text},"id":${idText}}`;
}

function singleAnswer({ body, error }: Entry): Answer {
	if (error === undefined) return { body, failure: undefined };
	const { scope } = error.facts;
	return {
		body,
		failure: {
			code: error.code,
			retryAfterMs: error.retryAfterMs,
			scope: typeof scope === 'string' ? scope : undefined,
		},
	};
}

/** Charges a malformed call as a public call, so that invalid calls are rate limited too. */
function charged(session: CallSession): CarrywireError | undefined {
	try {
		session.charge('public', undefined);
		return undefined;
	} catch (error) {
		if (error instanceof CarrywireError) return error;
		throw error;
	}
}
