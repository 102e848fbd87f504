// Written by scripts/generate-docs.ts from the code. Change the code, not this file.

/** Facts that the client needs about each method. */

import type { MethodName } from './methods.ts';

export type MethodFacts = {
	/** Time within which the service responds, milliseconds. */
	readonly timeLimitMs: number;
	/** True if the method changes nothing, so that a client may repeat the call. */
	readonly reads: boolean;
	/** True if the method opens or closes positions, or selects the account for them. */
	readonly trades: boolean;
	/** True if the method accepts `idempotency_key`. */
	readonly takesKey: boolean;
};

const READS_10S: MethodFacts = { timeLimitMs: 10000, reads: true, trades: false, takesKey: false };
const TRADES_WITH_KEY_10S: MethodFacts = { timeLimitMs: 10000, reads: false, trades: true, takesKey: true };
const TRADES_25S: MethodFacts = { timeLimitMs: 25000, reads: false, trades: true, takesKey: false };
const TRADES_10S: MethodFacts = { timeLimitMs: 10000, reads: false, trades: true, takesKey: false };
const CHANGES_10S: MethodFacts = { timeLimitMs: 10000, reads: false, trades: false, takesKey: false };
const TRADES_20S: MethodFacts = { timeLimitMs: 20000, reads: false, trades: true, takesKey: false };
const CHANGES_20S: MethodFacts = { timeLimitMs: 20000, reads: false, trades: false, takesKey: false };

export const METHOD_FACTS: { readonly [M in MethodName]: MethodFacts } = {
	test: READS_10S,
	service_status: READS_10S,
	exchange_pair: READS_10S,
	get_opportunities: READS_10S,
	opportunity_detail: READS_10S,
	opportunity_history: READS_10S,
	get_daily_spreads: READS_10S,
	get_opportunity_lives: READS_10S,
	funding_map: READS_10S,
	funding_history: READS_10S,
	plan_portfolio: READS_10S,
	execute_opportunity: TRADES_WITH_KEY_10S,
	portfolio_live: READS_10S,
	portfolio_live_v2: READS_10S,
	close_execution: TRADES_25S,
	roll_leg: TRADES_WITH_KEY_10S,
	check_pair_status: READS_10S,
	get_execution: READS_10S,
	get_executed_opportunity: READS_10S,
	portfolio_history: READS_10S,
	execution_history: READS_10S,
	export_ledger: READS_10S,
	what_if: READS_10S,
	cancel_execution: TRADES_25S,
	update_exit: TRADES_10S,
	continue_epoch: TRADES_10S,
	resubmit_execute_opportunity: TRADES_10S,
	halt_trading: TRADES_10S,
	resume_trading: TRADES_10S,
	list_agents: READS_10S,
	create_agent: CHANGES_10S,
	update_agent: CHANGES_10S,
	rotate_agent_key: CHANGES_10S,
	stop_agent: CHANGES_10S,
	account_exchange_pair: READS_10S,
	connect_exchange: TRADES_20S,
	check_exchange_account: TRADES_10S,
	use_exchange_account: TRADES_10S,
	set_own_transfers: TRADES_10S,
	disconnect_exchange: TRADES_25S,
	list_exchanges: READS_10S,
	open_simulated_accounts: TRADES_20S,
	list_tokens: READS_10S,
	create_token: CHANGES_10S,
	rotate_token: CHANGES_10S,
	revoke_token: CHANGES_10S,
	revoke_application: CHANGES_10S,
	get_account: READS_10S,
	get_preferences: READS_10S,
	set_preferences: READS_10S,
	list_audit: READS_10S,
	list_alerts: READS_10S,
	list_alert_targets: READS_10S,
	add_alert_target: CHANGES_20S,
	remove_alert_target: CHANGES_10S,
	test_alert_target: CHANGES_20S,
	update_alert_target: CHANGES_10S,
	send_alert_code: CHANGES_20S,
	confirm_alert_target: CHANGES_10S,
	list_alert_rules: READS_10S,
	add_alert_rule: CHANGES_10S,
	update_alert_rule: CHANGES_10S,
	remove_alert_rule: CHANGES_10S,
	get_alert_settings: READS_10S,
	set_quiet_hours: CHANGES_10S,
	remove_quiet_hours: CHANGES_10S,
	set_heartbeat: CHANGES_10S,
	remove_heartbeat: CHANGES_10S,
	list_chats: READS_10S,
	create_chat_code: CHANGES_10S,
	unlink_chat: CHANGES_10S,
	replay_start: CHANGES_10S,
	replay_status: READS_10S,
	replay_result: READS_10S,
	replay_cancel: CHANGES_10S,
	autopilot_start: TRADES_WITH_KEY_10S,
	autopilot_status: READS_10S,
	autopilot_change: TRADES_10S,
	autopilot_pause: TRADES_10S,
	autopilot_confirm: TRADES_10S,
	autopilot_decline: TRADES_10S,
	autopilot_stop: TRADES_10S,
	'rpc.discover': READS_10S,
};
