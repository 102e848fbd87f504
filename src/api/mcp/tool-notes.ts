/**
 * What an agent must know of a method beside its summary, and what a client may tell its user before a call. The hints are
 * those of MCP (https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations, read 2026-11-22).
 */
import type { Method } from '../rpc/method.ts';

/** Title, further sentences and hints of one tool; hints describe the tool and forbid nothing. */
export type ToolNotes = {
	readonly title: string;
	/** Sentences after the summary. */
	readonly note?: string;
	/** It changes nothing. */
	readonly readOnly: boolean;
	/** What it changes cannot be taken back by another call: a trade was paid for, a key or a right is gone. */
	readonly destructive: boolean;
	/** Called again with the same arguments it changes nothing more. */
	readonly idempotent: boolean;
	/** It asks exchanges, and so the world outside, to do something. */
	readonly openWorld: boolean;
};

const READS = { readOnly: true, destructive: false, idempotent: true } as const;
/** Kept here, by this service alone. */
const HERE = { openWorld: false } as const;
const AT_EXCHANGES = { openWorld: true } as const;
/** Stops or shrinks what is open: always allowed, and the same thing a second time does nothing. */
const ENDS = { readOnly: false, destructive: true, idempotent: true } as const;
const CHANGES = { readOnly: false, destructive: false, idempotent: true } as const;

const SECRETS_PASS =
	'What you send and what is answered passes through the conversation: let the user do this on the page of the service where there is a choice.';

const NOTES: Readonly<Record<string, ToolNotes>> = {
	test: { title: 'Is the service there', ...READS, ...HERE },
	service_status: {
		title: 'How the service is',
		note: 'Read it when a pair is not active or calls fail: it says which exchange is stale or down and why. Everything that is counted begins at started_at.',
		...READS,
		...HERE,
	},
	exchange_pair: { title: 'Exchange pairs', ...READS, ...HERE },
	get_opportunities: {
		title: 'Find opportunities',
		note: 'Rates and APRs are fractions (0.0001 is 0.01 %); what counts is net.verdict and net.expected_net at your own amount, never the headline spread or apr. Say net.horizon_hours with every expected_net: without horizon_hours each opportunity has its best of 8 hours to 30 days, and only net_apr compares them. For what may be traded: sortby net_apr, tradable_only true, a small limit. null is unknown, never zero: reasons says why.',
		...READS,
		...HERE,
	},
	opportunity_detail: {
		title: 'Explain an opportunity',
		note: 'Read it before a preview: settlements says what is expected and when, cost_curve what a larger amount costs.',
		...READS,
		...HERE,
	},
	get_opportunity_lives: { title: 'How long opportunities live', ...READS, ...HERE },
	execute_opportunity: {
		title: 'Preview and open a position',
		note: 'Two calls. First with preview: true: nothing is sent, and the answer has the plan, its costs, every check with its value and limit, and a preview_id. Show the user the costs, the verdict and each check that did not pass. Then, when the user agrees, the same arguments with preview_id and an idempotency_key of your own, without preview. A call with neither is answered by the preview alone, as the refusal PREVIEW_REQUIRED. amount is USD over both legs together. After a lost answer or TIMEOUT call again with the same idempotency_key; never with another.',
		readOnly: false,
		destructive: true,
		idempotent: false,
		...AT_EXCHANGES,
	},
	portfolio_live: {
		title: 'Positions, profit and accounts',
		note: 'status opening and closing take a while: look again after a few seconds. needs_attention calls for a person: tell the user at once.',
		...READS,
		...AT_EXCHANGES,
	},
	portfolio_live_v2: { title: 'Positions, profit and accounts', ...READS, ...AT_EXCHANGES },
	close_execution: {
		title: 'Close a position',
		note: 'With preview true nothing is changed: the answer has the expected fees, slippage and result per leg and in total; show them to the user before you close. Works while it is queued, opening or running. success is true only when both exchanges confirm that nothing is held; success false means that the closing goes on: look at portfolio_live until it is closed. Closing what is closed answers its finals again.',
		...ENDS,
		...AT_EXCHANGES,
	},
	check_pair_status: { title: 'Is a pair alive', ...READS, ...HERE },
	get_execution: { title: 'One execution with its journal', ...READS, ...AT_EXCHANGES },
	get_executed_opportunity: { title: 'Executions of a symbol', ...READS, ...AT_EXCHANGES },
	export_ledger: {
		title: 'Fills, fees and funding as rows',
		note: 'For figures over many executions; portfolio_live has the sums of each.',
		...READS,
		...HERE,
	},
	cancel_execution: {
		title: 'Stop what is opening',
		note: 'For status queued and opening. Without keep what is open is closed, as close_execution does; with keep true what is open runs on.',
		...ENDS,
		...AT_EXCHANGES,
	},
	update_exit: { title: 'Change exit rules', ...CHANGES, ...HERE },
	continue_epoch: {
		title: 'Hold one more epoch',
		note: 'Every call adds one epoch.',
		readOnly: false,
		destructive: false,
		idempotent: false,
		...HERE,
	},
	halt_trading: {
		title: 'Stop all opening',
		note: 'The kill switch. Without close_all what runs goes on; with it, everything is closed at the market.',
		...ENDS,
		...AT_EXCHANGES,
	},
	resume_trading: {
		title: 'Allow opening again',
		note: 'Only when the user says so: somebody halted for a reason.',
		...CHANGES,
		...HERE,
	},
	list_agents: { title: 'Agents', ...READS, ...HERE },
	create_agent: {
		title: 'Create an agent',
		note: `The answer has the agent’s key. ${SECRETS_PASS}`,
		readOnly: false,
		destructive: false,
		idempotent: false,
		...HERE,
	},
	update_agent: { title: 'Change an agent', ...CHANGES, destructive: true, ...HERE },
	rotate_agent_key: {
		title: 'New key for an agent',
		note: `The old key ends at once, and the answer has the new one. ${SECRETS_PASS}`,
		readOnly: false,
		destructive: true,
		idempotent: false,
		...HERE,
	},
	stop_agent: { title: 'Stop an agent for good', ...ENDS, ...AT_EXCHANGES },
	list_alerts: {
		title: 'Alerts',
		note: 'Read it when something looks wrong: it says what happened and when.',
		...READS,
		...HERE,
	},
	list_alert_targets: { title: 'Where alerts go', ...READS, ...HERE },
	add_alert_target: {
		title: 'Send alerts somewhere',
		note: `Addresses and tokens of targets are secrets, and the answer may have another. ${SECRETS_PASS}`,
		readOnly: false,
		destructive: false,
		idempotent: false,
		openWorld: true,
	},
	remove_alert_target: { title: 'Stop sending alerts somewhere', ...ENDS, ...HERE },
	test_alert_target: {
		title: 'Try an alert target',
		readOnly: false,
		destructive: false,
		idempotent: false,
		openWorld: true,
	},
	list_exchanges: { title: 'Where accounts can be connected', ...READS, ...HERE },
	account_exchange_pair: { title: 'Exchange accounts', ...READS, ...HERE },
	connect_exchange: {
		title: 'Connect an exchange account',
		note: `It takes an API key and its secret: never ask the user to type them into a conversation. ${SECRETS_PASS}`,
		readOnly: false,
		destructive: true,
		idempotent: true,
		...AT_EXCHANGES,
	},
	check_exchange_account: { title: 'Check an exchange account', ...CHANGES, ...AT_EXCHANGES },
	use_exchange_account: { title: 'Choose an exchange account', ...CHANGES, ...HERE },
	disconnect_exchange: { title: 'Disconnect an exchange account', ...ENDS, ...AT_EXCHANGES },
};

/** Whether somebody has judged the method as a tool; a test asks it of every one. */
export function isNoted(name: string): boolean {
	return Object.hasOwn(NOTES, name);
}

/** Of a method that nobody has judged the worst is said. */
export function notesOf({ name, scope, tradesMoney }: Method): ToolNotes {
	const noted = isNoted(name) ? NOTES[name] : undefined;
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

/**
 * Methods that are no tools, each with its reason. Over MCP nothing is opened that was not previewed.
 */
export const NOT_TOOLS: Readonly<Record<string, string>> = {
	'rpc.discover': 'It is the resource carrywire://openrpc.json: a document, and no answer to anything.',
	resubmit_execute_opportunity:
		'It opens again without a preview: preview the opportunity anew with execute_opportunity, and execute that.',
};
