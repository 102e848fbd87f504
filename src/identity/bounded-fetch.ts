/**
 * Sends all requests that logins make to external servers. The login libraries use this `fetch` in place of their
 * own. It requires a secure URL, follows no redirects, and limits time (on the service's clock) and size.
 */
import { isSecureUrl } from '../domain/secure-url.ts';
import type { Clock } from '../ports/clock.ts';
import { textOf, type Words } from '../sentences/sentence.ts';
import { FETCH_FAULT } from './text.ts';

/**
 * No usable response: the URL is insecure, the server is unreachable, or the response exceeds a limit of time or
 * size. The message omits the URL, which may contain a key.
 */
export class NoAnswerError extends Error {
	override readonly name = 'NoAnswerError';
	/** The failure, as a phrase after the server's name. */
	readonly words: Words;
	constructor(words: Words) {
		super(textOf(words));
		this.words = words;
	}
}

/**
 * Works like `fetch`, but rejects an insecure URL and a response that is late or too long, and does not follow
 * redirects.
 */
export type BoundedFetch = (url: string | URL | Request, options?: object) => Promise<Response>;

/**
 * Maximum size of a response, bytes. Discovery documents, key sets, tokens and responses from blockchain nodes are
 * far smaller.
 */
const BODY_BYTES_MAX = 1_048_576;

/** @param timeLimitMs time limit for the whole response, head and body; it replaces any abort signal of the caller */
export function createBoundedFetch(parts: {
	readonly clock: Clock;
	readonly timeLimitMs: number;
}): BoundedFetch {
	const { clock, timeLimitMs } = parts;
	return async (url, options) => {
		const address = url instanceof Request ? url.url : String(url);
		if (!isSecureUrl(address)) throw new NoAnswerError(FETCH_FAULT.insecure());
		const controller = new AbortController();
		const cancel = clock.after(timeLimitMs, () => controller.abort());
		try {
			const response = await fetch(address, {
				...options,
				redirect: 'manual',
				signal: controller.signal,
			});
			return new Response(await bodyOf(response), {
				status: response.status,
				statusText: response.statusText,
				headers: response.headers,
			});
		} catch (error) {
			if (error instanceof NoAnswerError) throw error;
			throw new NoAnswerError(
				controller.signal.aborted
					? FETCH_FAULT.late({ limit: timeLimitMs })
					: FETCH_FAULT.unreachable({ code: codeOf(error) }),
			);
		} finally {
			cancel();
		}
	};
}

/** Finds the NoAnswerError among the causes of a library's error; undefined if there is none. */
export function noAnswerUnder(error: unknown): NoAnswerError | undefined {
	for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1)
		if (at instanceof NoAnswerError) return at;
	return undefined;
}

async function bodyOf(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
	if (response.body === null) return null;
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of response.body as AsyncIterable<Uint8Array>) {
		size += part.length;
		if (size > BODY_BYTES_MAX) throw new NoAnswerError(FETCH_FAULT.tooLarge({ limit: BODY_BYTES_MAX }));
		parts.push(part);
	}
	return size === 0 ? null : Buffer.concat(parts);
}

/**
 * Returns the system's code for a failed connection, such as `ECONNREFUSED`; null if there is none. The code helps
 * the operator and reveals no secret.
 */
function codeOf(error: unknown): string | null {
	for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1) {
		const code = 'code' in at ? at.code : undefined;
		if (typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code)) return code;
	}
	return null;
}
