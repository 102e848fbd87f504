/**
 * JSON-RPC 2.0 over any transport: a body in, an answer out. Envelope, batches, notifications, scopes, limits and
 * time limits are here; what a method does is in its own file, and how an error is written in `src/api/rpc/error-map.ts`.
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
import { type Malformed, type Request, readBody, readRequest } from '../rpc/envelope.ts';
import { rpcErrorOf, toCarrywireError } from '../rpc/error-map.ts';
import { createKeptAnswers } from '../rpc/kept-answers.ts';
import { callClassOf, type Method, type PublicCall, type Services, WrittenResult } from '../rpc/method.ts';
import { createCallAudit, readsOnly } from './call-audit.ts';
import { findMethod, METHOD_NAMES } from './registry.ts';
import { STREAM_METHODS } from './stream-methods.ts';

/** Which bucket of the rate limits a call draws on. */
export type CallClass = MeteredCallClass;

/** The transport's side of one body: who calls, and whether there is credit left. */
export interface CallSession {
	/** @throws CarrywireError UNAUTHORIZED, FORBIDDEN, or RATE_LIMITED for too many failed attempts. */
	authorize(scope: Scope): Promise<Caller>;
	/** The holder of the token that was sent: undefined at once where none was, and later for one that is not valid. */
	holder(): Promise<Caller | undefined> | undefined;
	/** Takes one credit. @throws CarrywireError RATE_LIMITED. */
	charge(callClass: CallClass, caller: Caller | undefined): void;
	/** Network address of the caller, for the audit trail; null where there is none. */
	readonly address: string | null;
	/** The trace that the caller is in (W3C Trace Context), as it came; absent where none did. */
	readonly traceparent?: string | undefined;
	/** Methods that exist on this transport alone. */
	findFurther?(name: string): Method | undefined;
}

/** Answer to one body of JSON-RPC, ready to be sent. */
export type Answer = {
	/**
	 * Text, or UTF-8 in parts where a part was kept: a kept part is shared by all answers and copied for none. Undefined when
	 * there is nothing to answer: only notifications.
	 */
	readonly body: string | readonly Uint8Array[] | undefined;
	/** What a single request failed with; undefined for success and for every batch. */
	readonly failure: Failure | undefined;
};

/** Error of a single request, which an HTTP transport needs for its status and headers. */
export type Failure = {
	readonly code: ErrorCode;
	readonly retryAfterMs: number | undefined;
	/** The scope that was missing, for FORBIDDEN. */
	readonly scope: string | undefined;
};

/** Answers JSON-RPC bodies for every transport. */
export interface Dispatcher {
	/** Never rejects. */
	dispatch(body: string, session: CallSession): Promise<Answer>;
}

/** Largest batch, answer and nesting depth that the dispatcher accepts. */
export type DispatchLimits = {
	readonly batchMax: number;
	/** For the results of one batch together. */
	readonly batchAnswerBytesMax: number;
	readonly depthMax: number;
	/** Oldest list answer that is served again, milliseconds; 0 writes each anew. */
	readonly keptListAgeMsMax: number;
};

const MS_PER_S = 1_000;
/** Written lists that are kept at default terms, and at callers' own: these cannot push out those. */
const DEFAULT_ANSWERS_MAX = 64;
const OWN_ANSWERS_MAX = 32;

/** How many bytes the results of a batch may still have. */
type BatchBudget = { bytesLeft: number };

type Entry = { readonly body: Answer['body']; readonly error: CarrywireError | undefined };

type DispatcherOptions = {
	readonly services: Services;
	readonly limits: DispatchLimits;
	readonly random: Random;
	readonly logger: Logger;
	/** Address of the endpoint as callers write it, for the document that describes it. */
	readonly endpoint: () => string;
	readonly meter?: RpcMeter;
	readonly tracer?: Tracer;
};

type DispatcherState = Required<DispatcherOptions> & {
	readonly clock: Clock;
	readonly calls: ReturnType<typeof createCallAudit>;
	readonly call: PublicCall;
};

/** Creates the dispatcher over all methods; `meter` and `tracer` are optional. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
	const { services, limits, logger, endpoint } = options;
	const { audit, clock } = services;
	const kept = {
		default: createKeptAnswers(clock, limits.keptListAgeMsMax, DEFAULT_ANSWERS_MAX),
		own: createKeptAnswers(clock, limits.keptListAgeMsMax, OWN_ANSWERS_MAX),
	};
	const dispatcher: DispatcherState = {
		...options,
		clock,
		meter: options.meter ?? UNMETERED.rpc,
		tracer: options.tracer ?? NO_TRACER,
		calls: createCallAudit({ audit, clock, logger }),
		call: { services, kept, endpoint },
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
	if (size === 0)
		return new CarrywireError('BATCH_EMPTY', 'A batch must have at least one entry; was empty.');
	if (size <= limit) return undefined;
	const message = `A batch must have at most ${limit} entries; was ${size}.`;
	return new CarrywireError('BATCH_TOO_LARGE', message, { facts: { limit } });
}

/** `room`: of the batch that the entry is part of. */
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
			// Anybody may send what is refused, and a log must not fill a disk by it; only who may trade is worth a warning.
			const level = error.code === 'NOTIFICATION_REFUSED' ? 'warn' : 'debug';
			logger[level](
				{ method: name, code: error.code },
				`A notification was not carried out: ${error.message}`,
			);
			return { body: undefined, error: undefined };
		}
		return { body: errorText(error, idText), error };
	}
}

/** @throws CarrywireError NOT_IN_BATCH, RATE_LIMITED */
function refuseInBatch(name: string, session: CallSession): void {
	if (findMethod(name)?.isAnsweredAlone !== true) return;
	session.charge('public', undefined);
	throw new CarrywireError('NOT_IN_BATCH', `${name} is not answered in a batch. Call it alone.`);
}

/** A call that changed something is answered in any case: nobody else would tell. @throws CarrywireError NOT_IN_BATCH */
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
		throw new CarrywireError(
			'NOT_IN_BATCH',
			`The answers of the batch have more than ${limit} bytes with this one of ${bytes}. Call it alone, or ask for less.`,
			{ facts: { bytes, limitBytes: limit } },
		);
	}
	budget.bytesLeft -= bytes;
}

/** The caller's own trace goes on here, where there is one. */
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
				? `${request.method} exists over a WebSocket only, which is opened by GET on this address.`
				: `No method ${JSON.stringify(request.method)}; the methods are ${METHOD_NAMES.join(', ')}.`,
		);
	}
	const isCharged = method.chargesItself !== true || request.params === 'positional';
	// `authenticate` goes on in this turn: it counts for what comes after it.
	const asked = isCharged ? payerOf(method, session) : undefined;
	const payer = asked === undefined ? undefined : await asked;
	if (isCharged) session.charge(callClassOf(method, request.params), payer);
	const caller = mayKnow(method, payer) ? payer : undefined;
	if (request.params === 'positional')
		throw new CarrywireError('INVALID_PARAMS', 'params must be an object of named members; was an array.', {
			field: 'params',
		});
	if (request.idText === undefined && method.tradesMoney)
		throw new CarrywireError(
			'NOTIFICATION_REFUSED',
			`${method.name} trades and was called without an id, so it did nothing.`,
		);
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

/** An act in a user's name is written down before it is answered, whether it worked or not. */
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

/** Answers TIMEOUT when the method does not settle in time; a later failure of it is still logged. */
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
					`${method.name} did not answer within ${method.timeLimitMs} ms; what it began goes on.`,
					{ facts: { limitMs: method.timeLimitMs } },
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

/** A valid token pays for public methods too, so that strangers at its address do not spend its credits. */
function payerOf({ scope }: Method, session: CallSession): Promise<Caller | undefined> | undefined {
	return scope === 'public' ? session.holder() : session.authorize(scope);
}

/** Whether the method learns who calls. */
function mayKnow({ scope, showsMoreTo }: Method, payer: Caller | undefined): boolean {
	return scope !== 'public' || (showsMoreTo !== undefined && payer?.scopes.has(showsMoreTo) === true);
}

function isStreamMethod(name: string): boolean {
	return STREAM_METHODS.some((method) => method.name === name);
}

/** The body of a failure that belongs to no request: id null. */
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

/** What a call that cannot be read costs: a public credit, so that garbage is limited too. */
function charged(session: CallSession): CarrywireError | undefined {
	try {
		session.charge('public', undefined);
		return undefined;
	} catch (error) {
		if (error instanceof CarrywireError) return error;
		throw error;
	}
}
