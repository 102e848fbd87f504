/** Composes the autopilot over the service's own order service, executions, market and alerts. */
import { createPotAlerts } from '../alerts/pot-alerts.ts';
import { openAutopilot, type RunningAutopilot } from '../autopilot/autopilot.ts';
import { forecastOfDecision } from '../autopilot/decision-forecast.ts';
import { createPotBooks } from '../autopilot/pot-books.ts';
import { createPotMargins } from '../autopilot/pot-margins.ts';
import { createPotOrders } from '../autopilot/pot-orders.ts';
import { createPotPlanner } from '../autopilot/pot-planner.ts';
import { createPotQueues } from '../autopilot/pot-queues.ts';
import { createPotSignals } from '../autopilot/pot-signals.ts';
import type { Config } from '../config/config.ts';
import { type Decimal, divDown, fromInteger } from '../domain/decimal.ts';
import { shadowUserId } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { haltSentence } from '../engine/drive/halts.ts';
import type { AgentAuthority } from '../identity/agents.ts';
import type { PotLeg, PotPlanner } from '../ports/autopilot.ts';
import type { ShadowAccounts } from '../ports/autopilot-service.ts';
import type { PotStore } from '../ports/autopilot-store.ts';
import type { PotSuggestion } from '../ports/chat.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Logger } from '../ports/logger.ts';
import type { ReadAdlRank } from '../ports/margin-plan.ts';
import type { Market } from '../ports/market.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import { isPaperAccount } from '../ports/paper-store.ts';
import type { PlanForecasts } from '../ports/plan-forecasts.ts';
import type { PlannedTransfers } from '../ports/planned-transfers.ts';
import type { PortfolioPlanner } from '../ports/portfolio-planner.ts';
import type { PotAlerts } from '../ports/pot-alerts.ts';
import type { Squeezes } from '../ports/squeezes.ts';
import type { TokenStore } from '../ports/token-store.ts';
import type { Words } from '../sentences/sentence.ts';
import type { UserAccounts } from './compose-accounts.ts';
import type { Alerts } from './compose-alerts.ts';
import type { Execution } from './compose-execution.ts';
import type { VenueSessions } from './compose-venue-sessions.ts';

/** Dependencies of the autopilot in the rest of the service. */
export type AutopilotServiceParts = {
	readonly config: Pick<Config, 'execution' | 'marketData'>;
	readonly store: PotStore;
	readonly users: Pick<TokenStore, 'ensureUser' | 'findUserByName'>;
	readonly journal: Pick<Journal, 'findIdempotency' | 'readExecution'>;
	readonly market: Market;
	readonly opportunities: Pick<OpportunityBook, 'expectedCarry'>;
	readonly execution: Pick<Execution, 'executionService' | 'executions' | 'volatility'>;
	readonly alerts: Pick<Alerts, 'raise' | 'readings'>;
	readonly agents: Pick<AgentAuthority, 'findActive'>;
	readonly accounts: Pick<UserAccounts, 'provideShadow'> & {
		readonly book: Pick<UserAccounts['book'], 'usedAt'>;
	};
	readonly sessions: Pick<VenueSessions, 'depositPaper'>;
	readonly isTraded: (exchange: VenueName) => boolean;
	readonly squeezes: Squeezes;
	readonly adlRankOf: ReadAdlRank;
	readonly transfers: PlannedTransfers;
	readonly planner: PortfolioPlanner;
	readonly planForecasts: Pick<PlanForecasts, 'note'>;
	/** Plans for pots. Default: the portfolio planner. */
	readonly potPlanner?: PotPlanner | undefined;
	/** Called for each decision that waits for its owner. */
	readonly onSuggested: (suggestion: PotSuggestion) => void;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
};

/** Composes the autopilot. Nothing is decided before `startLoop`. */
export function composeAutopilot(parts: AutopilotServiceParts): Promise<RunningAutopilot> {
	const { config, execution, market, agents, clock } = parts;
	const { executionService, executions } = execution;
	const markOf = (leg: PotLeg): Decimal | null => {
		const inputs = market.get(leg.venue, leg.symbol);
		const at = inputs?.tickerReceivedAt;
		return at === undefined || clock.now() - at > config.marketData.tickerStaleMs
			? null
			: (inputs?.ticker?.mark ?? null);
	};
	const haltOf = (userId: string, exchanges: readonly VenueName[]): Words | undefined => {
		const [halt] = executionService.switches.covering(userId, exchanges);
		return halt === undefined ? undefined : haltSentence(halt);
	};
	return openAutopilot({
		...parts,
		store: storeWithForecasts(parts),
		planner: parts.potPlanner ?? createPotPlanner(parts.planner),
		orders: createPotOrders({
			orders: executionService.orderService,
			executions,
			journal: parts.journal,
			clock,
		}),
		books: createPotBooks({ executions, journal: parts.journal, markOf }),
		margins: createPotMargins({
			readings: parts.alerts.readings,
			statesOf: executions.statesOf,
			figures: {
				inputsOf: (venue, symbol) => market.get(venue, symbol),
				markOf: (venue, symbol) => markOf({ venue, symbol }),
				hourlySigmaOf: execution.volatility.hourlySigmaOf,
			},
			expectedCarry: parts.opportunities.expectedCarry,
			clock,
		}),
		queues: createPotQueues(parts),
		signals: createPotSignals(market),
		async agentOf(agentId) {
			const agent = await agents.findActive(agentId);
			return agent === undefined ? undefined : { agentId, caps: agent.caps };
		},
		haltOf,
		alerts: alertsOf(parts),
		settlementGuardMs: config.execution.settlementGuardMs,
		shadows: shadowAccounts(parts),
	});
}

/** Notes what each decided plan is expected to earn. Otherwise it is the same store. */
function storeWithForecasts({ store, planForecasts }: AutopilotServiceParts): PotStore {
	return {
		...store,
		async decide(record, events, alsoAnswers) {
			const isNew = await store.decide(record, events, alsoAnswers);
			const forecast = isNew ? forecastOfDecision(record, events) : undefined;
			if (forecast !== undefined) planForecasts.note(forecast);
			return isNew;
		},
	};
}

/** Creates the alerts of pots, which also announce suggestions. */
function alertsOf({ alerts, clock, onSuggested }: AutopilotServiceParts): PotAlerts {
	const raised = createPotAlerts({ raise: alerts.raise, clock });
	return {
		...raised,
		decided(pot, decision, count) {
			raised.decided(pot, decision, count);
			const { userId, agentId } = pot;
			if (pot.settings.mode === 'suggest' && decision.plan !== null)
				onSuggested({ userId, agentId, decisionId: decision.decisionId });
		},
	};
}

/** Gives each shadow pot a hidden user with paper accounts, which share the capital equally. */
function shadowAccounts({ users, accounts, sessions, clock, random }: AutopilotServiceParts): ShadowAccounts {
	return {
		async provide(potId, exchanges, capital) {
			const name = `shadow ${potId}`;
			const known = await users.findUserByName(name);
			const { userId } =
				known ??
				(await users.ensureUser({ userId: shadowUserId(random.hex(12)), name, createdAt: clock.now() }));
			const part = divDown(capital, fromInteger(exchanges.length));
			await accounts.provideShadow(userId, exchanges, part);
			for (const exchange of exchanges) {
				const id = accounts.book.usedAt(userId, exchange)?.keys?.apiKey;
				if (id !== undefined && isPaperAccount(id)) await sessions.depositPaper(exchange, id, part);
			}
			return userId;
		},
	};
}
