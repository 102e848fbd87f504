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

export const METHOD_FACTS: { readonly [M in MethodName]: MethodFacts } = {
	test: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	service_status: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	exchange_pair: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	get_opportunities: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	opportunity_detail: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	opportunity_history: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	get_daily_spreads: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	get_opportunity_lives: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	funding_map: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	funding_history: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	execute_opportunity: { timeLimitMs: 10000, reads: false, trades: true, takesKey: true },
	portfolio_live: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	portfolio_live_v2: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	close_execution: { timeLimitMs: 25000, reads: false, trades: true, takesKey: false },
	roll_leg: { timeLimitMs: 10000, reads: false, trades: true, takesKey: true },
	check_pair_status: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	get_execution: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	get_executed_opportunity: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	portfolio_history: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	execution_history: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	export_ledger: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	cancel_execution: { timeLimitMs: 25000, reads: false, trades: true, takesKey: false },
	update_exit: { timeLimitMs: 10000, reads: false, trades: true, takesKey: false },
	continue_epoch: { timeLimitMs: 10000, reads: false, trades: true, takesKey: false },
	resubmit_execute_opportunity: { timeLimitMs: 10000, reads: false, trades: true, takesKey: false },
	halt_trading: { timeLimitMs: 10000, reads: false, trades: true, takesKey: false },
	resume_trading: { timeLimitMs: 10000, reads: false, trades: true, takesKey: false },
	list_agents: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	create_agent: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	update_agent: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	rotate_agent_key: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	stop_agent: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	account_exchange_pair: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	connect_exchange: { timeLimitMs: 20000, reads: false, trades: true, takesKey: false },
	check_exchange_account: { timeLimitMs: 10000, reads: false, trades: true, takesKey: false },
	use_exchange_account: { timeLimitMs: 10000, reads: false, trades: true, takesKey: false },
	disconnect_exchange: { timeLimitMs: 25000, reads: false, trades: true, takesKey: false },
	list_exchanges: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	open_simulated_accounts: { timeLimitMs: 20000, reads: false, trades: true, takesKey: false },
	list_tokens: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	create_token: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	rotate_token: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	revoke_token: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	revoke_application: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	get_account: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	get_preferences: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	set_preferences: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	list_audit: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	list_alerts: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	list_alert_targets: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	add_alert_target: { timeLimitMs: 20000, reads: false, trades: false, takesKey: false },
	remove_alert_target: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	test_alert_target: { timeLimitMs: 20000, reads: false, trades: false, takesKey: false },
	update_alert_target: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	send_alert_code: { timeLimitMs: 20000, reads: false, trades: false, takesKey: false },
	confirm_alert_target: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	list_alert_rules: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	add_alert_rule: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	update_alert_rule: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	remove_alert_rule: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	get_alert_settings: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	set_quiet_hours: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	remove_quiet_hours: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	set_heartbeat: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	remove_heartbeat: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	list_chats: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	create_chat_code: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	unlink_chat: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	replay_start: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	replay_status: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	replay_result: { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
	replay_cancel: { timeLimitMs: 10000, reads: false, trades: false, takesKey: false },
	'rpc.discover': { timeLimitMs: 10000, reads: true, trades: false, takesKey: false },
};
