/**
 * The one way in which a login asks somebody else: over a secure URL, without following redirects, within a time and
 * a size, on the service's clock. Handed to the libraries in place of their own `fetch`.
 */
import { isSecureUrl } from '../domain/secure-url.ts';
import type { Clock } from '../ports/clock.ts';

/** Nobody answered, in time and in size. The message names no URL: it may hold a key. */
export class NoAnswerError extends Error {
	override readonly name = 'NoAnswerError';
}

/** As `fetch`, with bounds: rejects for an insecure URL, a redirect, a late or a long answer. */
export type BoundedFetch = (url: string | URL | Request, options?: object) => Promise<Response>;

/** Discovery documents, key sets, tokens and answers of nodes are far smaller. */
const BODY_BYTES_MAX = 1_048_576;

/** @param timeLimitMs for the whole answer, head and body. A signal of the caller is not heard. */
export function createBoundedFetch(parts: {
	readonly clock: Clock;
	readonly timeLimitMs: number;
}): BoundedFetch {
	const { clock, timeLimitMs } = parts;
	return async (url, options) => {
		const address = url instanceof Request ? url.url : String(url);
		if (!isSecureUrl(address)) throw new NoAnswerError('must be asked over https, and was not');
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
					? `did not answer within ${timeLimitMs} ms`
					: `could not be reached${codeOf(error)}`,
			);
		} finally {
			cancel();
		}
	};
}

/** The failure to answer that lies under what a library threw; undefined when the cause is another. */
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
		if (size > BODY_BYTES_MAX) throw new NoAnswerError(`answered more than ${BODY_BYTES_MAX} bytes`);
		parts.push(part);
	}
	return size === 0 ? null : Buffer.concat(parts);
}

/** The system's code of a failed connection, such as ECONNREFUSED: it helps the operator and tells no secret. */
function codeOf(error: unknown): string {
	for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1) {
		const code = 'code' in at ? at.code : undefined;
		if (typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code)) return ` (${code})`;
	}
	return '';
}
