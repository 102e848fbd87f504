/** Holds the texts that chats receive and the sentences about the connections to the platforms. */

import { spoken } from '../domain/english.ts';
import { HALT_TEXT } from '../domain/halt-words.ts';
import type { ChatPlatform } from '../ports/chat.ts';
import { chat } from '../sentences/chat.ts';

/** Names of the platforms. */
export const PLATFORM_NAMES: Readonly<Record<ChatPlatform, string>> = {
	telegram: 'Telegram',
	slack: 'Slack',
};

/** Texts about a message's length. */
export const MESSAGE_TEXT = {
	more: (count: number) =>
		`… ${count} more ${count === 1 ? 'line' : 'lines'}. The dashboard shows everything.`,
} as const;

/** Commands as the person types them: `/status` in Telegram, `/carrywire status` in Slack. */
export const COMMAND: Readonly<Record<ChatPlatform, (name: string) => string>> = {
	telegram: (name) => `/${name}`,
	slack: (name) => `/carrywire ${name}`,
};

/** Texts about links, rights and buttons. */
export const CHAT_TEXT = {
	notLinked: 'This chat is not linked.',
	howToLink: (command: string) =>
		`Open the page Chat of your Carrywire dashboard, create a code and send: ${command} CODE`,
	linked: 'This chat is linked.',
	linkedNote: 'Only your own messages count here. Stop its agent on the dashboard, and the link ends too.',
	codeRefused: 'That code is not valid.',
	codeRefusedNote: 'A code works once, within 10 minutes. Create a new one on the dashboard.',
	unlinked: 'This chat is no longer linked.',
	unlinkedNote: 'Its agent still exists. You can stop it on the dashboard.',
	unknown: 'Carrywire does not know this command.',
	seeHelp: (command: string) => `Send ${command} for the list.`,
	help: 'Commands',
	helpLines: (command: (name: string) => string) => [
		`${command('status')} – service, exchanges, halts and the last day`,
		`${command('positions')} – open positions`,
		`${command('opportunities')} [COIN] – the five best`,
		`${command('suggestions')} – changes that your pots suggest, with buttons`,
		`${command('close')} ID or COIN – preview, then close`,
		`${command('halt')} – stop opening positions`,
		`${command('resume')} – end your halt`,
		`${command('unlink')} – end this link`,
	],
	usageClose: (command: string) => `Send ${command} with the coin or the id of one position.`,
	usageLink: (command: string) => `Send ${command} with the code from the dashboard.`,
	usage: 'Something is missing.',
	notDone: 'That did not work.',
	mayNotTrade: 'The agent of this chat may only read. Give it the scope arb:trade on the dashboard.',
	actsNotForOwner:
		'This chat may not end a halt. Resume on the dashboard, or link the chat again with the right to act for you.',
	agentStopped: 'The agent of this chat is stopped. Link the chat to another agent on the dashboard.',
	confirm: 'Confirm',
	cancel: 'Cancel',
	within: (seconds: number) => `Press a button within ${seconds} s.`,
	askHalt: 'Stop opening positions?',
	askHaltNote: 'No execution opens or grows until you resume. Closing continues.',
	askResume: 'End your halt?',
	askResumeNote: 'Positions can open again. A halt by the operator stays.',
	expired: 'This button has expired or was already used. Send the command again.',
	notYourButton: 'This button belongs to another person, or has expired.',
	canceled: 'Cancelled. Nothing was sent.',
	working: { close: (name: string) => `Closing ${name} …`, halt: 'Halting …', resume: 'Resuming …' },
	halted: 'Trading is halted.',
	haltedNote: 'Closing continues. Resume here or on the dashboard.',
	resumed: 'Trading is resumed.',
	wasNotHalted: 'You had not halted trading.',
	interrupted: 'The service restarted during your last command.',
	interruptedNote: (act: string, command: string) =>
		`The outcome of "${act}" is not known here. Check it with ${command}.`,
	acts: {
		close: (name: string) => `close ${name}`,
		suggestion: (name: string) => `answer: ${name}`,
		halt: 'halt',
		resume: 'resume',
	},
	haltReason: (platform: string) => HALT_TEXT.fromChat({ platform }).text,
} as const;

/** Texts of the answers to reading commands. */
export const ANSWER_TEXT = {
	status: (isReady: boolean, mode: string) =>
		`The service is ${isReady ? 'ready' : 'not ready'} (${mode} mode).`,
	exchange: (name: string, state: string, reason: string | null) =>
		`${name}: ${state}${reason === null ? '' : ` – ${reason}`}`,
	noHalt: 'No halt blocks you.',
	halt: (scope: string, reason: string | null) => `Halted (${scope})${reason === null ? '' : `: ${reason}`}`,
	open: (count: number, invested: string) =>
		`${count} open ${count === 1 ? 'execution' : 'executions'}, ${invested}`,
	profit: (unrealized: string, realized: string) => `Profit: ${unrealized} open, ${realized} booked`,
	day: (booked: string | null, share: string) =>
		`Last 24 h: ${booked === null ? '' : `${booked} booked, `}${share} of the deployed capital`,
	unknown: 'unknown',
	positions: (count: number) => `${count} open ${count === 1 ? 'position' : 'positions'}`,
	noPositions: 'No open position.',
	position: (symbol: string, long: string, short: string) => `${symbol}: long ${long}, short ${short}`,
	positionState: (status: string, amount: string, net: string) => `${status}, ${amount}, net ${net}`,
	positionNext: (at: string | null) => (at === null ? 'next settlement unknown' : `next settlement ${at}`),
	opportunities: (amount: string | null, coin: string | null) =>
		`Best opportunities${coin === null ? '' : ` for ${coin}`}${amount === null ? '' : ` at ${amount}`}`,
	noOpportunities: 'None right now.',
	opportunity: (rank: number, symbol: string, direction: string) => `${rank}. ${symbol}, ${direction}`,
	opportunityNet: (net: string, usd: string, odds: string, hours: string, verdict: string) =>
		`net ${net} (${usd}) in ${hours}, ${odds} chance of profit, verdict ${verdict}`,
} as const;

/** Texts of the preview before a close. */
export const CLOSE_TEXT = {
	ask: (name: string) => `Close ${name}?`,
	nothing: (name: string) => `Nothing to close: ${name}`,
	none: 'No open position matches.',
	noneNote: (target: string, command: string) =>
		`"${target}" is neither the id nor the coin of one. See ${command}.`,
	several: (count: number) => `${count} positions match. Send one id:`,
	expected: (net: string) => `Expected net: ${net}`,
	parts: (price: string, funding: string, fees: string) =>
		`Price ${price}, funding ${funding}, fees paid ${fees}`,
	exit: (fees: string, slippage: string) => `Exit costs: fees ${fees}, slippage ${slippage}`,
	closed: (name: string) => `Closed ${name}.`,
	notYet: (name: string) => `Closing ${name} is not finished.`,
	final: (pnl: string, funding: string) => `Final net ${pnl}, of which funding ${funding}.`,
} as const;

/** Verbs of the changes of a pot. */
const CHANGE_VERBS: Readonly<Record<string, string>> = {
	open: 'open',
	enlarge: 'enlarge',
	reduce: 'reduce',
	close: 'close',
	roll: 'move one leg of',
};

/** States of a change after its button was pressed. */
const CHANGE_STATES: Readonly<Record<string, string>> = {
	confirmed: 'Confirmed. The pot checks it again, then makes it.',
	declined: 'Declined. The pot does not make it.',
	expired: 'This suggestion has expired. The next decision plans again.',
	begun: 'Confirmed. The pot makes it now.',
	sent: 'Confirmed. The pot makes it now.',
	executed: 'Done.',
	refused: 'The service refused it.',
	skipped: 'The pot skipped it.',
};

/** Texts of the changes that pots suggest. */
export const SUGGESTION_TEXT = {
	none: 'No pot waits for your answer.',
	others: 'Further suggestions',
	more: (count: number) => `${count} more: answer these first, or open the page Autopilot.`,
	notYours: (count: number) =>
		`${count} of pots that the agent of this chat did not start. Answer on the page Autopilot, or link the chat again with the right to act for you.`,
	suggests: (pot: string, name: string) => `${pot} suggests: ${name}`,
	answered: (pot: string, name: string) => `${pot}: ${name}`,
	change: (kind: string, coin: string) => `${CHANGE_VERBS[kind] ?? kind} ${coin}`,
	legs: (long: string, short: string, notional: string) =>
		`Long ${long}, short ${short}, ${notional} per leg`,
	gain: (gain: string | null, cost: string) =>
		gain === null ? `Cost ${cost}` : `Expected gain ${gain} in 30 days, cost ${cost}`,
	validUntil: (at: string) => `Valid until ${at}.`,
	noEnd: 'Valid until a later decision replaces it.',
	confirm: 'Confirm',
	decline: 'Decline',
	working: (name: string, isConfirmed: boolean) => `${isConfirmed ? 'Confirming' : 'Declining'}: ${name} …`,
	gone: 'The pot no longer has this change.',
	late: (at: string) => `It was valid until ${at}.`,
	state: (state: string, outcome: string | null) =>
		[CHANGE_STATES[state] ?? state, ...(outcome === null ? [] : [outcome])].join(' '),
} as const;

/** Sentences about the connections to the platforms, for the page and the log, and refusals. */
export const CONNECTION_TEXT = spoken('chat', chat);
