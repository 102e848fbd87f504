/** GET routes that answer facts as JSON: the same tokens, scopes, credits and errors as JSON-RPC calls. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { encodeExactJson } from '../../domain/exact-json.ts';
import type { Scope } from '../../identity/scopes.ts';
import type { Caller } from '../../identity/tokens.ts';
import { JSON_TYPE, notReady } from './failures.ts';
import { refusedGet } from './refusals.ts';
import { askedBy, type CallDoor, sendFailure } from './rpc-route.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import type { HttpSession } from './session.ts';

type GetCall = {
	readonly caller: Caller | undefined;
	/** Members that the route has; each at most once. */
	readonly query: Readonly<Record<string, string>>;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
};

/** One GET path: the scope it needs, its query and its answer. */
export type GetRoute = {
	/** Asked at every call: a setting may make a public route ask for a scope. */
	readonly scope: () => Scope | 'public';
	/** Names of the query's members; any other is refused. */
	readonly query: readonly string[];
	/** What is answered as JSON, decimals exact; undefined when it has answered itself. @throws CarrywireError */
	readonly answer: (call: GetCall) => Promise<object | undefined>;
};

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Wraps routes so that each call is admitted, charged a credit, answered as JSON, or refused with its HTTP status. */
export function createGetCalls(
	parts: CallDoor & { readonly baseUrl: () => string },
): (route: GetRoute) => Handler {
	return (route) => async (request, reply) => {
		const refused = parts.refusal();
		if (refused !== undefined) return sendFailure(reply, notReady(refused));
		const session = parts.openSession({
			...askedBy(request, parts.keep),
			// RFC 9449, section 4.2: without query and fragment.
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

/** @throws CarrywireError INVALID_PARAMS; no value is repeated, for somebody may have put a token there. */
function readQuery(query: unknown, names: readonly string[]): Readonly<Record<string, string>> {
	const members = Object.entries(typeof query === 'object' && query !== null ? query : {});
	const takes = names.length === 0 ? 'nothing' : `only ${names.join(' and ')}`;
	return Object.fromEntries(
		members.map(([name, value]): [string, string] => {
			if (names.includes(name) && typeof value === 'string') return [name, value];
			const shown = JSON.stringify(name.slice(0, 40));
			throw new CarrywireError(
				'INVALID_PARAMS',
				names.includes(name)
					? `The query must have ${shown} once; it was there more than once.`
					: `The query takes ${takes}; ${shown} is not known. A token belongs into the header Authorization.`,
				{ field: name.slice(0, 40) },
			);
		}),
	);
}
