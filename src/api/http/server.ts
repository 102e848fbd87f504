/** Runs the HTTP server, with its routes, limits on connections and bodies, security headers, and graceful stop. */
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isLoopback } from '../../domain/secure-url.ts';
import { createDpopVerifier } from '../../identity/dpop-proof.ts';
import type { TokenAuthority } from '../../identity/tokens.ts';
import type { Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { type Meters, UNMETERED } from '../../ports/metrics.ts';
import { NO_TRACER, type Tracer } from '../../ports/tracer.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { McpParts } from '../mcp/mcp-server.ts';
import { createDispatcher, type Dispatcher, type DispatchLimits } from '../methods/dispatch.ts';
import type { Services } from '../rpc/method.ts';
import type { HubCounts } from '../streams/hub.ts';
import { type KeepConnection, limitConnections } from './connection-limit.ts';
import { crossSiteFault } from './cross-site.ts';
import { addExportRoutes, EXPORT_PATHS } from './export-routes.ts';
import { answerBrokenClient, failure, failureOf, MCP_PATH, noRoute, RPC_PATH } from './failures.ts';
import { addFiguresRoutes, FIGURES_PATHS } from './figures-routes.ts';
import { createGetCalls } from './get-calls.ts';
import { type IdleConnections, watchIdleConnections } from './idle-connections.ts';
import { addMcpRoute } from './mcp-route.ts';
import { addMetricsRoute, METRICS_PATH, type MetricsPage } from './metrics-route.ts';
import { addOpenRpcRoute, OPENRPC_PATH } from './openrpc-route.ts';
import { type CallAs, createOwnCalls } from './own-calls.ts';
import { type NameFault, nameFaultOf } from './own-names.ts';
import { documentationOf } from './package-texts.ts';
import { addReplayRoutes } from './replay-routes.ts';
import { addRpcRoute, type CallParts, sendFailure } from './rpc-route.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { createSessions, type RateLimits } from './session.ts';
import { cutSlowReaders } from './slow-readers.ts';
import {
	addStatusRoutes,
	HEALTH_PATH,
	MCP_RESOURCE_METADATA_PATH,
	READY_PATH,
	RESOURCE_METADATA_PATH,
	RESOURCE_METADATA_PATHS,
	type Readiness,
} from './status-routes.ts';
import { addStreams, type StreamParts, type Streams } from './streams.ts';
import { CONNECTION_LOG, REQUEST_TEXT } from './text.ts';
import { transportLimits } from './transport-limits.ts';
import { callerAddress, trustedProxies } from './trusted-proxies.ts';
import { isWebSocketUpgrade } from './ws-route.ts';

/** The server's address, limits and timeouts. */
export type HttpOptions = {
	readonly host: string;
	/** Port to listen on; 0: any free port. */
	readonly port: number;
	/** Public base address without a trailing slash; null: `http://host:port`. */
	readonly publicUrl: string | null;
	/** Proxies whose `X-Forwarded-For` is trusted. */
	readonly trustedProxies: readonly string[];
	readonly bodyBytesMax: number;
	readonly connectionsMax: number;
	/** Maximum connections per address that is not a trusted proxy. */
	readonly connectionsPerAddressMax: number;
	/** Time limit for receiving a request's headers, milliseconds. */
	readonly headersTimeoutMs: number;
	/** Time limit for receiving a whole request, milliseconds. */
	readonly requestTimeoutMs: number;
	/** Time limit within which a client must read a whole response, milliseconds. */
	readonly answerTimeoutMs: number;
	/** Maximum unsent response bytes per address that is not a trusted proxy. */
	readonly unsentBytesPerAddressMax: number;
	/** Maximum unsent response bytes in total. */
	readonly unsentBytesMax: number;
	/** Time after which an idle connection is closed, milliseconds. */
	readonly keepAliveTimeoutMs: number;
	/** If true (the default), totals across all users, including `GET /metrics`, need no token. */
	readonly publicFigures?: boolean;
	/** How long a stop waits for responses in flight before it closes their connections, milliseconds. */
	readonly drainMs: number;
};

/** A request made inside the process, without a connection. */
export type InjectedRequest = {
	readonly method: 'GET' | 'POST';
	/** Path, including the query. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

/** The HTTP server. It accepts connections between `listen` and `stop`. */
export interface HttpServer {
	/** Starts listening. @throws Error from the operating system, such as EADDRINUSE. */
	listen(): Promise<{ readonly host: string; readonly port: number; readonly url: string }>;
	/** Serves a request from inside the process through the same routes, without a connection. */
	inject(request: InjectedRequest): Promise<{ readonly status: number; readonly body: string }>;
	/**
	 * Refuses new calls, completes those in flight and closes the server. After `drainMs`, closes all connections.
	 * Idempotent.
	 */
	stop(): Promise<void>;
	/** Calls a method for a caller that the service has identified itself. */
	readonly callAs: CallAs;
	/** Returns the numbers of open WebSockets and subscriptions; undefined if WebSockets are disabled. */
	streamCounts(): HubCounts | undefined;
}

const HEADER_BYTES_MAX = 16_384;
const TIME_LIMIT_CHECK_MS = 1_000;
/** No response takes longer than 25 s, so a socket without traffic for this long is dead. */
const SOCKET_IDLE_MS_MAX = 60_000;
const REQUESTS_PER_SOCKET_MAX = 100_000;

/** HTTP methods allowed on each path, for 405 responses. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
	[RPC_PATH, 'POST'],
	[MCP_PATH, 'POST'],
	[HEALTH_PATH, 'GET, HEAD'],
	[READY_PATH, 'GET, HEAD'],
	[METRICS_PATH, 'GET, HEAD'],
	[OPENRPC_PATH, 'GET, HEAD'],
	...[...FIGURES_PATHS, ...EXPORT_PATHS].map((path) => [path, 'GET, HEAD'] as const),
	...[...RESOURCE_METADATA_PATHS, MCP_RESOURCE_METADATA_PATH].map((path) => [path, 'GET, HEAD'] as const),
]);

/** Routes for pages and the authorization server. */
export type FurtherRoutes = {
	/** Registers the routes. `baseUrl` returns an empty string until the server listens. */
	readonly add: (app: FastifyInstance, baseUrl: () => string) => void;
	/** HTTP methods allowed on each path, for 405 responses. */
	readonly allowed: ReadonlyMap<string, string>;
	/** Paths that pages from other origins may read. */
	readonly crossOrigin?: ReadonlySet<string>;
};

type HttpParts = {
	readonly services: Services;
	readonly tokens: Pick<TokenAuthority, 'verify'>;
	readonly random: Random;
	readonly logger: Logger;
	readonly options: HttpOptions;
	readonly rpcLimits: DispatchLimits;
	readonly rateLimits: RateLimits;
	/** Root folder of the installed package or clone. It contains the texts that agents may read. */
	readonly packageRoot: string;
	/** Returns the state for GET /ready. */
	readonly readiness: () => Readiness;
	/** Renders the text for GET /metrics. */
	readonly metrics: MetricsPage;
	readonly meters?: Pick<Meters, 'rpc' | 'transport'>;
	readonly tracer?: Tracer;
	/** Returns why calls are currently refused with 503 NOT_READY; undefined if they are accepted. */
	readonly refusal?: () => Words | undefined;
	/** Additional tools, resources and prompts for tests. */
	readonly furtherMcp?: McpParts['further'];
	/** Dependencies of the WebSockets. Without them, the server accepts no WebSocket. */
	readonly streams?: StreamParts;
	/** Further routes, which are registered before the server listens. */
	readonly routes?: FurtherRoutes;
};

/** A server with the objects that watch its connections. */
type Running = {
	readonly parts: HttpParts;
	readonly app: FastifyInstance;
	readonly allowed: ReadonlyMap<string, string>;
	readonly isProxy: (address: string | undefined) => boolean;
	readonly meters: Pick<Meters, 'rpc' | 'transport'>;
	readonly keep: KeepConnection;
	readonly idleConnections: IdleConnections;
	readonly stopCutting: () => void;
	readonly nameFault: NameFault;
	readonly hostFault: (host: string | undefined) => string | undefined;
	/** Public base address without a trailing slash; empty until it is known. */
	url: string;
	stopping: Promise<void> | undefined;
};

/** Creates the server with all routes. Before `listen`, the server responds only to injected requests. */
export function createHttpServer(parts: HttpParts): HttpServer {
	const running = newServer(parts);
	addHooks(running);
	const rpc = { ...callParts(running), dispatcher: dispatcherOf(running) };
	const webSockets = addRoutes(running, rpc);
	const { app } = running;
	return {
		callAs: createOwnCalls(rpc),
		listen: () => listen(running),
		async inject({ path: url, ...request }) {
			const answer = await app.inject({ ...request, url });
			return { status: answer.statusCode, body: answer.body };
		},
		streamCounts: () => webSockets?.counts(),
		stop() {
			running.stopping ??= drain(running, webSockets);
			return running.stopping;
		},
	};
}

function newServer(parts: HttpParts): Running {
	const { services, logger, options, routes, meters = UNMETERED } = parts;
	const { clock } = services;
	const allowed = new Map([...ALLOWED, ...(routes?.allowed ?? [])]);
	const isProxy = trustedProxies(options.trustedProxies);
	const app = createApp(options, isProxy, allowed, parts.streams !== undefined);
	const nameFault = nameFaultOf(options);
	const isOfThisMachine = options.publicUrl === null || isLoopback(new URL(options.publicUrl).hostname);
	return {
		parts,
		app,
		allowed,
		isProxy,
		meters,
		keep: limitConnections(app.server, {
			limits: { max: options.connectionsMax, perAddressMax: options.connectionsPerAddressMax },
			isProxy,
			clock,
			logger,
			meter: meters.transport,
		}),
		idleConnections: watchIdleConnections(app.server),
		stopCutting: cutSlowReaders(app.server, {
			limits: {
				takenWithinMs: options.answerTimeoutMs,
				unsentPerAddressMax: options.unsentBytesPerAddressMax,
				unsentMax: options.unsentBytesMax,
			},
			isProxy,
			clock,
			logger,
		}),
		nameFault,
		// If the public address is on another host, requests come through a proxy, which may send any Host. Otherwise
		// a foreign name means that a web page uses DNS rebinding.
		hostFault: (host) => (isOfThisMachine ? nameFault({ host }) : undefined),
		url: options.publicUrl ?? '',
		stopping: undefined,
	};
}

/** Refuses foreign Hosts, other origins and unknown paths before reading a body, and responds to errors of routes. */
function addHooks({ app, parts, allowed, hostFault }: Running): void {
	const { routes, logger, random, options } = parts;
	app.addHook('onRequest', (request, reply, done) => {
		// The JSON-RPC route writes its own headers, including the security headers.
		if (request.url !== RPC_PATH) reply.headers(SECURITY_HEADERS);
		const path = request.url.split('?')[0] ?? '';
		const isForAll = routes?.crossOrigin?.has(path) === true;
		const fault = hostFault(request.headers.host) ?? (isForAll ? undefined : crossSiteFault(request.headers));
		if (fault !== undefined)
			return void sendFailure(reply, failure(403, new CarrywireError('ORIGIN_NOT_ALLOWED', fault)));
		if (!request.is404 || (routes !== undefined && isForPerson(request, path, allowed))) return done();
		// Refuse an unknown path before reading the body, because no fault in the body would change the response.
		sendFailure(reply, noRoute(request.method, path, allowed));
	});
	app.setErrorHandler((error, { headers }, reply) => {
		const { bodyBytesMax } = options;
		return sendFailure(reply, failureOf(error, { logger, random, bodyBytesMax }, headers['content-type']));
	});
}

/** True if a browser requests an unknown path. The further routes then respond with a page. */
function isForPerson(
	{ method, headers }: FastifyRequest,
	path: string,
	allowed: ReadonlyMap<string, string>,
): boolean {
	return method === 'GET' && headers.accept?.includes('text/html') === true && !allowed.has(path);
}

/** Registers all routes. Returns the WebSockets if they are enabled. */
function addRoutes(
	running: Running,
	rpc: CallParts & { readonly dispatcher: Dispatcher },
): Streams | undefined {
	const { app, parts } = running;
	const { services, metrics } = parts;
	const { clock, figures, info } = services;
	const arePublic = parts.options.publicFigures ?? true;
	const baseUrl = () => running.url;
	const endpoint = endpointOf(running);
	const calls = createGetCalls({ ...rpc, baseUrl });
	addRpcRoute(app, rpc);
	const webSockets = openStreams(running, rpc);
	addFiguresRoutes(app, { figures, clock, arePublic, calls });
	addExportRoutes(app, {
		ledger: services.ledger,
		tradingMode: info.tradingMode,
		requireExecution: async (userId, executionId) =>
			void (await services.controls.history(userId, executionId, 1)),
		calls,
	});
	addReplayRoutes(app, { replays: services.replays, calls });
	addMcp(running, rpc);
	addStatusRoutes(app, {
		readiness: () =>
			running.stopping === undefined
				? parts.readiness()
				: { ready: false, reasons: [REQUEST_TEXT.stopping()] },
		tradingMode: info.tradingMode,
		isRehearsal: info.isRehearsal,
		baseUrl,
		hasAuthorizationServer: parts.routes !== undefined,
	});
	addMetricsRoute(app, metrics, { clock, arePublic, calls });
	addOpenRpcRoute(app, { version: info.version, endpoint });
	parts.routes?.add(app, baseUrl);
	return webSockets;
}

function endpointOf(running: Running): () => string {
	return () => `${running.url}${RPC_PATH}`;
}

function callParts(running: Running): CallParts {
	const { parts, keep } = running;
	const { tokens, services, rateLimits } = parts;
	const { clock } = services;
	const dpop = createDpopVerifier(clock);
	return {
		openSession: createSessions({ tokens, dpop, resource: endpointOf(running), clock, rateLimits }),
		keep,
		refusal: () => (running.stopping === undefined ? parts.refusal?.() : REQUEST_TEXT.stopping()),
		resourceMetadataUrl: () => `${running.url}${RESOURCE_METADATA_PATH}`,
	};
}

function dispatcherOf(running: Running): Dispatcher {
	const { services, rpcLimits: limits, random, logger, tracer = NO_TRACER } = running.parts;
	return createDispatcher({
		services,
		limits,
		random,
		logger,
		endpoint: endpointOf(running),
		meter: running.meters.rpc,
		tracer,
	});
}

function openStreams(
	running: Running,
	rpc: CallParts & { readonly dispatcher: Dispatcher },
): Streams | undefined {
	const { app, parts, isProxy, hostFault, idleConnections, meters } = running;
	const { services, random, logger, options, streams } = parts;
	if (streams === undefined) return undefined;
	return addStreams(app.server, streams, {
		...rpc,
		services,
		random,
		logger,
		messageBytesMax: options.bodyBytesMax,
		endpoint: endpointOf(running),
		addressOf: (request) => callerAddress(request, isProxy),
		hostFault,
		onUpgrade: idleConnections.leave,
		meter: meters.transport,
	});
}

function addMcp(running: Running, rpc: CallParts & { readonly dispatcher: Dispatcher }): void {
	const { app, parts, nameFault } = running;
	const { services, options, rpcLimits, rateLimits, furtherMcp, logger } = parts;
	addMcpRoute(app, {
		...rpc,
		mcp: {
			services,
			dispatcher: rpc.dispatcher,
			documentation: documentationOf(parts.packageRoot),
			transportLimits: transportLimits(options.bodyBytesMax, rpcLimits, rateLimits),
			endpoint: endpointOf(running),
			clock: services.clock,
			...(furtherMcp === undefined ? {} : { further: furtherMcp }),
		},
		baseUrl: () => running.url,
		resourceMetadataUrl: () => `${running.url}${MCP_RESOURCE_METADATA_PATH}`,
		nameFault,
		depthMax: rpcLimits.depthMax,
		logger,
	});
}

async function listen(running: Running) {
	const {
		app,
		parts: { options },
	} = running;
	// For `localhost`, Fastify would open a second server (IPv6), which `stop` could not drain.
	const listenHost = options.host === 'localhost' ? '127.0.0.1' : options.host;
	await app.listen({ host: listenHost, port: options.port });
	const address = app.server.address();
	const port = typeof address === 'object' && address !== null ? address.port : options.port;
	const host = options.host.includes(':') ? `[${options.host}]` : options.host;
	if (options.publicUrl === null) running.url = `http://${host}:${port}`;
	return { host: options.host, port, url: running.url };
}

async function drain(
	{ app, parts, idleConnections, stopCutting }: Running,
	webSockets: Streams | undefined,
): Promise<void> {
	const { services, logger, options } = parts;
	const cancel = services.clock.after(options.drainMs, () => {
		logger.warn({ drainMs: options.drainMs }, CONNECTION_LOG.drained);
		app.server.closeAllConnections();
		webSockets?.cut();
	});
	try {
		const closed = app.close();
		webSockets?.stop();
		idleConnections.end();
		await closed;
	} finally {
		cancel();
		stopCutting();
	}
}

function createApp(
	options: HttpOptions,
	isProxy: (address: string) => boolean,
	allowed: ReadonlyMap<string, string>,
	hasStreams: boolean,
): FastifyInstance {
	return fastify({
		logger: false,
		bodyLimit: options.bodyBytesMax,
		trustProxy: options.trustedProxies.length === 0 ? false : isProxy,
		connectionTimeout: SOCKET_IDLE_MS_MAX,
		requestTimeout: options.requestTimeoutMs,
		keepAliveTimeout: options.keepAliveTimeoutMs,
		maxRequestsPerSocket: REQUESTS_PER_SOCKET_MAX,
		http: {
			maxHeaderSize: HEADER_BYTES_MAX,
			headersTimeout: options.headersTimeoutMs,
			// Interval at which Node checks the time limits for headers and requests; Node's default is 30 s.
			connectionsCheckingInterval: TIME_LIMIT_CHECK_MS,
			// Upgrades to other protocols, such as from `curl --http2`, are served as plain requests.
			shouldUpgradeCallback: (request) => hasStreams && isWebSocketUpgrade(request),
		},
		return503OnClosing: false,
		// Our `stop` closes idle connections and later cuts the remaining ones itself.
		forceCloseConnections: false,
		clientErrorHandler: answerBrokenClient,
		frameworkErrors: (_error, request, reply) => {
			sendFailure(reply, noRoute(request.method, request.url, allowed));
		},
	});
}
