/** Builds responses for failures at the HTTP level. Each body is a JSON-RPC error whose id is null. */
import type { Duplex } from 'node:stream';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Words } from '../../sentences/sentence.ts';
import { errorBody } from '../methods/dispatch.ts';
import { toCarrywireError } from '../rpc/error-map.ts';
import { HTTP_TEXT } from './text.ts';

/** A refusal that is ready to be sent. Its body is a JSON-RPC error whose id is null. */
export type HttpFailure = {
	readonly status: number;
	readonly body: string;
	readonly headers: Readonly<Record<string, string>>;
};

/** Content type of every JSON response. */
export const JSON_TYPE = 'application/json; charset=utf-8';
/** Path for JSON-RPC over HTTP and WebSocket, with its trailing slash. */
export const RPC_PATH = '/jsonrpc/';
/** Path for the Model Context Protocol. */
export const MCP_PATH = '/mcp';

/** Builds the response for an error with an HTTP status. */
export function failure(
	status: number,
	error: CarrywireError,
	headers: Readonly<Record<string, string>> = {},
): HttpFailure {
	return { status, body: errorBody(error), headers };
}

/** Builds the 503 response for calls while the service starts or stops. The connection closes after the response. */
export function notReady(why: Words): HttpFailure {
	const headers = { connection: 'close', 'retry-after': '1' };
	return failure(503, new CarrywireError('NOT_READY', why), headers);
}

/**
 * Builds the 415 response for a body that is not JSON. @param was content type received, quoted up to 80 characters
 */
export function wrongContentType(was: string | undefined): HttpFailure {
	return failure(
		415,
		new CarrywireError(
			'CONTENT_TYPE',
			HTTP_TEXT.contentType(was === undefined ? 'absent' : JSON.stringify(was.slice(0, 80))),
		),
	);
}

/** Builds the 404 response for an unknown path, or the 405 response for a known path with another HTTP method. */
export function noRoute(method: string, path: string, allowed: ReadonlyMap<string, string>): HttpFailure {
	const shown = JSON.stringify(path.slice(0, 80));
	const allow = allowed.get(path);
	if (allow !== undefined)
		return failure(
			405,
			new CarrywireError('METHOD_NOT_ALLOWED', HTTP_TEXT.otherMethod(shown, allow, method.slice(0, 20))),
			{ allow },
		);
	return failure(404, new CarrywireError('NOT_FOUND', HTTP_TEXT.unknownPath(shown, RPC_PATH)));
}

/** Converts an error from Fastify or from a route to its response. */
export function failureOf(
	thrown: unknown,
	parts: { readonly logger: Logger; readonly random: Random; readonly bodyBytesMax: number },
	contentType: string | undefined,
): HttpFailure {
	const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
	if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
		return failure(
			413,
			new CarrywireError('BODY_TOO_LARGE', HTTP_TEXT.largeBody(parts.bodyBytesMax), {
				facts: { limitBytes: parts.bodyBytesMax },
			}),
			{ connection: 'close' },
		);
	if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongContentType(contentType);
	const status = thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500;
	if (status >= 400 && status < 500)
		return failure(status, new CarrywireError('INVALID_REQUEST', HTTP_TEXT.unreadable));
	return failure(500, toCarrywireError(thrown, { ...parts, method: 'http' }));
}

/**
 * Responds to a request that cannot be read (malformed, headers too large, or too slow) if the socket is still
 * writable. Closes the socket.
 */
export function answerBrokenClient(error: Error & { readonly code?: string }, socket: Duplex): void {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const [status, reason] =
		error.code === 'HPE_HEADER_OVERFLOW'
			? [431, 'Request Header Fields Too Large']
			: error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
				? [408, 'Request Timeout']
				: [400, 'Bad Request'];
	const body = errorBody(new CarrywireError('INVALID_REQUEST', HTTP_TEXT.unreadableBecause(reason)));
	socket.end(
		`HTTP/1.1 ${status} ${reason}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
		() => socket.destroy(),
	);
}
