/** Creates the HTTP server without rate limits. Services that no bench calls are replaced by stubs that throw. */

import { tmpdir } from 'node:os';
import { createHttpServer, type HttpServer } from '../src/api/http/server.ts';
import type { Services } from '../src/api/rpc/method.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { fromInteger } from '../src/domain/decimal.ts';
import type { Caller } from '../src/identity/tokens.ts';
import { SILENT_LOGGER } from '../src/ports/logger.ts';
import { NO_REPLAYS } from '../src/replay/jobs/no-replays.ts';
import { systemClock, systemTurnEnd } from '../src/runtime/clock.ts';
import { packageRoot } from '../src/runtime/package-root.ts';
import { systemRandom } from '../src/runtime/random.ts';

const MANY = 100_000;

function absent(): never {
	throw new Error('This service is not there.');
}

/**
 * @param caller caller that every token authenticates
 * @param streams update interval of the opportunities channel; if given, the server accepts any number of WebSockets
 */
export function createBenchServer(
	services: Pick<Services, 'market' | 'opportunities'> & Partial<Services>,
	caller?: Caller,
	streams?: { readonly opportunitiesMs: number },
): HttpServer {
	const config = loadConfig({ flags: {}, env: {}, cwd: tmpdir() });
	const lifted = { perSecond: 1_000_000, burst: 1_000_000 };
	return createHttpServer({
		packageRoot: packageRoot(),
		services: {
			fundingMap: { list: absent, history: absent },
			orderService: {
				execute: absent,
				roll: absent,
				close: absent,
				previewClose: absent,
				openExecutions: absent,
				advice: absent,
				tradingState: absent,
				isConnected: absent,
			},
			controls: {
				cancel: absent,
				updateExit: absent,
				continueEpoch: absent,
				resubmit: absent,
				history: absent,
				stopAgent: absent,
			},
			switches: { halt: absent, resume: absent, covering: absent, list: absent, onChange: absent },
			alerts: {
				onAlert: absent,
				recent: absent,
				list: absent,
				add: absent,
				remove: absent,
				test: absent,
				recentAlerts: absent,
				edit: absent,
				sendCode: absent,
				confirm: absent,
				rules: { list: absent, add: absent, edit: absent, remove: absent },
				settings: {
					read: absent,
					setQuietHours: absent,
					setHeartbeat: absent,
					removeHeartbeat: absent,
				},
			},
			chats: { connections: absent, list: absent, createCode: absent, remove: absent },
			transfers: { of: absent },
			ownTransfers: { setting: absent },
			planner: { plan: absent },
			replays: NO_REPLAYS,
			whatIf: { shock: absent, squeeze: absent },
			autopilot: {
				status: absent,
				start: absent,
				change: absent,
				commanded: absent,
				pause: absent,
				stop: absent,
				answer: absent,
			},
			lives: { list: absent },
			histories: { read: absent },
			portfolio: { live: absent, executed: absent },
			moneyHistory: { portfolio: absent, execution: absent },
			figures: { service: absent, funding: absent },
			ledger: { page: absent, read: absent },
			watch: { read: absent, startedAt: 0, limits: [], areSumsPublic: true },
			agents: {
				create: absent,
				list: absent,
				get: absent,
				update: absent,
				rotateKey: absent,
				stop: absent,
				findActive: absent,
				isStopped: absent,
				touch: absent,
				onChange: absent,
			},
			access: {
				tokens: { listOf: absent, issueTo: absent, rotate: absent, revokeOf: absent },
				applications: { list: absent, revoke: absent },
				users: { find: absent, identitiesOf: absent },
				passkeys: { listOf: absent },
				preferences: { read: absent, change: absent },
			},
			offers: { list: absent, open: absent },
			audit: { append: absent, list: absent },
			exchangeAccounts: {
				connect: absent,
				list: absent,
				check: absent,
				use: absent,
				openOn: absent,
				disconnect: absent,
			},
			clock: systemClock,
			info: {
				service: 'carrywire',
				version: 'bench',
				tradingMode: 'simulated',
				isRehearsal: false,
				sites: {},
				startedAtMonotonic: systemClock.monotonic(),
			},
			limits: { leverageMax: fromInteger(5), maxSlippageBpsMax: fromInteger(100) },
			...services,
		},
		tokens: { verify: async () => (caller === undefined ? undefined : { caller, boundTo: undefined }) },
		random: systemRandom,
		logger: { ...SILENT_LOGGER, error: (facts, message) => console.error(message, facts) },
		options: { ...config.server, port: 0, connectionsMax: MANY, connectionsPerAddressMax: MANY },
		...(streams === undefined
			? {}
			: {
					streams: {
						executions: { watch: absent },
						alerts: { onAlert: absent, recent: absent },
						turnEnd: systemTurnEnd,
						limits: { ...config.stream, ...streams, connectionsMax: MANY, strangersPerAddressMax: MANY },
					},
				}),
		rpcLimits: config.rpc,
		rateLimits: { public: lifted, read: lifted, trade: lifted, stop: lifted },
		readiness: () => ({ ready: true, reasons: [] }),
		metrics: { contentType: 'text/plain', render: absent },
	});
}
