/** Every method of the service, in the order of the reference. */
import type { Method } from './method.ts';
import { accountExchangePair } from './methods/account-exchange-pair.ts';
import { addAlertTarget } from './methods/add-alert-target.ts';
import { cancelExecution } from './methods/cancel-execution.ts';
import { checkExchangeAccount } from './methods/check-exchange-account.ts';
import { checkPairStatus } from './methods/check-pair-status.ts';
import { closeExecution } from './methods/close-execution.ts';
import { connectExchange } from './methods/connect-exchange.ts';
import { continueEpoch } from './methods/continue-epoch.ts';
import { createAgent } from './methods/create-agent.ts';
import { createToken } from './methods/create-token.ts';
import { disconnectExchange } from './methods/disconnect-exchange.ts';
import { exchangePairMethod } from './methods/exchange-pair.ts';
import { executeOpportunity } from './methods/execute-opportunity.ts';
import { exportLedger } from './methods/export-ledger.ts';
import { getAccount } from './methods/get-account.ts';
import { getExecutedOpportunity } from './methods/get-executed-opportunity.ts';
import { getExecution } from './methods/get-execution.ts';
import { getOpportunities } from './methods/get-opportunities.ts';
import { getOpportunityLives } from './methods/get-opportunity-lives.ts';
import { haltTrading } from './methods/halt-trading.ts';
import { listAgents } from './methods/list-agents.ts';
import { listAlertTargets } from './methods/list-alert-targets.ts';
import { listAlerts } from './methods/list-alerts.ts';
import { listAudit } from './methods/list-audit.ts';
import { listExchanges } from './methods/list-exchanges.ts';
import { listTokens } from './methods/list-tokens.ts';
import { openSimulatedAccounts } from './methods/open-simulated-accounts.ts';
import { opportunityDetail } from './methods/opportunity-detail.ts';
import { portfolioLive } from './methods/portfolio-live.ts';
import { portfolioLiveV2 } from './methods/portfolio-live-v2.ts';
import { removeAlertTarget } from './methods/remove-alert-target.ts';
import { resubmitExecuteOpportunity } from './methods/resubmit-execute-opportunity.ts';
import { resumeTrading } from './methods/resume-trading.ts';
import { revokeApplication } from './methods/revoke-application.ts';
import { revokeToken } from './methods/revoke-token.ts';
import { rotateAgentKey } from './methods/rotate-agent-key.ts';
import { rotateToken } from './methods/rotate-token.ts';
import { rpcDiscover } from './methods/rpc-discover.ts';
import { serviceStatus } from './methods/service-status.ts';
import { stopAgent } from './methods/stop-agent.ts';
import { test } from './methods/test.ts';
import { testAlertTarget } from './methods/test-alert-target.ts';
import { updateAgent } from './methods/update-agent.ts';
import { updateExit } from './methods/update-exit.ts';
import { useExchangeAccount } from './methods/use-exchange-account.ts';

export const METHODS: readonly Method[] = [
	test,
	serviceStatus,
	exchangePairMethod,
	getOpportunities,
	opportunityDetail,
	getOpportunityLives,
	executeOpportunity,
	portfolioLive,
	portfolioLiveV2,
	closeExecution,
	checkPairStatus,
	getExecution,
	getExecutedOpportunity,
	exportLedger,
	cancelExecution,
	updateExit,
	continueEpoch,
	resubmitExecuteOpportunity,
	haltTrading,
	resumeTrading,
	listAgents,
	createAgent,
	updateAgent,
	rotateAgentKey,
	stopAgent,
	accountExchangePair,
	connectExchange,
	checkExchangeAccount,
	useExchangeAccount,
	disconnectExchange,
	listExchanges,
	openSimulatedAccounts,
	listTokens,
	createToken,
	rotateToken,
	revokeToken,
	revokeApplication,
	getAccount,
	listAudit,
	listAlerts,
	listAlertTargets,
	addAlertTarget,
	removeAlertTarget,
	testAlertTarget,
	rpcDiscover(() => METHODS),
];

export const METHOD_NAMES: readonly string[] = METHODS.map(({ name }) => name);

const BY_NAME: ReadonlyMap<string, Method> = new Map(METHODS.map((method) => [method.name, method]));

export function findMethod(name: string): Method | undefined {
	return BY_NAME.get(name);
}
