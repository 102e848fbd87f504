/**
 * Composes the whole service from its parameters: clock, randomness, stores, exchanges and secrets. Each part is
 * created after the parts that it depends on.
 */

import { accountOffers } from '../accounts/account-offers.ts';
import type { RunningExchangeAccounts } from '../accounts/exchange-accounts.ts';
import type { RunningSelfChecks } from '../accounts/self-checks.ts';
import type { HttpServer } from '../api/http/server.ts';
import type { RunningAutopilot } from '../autopilot/autopilot.ts';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/read-secrets.ts';
import { createExecutionStates } from '../engine/drive/execution-states.ts';
import type { TokenAuthority } from '../identity/tokens.ts';
import { createMidHistory } from '../market/mid-history.ts';
import type { PotPlanner } from '../ports/autopilot.ts';
import type { ChatTransport } from '../ports/chat-transport.ts';
import type { Clock, Random, TurnEnd } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { PlanForecasts } from '../ports/plan-forecasts.ts';
import type { PlanSolver } from '../ports/plan-solver.ts';
import type { PortfolioPlanner } from '../ports/portfolio-planner.ts';
import type { RecordingSink } from '../ports/recording-sink.ts';
import type { Replays } from '../ports/replays.ts';
import type { Tracer } from '../ports/tracer.ts';
import { NO_REPLAYS } from '../replay/jobs/no-replays.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { RunningSimulator } from '../store/run-file.ts';
import { keyFormOf } from '../venues/facts.ts';
import { simulatedAccountsOf } from '../venues/shared/simulated-accounts.ts';
import { simulatedSettlementsOf } from '../venues/shared/simulated-settlements.ts';
import type { Closers } from './closers.ts';
import {
	composeAccounts,
	composeExchangeAccounts,
	composeSelfChecks,
	rewrapInBackground,
	type ServiceVault,
	type UserAccounts,
} from './compose-accounts.ts';
import { type Alerts, composeAlerts } from './compose-alerts.ts';
import { composeApi } from './compose-api.ts';
import { type AutopilotServiceParts, composeAutopilot } from './compose-autopilot.ts';
import { type Chats, composeChat } from './compose-chat.ts';
import { composeExchangeOAuth } from './compose-exchange-oauth.ts';
import { composeIdentity, type Identity, stoppingWork } from './compose-identity.ts';
import { composeMarket, type WatchedMarket } from './compose-market.ts';
import { composePlanForecasts, composePlanner, notedPlanner } from './compose-planner.ts';
import { composeRisks, type Risks } from './compose-risks.ts';
import { composeTrading, type Trading } from './compose-trading.ts';
import { composeVenueSessions, type VenueSessions } from './compose-venue-sessions.ts';
import { readStoredTrading, type Stores } from './open-stores.ts';
import { orderMotionsOf } from './order-motions.ts';
import { type ServicePace, USUAL_PACE } from './service-pace.ts';
import type { VenueAccess } from './venue-access.ts';

/** Name of the user that exists from the first start, so that the service can read account data such as fees. */
const DEFAULT_USER = 'owner';

/** Everything that the service needs from its environment. */
export type ServiceParts = {
	readonly config: Config;
	readonly secrets: Pick<Secrets, 'identityProviders' | 'exchangeClients' | 'mailServer' | 'chat'>;
	readonly clock: Clock;
	readonly random: Random;
	readonly turnEnd: TurnEnd;
	readonly log: Logger;
	readonly stores: Stores;
	readonly vault: ServiceVault;
	readonly venues: VenueAccess;
	/** Network of the chat platforms. */
	readonly chatTransport: ChatTransport;
	/** Destination of the market recordings; undefined if nothing is recorded. */
	readonly recordings: RecordingSink | undefined;
	/**
	 * Simulated exchanges on this machine, where the service creates accounts; empty in modes that do not use them.
	 */
	readonly simulators: Readonly<Record<string, RunningSimulator>>;
	readonly metrics: Metrics;
	readonly tracer: Tracer;
	/** Solves the plans of portfolios. */
	readonly planSolver: PlanSolver;
	/** Replays of callers. Default: none. */
	readonly replays?: Replays;
	/** Default: `USUAL_PACE`. */
	readonly pace?: ServicePace;
	/** Plans for pots. Default: the portfolio planner. */
	readonly potPlanner?: PotPlanner;
	/** Codes of guards that block no opening. Only replays switch guards off. Default: none. */
	readonly rulesOff?: ReadonlySet<string>;
	/** Collects resources to close, even if composing fails midway. */
	readonly closers: Closers;
};

/** The composed service, not started yet. */
export type Service = {
	readonly server: HttpServer;
	readonly identity: Identity;
	/** The token authority of `identity`. In addition, a new user's first token creates the user's accounts. */
	readonly tokens: TokenAuthority;
	readonly trading: Trading;
	/** Resumes open executions and starts background work. */
	readonly start: () => Promise<void>;
	/**
	 * Opens the authorization server and registers at the simulated exchanges. Call it once the address is known.
	 * @throws VaultError
	 */
	readonly open: (url: string) => Promise<void>;
};

/** Parts that exist before trading starts. */
type Grounds = Risks & {
	readonly accounts: UserAccounts;
	readonly identity: Identity;
	readonly tokens: TokenAuthority;
	readonly watched: WatchedMarket;
	readonly sessions: VenueSessions;
	readonly selfChecks: RunningSelfChecks;
	readonly trading: Trading;
};

/**
 * Composes the service. Nothing trades before `start`. @throws Error with a message for the user; `closers` then
 * holds the opened resources
 */
export async function composeService(parts: ServiceParts): Promise<Service> {
	const grounds = await composeGrounds(parts);
	const { identity, tokens, trading, selfChecks, watched } = grounds;
	const { executionService } = trading.execution;
	const alerts = await alertsOf(parts, grounds);
	const planner = plannerOf(parts, grounds);
	const planForecasts = planForecastsOf(parts, grounds);
	const chat = chatOf(parts, grounds);
	const autopilot = await autopilotOf(parts, grounds, {
		alerts,
		planner,
		planForecasts,
		onSuggested: chat.announce,
	});
	const exchangeAccounts = exchangeAccountsOf(parts, grounds);
	const byPage = exchangeOAuthOf(parts, exchangeAccounts);
	const { config, simulators, clock, random, replays = NO_REPLAYS } = parts;
	const server = composeApi({
		...parts,
		trading,
		alerts,
		services: {
			exchangeAccounts,
			offers: accountOffers({
				mode: config.mode,
				venues: config.venues.filter(parts.venues.isTraded),
				hasPage: byPage.offers,
				simulated: simulatedAccountsOf({ simulators, keyFormOf, clock, random }),
			}),
			agents: stoppingWork(identity.agents, executionService.controls.stopAgent),
			access: identity.own,
			audit: identity.audit,
			chats: chat.links,
			replays,
			planner: notedPlanner(planner, planForecasts),
			transfers: grounds.transfers,
			ownTransfers: grounds.ownTransfers,
			autopilot,
			market: watched.market,
			fundingMap: watched.fundingMap,
		},
		tokens,
		routes: identity.routes({
			byPage,
			replays,
			settle: config.mode === 'simulated' ? simulatedSettlementsOf(simulators, clock) : undefined,
		}),
	});
	return {
		server,
		identity,
		tokens,
		trading,
		async start() {
			await trading.recover();
			autopilot.startLoop();
			if ((parts.pace ?? USUAL_PACE).raisesAlerts) alerts.start();
			exchangeAccounts.start();
			selfChecks.start();
		},
		async open(url) {
			await identity.open();
			await byPage.register(url);
			await chat.start(server.callAs);
		},
	};
}

async function composeGrounds(parts: ServiceParts): Promise<Grounds> {
	const { stores, venues, closers } = parts;
	const { vault } = parts.vault;
	const accounts = await accountsOf(parts);
	closers.add(rewrapInBackground(parts.vault, parts));
	const identity = await composeIdentity({
		...parts,
		identityProviders: parts.secrets.identityProviders,
		stores: stores.identity,
		vault,
		welcome: accounts.provide,
	});
	closers.add(identity.close);
	await provideUsers(parts, accounts);
	const { book } = accounts;
	const executions = createExecutionStates();
	const watched = composeMarket({
		...parts,
		sources: venues.openSources(),
		isTraded: venues.isTraded,
		quotesAtPar: venues.quotesAtPar,
		settledRates: stores.settledRates,
		motions: orderMotionsOf(executions),
	});
	closers.add(watched.close);
	const midHistory = createMidHistory({
		...parts,
		market: watched.market,
		store: stores.midSamples,
		isStored: (parts.pace ?? USUAL_PACE).storesMids,
		periodMs: (parts.pace ?? USUAL_PACE).midSampleMs,
		bookStaleMs: parts.config.marketData.bookStaleMs,
	});
	closers.add(midHistory.close);
	const sessions = composeVenueSessions({
		pace: USUAL_PACE,
		...parts,
		watched,
		executions,
		paperStore: stores.paper,
	});
	closers.add(sessions.close);
	const { market } = watched;
	const selfChecks = await composeSelfChecks({ ...parts, book, market, sessions, store: stores.selfChecks });
	const trading = composeTrading({
		pace: USUAL_PACE,
		rulesOff: new Set(),
		...parts,
		...(await readStoredTrading(stores)),
		watched,
		prices: midHistory,
		sessions,
		executions,
		selfChecks,
		accounts: book.opened,
		isAgentStopped: identity.agents.isStopped,
	});
	closers.add(trading.close);
	closers.add(selfChecks.close);
	const tokens = tokensWithAccounts(identity.tokens, accounts);
	const risks = await composeRisks({ ...parts, accounts, watched, midHistory, trading });
	return { accounts, identity, tokens, watched, ...risks, sessions, selfChecks, trading };
}

function accountsOf(parts: ServiceParts): Promise<UserAccounts> {
	const { config, stores, vault, venues } = parts;
	return composeAccounts({
		...parts,
		dataDir: config.dataDir,
		vault: vault.vault,
		store: stores.exchangeAccounts,
		isLocalUser: stores.isLocalUser,
		paperStore: stores.paper,
		paper:
			config.mode === 'paper'
				? { venues: config.venues.filter(venues.isTraded), deposit: config.paper.depositUsd }
				: undefined,
	});
}

/** Creates the first user, and for every user the accounts that the mode provides. */
async function provideUsers({ stores, clock, random }: ServiceParts, accounts: UserAccounts): Promise<void> {
	await stores.identity.tokens.ensureUser({
		userId: `user_${random.hex(12)}`,
		name: DEFAULT_USER,
		createdAt: clock.now(),
	});
	const users = await stores.identity.tokens.users();
	await Promise.all(users.map((user) => accounts.provide(user.userId, user.name)));
}

function plannerOf(
	parts: ServiceParts,
	{ watched, squeezes, adlRankOf, transfers, trading }: Grounds,
): PortfolioPlanner {
	return composePlanner({
		rulesOff: new Set(),
		...parts,
		watched,
		squeezes,
		adlRankOf,
		transfers,
		trading,
		solver: parts.planSolver,
	});
}

async function alertsOf(
	parts: ServiceParts,
	{ accounts, watched, transfers, ownTransfers, trading }: Grounds,
): Promise<Alerts> {
	const { stores, vault, metrics, closers } = parts;
	const alerts = await composeAlerts({
		...parts,
		mailServer: parts.secrets.mailServer,
		stores: { alerts: stores.alerts, rules: stores.alertRules, settings: stores.alertSettings },
		vault: vault.vault,
		journal: stores.journal,
		market: watched.market,
		opportunities: trading.opportunities,
		execution: trading.execution,
		accounts: accounts.book.opened,
		transfers,
		ownTransfers,
		meter: metrics.alerts,
	});
	closers.add(alerts.close);
	return alerts;
}

function planForecastsOf(parts: ServiceParts, { watched }: Grounds): PlanForecasts {
	const { stores } = parts;
	const forecasts = composePlanForecasts({
		...parts,
		store: stores.planForecasts,
		pots: stores.pots,
		watched,
	});
	parts.closers.add(forecasts.close);
	return forecasts;
}

function chatOf(parts: ServiceParts, { identity }: Grounds): Chats {
	const chat = composeChat({
		...parts,
		tokens: parts.secrets.chat,
		store: parts.stores.chats,
		agents: identity.agents,
		transport: parts.chatTransport,
		meter: parts.metrics.chats,
	});
	parts.closers.add(chat.close);
	return chat;
}

async function autopilotOf(
	parts: ServiceParts,
	{ accounts, identity, watched, sessions, squeezes, adlRankOf, transfers, trading }: Grounds,
	given: Pick<AutopilotServiceParts, 'alerts' | 'planner' | 'planForecasts' | 'onSuggested'>,
): Promise<RunningAutopilot> {
	const { stores, venues } = parts;
	const autopilot = await composeAutopilot({
		...parts,
		store: stores.pots,
		users: stores.identity.tokens,
		journal: stores.journal,
		market: watched.market,
		opportunities: trading.opportunities,
		squeezes,
		adlRankOf,
		transfers,
		execution: trading.execution,
		agents: identity.agents,
		accounts,
		sessions,
		isTraded: venues.isTraded,
		...given,
	});
	parts.closers.add(autopilot.close);
	return autopilot;
}

function exchangeAccountsOf(
	parts: ServiceParts,
	{ accounts, sessions, selfChecks, trading }: Grounds,
): RunningExchangeAccounts {
	const exchangeAccounts = composeExchangeAccounts({
		...parts,
		book: accounts.book,
		vault: parts.vault.vault,
		executionService: trading.execution.executionService,
		openKey: sessions.openKey,
		selfChecks,
	});
	parts.closers.add(exchangeAccounts.close);
	return exchangeAccounts;
}

function exchangeOAuthOf(
	parts: ServiceParts,
	exchangeAccounts: RunningExchangeAccounts,
): ReturnType<typeof composeExchangeOAuth> {
	const { config, secrets, stores, vault } = parts;
	return composeExchangeOAuth({
		...parts,
		// Paper mode sends no user to an exchange. Testnet mode has no consent page, because an exchange's consent
		// page connects only real accounts.
		clients: config.mode === 'paper' || config.mode === 'testnet' ? {} : secrets.exchangeClients,
		pending: stores.oauthPending,
		vault: vault.vault,
		connect: exchangeAccounts.connect,
	});
}

/** Wraps the token authority so that a new user's first token also creates the user's accounts. */
function tokensWithAccounts(
	authority: TokenAuthority,
	accounts: Pick<UserAccounts, 'provide'>,
): TokenAuthority {
	return {
		...authority,
		async issue(request) {
			const issued = await authority.issue(request);
			await accounts.provide(issued.userId, issued.userName);
			return issued;
		},
	};
}
