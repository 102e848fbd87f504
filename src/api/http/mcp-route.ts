/**
 * Serves POST /mcp, which gives agents tools over streamable HTTP. Each message is served independently. As there are
 * no sessions, none can be hijacked, and a shutdown waits only for calls in flight. GET and DELETE, which manage
 * sessions, return 405.
 */
import { isUtf8 } from 'node:buffer';
import type { toNodeHandler } from '@modelcontextprotocol/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { SCOPES } from '../../identity/scopes.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { Logger } from '../../ports/logger.ts';
import type { McpParts } from '../mcp/mcp-server.ts';
import { isCallOf, readToolCall, type ToolCall, withoutNulls } from '../mcp/message.ts';
import type { McpCall } from '../mcp/tool-call.ts';
import { findMethod } from '../methods/registry.ts';
import type { Method } from '../rpc/method.ts';
import { failure, type HttpFailure, MCP_PATH, notReady, wrongContentType } from './failures.ts';
import type { NameFault } from './own-names.ts';
import { refusalHeaders, refusalStatus } from './refusals.ts';
import { type CallParts, describeContent, isEncoded, sendFailure, sessionRequestOf } from './rpc-route.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import type { HttpSession } from './session.ts';
import { CONNECTION_LOG } from './text.ts';

type McpRouteParts = CallParts & {
	readonly mcp: McpParts;
	readonly baseUrl: () => string;
	readonly nameFault: NameFault;
	/** Maximum nesting depth of arrays and objects in a message. */
	readonly depthMax: number;
	readonly logger: Logger;
};

/** The tools never change while the service runs, so subscriptions would only keep connections open. */
const SUBSCRIPTIONS_MAX = 0;

/** Serves POST. Responds with HTTP 401 or 403 if the token is missing or lacks the tool's scope. */
export function addMcpRoute(app: FastifyInstance, parts: McpRouteParts): void {
	const { openSession, refusal, baseUrl, nameFault, depthMax } = parts;
	const serve = serveBy(app, parts);
	app.post(MCP_PATH, async (request, reply) => {
		const refused = refusal();
		if (refused !== undefined) return sendFailure(reply, notReady(refused));
		const fault = nameFault({ host: request.headers.host, origin: request.headers.origin });
		if (fault !== undefined)
			return sendFailure(reply, failure(403, new CarrywireError('ORIGIN_NOT_ALLOWED', fault)));
		const { body } = request;
		if (!(body instanceof Buffer) || isEncoded(request))
			return sendFailure(reply, wrongContentType(describeContent(request)));
		const session = openSession({
			...sessionRequestOf(request, parts.keep),
			target: { method: 'POST', url: `${baseUrl()}${MCP_PATH}` },
		});
		let called: Method | undefined;
		try {
			const text = isUtf8(body) ? body.toString('utf8') : '';
			const toolCall = readBody(text, depthMax, session);
			called = toolCall === undefined ? undefined : findMethod(toolCall.name);
			const caller = await admit(called, session);
			const argumentsOf: McpCall['argumentsOf'] = (id) =>
				toolCall !== undefined && isCallOf(toolCall, id) ? toolCall.arguments : undefined;
			const isLast = refusal() !== undefined;
			await passOn(request, reply, text, {
				serve: await serve(),
				call: { session, caller, argumentsOf },
				isLast,
			});
		} catch (thrown) {
			if (!(thrown instanceof CarrywireError)) throw thrown;
			const scopes = await wantedScopes(thrown, called, session);
			return sendFailure(reply, refusedWith(thrown, scopes, session, parts.resourceMetadataUrl()));
		}
		return reply;
	});
}

type Serve = ReturnType<typeof toNodeHandler>;

/**
 * Loads the MCP library when the first message arrives, because most services never receive one. The library's
 * handler closes with the app.
 */
function serveBy(app: FastifyInstance, parts: McpRouteParts): () => Promise<Serve> {
	let loaded: ReturnType<typeof loadServe> | undefined;
	app.addHook('onClose', async () => (await loaded)?.close());
	return async () => {
		loaded ??= loadServe(parts);
		return (await loaded).serve;
	};
}

async function loadServe({ mcp, logger }: McpRouteParts): Promise<{
	readonly serve: Serve;
	readonly close: () => Promise<void>;
}> {
	const [{ createMcpServers }, { createMcpHandler }, { toNodeHandler }] = await Promise.all([
		import('../mcp/mcp-server.ts'),
		import('@modelcontextprotocol/server'),
		import('@modelcontextprotocol/node'),
	]);
	const openServer = createMcpServers(mcp);
	const handler = createMcpHandler(({ authInfo }) => openServer(authInfo?.extra?.call as McpCall), {
		maxSubscriptions: SUBSCRIPTIONS_MAX,
		onerror: (error) => logger.debug({ error }, CONNECTION_LOG.mcpNotServed),
	});
	const serve = toNodeHandler(handler, {
		onerror: (error) => logger.error({ error }, CONNECTION_LOG.mcpFailed),
	});
	return { serve, close: async () => handler.close() };
}

/** Passes a message to the library. This bypasses Fastify, because the library writes to Node's response itself. */
async function passOn(
	request: FastifyRequest,
	reply: FastifyReply,
	text: string,
	{ serve, call, isLast }: { readonly serve: Serve; readonly call: McpCall; readonly isLast: boolean },
): Promise<void> {
	const { raw } = reply.hijack();
	for (const [name, value] of Object.entries(SECURITY_HEADERS)) raw.setHeader(name, value);
	if (isLast) raw.setHeader('connection', 'close');
	// The caller has already been identified, so the library does not get the token.
	const auth = { token: '', clientId: '', scopes: [], extra: { call } };
	const incoming = Object.assign(request.raw, { auth }) as Parameters<Serve>[0];
	await serve(incoming, raw, withoutNulls(text));
}

function refusedWith(
	error: CarrywireError,
	scopes: string,
	session: HttpSession,
	metadataUrl: string,
): HttpFailure {
	const { code, retryAfterMs } = error;
	const headers = refusalHeaders({ code, retryAfterMs, scope: scopes }, session.challenge, metadataUrl);
	const challenge = headers['www-authenticate'];
	// Name the required scope, so that the client can ask its user for that scope.
	if (code === 'UNAUTHORIZED' && challenge !== undefined && scopes !== '')
		headers['www-authenticate'] = `${challenge}, scope="${scopes}"`;
	const status = refusalStatus(code);
	return failure(status === 200 ? 400 : status, error, { ...session.rateLimitHeaders(), ...headers });
}

/** Parses a message and charges an unreadable one as a public call. @throws CarrywireError as `readToolCall`. */
function readBody(text: string, depthMax: number, session: HttpSession): ToolCall | undefined {
	try {
		return readToolCall(text, depthMax);
	} catch (thrown) {
		session.charge('public', undefined);
		throw thrown;
	}
}

/**
 * Admits a message. An invalid token is always refused. If a tool requires a token or scope that the caller lacks,
 * the call is refused with HTTP 401 or 403, as the protocol demands. The client can then ask its user for access. A
 * message without a tool call is charged as a public call, a tool call as its method.
 */
async function admit(called: Method | undefined, session: HttpSession): Promise<Caller | undefined> {
	const caller = await session.caller();
	if (called === undefined) session.charge('public', caller);
	else if (called.scope !== 'public') await session.authorize(called.scope);
	return caller;
}

/**
 * Returns the scopes for the challenge. The token's current scopes are included, because a client requests exactly
 * the named scopes and would otherwise lose its current ones.
 */
async function wantedScopes(
	{ code }: CarrywireError,
	called: Method | undefined,
	session: HttpSession,
): Promise<string> {
	const granted = code === 'FORBIDDEN' ? (await session.caller())?.scopes : undefined;
	return SCOPES.filter((scope) => scope === called?.scope || granted?.has(scope) === true).join(' ');
}
