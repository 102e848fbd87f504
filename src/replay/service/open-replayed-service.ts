/**
 * Composes the service that trades, over recorded markets: its clock is virtual, its accounts are the paper accounts,
 * and its database is in memory.
 */

import type { DatabaseSync } from 'node:sqlite';
import { METHODS } from '../../api/methods/registry.ts';
import { createClosers } from '../../app/closers.ts';
import { composeService, type Service } from '../../app/compose-service.ts';
import { openStores, type Stores } from '../../app/open-stores.ts';
import type { ServicePace } from '../../app/service-pace.ts';
import type { Config } from '../../config/config.ts';
import type { Phase } from '../../domain/execution.ts';
import { loadInThreadSolver } from '../../planner/solver/in-thread-solver.ts';
import type { ChatTransport } from '../../ports/chat-transport.ts';
import type { Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { RecordingSink } from '../../ports/recording-sink.ts';
import { NO_TRACER } from '../../ports/tracer.ts';
import { createMetrics } from '../../runtime/metrics.ts';
import type { VirtualClock } from '../../runtime/virtual-clock.ts';
import { createSqliteEngine } from '../../store/sqlite/sqlite-engine.ts';
import { openVault } from '../../vault/open-vault.ts';
import { createRawKeyProvider, newRawKey } from '../../vault/raw-keys.ts';
import { REPLAY_ADDRESS } from './hourly-config.ts';
import { NO_LIVES, paperInMemory, settledRatesInMemory } from './light-stores.ts';
import type { RecordedMarkets } from './recorded-markets.ts';

/** Phases of executions without orders in motion. */
const AT_REST: ReadonlySet<Phase> = new Set<Phase>(['running', 'closed', 'failed']);

/** Reaches no chat platform. */
const NO_CHATS: ChatTransport = {
	post: async () => ({ kind: 'unanswered', reason: 'a replay reaches no chat platform' }),
	open() {
		throw new Error('A replay reaches no chat platform.');
	},
	close() {},
};

/** Dependencies of a replayed service. */
export type ReplayedServiceParts = {
	readonly config: Config;
	readonly markets: RecordedMarkets;
	readonly database: DatabaseSync;
	readonly clock: VirtualClock;
	readonly random: Random;
	readonly log: Logger;
	readonly pace: ServicePace;
	/** Rules of the service that are switched off, by name. */
	readonly rulesOff: ReadonlySet<string>;
	/** True if every store is the database's. */
	readonly isKept: boolean;
	/** Version of the program, for its metrics. */
	readonly version: string;
	/** Destination of a recording of what the service receives; nothing is recorded without one. */
	readonly recordings?: RecordingSink | undefined;
	/** Ends the reading of the data, once the service has closed. */
	readonly onClose?: () => Promise<void>;
};

/** A composed service on recorded markets. */
export type ReplayedService = {
	readonly service: Service;
	readonly stores: Stores;
	/** True while orders are in motion. */
	readonly isInMotion: () => boolean;
	readonly close: () => Promise<void>;
};

/** Composes and starts the service. */
export async function openReplayedService(parts: ReplayedServiceParts): Promise<ReplayedService> {
	const { config, markets, database, clock, random, log, version, pace, rulesOff, isKept } = parts;
	const turnEnd = (task: () => void): void => process.nextTick(task);
	const whole = openStores(createSqliteEngine(database, turnEnd));
	const stores = isKept
		? whole
		: {
				...whole,
				lives: NO_LIVES,
				settledRates: settledRatesInMemory(),
				paper: paperInMemory(),
			};
	const keys = createRawKeyProvider([newRawKey(random)], 'the replay', random);
	const closers = createClosers();
	const service = await composeService({
		config,
		secrets: {
			identityProviders: [],
			exchangeClients: {},
			mailServer: undefined,
			chat: { telegram: null, slack: null },
		},
		clock,
		random,
		turnEnd,
		log,
		stores,
		vault: { vault: await openVault({ keys, store: stores.vault, random }), keys, store: stores.vault },
		venues: {
			// Paper accounts need no adapter, so every recorded exchange is traded, whatever its name.
			isTraded: () => true,
			quotesAtPar: true,
			openSources: markets.sources,
			openTrading() {
				throw new Error('Invariant broken: a replay trades on paper accounts only.');
			},
			banReadings: () => [],
		},
		chatTransport: NO_CHATS,
		recordings: parts.recordings,
		simulators: {},
		metrics: createMetrics({ venues: config.venues, methods: METHODS, build: { version, mode: 'paper' } }),
		tracer: NO_TRACER,
		planSolver: await loadInThreadSolver(),
		pace,
		rulesOff,
		closers,
	});
	await service.start();
	await service.open(REPLAY_ADDRESS);
	const { executions } = service.trading.execution;
	return {
		service,
		stores,
		isInMotion: () =>
			executions.states().some(({ phase, attention }) => attention === null && !AT_REST.has(phase)),
		async close() {
			await closers.closeAll();
			await parts.onClose?.();
		},
	};
}
