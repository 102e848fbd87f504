/**
 * Composes trading in a running service: opportunities, users' sessions, execution, the ledger, and background work.
 */

import type { Readiness } from '../api/http/status-routes.ts';
import type { Config } from '../config/config.ts';
import { isEnded } from '../domain/execution.ts';
import { MARKET_TEXT } from '../domain/market-text.ts';
import { FIXED_LIMITS } from '../engine/decide/surroundings.ts';
import type { KeptExecutions } from '../engine/drive/execution-states.ts';
import { meterExecutions } from '../engine/drive/metering.ts';
import { keepOrdersWarm } from '../engine/drive/warm-orders.ts';
import { begunSince } from '../engine/orders/begun-today.ts';
import { createOpportunityHistories } from '../opportunities/opportunity-history.ts';
import { forecastOf } from '../opportunities/shown-forecasts.ts';
import { createSlices, type Slices } from '../opportunities/slices.ts';
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
import type { Market } from '../ports/market.ts';
import type { BasisHistory } from '../ports/mid-samples.ts';
import type { OpenedAccounts } from '../ports/opened-accounts.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import type { OpportunityHistories } from '../ports/opportunity-history.ts';
import type { PerformanceReader } from '../ports/performance.ts';
import type { SelfChecks } from '../ports/self-check.ts';
import type { Tracer } from '../ports/tracer.ts';
import { isUnreachable } from '../ports/venue-error.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { Words } from '../sentences/sentence.ts';
import { tracedJournal } from '../store/traced-journal.ts';
import { shownNameOf } from '../venues/facts.ts';
import { createSessions, type Sessions } from '../venues/shared/sessions.ts';
import { composeExecution, type Execution } from './compose-execution.ts';
import type { WatchedMarket } from './compose-market.ts';
import { composeOpportunities, type Scanning } from './compose-opportunities.ts';
import type { VenueSessions } from './compose-venue-sessions.ts';
import type { StoredTrading, Stores } from './open-stores.ts';
import type { ServicePace } from './service-pace.ts';
import type { VenueAccess } from './venue-access.ts';

/** Dependencies of trading. */
export type TradingParts = StoredTrading & {
	readonly config: Config;
	readonly stores: Stores;
	readonly watched: WatchedMarket;
	/** Past price bases of pairs. */
	readonly prices: BasisHistory;
	readonly venues: Pick<VenueAccess, 'banReadings'>;
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
	readonly pace: ServicePace;
	readonly rulesOff: ReadonlySet<string>;
};

/** The parts of trading that the API, alerts and accounts use. */
export type Trading = Omit<Scanning, 'close' | 'forecasts'> & {
	readonly execution: Execution;
	/** Returns the session of the user's account in use at an exchange. */
	readonly session: TradingAccounts['trading'];
	readonly ledger: LedgerExport;
	readonly histories: OpportunityHistories;
	readonly moneyHistory: PerformanceReader;
	readonly executionFeed: ExecutionFeed;
	readonly readiness: () => Readiness;
	/** Call this between short pieces of long work. If the result is undefined, continue at once; otherwise await it. */
	readonly pause: Slices['pause'];
	/** Reads every open execution from its journal and stored fold, and resumes it. */
	readonly recover: () => Promise<void>;
	readonly close: () => Promise<void>;
};

const PNL_SAMPLE_MS = 10 * 60_000;

/** Composes trading. No execution continues until `recover` is called. */
export function composeTrading(parts: TradingParts): Trading {
	const { stores, watched, clock, sessions } = parts;
	const slices = createSlices(clock);
	const users = createSessions({
		accounts: parts.accounts,
		clock,
		open: sessions.openAccount,
		outcomes: sessions.stability,
	});
	const scanning = composeScanning(parts);
	const execution = composeTradingExecution(parts, users, scanning, slices);
	const { driver } = execution.executionService;
	const ensureAccounts = ensuring(users, parts.log);
	users.onSwitch((userId, venue) => {
		execution.snapshots.leave(userId, venue);
		ensureAccounts(userId);
	});
	readMetrics(parts, execution, scanning);
	const stopBackground = runInBackground(parts, execution, users);
	const sampler = composeSampler(parts, execution, users);
	const { opportunities, lives } = scanning;
	return {
		opportunities,
		lives,
		execution,
		session: users.trading,
		histories: historiesOf(parts),
		ledger: createLedgerReader({
			events: stores.ledgerEvents,
			pause: slices.pause,
			restoreMark: parts.restoreMark,
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
		readiness: () => readiness(watched.market, opportunities),
		pause: slices.pause,
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
			const disarmed = execution.close();
			await scanning.close();
			await disarmed;
			await users.close();
			await sampled;
		},
	};
}

function historiesOf({ watched, prices, stores, clock }: TradingParts): OpportunityHistories {
	const { forecasts } = stores;
	return createOpportunityHistories({ funding: watched.fundingHistory, prices, forecasts, clock });
}

function composeScanning(parts: TradingParts): Scanning {
	const { config, stores, watched, clock, log, metrics, tracer } = parts;
	return composeOpportunities({
		market: watched.market,
		clock,
		log,
		fundingHistory: watched.fundingHistory,
		openLives: parts.openLives,
		lifeStore: stores.lives,
		forecastStore: stores.forecasts,
		fittedModel: parts.fittedModel,
		carryModels: stores.carryModels,
		refits: parts.pace.refits,
		journal: stores.journal,
		limits: { ...config.scanner, ...config.marketData, stressMovePct: config.risk.stressMovePct },
		meter: metrics.scan,
		tracer,
		forecastEveryMs: parts.pace.forecastEveryMs,
		scoreMs: parts.pace.scoreMs,
	});
}

function composeTradingExecution(
	parts: TradingParts,
	users: Sessions,
	{ opportunities, forecasts }: Scanning,
	slices: Slices,
): Execution {
	const { config, stores, watched, sessions, clock, metrics, tracer } = parts;
	return composeExecution({
		settlements: parts.pace.settlements,
		keepsFolds: parts.pace.keepsFolds,
		rulesOff: parts.rulesOff,
		journal: tracedJournal(stores.journal, tracer),
		standingHalts: parts.standingHalts,
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
		pause: slices.pause,
		onAdmitted(plan, record) {
			const forecast = forecastOf(record, clock.now(), plan.executionId);
			if (forecast !== undefined) forecasts.note(forecast);
		},
		limits: {
			...FIXED_LIMITS,
			...config.execution,
			...config.risk,
			...config.marketData,
			restoreMark: parts.restoreMark,
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
	{ stores, watched, venues, clock, metrics }: TradingParts,
	{ executionService, snapshots }: Execution,
	{ opportunities }: Scanning,
): void {
	const { driver } = executionService;
	metrics.readFrom({
		executions: meterExecutions({ driver, metrics: metrics.executions, clock }),
		accounts: () => unexplainedOf(snapshots.inUse()),
		silentStreams: executionService.streams.allSilent,
		venues: watched.market.readings,
		bans: venues.banReadings,
		history: watched.fundingHistory.readings,
		store: () => ({
			...stores.size(),
			journalEvents: stores.journal.eventCount,
			isWritable: driver.journalFailure() === undefined,
		}),
		pairRows: opportunities.pairCount,
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

/** Reports ready if every traded exchange has fresh data and at least one opportunity is tradable. */
function readiness(market: Market, opportunities: OpportunityBook): Readiness {
	const reasons: Words[] = [];
	// Trading does not depend on a read-only exchange, so its data does not affect readiness.
	for (const venue of market.venues) {
		const { isTraded, state, reason } = market.status(venue);
		if (isTraded && state !== 'fresh')
			reasons.push(MARKET_TEXT.notReady({ exchange: shownNameOf(venue), state, reason }));
	}
	if (!opportunities.pairs().some((pair) => pair.tradableOpportunities > 0))
		reasons.push(MARKET_TEXT.noneTradable());
	return { ready: reasons.length === 0, reasons };
}
