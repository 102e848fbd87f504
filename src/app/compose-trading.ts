/** Composes trading in a running service: users' sessions, execution, the ledger, and background work. */

import type { Config } from '../config/config.ts';
import { isEnded } from '../domain/execution.ts';
import { FIXED_LIMITS } from '../engine/decide/surroundings.ts';
import type { KeptExecutions } from '../engine/drive/execution-states.ts';
import { meterExecutions } from '../engine/drive/metering.ts';
import { keepOrdersWarm } from '../engine/drive/warm-orders.ts';
import { begunSince } from '../engine/orders/begun-today.ts';
import { forecastOf } from '../opportunities/shown-forecasts.ts';
import { createExecutionFeed } from '../portfolio/execution-feed.ts';
import { createLedgerReader } from '../portfolio/ledger-reader.ts';
import { createPerformanceReader } from '../portfolio/performance.ts';
import { createSampler, type Sampler } from '../portfolio/sampler.ts';
import { unexplainedOf } from '../portfolio/unexplained.ts';
import type { TradingAccounts } from '../ports/accounts.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { ExecutionFeed } from '../ports/execution-feed.ts';
import type { LedgerExport } from '../ports/ledger-export.ts';
import type { Logger } from '../ports/logger.ts';
import type { OpenedAccounts } from '../ports/opened-accounts.ts';
import type { PerformanceReader } from '../ports/performance.ts';
import type { SelfChecks } from '../ports/self-check.ts';
import type { Tracer } from '../ports/tracer.ts';
import { isUnreachable } from '../ports/venue-error.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { tracedJournal } from '../store/traced-journal.ts';
import { createSessions, type Sessions } from '../venues/shared/sessions.ts';
import { composeExecution, type Execution } from './compose-execution.ts';
import type { Ground } from './compose-ground.ts';
import type { VenueSessions } from './compose-venue-sessions.ts';
import type { Stores } from './open-stores.ts';

/** Dependencies of trading. */
export type TradingParts = Pick<Ground, 'watched' | 'scanning' | 'stored' | 'pause' | 'pace'> & {
	readonly config: Config;
	readonly stores: Stores;
	readonly sessions: VenueSessions;
	/** The executions in memory. There are none until `recover` is called. */
	readonly executions: KeptExecutions;
	/** The accounts that users trade on. */
	readonly accounts: OpenedAccounts;
	/**
	 * True if the agent's owner has stopped it. The answer comes from memory and must be available before `recover`.
	 */
	readonly isAgentStopped: (agentId: string) => boolean;
	/** Self-checks that an account must pass before the service opens anything on it, if the mode requires them. */
	readonly selfChecks: Pick<SelfChecks, 'refusal' | 'hearStream'>;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly metrics: Metrics;
	readonly tracer: Tracer;
	readonly rulesOff: ReadonlySet<string>;
};

/** The parts of trading that the API, alerts and accounts use. */
export type Trading = {
	readonly execution: Execution;
	/** Returns the session of the user's account in use at an exchange. */
	readonly session: TradingAccounts['trading'];
	readonly ledger: LedgerExport;
	readonly moneyHistory: PerformanceReader;
	readonly executionFeed: ExecutionFeed;
	/** Reads every open execution from its journal and stored fold, and resumes it. */
	readonly recover: () => Promise<void>;
	readonly close: () => Promise<void>;
};

const PNL_SAMPLE_MS = 10 * 60_000;

/** Composes trading. No execution continues until `recover` is called. */
export function composeTrading(parts: TradingParts): Trading {
	const { stores, clock, sessions } = parts;
	const users = createSessions({
		accounts: parts.accounts,
		clock,
		open: sessions.openAccount,
		outcomes: sessions.stability,
	});
	const execution = composeTradingExecution(parts, users);
	const { driver } = execution.executionService;
	const ensureAccounts = ensuring(users, parts.log);
	users.onSwitch((userId, venue) => {
		execution.snapshots.leave(userId, venue);
		ensureAccounts(userId);
	});
	readMetrics(parts, execution);
	const stopBackground = runInBackground(parts, execution, users);
	const sampler = composeSampler(parts, execution, users);
	return {
		execution,
		session: users.trading,
		ledger: createLedgerReader({
			events: stores.ledgerEvents,
			pause: parts.pause,
			restoreMark: parts.stored.restoreMark,
		}),
		moneyHistory: createPerformanceReader({
			samples: stores.samples,
			failingSince: sampler.failingSince,
			journal: stores.journal,
			ended: execution.ended,
			forecasts: stores.forecasts,
			statesOf: execution.executions.statesOf,
			clock,
		}),
		executionFeed: createExecutionFeed({
			journal: stores.journal,
			statesOf: driver.statesOf,
			onChange: driver.onChange,
		}),
		async recover() {
			const atStart = await stores.journal.atStart(begunSince(clock.now()));
			sessions.start();
			execution.executionService.recover(atStart);
			sampler.start();
			// Do not wait here, because an unreachable exchange must not delay the start of the service. Trading
			// itself waits for its sessions.
			for (const userId of users.users()) ensureAccounts(userId);
		},
		async close() {
			const sampled = Promise.all([stopBackground(), sampler.close()]);
			await execution.close();
			await users.close();
			await sampled;
		},
	};
}

function composeTradingExecution(parts: TradingParts, users: Sessions): Execution {
	const { config, stores, watched, sessions, clock, metrics, tracer } = parts;
	const { opportunities, forecasts } = parts.scanning;
	return composeExecution({
		settlements: parts.pace.settlements,
		keepsFolds: parts.pace.keepsFolds,
		rulesOff: parts.rulesOff,
		journal: tracedJournal(stores.journal, tracer),
		standingHalts: parts.stored.standingHalts,
		haltStore: stores.halts,
		executions: parts.executions,
		isAgentStopped: parts.isAgentStopped,
		selfChecks: parts.selfChecks,
		clock,
		log: parts.log,
		random: parts.random,
		market: watched.market,
		opportunities,
		settledRates: watched.fundingHistory.settled,
		accounts: users,
		stability: sessions.stability,
		restsAtExchanges: config.mode !== 'paper',
		pause: parts.pause,
		onAdmitted(plan, record) {
			const forecast = forecastOf(record, clock.now(), plan.executionId);
			if (forecast !== undefined) forecasts.note(forecast);
		},
		limits: {
			...FIXED_LIMITS,
			...config.execution,
			...config.risk,
			...config.marketData,
			restoreMark: parts.stored.restoreMark,
		},
		meters: metrics,
		tracer,
	});
}

/** Returns a function that opens a user's sessions in the background. */
function ensuring(users: Sessions, log: Logger): (userId: string) => void {
	return (userId) =>
		void users
			.ensure(userId)
			.catch((error: unknown) =>
				log[isUnreachable(error) ? 'debug' : 'warn']({ userId, error }, 'accounts are not reachable yet'),
			);
}

function readMetrics(
	{ stores, clock, metrics }: TradingParts,
	{ executionService, snapshots }: Execution,
): void {
	const { driver } = executionService;
	metrics.readFrom({
		executions: meterExecutions({ driver, metrics: metrics.executions, clock }),
		accounts: () => unexplainedOf(snapshots.inUse()),
		silentStreams: executionService.streams.allSilent,
		store: () => ({
			...stores.size(),
			journalEvents: stores.journal.eventCount,
			isWritable: driver.journalFailure() === undefined,
		}),
	});
}

/**
 * Samples users' profit and keeps order connections open until the returned function is called. It resolves once no
 * sample is in progress, because a sample uses the stores.
 */
function runInBackground(
	{ clock, log }: TradingParts,
	{ portfolio, executions }: Execution,
	users: Sessions,
): () => Promise<void> {
	const taking = new Set<Promise<void>>();
	const cancelSamples = clock.every(PNL_SAMPLE_MS, () => {
		const sample = portfolio
			.sample()
			.catch((error: unknown) => log.warn({ error }, 'profit could not be sampled'))
			.finally(() => taking.delete(sample));
		taking.add(sample);
	});
	const stopWarming = keepOrdersWarm({
		states: executions.states,
		tradingFor: (userId, venue) => users.trading(userId, venue),
		clock,
	});
	return async () => {
		cancelSamples();
		stopWarming();
		await Promise.all(taking);
	};
}

/** Composes the sampler of every user with a connected account or an open execution. */
function composeSampler(
	{ stores, clock, log, pace }: TradingParts,
	{ portfolio, executions }: Execution,
	users: Sessions,
): Sampler {
	return createSampler({
		users: () => [
			...new Set([
				...users.users(),
				...executions.states().flatMap((state) => (isEnded(state) ? [] : [state.plan.userId])),
			]),
		],
		figuresNow: portfolio.figuresNow,
		store: stores.samples,
		periodMs: pace.sampleMs,
		clock,
		log,
	});
}
