/**
 * Wraps GET routes that return JSON, so that they have the same tokens, scopes, rate limits and errors as JSON-RPC
 * calls.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { encodeExactJson } from '../../domain/exact-json.ts';
import type { Scope } from '../../identity/scopes.ts';
import type { Caller } from '../../identity/tokens.ts';
import { JSON_TYPE, notReady } from './failures.ts';
import { refusedGet } from './refusals.ts';
import { type CallParts, sendFailure, sessionRequestOf } from './rpc-route.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import type { HttpSession } from './session.ts';
import { HTTP_TEXT } from './text.ts';

type GetCall = {
	readonly caller: Caller | undefined;
	/** The request's query parameters; each occurs at most once. */
	readonly query: Readonly<Record<string, string>>;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
};

/** A GET path, with its required scope, query parameters and response. */
export type GetRoute = {
	/** Required scope. It is evaluated at every call, because a setting decides whether some routes are public. */
	readonly scope: () => Scope | 'public';
	/** Names of the allowed query parameters; a request with any other parameter is refused. */
	readonly query: readonly string[];
	/**
	 * Returns the JSON response with exact decimals; undefined if the route has sent its response itself. @throws
	 * CarrywireError
	 */
	readonly answer: (call: GetCall) => Promise<object | undefined>;
};

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Wraps routes so that each call is authorized and charged to the rate limit. The response is JSON, or a refusal with
 * an HTTP status.
 */
export function createGetCalls(
	parts: CallParts & { readonly baseUrl: () => string },
): (route: GetRoute) => Handler {
	return (route) => async (request, reply) => {
		const refused = parts.refusal();
		if (refused !== undefined) return sendFailure(reply, notReady(refused));
		const session = parts.openSession({
			...sessionRequestOf(request, parts.keep),
			// The URL that a DPoP proof names has no query or fragment (RFC 9449, section 4.2).
			target: { method: 'GET', url: `${parts.baseUrl()}${request.url.split('?')[0]}` },
		});
		try {
			const caller = await admitted(route.scope(), session);
			const query = readQuery(request.query, route.query);
			const answer = await route.answer({ caller, query, request, reply });
			if (answer === undefined) return reply;
			const headers = { ...SECURITY_HEADERS, ...session.rateLimitHeaders() };
			return reply.headers(headers).type(JSON_TYPE).send(encodeExactJson(answer));
		} catch (error) {
			if (!(error instanceof CarrywireError)) throw error;
			return sendFailure(reply, refusedGet(error, session, parts.resourceMetadataUrl()));
		}
	};
}

async function admitted(scope: Scope | 'public', session: HttpSession): Promise<Caller | undefined> {
	if (scope === 'public') {
		session.charge('public', await session.holder());
		return undefined;
	}
	const caller = await session.authorize(scope);
	session.charge('read', caller);
	return caller;
}

/**
 * Parses the query. Errors never quote a value, because it may be a misplaced token. @throws CarrywireError
 * INVALID_PARAMS
 */
function readQuery(query: unknown, names: readonly string[]): Readonly<Record<string, string>> {
	const members = Object.entries(typeof query === 'object' && query !== null ? query : {});

	return Object.fromEntries(
		members.map(([name, value]): [string, string] => {
			if (names.includes(name) && typeof value === 'string') return [name, value];
			const shown = JSON.stringify(name.slice(0, 40));
			throw new CarrywireError(
				'INVALID_PARAMS',
				names.includes(name) ? HTTP_TEXT.repeatedQuery(shown) : HTTP_TEXT.unknownQuery(names, shown),
				{ field: name.slice(0, 40) },
			);
		}),
	);
}
