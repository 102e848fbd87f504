/** Messages of the HTTP server and its WebSockets, for callers and logs. Exact figures belong in an error's data. */
import { spoken } from '../../domain/english.ts';
import { durationText } from '../../domain/figure-text.ts';
import { access, request } from '../../sentences/request.ts';

/** Messages for refused HTTP requests. */
export const HTTP_TEXT = {
	contentType: (was: string) => `Content-Type must be application/json; was ${was}.`,
	otherMethod: (path: string, allowed: string, was: string) => `${path} accepts ${allowed}, not ${was}.`,
	unknownPath: (path: string, rpcPath: string) =>
		`There is no path ${path}. Send JSON-RPC calls by POST to ${rpcPath}, with the trailing slash.`,
	largeBody: (bytesMax: number) => `The body must have at most ${bytesMax} bytes; it has more.`,
	unreadable: 'The HTTP request cannot be read.',
	unreadableBecause: (reason: string) => `The HTTP request cannot be read: ${reason}.`,
	repeatedQuery: (name: string) =>
		`The query may contain ${name} only once; it contains ${name} more than once.`,
	unknownQuery: (known: readonly string[], name: string) =>
		`The query may contain ${known.length === 0 ? 'no parameters' : `only ${known.join(' and ')}`}; it contains ${name}. Send tokens in the Authorization header.`,
	otherHost: (was: string) =>
		`Host must be an address of this service; was ${was}. If clients reach the service by that name, set server.publicUrl.`,
	otherOrigin: (was: string) => `Origin must be this service's own; was ${was}.`,
	crossSite: (site: string, mode: string) =>
		`Pages of other origins may not call this service; the browser reported this request as ${site}, ${mode}.`,
} as const;

/** Refusals of tokens, of callers without a scope, and of calls above a rate limit. */
export const ACCESS_TEXT = spoken('access', access);

/** Refusals of requests that the service does not serve now. */
export const REQUEST_TEXT = spoken('request', request);

/** Refusals, close reasons and subscription ends on WebSockets. A close reason has at most 123 bytes. */
export const WEB_SOCKET_TEXT = {
	evicted: (limit: number) =>
		`A newer WebSocket replaced this one; at most ${limit} may be open without a token.`,
	tooSlow: (bytes: number, limit: number) =>
		`You read too slowly: ${bytes} bytes are unread; the limit is ${limit}.`,
	tooLate: (bytes: number, ms: number) =>
		`You read too slowly: ${bytes} bytes were still unread after ${durationText(ms)}.`,
	silent: (ms: number) => `No message arrived within ${durationText(ms)}, which is the limit.`,
	binary: 'A message must be text; was binary.',
	query:
		'This address accepts no query. Send the token in the Authorization header, or call the method authenticate.',
	handshake: (reason: string) => `The WebSocket upgrade cannot be read: ${reason}.`,
	origin: (origin: string) =>
		`Pages of ${origin} may not open a WebSocket to this service; the stream.allowedOrigins setting lists the origins that may.`,
} as const;

/** Refusals on the operator's control socket. */
export const CONTROL_TEXT = {
	line: (operations: string) => `A line must be one request: ${operations}.`,
	failed: 'The service failed; its log has the details.',
} as const;

/** Startup errors. */
export const START_TEXT = {
	portTaken: (port: number, host: string) =>
		`Port ${port} on ${host} is used by another program. Stop that program, or choose another port with --port.`,
	portUnusable: (port: number, host: string, why: string) =>
		`Port ${port} on ${host} cannot be used: ${why}. Choose another port with --port.`,
	proxyEntry: (names: readonly string[], was: string) =>
		`server.trustedProxies must contain IP addresses, subnets such as 10.0.0.0/8, or ${names.join(', ')}; was ${was}.`,
	noPage: (name: string) => `The documentation has no page ${name}.`,
} as const;

/** Log messages about connections. */
export const CONNECTION_LOG = {
	drained:
		'The time limit of the shutdown has passed; the service closes connections even while answers are in flight.',
	limit:
		'The connection limit is reached, so each new connection replaces the oldest one without valid credentials. If a proxy causes this, add it to server.trustedProxies.',
	slowClient: 'The service disconnected a client because too many response bytes were unsent.',
	faultyFrame: 'A WebSocket was closed because of a faulty frame.',
	unanswered: 'The service could not answer a WebSocket message.',
	tokenCheck: 'The service could not check the token of a WebSocket and will retry.',
	control: 'A request on the control socket failed.',
	mcpNotServed: 'An MCP message was not served.',
	mcpFailed: 'An MCP message failed.',
} as const;
