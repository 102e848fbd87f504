/**
 * One request to an exchange's OAuth server, bounded in time and size. Whatever goes wrong becomes an error of the
 * closed table with a sentence; nothing that was sent or received stands in it, since both hold secrets.
 */

import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Clock } from '../ports/clock.ts';

/**
 * Where a URL of an exchange is really found: at the exchange itself, or at a simulator of it.
 * It holds for what we ask and for where the browser is sent.
 */
export type Reach = (venue: VenueName, url: URL) => URL;

/** One HTTPS request to an OAuth or key endpoint of an exchange. */
export type ExchangeRequest = {
	readonly venue: VenueName;
	/** The exchange, as people write it. */
	readonly name: string;
	/** What is asked for, to continue "Bybit gave no usable answer to …". */
	readonly what: string;
	readonly method: 'GET' | 'POST';
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** `status`: the body of the answer means nothing and is not read. */
	readonly answer?: 'status';
};

/** An object of JSON whose members are not checked yet. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** The object that the exchange answered: with 2xx, or with 4xx, which the caller must read as a refusal. */
export type ExchangeAnswer = { readonly status: number; readonly members: JsonMembers };

/** @throws CarrywireError EXCHANGE_OAUTH_FAILED when there is no answer that could be read. */
export type AskExchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

/** An exchange must answer within this, milliseconds. */
export const ANSWER_MS_MAX = 10_000;
/** An answer may be this long, bytes. */
export const ANSWER_BYTES_MAX = 65_536;
/** Bybit asks for the user agent of a browser; this one says who we are in the form that browsers use. */
const USER_AGENT = 'Mozilla/5.0 (compatible; Carrywire)';

/** Makes the one way in which these endpoints are asked: bounded in time and length, without redirects. */
export function createAskExchange({
	reach,
	clock,
}: {
	readonly reach: Reach;
	readonly clock: Clock;
}): AskExchange {
	return async (request) => {
		const abort = new AbortController();
		const cancel = clock.after(ANSWER_MS_MAX, () => abort.abort());
		try {
			return await answerOf(request, reach(request.venue, new URL(request.url)), abort.signal);
		} catch (error) {
			if (error instanceof CarrywireError) throw error;
			throw noAnswer(request, abort.signal.aborted ? `none within ${ANSWER_MS_MAX} ms` : faultOf(error));
		} finally {
			cancel();
			// A body that was not read to its end would hold the connection.
			abort.abort();
		}
	};
}

async function answerOf(request: ExchangeRequest, url: URL, signal: AbortSignal): Promise<ExchangeAnswer> {
	const { status, headers, body } = await fetch(url, {
		method: request.method,
		headers: { accept: 'application/json', 'user-agent': USER_AGENT, ...request.headers },
		...(request.body === undefined ? {} : { body: request.body }),
		// A redirect could take the code or a token to another host.
		redirect: 'manual',
		signal,
	});
	if (status >= 300 && status < 400)
		throw noAnswer(request, `a redirect (HTTP ${status}), which is not followed`);
	if (status >= 500 || status === 429) throw noAnswer(request, `HTTP ${status}`);
	if (request.answer === 'status') return { status, members: {} };
	const type = headers.get('content-type') ?? 'none';
	if (!/^application\/json\s*(?:;|$)/i.test(type))
		throw noAnswer(request, `HTTP ${status} with a content type that is not application/json`);
	const members = objectOf(await textWithin(request, body));
	if (members === undefined) throw noAnswer(request, `HTTP ${status} with a body that is no JSON object`);
	return { status, members };
}

async function textWithin(
	request: ExchangeRequest,
	body: ReadableStream<Uint8Array> | null,
): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	for await (const chunk of body ?? []) {
		bytes += chunk.byteLength;
		if (bytes > ANSWER_BYTES_MAX) throw noAnswer(request, `more than ${ANSWER_BYTES_MAX} bytes`);
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

function objectOf(text: string): JsonMembers | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isMembers(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** True for an object of JSON, not for a list or null. */
export function isMembers(value: unknown): value is JsonMembers {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member when it is a text that is not empty. */
export function textMember(members: JsonMembers, name: string): string | undefined {
	const value = Object.hasOwn(members, name) ? members[name] : undefined;
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Never the text of the error: it may quote the URL, and with it a code. */
function faultOf(error: unknown): string {
	const cause = error instanceof Error ? error.cause : undefined;
	const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
	return /^[A-Z_]{1,40}$/.test(code) ? `a broken connection (${code})` : 'a broken connection';
}

/** The error EXCHANGE_OAUTH_FAILED for an exchange that did not answer as it must; `was` says how it answered. */
export function noAnswer({ name, what }: Pick<ExchangeRequest, 'name' | 'what'>, was: string) {
	return new CarrywireError(
		'EXCHANGE_OAUTH_FAILED',
		`${name} gave no usable answer to ${what}: was ${was}. Begin the connection again.`,
	);
}

/** Codes that RFC 6749 (section 5.2) knows, and what they mean for whoever connects. */
const REFUSALS: Readonly<Record<string, string>> = {
	invalid_grant: 'the code or token is not, or no longer, valid',
	invalid_client: 'the exchange does not know the client of this service: the operator must look',
	unauthorized_client: 'the client of this service may not do this: the operator must look',
	invalid_request: 'it takes the request for malformed',
	unsupported_grant_type: 'it does not support the request',
	invalid_scope: 'it does not grant the permissions that are needed',
	invalid_token: 'the token is not, or no longer, valid',
};

/** The exchange said no. `code` is shown where it is one of the RFC or a plain number, never other words of an answer. */
export function refusedBy({ name, what }: Pick<ExchangeRequest, 'name' | 'what'>, code: unknown) {
	const shown = shownCode(code);
	const why = shown === undefined ? '' : ` with ${shown}${meaningOf(shown)}`;
	return new CarrywireError(
		'EXCHANGE_OAUTH_REFUSED',
		`${name} refused ${what}${why}. Begin the connection again, or enter an API key.`,
		shown === undefined ? {} : { facts: { exchange_code: shown } },
	);
}

function shownCode(code: unknown): string | undefined {
	if (typeof code !== 'string' && typeof code !== 'number') return undefined;
	const text = String(code);
	return Object.hasOwn(REFUSALS, text) || /^\d{1,8}$/.test(text) ? text : undefined;
}

function meaningOf(code: string): string {
	return Object.hasOwn(REFUSALS, code) ? `: ${REFUSALS[code]}` : '';
}
