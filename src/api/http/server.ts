/** The HTTP server: routes, bounds on connections and bodies, security headers, and a stop that drains. */
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isLoopback } from '../../domain/secure-url.ts';
import { createDpopVerifier } from '../../identity/dpop-proof.ts';
import type { TokenAuthority } from '../../identity/tokens.ts';
import type { Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { type Meters, UNMETERED } from '../../ports/metrics.ts';
import { NO_TRACER, type Tracer } from '../../ports/tracer.ts';
import { createMcpServers, type McpParts } from '../mcp/mcp-server.ts';
import type { TransportLimits } from '../mcp/resources.ts';
import { createDispatcher, type DispatchLimits } from '../methods/dispatch.ts';
import type { Services } from '../rpc/method.ts';
import { limitConnections } from './connection-limit.ts';
import { crossSiteFault } from './cross-site.ts';
import { addExportRoutes, EXPORT_PATHS } from './export-routes.ts';
import { answerBrokenClient, failure, failureOf, MCP_PATH, noRoute, RPC_PATH } from './failures.ts';
import { addFiguresRoutes, FIGURES_PATHS } from './figures-routes.ts';
import { createGetCalls } from './get-calls.ts';
import { watchIdleConnections } from './idle-connections.ts';
import { addMcpRoute } from './mcp-route.ts';
import { addMetricsRoute, METRICS_PATH, type MetricsPage } from './metrics-route.ts';
import { addOpenRpcRoute, OPENRPC_PATH } from './openrpc-route.ts';
import { nameFaultOf } from './own-names.ts';
import { documentationOf } from './package-texts.ts';
import { addRpcRoute, sendFailure } from './rpc-route.ts';
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
import { addStreams, type StreamCounts, type StreamParts } from './streams.ts';
import { callerAddress, trustedProxies } from './trusted-proxies.ts';
import { isWebSocketUpgrade } from './ws-route.ts';

export type HttpOptions = {
	readonly host: string;
	/** 0 takes a free one. */
	readonly port: number;
	/** How clients reach the service, without a slash at the end; null means `http://host:port`. */
	readonly publicUrl: string | null;
	/** Addresses whose `X-Forwarded-For` is believed. */
	readonly trustedProxies: readonly string[];
	readonly bodyBytesMax: number;
	readonly connectionsMax: number;
	/** Of one address that is no trusted proxy. */
	readonly connectionsPerAddressMax: number;
	/** For the head of a request, and for the whole of it, milliseconds. */
	readonly headersTimeoutMs: number;
	readonly requestTimeoutMs: number;
	/** For a client to take a whole answer once it is written, milliseconds. */
	readonly answerTimeoutMs: number;
	/** Bytes of answers that may wait to be taken, by one address that is not a trusted proxy, and by all. */
	readonly unsentBytesPerAddressMax: number;
	readonly unsentBytesMax: number;
	/** An idle connection is closed after this. */
	readonly keepAliveTimeoutMs: number;
	/** Whether sums over all users, `GET /metrics` among them, are answered without a token; they are unless stated. */
	readonly publicFigures?: boolean;
	/** How long a stop waits for answers in flight before it cuts their connections. */
	readonly drainMs: number;
};

/** A request as it would come over a connection. */
export type InjectedRequest = {
	readonly method: 'GET' | 'POST';
	/** Path and query. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

export interface HttpServer {
	/** @throws Error of the operating system, such as EADDRINUSE. */
	listen(): Promise<{ readonly host: string; readonly port: number; readonly url: string }>;
	/** Answers a request inside the process, by the same routes and without a connection. */
	inject(request: InjectedRequest): Promise<{ readonly status: number; readonly body: string }>;
	/** Takes no new calls, answers those in flight, then closes; cuts what is left after `drainMs`. Idempotent. */
	stop(): Promise<void>;
	/** What is open over WebSockets; undefined where there are none. */
	streamCounts(): StreamCounts | undefined;
}

const HEADER_BYTES_MAX = 16_384;
const TIME_LIMIT_LOOK_MS = 1_000;
/** No answer takes longer than 25 s; a socket without traffic for this long is dead. */
const SOCKET_IDLE_MS_MAX = 60_000;
const REQUESTS_PER_SOCKET_MAX = 100_000;

/** Which HTTP methods each path takes, for 405. */
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

export type FurtherRoutes = {
	/** `baseUrl` answers once the server listens. */
	readonly add: (app: FastifyInstance, baseUrl: () => string) => void;
	/** Path → the HTTP methods it takes, for 405. */
	readonly allowed: ReadonlyMap<string, string>;
	/** Paths that pages of other origins may read. */
	readonly crossOrigin?: ReadonlySet<string>;
};

/** A browser that opens an unknown address gets a page, which is the business of `routes`. */
function isForPerson(
	{ method, url, headers }: FastifyRequest,
	routes: FurtherRoutes | undefined,
	allowed: ReadonlyMap<string, string>,
): boolean {
	return (
		routes !== undefined &&
		method === 'GET' &&
		headers.accept?.includes('text/html') === true &&
		!allowed.has(url.split('?')[0] ?? '')
	);
}

export function createHttpServer(parts: {
	readonly services: Services;
	readonly tokens: Pick<TokenAuthority, 'verify'>;
	readonly random: Random;
	readonly logger: Logger;
	readonly options: HttpOptions;
	readonly rpcLimits: DispatchLimits;
	readonly rateLimits: RateLimits;
	/** Folder of the installed package or the clone: what agents may read of it lies there. */
	readonly packageRoot: string;
	/** For GET /ready. */
	readonly readiness: () => Readiness;
	/** For GET /metrics. */
	readonly metrics: MetricsPage;
	readonly meters?: Pick<Meters, 'rpc' | 'transport'>;
	readonly tracer?: Tracer;
	/** A sentence while calls must not be taken yet; then they get 503 NOT_READY. */
	readonly refusal?: () => string | undefined;
	/** Tools, resources and prompts beside ours, where a test brings them. */
	readonly furtherMcp?: McpParts['further'];
	/** For WebSockets; without it none is opened. */
	readonly streams?: StreamParts;
	/** Further routes, registered before the server listens. Their paths are the caller's to document. */
	readonly routes?: FurtherRoutes;
}): HttpServer {
	const { services, tokens, random, logger, options, readiness, meters = UNMETERED } = parts;
	let stopping: Promise<void> | undefined;
	let url = options.publicUrl ?? '';

	const allowed = new Map([...ALLOWED, ...(parts.routes?.allowed ?? [])]);
	const isProxy = trustedProxies(options.trustedProxies);
	const app = createApp(options, isProxy, allowed, parts.streams !== undefined);
	const keep = limitConnections(app.server, {
		limits: { max: options.connectionsMax, perAddressMax: options.connectionsPerAddressMax },
		isProxy,
		clock: services.clock,
		logger,
		meter: meters.transport,
	});
	const idleConnections = watchIdleConnections(app.server);
	const stopCutting = cutSlowReaders(app.server, {
		limits: {
			takenWithinMs: options.answerTimeoutMs,
			unsentPerAddressMax: options.unsentBytesPerAddressMax,
			unsentMax: options.unsentBytesMax,
		},
		isProxy,
		clock: services.clock,
		logger,
	});
	const endpoint = () => `${url}${RPC_PATH}`;
	const refusal = () => (stopping === undefined ? parts.refusal?.() : 'The service is stopping.');
	const nameFault = nameFaultOf(options);
	const isOfThisMachine = options.publicUrl === null || isLoopback(new URL(options.publicUrl).hostname);
	// Behind a proxy Host may be any name. Without one, another name is a web page's own that leads here (DNS rebinding).
	const hostFault = (host: string | undefined) => (isOfThisMachine ? nameFault({ host }) : undefined);
	app.addHook('onRequest', (request, reply, done) => {
		// The JSON-RPC route writes its own head, these among it.
		if (request.url !== RPC_PATH) reply.headers(SECURITY_HEADERS);
		const isForAll = parts.routes?.crossOrigin?.has(request.url.split('?')[0] ?? '') === true;
		const fault = hostFault(request.headers.host) ?? (isForAll ? undefined : crossSiteFault(request.headers));
		if (fault !== undefined)
			return void sendFailure(reply, failure(403, new CarrywireError('ORIGIN_NOT_ALLOWED', fault)));
		if (!request.is404 || isForPerson(request, parts.routes, allowed)) return done();
		// Before any body is read: what is wrong with a body does not matter on a path that is not there.
		sendFailure(reply, noRoute(request.method, request.url.split('?')[0] ?? '', allowed));
	});
	app.setErrorHandler((error, request, reply) =>
		sendFailure(
			reply,
			failureOf(
				error,
				{ logger, random, bodyBytesMax: options.bodyBytesMax },
				request.headers['content-type'],
			),
		),
	);
	const dispatcher = createDispatcher({
		services,
		limits: parts.rpcLimits,
		random,
		logger,
		endpoint,
		meter: meters.rpc,
		tracer: parts.tracer ?? NO_TRACER,
	});
	const openSession = createSessions({
		tokens,
		dpop: createDpopVerifier(services.clock),
		resource: endpoint,
		clock: services.clock,
		rateLimits: parts.rateLimits,
	});
	const resourceMetadataUrl = () => `${url}${RESOURCE_METADATA_PATH}`;
	const rpc = {
		dispatcher,
		openSession,
		keep,
		refusal,
		resourceMetadataUrl,
	};
	addRpcRoute(app, rpc);
	const webSockets =
		parts.streams === undefined
			? undefined
			: addStreams(app.server, parts.streams, {
					...rpc,
					services,
					random,
					logger,
					messageBytesMax: options.bodyBytesMax,
					endpoint,
					addressOf: (request) => callerAddress(request, isProxy),
					hostFault,
					onUpgrade: idleConnections.leave,
					meter: meters.transport,
				});
	const areFiguresPublic = options.publicFigures ?? true;
	const calls = createGetCalls({ openSession, keep, refusal, resourceMetadataUrl, baseUrl: () => url });
	addFiguresRoutes(app, {
		figures: services.figures,
		clock: services.clock,
		arePublic: areFiguresPublic,
		calls,
	});
	addExportRoutes(app, {
		ledger: services.ledger,
		tradingMode: services.info.tradingMode,
		requireExecution: async (userId, executionId) => {
			await services.controls.history(userId, executionId, 1);
		},
		calls,
	});
	addMcpRoute(app, {
		openServer: createMcpServers({
			services,
			dispatcher,
			documentation: documentationOf(parts.packageRoot),
			transportLimits: transportLimits(options, parts.rpcLimits, parts.rateLimits),
			endpoint,
			clock: services.clock,
			...(parts.furtherMcp === undefined ? {} : { further: parts.furtherMcp }),
		}),
		openSession,
		keep,
		refusal,
		baseUrl: () => url,
		resourceMetadataUrl: () => `${url}${MCP_RESOURCE_METADATA_PATH}`,
		nameFault,
		depthMax: parts.rpcLimits.depthMax,
		logger,
	});
	addStatusRoutes(app, {
		readiness: () =>
			stopping === undefined ? readiness() : { ready: false, reasons: ['The service is stopping.'] },
		tradingMode: services.info.tradingMode,
		isRehearsal: services.info.isRehearsal,
		baseUrl: () => url,
		hasAuthorizationServer: parts.routes !== undefined,
	});
	addMetricsRoute(app, parts.metrics, { clock: services.clock, arePublic: areFiguresPublic, calls });
	addOpenRpcRoute(app, { version: services.info.version, endpoint });
	parts.routes?.add(app, () => url);

	async function drain(): Promise<void> {
		const cancel = services.clock.after(options.drainMs, () => {
			logger.warn({ drainMs: options.drainMs }, 'Answers were still in flight at the end of the drain; cut.');
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

	return {
		async listen() {
			// Fastify would listen for `localhost` on a second server of its own, which a stop could not watch.
			const listenHost = options.host === 'localhost' ? '127.0.0.1' : options.host;
			await app.listen({ host: listenHost, port: options.port });
			const address = app.server.address();
			const port = typeof address === 'object' && address !== null ? address.port : options.port;
			const host = options.host.includes(':') ? `[${options.host}]` : options.host;
			if (options.publicUrl === null) url = `http://${host}:${port}`;
			return { host: options.host, port, url };
		},
		async inject({ method, path, headers, body }) {
			const answer = await app.inject({
				method,
				url: path,
				headers,
				...(body === undefined ? {} : { body }),
			});
			return { status: answer.statusCode, body: answer.body };
		},
		streamCounts: () => webSockets?.counts(),
		stop() {
			stopping ??= drain();
			return stopping;
		},
	};
}

/** What bounds whoever calls, beside the limits of trading. */
function transportLimits(options: HttpOptions, rpc: DispatchLimits, rates: RateLimits): TransportLimits {
	return {
		body_bytes_max: options.bodyBytesMax,
		depth_max: rpc.depthMax,
		rate_limits: Object.fromEntries(
			Object.entries(rates).map(([name, { perSecond, burst }]) => [name, { per_second: perSecond, burst }]),
		),
	};
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
			// Node looks at its own time limits only so often, by default every 30 s.
			connectionsCheckingInterval: TIME_LIMIT_LOOK_MS,
			// Every other wish for another protocol (`curl --http2` sends one) is answered as a plain request.
			shouldUpgradeCallback: (request) => hasStreams && isWebSocketUpgrade(request),
		},
		// The route itself answers 503 in the form of the contract.
		return503OnClosing: false,
		// `stop` closes what is idle and cuts what is left itself.
		forceCloseConnections: false,
		clientErrorHandler: answerBrokenClient,
		frameworkErrors: (_error, request, reply) => {
			sendFailure(reply, noRoute(request.method, request.url, allowed));
		},
	});
}
