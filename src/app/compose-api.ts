/** Composes the API: the HTTP server with JSON-RPC, streams, agent tools and pages. */

import { createHttpServer, type FurtherRoutes, type HttpServer } from '../api/http/server.ts';
import type { Readiness } from '../api/http/status-routes.ts';
import type { Services } from '../api/rpc/method.ts';
import type { Config } from '../config/config.ts';
import { sitesOf } from '../config/hosts.ts';
import { limitsInForce } from '../config/limits.ts';
import { isRehearsal } from '../config/mode-words.ts';
import type { TokenAuthority } from '../identity/tokens.ts';
import { createSqueezeReplays } from '../portfolio/squeeze-replays.ts';
import type { Clock, Random, TurnEnd } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { packageRoot } from '../runtime/package-root.ts';
import { createServiceWatch } from '../runtime/service-watch.ts';
import { VERSION } from '../runtime/version.ts';
import type { Alerts } from './compose-alerts.ts';
import type { Ground } from './compose-ground.ts';
import type { Trading } from './compose-trading.ts';

/** Services that the API calls. */
export type ApiParts = {
	readonly config: Config;
	readonly trading: Trading;
	readonly alerts: Alerts;
	readonly scanning: Ground['scanning'];
	readonly histories: Ground['histories'];
	readonly readiness: () => Readiness;
	/** Services that this file cannot derive from its other inputs. */
	readonly services: Pick<
		Services,
		| 'exchangeAccounts'
		| 'offers'
		| 'agents'
		| 'access'
		| 'audit'
		| 'market'
		| 'fundingMap'
		| 'chats'
		| 'replays'
		| 'planner'
		| 'transfers'
		| 'ownTransfers'
		| 'autopilot'
	>;
	readonly tokens: TokenAuthority;
	/** Routes of the pages and of the authorization server. */
	readonly routes: FurtherRoutes;
	readonly clock: Clock;
	readonly random: Random;
	readonly turnEnd: TurnEnd;
	readonly log: Logger;
	readonly metrics: Metrics;
	readonly tracer: Tracer;
};

/** Composes the server. It responds to requests once it is listening. */
export function composeApi(parts: ApiParts): HttpServer {
	const { config, trading, alerts, metrics, tracer } = parts;
	const server = createHttpServer({
		packageRoot: packageRoot(),
		services: servicesOf(parts),
		tokens: parts.tokens,
		random: parts.random,
		logger: parts.log,
		options: config.server,
		rpcLimits: config.rpc,
		rateLimits: config.rateLimits,
		streams: {
			executions: trading.executionFeed,
			alerts: alerts.service,
			turnEnd: parts.turnEnd,
			limits: config.stream,
		},
		readiness: parts.readiness,
		metrics,
		meters: metrics,
		tracer,
		routes: parts.routes,
	});
	metrics.readFrom({ streams: server.streamCounts });
	return server;
}

function servicesOf(parts: ApiParts): Services {
	const { config, trading, alerts, services, clock, metrics, scanning, readiness } = parts;
	const { execution } = trading;
	return {
		...services,
		opportunities: scanning.opportunities,
		lives: scanning.lives,
		histories: parts.histories,
		orderService: execution.executionService.orderService,
		controls: execution.executionService.controls,
		switches: execution.executionService.switches,
		portfolio: execution.portfolio,
		whatIf: createSqueezeReplays({ reader: execution.whatIf, replays: services.replays }),
		moneyHistory: trading.moneyHistory,
		figures: execution.figures,
		ledger: trading.ledger,
		alerts: alerts.service,
		clock,
		info: {
			service: 'carrywire',
			version: VERSION,
			tradingMode: config.mode,
			isRehearsal: isRehearsal(config),
			sites: sitesOf(config),
			startedAtMonotonic: clock.monotonic(),
		},
		watch: createServiceWatch({
			metrics,
			readiness,
			limits: limitsInForce(config),
			areSumsPublic: config.server.publicFigures,
			clock,
		}),
		limits: {
			leverageMax: config.execution.leverageMax,
			maxSlippageBpsMax: config.execution.maxSlippageBpsMax,
		},
	};
}
