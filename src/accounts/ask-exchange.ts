/**
 * Sends one request to an exchange's OAuth server, with time and size limits. Every failure becomes a CarrywireError.
 * Its message never contains text that was sent or received, because both hold secrets.
 */

import { CarrywireError } from '../domain/carrywire-error.ts';
import { EXCHANGE_OAUTH_TEXT } from '../domain/exchange-oauth-text.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Clock } from '../ports/clock.ts';
import {
	type AskExchange,
	type ExchangeAnswer,
	type ExchangeRequest,
	isMembers,
	type JsonMembers,
	noAnswer,
} from '../ports/exchange-oauth.ts';
import type { Words } from '../sentences/sentence.ts';

/**
 * Maps a URL in an exchange's documentation to the one to use: the same URL, or the matching one at the exchange's
 * simulator. This applies to the service's requests and to browser redirects.
 */
export type Reach = (venue: VenueName, url: URL) => URL;

/** Time limit for a response, milliseconds. */
export const ANSWER_MS_MAX = 10_000;
/** Size limit for a response, bytes. */
export const ANSWER_BYTES_MAX = 65_536;
/** User agent in the form of a browser's, which Bybit requires. It names Carrywire. */
const USER_AGENT = 'Mozilla/5.0 (compatible; Carrywire)';

/**
 * Creates the function that sends requests to exchanges' OAuth servers, with time and size limits and without
 * following redirects.
 */
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
			throw noAnswer(
				request,
				abort.signal.aborted ? EXCHANGE_OAUTH_TEXT.late({ limit: ANSWER_MS_MAX }) : faultOf(error),
			);
		} finally {
			cancel();
			// Without this abort, an unread remainder of the body would keep the connection open.
			abort.abort();
		}
	};
}

async function answerOf(request: ExchangeRequest, url: URL, signal: AbortSignal): Promise<ExchangeAnswer> {
	const { status, headers, body } = await fetch(url, {
		method: request.method,
		headers: { accept: 'application/json', 'user-agent': USER_AGENT, ...request.headers },
		...(request.body === undefined ? {} : { body: request.body }),
		// A redirect could take the authorization code or a token to another host.
		redirect: 'manual',
		signal,
	});
	if (status >= 300 && status < 400) throw noAnswer(request, EXCHANGE_OAUTH_TEXT.redirected({ status }));
	if (status >= 500 || status === 429) throw noAnswer(request, `HTTP ${status}`);
	if (request.answer === 'status') return { status, members: {} };
	const type = headers.get('content-type') ?? 'none';
	if (!/^application\/json\s*(?:;|$)/i.test(type))
		throw noAnswer(request, EXCHANGE_OAUTH_TEXT.notJson({ status }));
	const members = objectOf(await textWithin(request, body));
	if (members === undefined) throw noAnswer(request, EXCHANGE_OAUTH_TEXT.notObject({ status }));
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
		if (bytes > ANSWER_BYTES_MAX)
			throw noAnswer(request, EXCHANGE_OAUTH_TEXT.tooLong({ limit: ANSWER_BYTES_MAX }));
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

/** Returns a message without the error's own text, because that text may quote the URL with the authorization code. */
function faultOf(error: unknown): Words {
	const cause = error instanceof Error ? error.cause : undefined;
	const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
	return EXCHANGE_OAUTH_TEXT.broken({ code: /^[A-Z_]{1,40}$/.test(code) ? code : null });
}
