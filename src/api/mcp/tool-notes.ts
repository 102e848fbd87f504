/**
 * Defines the notes that agents read after a method's summary, and MCP hints for clients
 * (https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations, read 2026-11-22).
 */
import type { Method } from '../rpc/method.ts';

/** Title, note and hints for one tool. Hints only describe the tool; they forbid nothing. */
export type ToolNotes = {
	readonly title: string;
	/** Sentences that follow the method's summary in the tool's description. */
	readonly note?: string;
	/** True if the tool changes nothing. */
	readonly readOnly: boolean;
	/** True if no other call can undo the effect: a trade has costs, or a key or permission is lost. */
	readonly destructive: boolean;
	/** True if repeating the call with the same arguments has no further effect. */
	readonly idempotent: boolean;
	/** True if the tool contacts exchanges or other external systems. */
	readonly openWorld: boolean;
};

const READS = { readOnly: true, destructive: false, idempotent: true } as const;
/** Hint for tools that affect only this service. */
const HERE = { openWorld: false } as const;
const AT_EXCHANGES = { openWorld: true } as const;
/**
 * Hints for tools that stop or reduce something. These tools are always allowed, and repeating the call has no
 * further effect.
 */
const ENDS = { readOnly: false, destructive: true, idempotent: true } as const;
const CHANGES = { readOnly: false, destructive: false, idempotent: true } as const;

const SECRETS_PASS =
	'The arguments and the answer appear in the conversation. Preferably, let the user do this on a page of the service.';

const NOTES: Readonly<Record<string, ToolNotes>> = {
	test: { title: 'Check the service', ...READS, ...HERE },
	service_status: {
		title: 'Service status',
		note: 'Read it when a pair is not active or calls fail: it shows which exchange is stale or down, and why. Counters start at started_at.',
		...READS,
		...HERE,
	},
	exchange_pair: { title: 'Exchange pairs', ...READS, ...HERE },
	get_opportunities: {
		title: 'Find opportunities',
		note: 'Rates and APRs are fractions (0.0001 is 0.01 %). Judge by net.verdict and net.expected_net at your amount, never by spread or apr. State net.horizon_hours with every expected_net: without the param horizon_hours, each opportunity uses its own best horizon from 8 hours to 30 days, and only net_apr compares them. To find trades, use sortby net_apr, tradable_only true and a small limit. null means unknown, never zero; see reasons.',
		...READS,
		...HERE,
	},
	opportunity_detail: {
		title: 'Explain an opportunity',
		note: 'Read it before a preview. settlements lists the expected payments; cost_curve shows the costs of larger amounts.',
		...READS,
		...HERE,
	},
	opportunity_history: { title: 'History of an opportunity', ...READS, ...HERE },
	get_daily_spreads: { title: 'Daily spreads of opportunities', ...READS, ...HERE },
	get_opportunity_lives: { title: 'Lifetimes of opportunities', ...READS, ...HERE },
	funding_map: {
		title: 'Funding rates of all coins and exchanges',
		note: 'Compare rate_8h or apr, never rate, because exchanges settle at different intervals. spread is before costs: to find trades, use get_opportunities.',
		...READS,
		...HERE,
	},
	funding_history: {
		title: 'Settled funding rates of a coin',
		note: 'covered below 1 means that part of the range is unknown. For a range of 90 or 365 days, each point is the mean of a day.',
		...READS,
		...HERE,
	},
	plan_portfolio: {
		title: 'Plan the portfolio',
		note: 'Begin with outcome: if verdict is no_trade, tell the user that cash pays more, and recommend no change that opens or enlarges. State net_on_capital with its interval low to high and with cash_apr. Show each change with gain, cost, ratio and the limits that decided its size. Nothing is traded: to make a change, preview it with execute_opportunity (opportunity_id, amount: twice notional divided by leverage), close_execution (execution_id, share) or, for a roll, roll_leg (execution_id, leg, and the exchange and symbol of that leg in long or short, share). Transfers are made by the user at the exchanges.',
		...READS,
		...AT_EXCHANGES,
	},
	execute_opportunity: {
		title: 'Preview and open a position',
		note: 'Make two calls. First call with preview true: it sends nothing and returns the plan, its costs, all checks with values and limits, and a preview_id. Show the user the costs, the verdict and each failed check. If the user agrees, call again with the same arguments, preview_id and your own idempotency_key, without preview. A call with neither preview nor preview_id returns the refusal PREVIEW_REQUIRED with the preview. amount is USD over both legs. After a lost answer or TIMEOUT, call again with the same idempotency_key, never with another.',
		readOnly: false,
		destructive: true,
		idempotent: false,
		...AT_EXCHANGES,
	},
	portfolio_live: {
		title: 'Positions, profit and accounts',
		note: 'status opening and closing take time: read again after a few seconds. If status is needs_attention, tell the user immediately.',
		...READS,
		...AT_EXCHANGES,
	},
	portfolio_live_v2: { title: 'Positions, profit and accounts', ...READS, ...AT_EXCHANGES },
	close_execution: {
		title: 'Close a position',
		note: 'With preview true, nothing changes and the answer has the expected fees, slippage and result per leg and in total. Show them to the user before you close. It works for status queued, opening and running. style maker takes up to maker_minutes and costs less; use taker if the user is in a hurry. success is true only when both exchanges confirm zero position. success false means that closing continues: read portfolio_live until it is closed. Closing a closed execution returns its final result again.',
		...ENDS,
		...AT_EXCHANGES,
	},
	roll_leg: {
		title: 'Move one leg to another exchange',
		note: 'Call it with preview true first, and show the user cost, gain and ratio. The pair after is a new execution, execution_id of the answer. The execution before ends, or keeps the rest. To stop a roll in progress, call cancel_execution with the new id: both pairs stay whole.',
		readOnly: false,
		destructive: true,
		idempotent: false,
		...AT_EXCHANGES,
	},
	check_pair_status: { title: 'Pair status', ...READS, ...HERE },
	get_execution: { title: 'One execution with its journal', ...READS, ...AT_EXCHANGES },
	get_executed_opportunity: { title: 'Executions of a symbol', ...READS, ...AT_EXCHANGES },
	portfolio_history: {
		title: 'Equity, profit and yields over time',
		note: 'profit comes from the journal and is exact; equity is sampled. Say so if a series has gaps or begins late (samples_since).',
		...READS,
		...HERE,
	},
	execution_history: {
		title: 'The course of one position',
		note: 'samples are marked to market; funding, orders and fills come from the journal.',
		...READS,
		...HERE,
	},
	export_ledger: {
		title: 'Fills, fees and funding as rows',
		note: 'Use it for figures across many executions; portfolio_live has the totals of each.',
		...READS,
		...HERE,
	},
	what_if: {
		title: 'Effect of a market shock on your positions',
		note: 'An estimate from the present positions; it opens and closes nothing. Read exchanges[].after.level and liquidated first. transfers and reductions are what would be needed after the shock, not now.',
		...READS,
		...AT_EXCHANGES,
	},
	cancel_execution: {
		title: 'Stop an opening',
		note: 'Use it for status queued and opening. Without keep, it closes the filled part, as close_execution does; with keep true, the filled part keeps running.',
		...ENDS,
		...AT_EXCHANGES,
	},
	update_exit: { title: 'Change exit rules', ...CHANGES, ...HERE },
	continue_epoch: {
		title: 'Hold one more funding interval',
		note: 'Each call adds one funding interval.',
		readOnly: false,
		destructive: false,
		idempotent: false,
		...HERE,
	},
	halt_trading: {
		title: 'Halt trading',
		note: 'Kill switch. Without close_all, running executions continue; with it, the service closes them all at market prices.',
		...ENDS,
		...AT_EXCHANGES,
	},
	resume_trading: {
		title: 'Resume trading',
		note: 'Call it only when the user asks for it.',
		...CHANGES,
		...HERE,
	},
	list_agents: { title: 'Agents', ...READS, ...HERE },
	create_agent: {
		title: 'Create an agent',
		note: `The answer contains the key of the agent. ${SECRETS_PASS}`,
		readOnly: false,
		destructive: false,
		idempotent: false,
		...HERE,
	},
	update_agent: { title: 'Change an agent', ...CHANGES, destructive: true, ...HERE },
	rotate_agent_key: {
		title: 'New key for an agent',
		note: `The old key stops working immediately; the answer contains the new key. ${SECRETS_PASS}`,
		readOnly: false,
		destructive: true,
		idempotent: false,
		...HERE,
	},
	stop_agent: { title: 'Stop an agent permanently', ...ENDS, ...AT_EXCHANGES },
	list_alerts: {
		title: 'Alerts',
		note: 'Read it when something looks wrong: it shows what happened and when.',
		...READS,
		...HERE,
	},
	list_alert_targets: { title: 'Alert targets', ...READS, ...HERE },
	add_alert_target: {
		title: 'Add an alert target',
		note: `Addresses and tokens of targets are secrets, and the answer may contain a signing secret. ${SECRETS_PASS}`,
		readOnly: false,
		destructive: false,
		idempotent: false,
		openWorld: true,
	},
	remove_alert_target: { title: 'Remove an alert target', ...ENDS, ...HERE },
	test_alert_target: {
		title: 'Test an alert target',
		readOnly: false,
		destructive: false,
		idempotent: false,
		openWorld: true,
	},
	update_alert_target: { title: 'Change an alert target', ...CHANGES, ...HERE },
	send_alert_code: {
		title: 'Send a confirmation code',
		readOnly: false,
		destructive: false,
		idempotent: false,
		openWorld: true,
	},
	confirm_alert_target: {
		title: 'Confirm a mail address',
		note: 'Ask the user for the code: it is in the mail that the address received.',
		...CHANGES,
		...HERE,
	},
	list_alert_rules: {
		title: 'Threshold rules',
		note: 'figure is the last value and limit the threshold, both in unit. A null figure is unknown, not zero.',
		...READS,
		...HERE,
	},
	add_alert_rule: {
		title: 'Add a threshold rule',
		note: 'Limits are percent: 20 means 20 %, not 0.2.',
		readOnly: false,
		destructive: false,
		idempotent: false,
		...HERE,
	},
	update_alert_rule: { title: 'Change a threshold rule', ...CHANGES, ...HERE },
	remove_alert_rule: { title: 'Remove a threshold rule', ...ENDS, ...HERE },
	get_alert_settings: { title: 'Quiet hours and heartbeat', ...READS, ...HERE },
	set_quiet_hours: { title: 'Set quiet hours', ...CHANGES, ...HERE },
	remove_quiet_hours: { title: 'Remove quiet hours', ...CHANGES, ...HERE },
	set_heartbeat: {
		title: 'Set the heartbeat',
		note: `The URL is a secret. ${SECRETS_PASS}`,
		...CHANGES,
		openWorld: true,
	},
	remove_heartbeat: { title: 'Remove the heartbeat', ...ENDS, ...HERE },
	list_chats: { title: 'Linked chats', ...READS, ...HERE },
	create_chat_code: {
		title: 'Create a chat code',
		note: `The person who sends the code to the bot acts as the agent. ${SECRETS_PASS}`,
		readOnly: false,
		destructive: false,
		idempotent: false,
		...HERE,
	},
	unlink_chat: { title: 'End the link of a chat', ...ENDS, ...HERE },
	replay_start: {
		title: 'Test a policy on recorded data',
		note: 'Read replay_status first: it lists the data and policies with their settings. Nothing is traded. Start few replays, because each uses the processor for minutes, and judge a policy by comparisons, the interval and honesty, never by net_per_year alone.',
		readOnly: false,
		destructive: false,
		idempotent: false,
		...HERE,
	},
	replay_status: {
		title: 'Progress of replays',
		note: 'While status is queued or running, read it again after some seconds; left_s estimates the rest.',
		...READS,
		...HERE,
	},
	replay_result: {
		title: 'Result of a replay',
		note: 'State the interval low to high and the comparisons with every net. Say so if honesty.verdict is none or fragile, if complete is false, or if not_known lists a figure.',
		...READS,
		...HERE,
	},
	replay_cancel: { title: 'End a replay', ...ENDS, ...HERE },
	list_exchanges: { title: 'Exchanges for accounts', ...READS, ...HERE },
	account_exchange_pair: { title: 'Exchange accounts', ...READS, ...HERE },
	connect_exchange: {
		title: 'Connect an exchange account',
		note: `It needs an API key and its secret: never ask the user to type them into the conversation. ${SECRETS_PASS}`,
		readOnly: false,
		destructive: true,
		idempotent: true,
		...AT_EXCHANGES,
	},
	autopilot_start: {
		title: 'Start a pot of the autopilot',
		note: 'Ask the user for capital, exchanges and mode first; recommend suggest. A plan that pays no more than cash opens nothing: say so, and do not lower min_net_over_cash_pct without being asked. In live mode, name the exchanges in confirm_live only after the user has confirmed real orders. Send an idempotency_key, so that a repeat starts no second pot.',
		readOnly: false,
		destructive: true,
		idempotent: false,
		...AT_EXCHANGES,
	},
	autopilot_status: {
		title: 'Pots of the autopilot',
		note: 'Compare profit with cash_profit and shadow_profit. Each change has its explanation, its state and its outcome; tell the user about those that are suggested.',
		...READS,
		...HERE,
	},
	autopilot_change: {
		title: 'Change a pot',
		note: 'It replaces suggested changes by a new decision.',
		...CHANGES,
		...AT_EXCHANGES,
	},
	autopilot_pause: {
		title: 'Pause or resume a pot',
		note: 'Resume a pot only when the user asks for it; an agent may not.',
		...CHANGES,
		...HERE,
	},
	autopilot_confirm: {
		title: 'Confirm suggested changes',
		note: 'It opens and closes positions. Show the user the changes with their costs first, and confirm only those that the user names. An agent may not call it.',
		readOnly: false,
		destructive: true,
		idempotent: true,
		...AT_EXCHANGES,
	},
	autopilot_decline: { title: 'Decline suggested changes', ...CHANGES, ...HERE },
	autopilot_stop: {
		title: 'Stop a pot',
		note: 'Final. With close true, it closes all positions of the pot at market prices.',
		...ENDS,
		...AT_EXCHANGES,
	},
	check_exchange_account: { title: 'Check an exchange account', ...CHANGES, ...AT_EXCHANGES },
	set_own_transfers: { title: 'Allow transfers between your wallets', ...CHANGES, ...AT_EXCHANGES },
	use_exchange_account: { title: 'Choose an exchange account', ...CHANGES, ...HERE },
	disconnect_exchange: { title: 'Disconnect an exchange account', ...ENDS, ...AT_EXCHANGES },
};

/** True if the method has notes; a test requires notes for every tool. */
export function hasNotes(name: string): boolean {
	return Object.hasOwn(NOTES, name);
}

/** Returns a method's notes. A method without notes gets the most cautious hints. */
export function notesOf({ name, scope, tradesMoney }: Method): ToolNotes {
	const noted = hasNotes(name) ? NOTES[name] : undefined;
	if (noted !== undefined) return noted;
	const reads = !tradesMoney && (scope === 'public' || scope === 'arb:read');
	return {
		title: name,
		readOnly: reads,
		destructive: !reads,
		idempotent: reads,
		openWorld: true,
	};
}

/** Methods that are not tools, with the reason. Over MCP, opening a position always requires a preview. */
export const NOT_TOOLS: Readonly<Record<string, string>> = {
	'rpc.discover': 'The resource carrywire://openrpc.json has the same document.',
	resubmit_execute_opportunity:
		'This method opens a position without a preview. Instead, use execute_opportunity with a new preview.',
};
