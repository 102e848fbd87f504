/**
 * Composes a cell: everything that serves users with their accounts, executions, alerts and pots. A process on SQLite
 * has one cell for all users.
 */
import { accountOffers } from '../accounts/account-offers.ts';
import type { RunningExchangeAccounts } from '../accounts/exchange-accounts.ts';
import type { RunningSelfChecks } from '../accounts/self-checks.ts';
import type { RunningAutopilot } from '../autopilot/autopilot.ts';
import type { KeptExecutions } from '../engine/drive/execution-states.ts';
import type { AccountOffers } from '../ports/account-offers.ts';
import type { PortfolioPlanner } from '../ports/portfolio-planner.ts';
import { keyFormOf } from '../venues/facts.ts';
import { simulatedAccountsOf } from '../venues/shared/simulated-accounts.ts';
import {
	composeAccounts,
	composeExchangeAccounts,
	composeSelfChecks,
	type UserAccounts,
} from './compose-accounts.ts';
import { type Alerts, composeAlerts } from './compose-alerts.ts';
import { composeAutopilot } from './compose-autopilot.ts';
import { composeExchangeOAuth } from './compose-exchange-oauth.ts';
import type { Ground } from './compose-ground.ts';
import { composePlanner, notedPlanner } from './compose-planner.ts';
import { composeRisks, type Risks } from './compose-risks.ts';
import { composeTrading, type Trading } from './compose-trading.ts';
import { composeVenueSessions, type VenueSessions } from './compose-venue-sessions.ts';
import type { ServiceParts } from './service-parts.ts';

/** The parts of the service, the ground, and the executions in memory, empty at first. */
export type CellParts = ServiceParts & Ground & { readonly executions: KeptExecutions };

/** A composed cell, not started yet. */
export type Cell = {
	readonly accounts: UserAccounts;
	readonly trading: Trading;
	readonly transfers: Risks['transfers'];
	readonly ownTransfers: Risks['ownTransfers'];
	readonly alerts: Alerts;
	readonly planner: PortfolioPlanner;
	readonly autopilot: RunningAutopilot;
	readonly exchangeAccounts: RunningExchangeAccounts;
	readonly offers: AccountOffers;
	readonly byPage: ReturnType<typeof composeExchangeOAuth>;
	/** Resumes open executions and starts background work. */
	readonly start: () => Promise<void>;
};

type Begun = Pick<Cell, 'accounts' | 'trading'> &
	Risks & { readonly sessions: VenueSessions; readonly selfChecks: RunningSelfChecks };

/** Composes the cell. Nothing trades before `start`. */
export async function composeCell(parts: CellParts): Promise<Cell> {
	const begun = await beginCell(parts);
	const { accounts, trading, selfChecks, transfers, ownTransfers } = begun;
	const alerts = await alertsOf(parts, begun);
	const planner = plannerOf(parts, begun);
	const autopilot = await autopilotOf(parts, begun, { alerts, planner });
	const exchangeAccounts = exchangeAccountsOf(parts, begun);
	const byPage = exchangeOAuthOf(parts, exchangeAccounts);
	const { config, simulators, clock, random } = parts;
	return {
		accounts,
		trading,
		transfers,
		ownTransfers,
		alerts,
		planner: notedPlanner(planner, parts.planForecasts),
		autopilot,
		exchangeAccounts,
		offers: accountOffers({
			mode: config.mode,
			venues: config.venues.filter(parts.venues.isTraded),
			hasPage: byPage.offers,
			simulated: simulatedAccountsOf({ simulators, keyFormOf, clock, random }),
		}),
		byPage,
		async start() {
			await trading.recover();
			autopilot.startLoop();
			if (parts.pace.raisesAlerts) alerts.start();
			exchangeAccounts.start();
			selfChecks.start();
		},
	};
}

/** Composes accounts and trading. */
async function beginCell(parts: CellParts): Promise<Begun> {
	const { stores, closers, identity, watched } = parts;
	const accounts = await accountsOf(parts);
	const { book } = accounts;
	const sessions = composeVenueSessions({ ...parts, paperStore: stores.paper });
	closers.add(sessions.close);
	const { market } = watched;
	const selfChecks = await composeSelfChecks({ ...parts, book, market, sessions, store: stores.selfChecks });
	const trading = composeTrading({
		rulesOff: new Set(),
		...parts,
		sessions,
		selfChecks,
		accounts: book.opened,
		isAgentStopped: identity.agents.isStopped,
	});
	closers.add(trading.close);
	closers.add(selfChecks.close);
	const risks = await composeRisks({ ...parts, accounts, trading });
	return { accounts, sessions, selfChecks, trading, ...risks };
}

function accountsOf(parts: CellParts): Promise<UserAccounts> {
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

function plannerOf(parts: CellParts, { adlRankOf, transfers, trading }: Begun): PortfolioPlanner {
	return composePlanner({
		rulesOff: new Set(),
		...parts,
		adlRankOf,
		transfers,
		trading,
		solver: parts.planSolver,
	});
}

async function alertsOf(
	parts: CellParts,
	{ accounts, transfers, ownTransfers, trading }: Begun,
): Promise<Alerts> {
	const { stores, vault, metrics, closers, watched, scanning } = parts;
	const alerts = await composeAlerts({
		...parts,
		mailServer: parts.secrets.mailServer,
		stores: { alerts: stores.alerts, rules: stores.alertRules, settings: stores.alertSettings },
		vault: vault.vault,
		journal: stores.journal,
		market: watched.market,
		opportunities: scanning.opportunities,
		execution: trading.execution,
		accounts: accounts.book.opened,
		transfers,
		ownTransfers,
		meter: metrics.alerts,
	});
	closers.add(alerts.close);
	return alerts;
}

async function autopilotOf(
	parts: CellParts,
	{ accounts, sessions, adlRankOf, transfers, trading }: Begun,
	given: Pick<Cell, 'alerts' | 'planner'>,
): Promise<RunningAutopilot> {
	const { stores, venues, identity, watched, scanning, chat } = parts;
	const autopilot = await composeAutopilot({
		...parts,
		store: stores.pots,
		users: stores.identity.tokens,
		journal: stores.journal,
		market: watched.market,
		opportunities: scanning.opportunities,
		adlRankOf,
		transfers,
		execution: trading.execution,
		agents: identity.agents,
		accounts,
		sessions,
		isTraded: venues.isTraded,
		...given,
		onSuggested: chat.announce,
	});
	parts.closers.add(autopilot.close);
	return autopilot;
}

function exchangeAccountsOf(
	parts: CellParts,
	{ accounts, sessions, selfChecks, trading }: Begun,
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
	parts: CellParts,
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
