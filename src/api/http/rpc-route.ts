/** Serves POST /jsonrpc/: responds to JSON-RPC calls with the matching HTTP status. */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Words } from '../../sentences/sentence.ts';
import type { Answer, Dispatcher } from '../methods/dispatch.ts';
import type { KeepConnection } from './connection-limit.ts';
import { type HttpFailure, JSON_TYPE, notReady, RPC_PATH, wrongContentType } from './failures.ts';
import { refusalHeaders, refusalStatus } from './refusals.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import type { HttpSession, OpenSession } from './session.ts';

/** Dependencies of every route that serves calls. */
export type CallParts = {
	readonly openSession: OpenSession;
	readonly keep: KeepConnection;
	/** Returns why calls are currently refused (starting, stopping); undefined if they are accepted. */
	readonly refusal: () => Words | undefined;
	/** Address of the protected resource metadata (RFC 9728). */
	readonly resourceMetadataUrl: () => string;
};

/**
 * Serves POST. Calling this makes the server accept only the content type `application/json` and keep the body as
 * bytes.
 */
export function addRpcRoute(
	app: FastifyInstance,
	parts: CallParts & { readonly dispatcher: Dispatcher },
): void {
	const { dispatcher, openSession, keep, refusal, resourceMetadataUrl } = parts;

	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
		done(null, body),
	);

	app.post(RPC_PATH, async (request, reply) => {
		const refused = refusal();
		if (refused !== undefined) return sendFailure(reply, notReady(refused));
		const body = request.body;
		if (!(body instanceof Buffer) || isEncoded(request))
			return sendFailure(reply, wrongContentType(describeContent(request)));
		const session = openSession({ ...sessionRequestOf(request, keep), traceparent: traceparentOf(request) });
		// Bytes that are not UTF-8 are not JSON either. Parsing an empty string produces the right error.
		const answer = await dispatcher.dispatch(isUtf8(body) ? body.toString('utf8') : '', session);
		sendAnswer(reply, answer, session);
		return reply;
	});

	/** Writes directly to Node's response, because Fastify's reply is slower and most calls arrive on this route. */
	function sendAnswer(reply: FastifyReply, { body, failure: failed }: Answer, session: HttpSession): void {
		const headers: Record<string, string | number> = {
			...SECURITY_HEADERS,
			...session.rateLimitHeaders(),
			...(failed === undefined ? {} : refusalHeaders(failed, session.challenge, resourceMetadataUrl())),
		};
		// While the service stops, this is the last response on its connection.
		if (refusal() !== undefined) headers.connection = 'close';
		const { raw } = reply.hijack();
		if (body === undefined) {
			raw.writeHead(204, headers).end();
			return;
		}
		const parts = typeof body === 'string' ? [Buffer.from(body)] : body;
		headers['content-type'] = JSON_TYPE;
		headers['content-length'] = parts.reduce((length, part) => length + part.length, 0);
		raw.writeHead(failed === undefined ? 200 : refusalStatus(failed.code), headers);
		// Cork the socket, so that the headers and all parts are sent in one write.
		raw.cork();
		for (const part of parts) raw.write(part);
		raw.end();
		raw.uncork();
	}
}

/** Collects the parts of a request that a session needs. */
export function sessionRequestOf(request: FastifyRequest, keep: KeepConnection) {
	return {
		authorization: request.headers.authorization,
		proof: proofOf(request),
		address: request.ip,
		onHolder: (holder: string) => keep(request.raw.socket, holder),
	};
}

/** Returns the `traceparent` header. More than one such header counts as none (W3C Trace Context, section 3.2.1). */
function traceparentOf({ headers: { traceparent } }: FastifyRequest): string | undefined {
	return typeof traceparent === 'string' ? traceparent : undefined;
}

/** Returns the `DPoP` header. More than one such header counts as none (RFC 9449, section 4.3, step 1). */
export function proofOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
	const { dpop } = request.headers;
	return typeof dpop === 'string' && !dpop.includes(',') ? dpop : undefined;
}

/** Sends a refusal with the security headers. */
export function sendFailure(reply: FastifyReply, { status, body, headers }: HttpFailure): FastifyReply {
	return reply.code(status).headers(SECURITY_HEADERS).headers(headers).type(JSON_TYPE).send(body);
}

/** True if the body is compressed, which the service does not accept. */
export function isEncoded(request: FastifyRequest): boolean {
	const encoding = request.headers['content-encoding'];
	return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
}

/** Describes the content type, followed by the encoding in parentheses; undefined without either. */
export function describeContent(request: FastifyRequest): string | undefined {
	const { 'content-type': type, 'content-encoding': encoding } = request.headers;
	return encoding === undefined ? type : `${type ?? ''} (${encoding})`;
}
