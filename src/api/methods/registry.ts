/** Registers all methods. */
import type { Method } from '../rpc/method.ts';
import { accountExchangePair } from './account-exchange-pair.ts';
import { addAlertRule } from './add-alert-rule.ts';
import { addAlertTarget } from './add-alert-target.ts';
import { autopilotChange } from './autopilot-change.ts';
import { autopilotConfirm } from './autopilot-confirm.ts';
import { autopilotDecline } from './autopilot-decline.ts';
import { autopilotPause } from './autopilot-pause.ts';
import { autopilotStart } from './autopilot-start.ts';
import { autopilotStatus } from './autopilot-status.ts';
import { autopilotStop } from './autopilot-stop.ts';
import { cancelExecution } from './cancel-execution.ts';
import { checkExchangeAccount } from './check-exchange-account.ts';
import { checkPairStatus } from './check-pair-status.ts';
import { closeExecution } from './close-execution.ts';
import { confirmAlertTarget } from './confirm-alert-target.ts';
import { connectExchange } from './connect-exchange.ts';
import { continueEpoch } from './continue-epoch.ts';
import { createAgent } from './create-agent.ts';
import { createChatCode } from './create-chat-code.ts';
import { createToken } from './create-token.ts';
import { disconnectExchange } from './disconnect-exchange.ts';
import { exchangePairMethod } from './exchange-pair.ts';
import { executeOpportunity } from './execute-opportunity.ts';
import { executionHistory } from './execution-history.ts';
import { exportLedger } from './export-ledger.ts';
import { fundingHistoryMethod } from './funding-history.ts';
import { fundingMapMethod } from './funding-map.ts';
import { getAccount } from './get-account.ts';
import { getAlertSettings } from './get-alert-settings.ts';
import { getDailySpreads } from './get-daily-spreads.ts';
import { getExecutedOpportunity } from './get-executed-opportunity.ts';
import { getExecution } from './get-execution.ts';
import { getOpportunities } from './get-opportunities.ts';
import { getOpportunityLives } from './get-opportunity-lives.ts';
import { getPreferences } from './get-preferences.ts';
import { haltTrading } from './halt-trading.ts';
import { listAgents } from './list-agents.ts';
import { listAlertRules } from './list-alert-rules.ts';
import { listAlertTargets } from './list-alert-targets.ts';
import { listAlerts } from './list-alerts.ts';
import { listAudit } from './list-audit.ts';
import { listChats } from './list-chats.ts';
import { listExchanges } from './list-exchanges.ts';
import { listTokens } from './list-tokens.ts';
import { openSimulatedAccounts } from './open-simulated-accounts.ts';
import { opportunityDetail } from './opportunity-detail.ts';
import { opportunityHistory } from './opportunity-history.ts';
import { planPortfolio } from './plan-portfolio.ts';
import { portfolioHistory } from './portfolio-history.ts';
import { portfolioLive } from './portfolio-live.ts';
import { portfolioLiveV2 } from './portfolio-live-v2.ts';
import { removeAlertRule } from './remove-alert-rule.ts';
import { removeAlertTarget } from './remove-alert-target.ts';
import { removeHeartbeat } from './remove-heartbeat.ts';
import { removeQuietHours } from './remove-quiet-hours.ts';
import { replayCancel } from './replay-cancel.ts';
import { replayResult } from './replay-result.ts';
import { replayStart } from './replay-start.ts';
import { replayStatus } from './replay-status.ts';
import { resubmitExecuteOpportunity } from './resubmit-execute-opportunity.ts';
import { resumeTrading } from './resume-trading.ts';
import { revokeApplication } from './revoke-application.ts';
import { revokeToken } from './revoke-token.ts';
import { rollLeg } from './roll-leg.ts';
import { rotateAgentKey } from './rotate-agent-key.ts';
import { rotateToken } from './rotate-token.ts';
import { rpcDiscover } from './rpc-discover.ts';
import { sendAlertCode } from './send-alert-code.ts';
import { serviceStatus } from './service-status.ts';
import { setHeartbeat } from './set-heartbeat.ts';
import { setOwnTransfers } from './set-own-transfers.ts';
import { setPreferences } from './set-preferences.ts';
import { setQuietHours } from './set-quiet-hours.ts';
import { stopAgent } from './stop-agent.ts';
import { test } from './test.ts';
import { testAlertTarget } from './test-alert-target.ts';
import { unlinkChat } from './unlink-chat.ts';
import { updateAgent } from './update-agent.ts';
import { updateAlertRule } from './update-alert-rule.ts';
import { updateAlertTarget } from './update-alert-target.ts';
import { updateExit } from './update-exit.ts';
import { useExchangeAccount } from './use-exchange-account.ts';
import { whatIf } from './what-if.ts';

/** All methods over HTTP and WebSocket, in the order of the reference. */
export const METHODS: readonly Method[] = [
	test,
	serviceStatus,
	exchangePairMethod,
	getOpportunities,
	opportunityDetail,
	opportunityHistory,
	getDailySpreads,
	getOpportunityLives,
	fundingMapMethod,
	fundingHistoryMethod,
	planPortfolio,
	executeOpportunity,
	portfolioLive,
	portfolioLiveV2,
	closeExecution,
	rollLeg,
	checkPairStatus,
	getExecution,
	getExecutedOpportunity,
	portfolioHistory,
	executionHistory,
	exportLedger,
	whatIf,
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
	setOwnTransfers,
	disconnectExchange,
	listExchanges,
	openSimulatedAccounts,
	listTokens,
	createToken,
	rotateToken,
	revokeToken,
	revokeApplication,
	getAccount,
	getPreferences,
	setPreferences,
	listAudit,
	listAlerts,
	listAlertTargets,
	addAlertTarget,
	removeAlertTarget,
	testAlertTarget,
	updateAlertTarget,
	sendAlertCode,
	confirmAlertTarget,
	listAlertRules,
	addAlertRule,
	updateAlertRule,
	removeAlertRule,
	getAlertSettings,
	setQuietHours,
	removeQuietHours,
	setHeartbeat,
	removeHeartbeat,
	listChats,
	createChatCode,
	unlinkChat,
	replayStart,
	replayStatus,
	replayResult,
	replayCancel,
	autopilotStart,
	autopilotStatus,
	autopilotChange,
	autopilotPause,
	autopilotConfirm,
	autopilotDecline,
	autopilotStop,
	rpcDiscover(() => METHODS),
];

/** Names of all methods, in the same order as `METHODS`. */
export const METHOD_NAMES: readonly string[] = METHODS.map(({ name }) => name);

const BY_NAME: ReadonlyMap<string, Method> = new Map(METHODS.map((method) => [method.name, method]));

/** Finds a method by its case-sensitive name; undefined if there is none. */
export function findMethod(name: string): Method | undefined {
	return BY_NAME.get(name);
}
