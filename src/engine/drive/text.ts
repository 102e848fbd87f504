/**
 * Contains every message that the driver and its watches show to users: refusals, halts, attention messages and
 * reasons in the journal.
 */

import { instantText } from '../../domain/figure-text.ts';
import { shownNameOf } from '../../venues/facts.ts';

/** Refusals while an agent is stopped. */
export const AGENT_STOPS = {
	isStopped: (agentId: string) =>
		`The owner of the agent ${agentId} has stopped it, so the service opens no positions for it.`,
	notWritten:
		'The agent is stopped, and the service opens nothing more for it. Its openings in progress stop as soon as the journal can be written. Check the disk that holds the data directory.',
} as const;

/** Messages about a dead-man switch request without a response; each continues a sentence. */
export const SWITCHES = {
	noAnswerAt: (venue: string) => `${shownNameOf(venue)} did not answer the request about its dead-man switch`,
	noAnswer: 'no answer came',
} as const;

/** Why an account cannot be read. */
export const READS = {
	stopping: 'The service is stopping.',
	notConnected: (venue: string) => `This user has no connected account at ${shownNameOf(venue)}.`,
} as const;

/** Why nothing was opened while the journal fails. */
export const NOT_JOURNALED =
	'The journal cannot be written, so nothing was opened. Check the disk that holds the data directory.';

/** Reasons for an emergency hedge, and why a third exchange cannot take it. The faults continue a log line. */
export const HEDGES = {
	answersAgain: (venue: string) =>
		`${shownNameOf(venue)} is answering again, so the service closes the emergency hedge together with the leg that it hedges`,
	hedged: (venue: string) =>
		`${shownNameOf(venue)} is not answering, so the service hedges the unhedged leg on a third exchange`,
	noHedge: (why: string) => `no emergency hedge at this exchange: ${why}`,
	noUnhedgedLeg: 'no leg is unhedged',
	noHandover: 'the handover failed',
	noAccount: 'no account is connected there',
	oldData: 'its market data is not current',
	halted: 'a kill switch is on',
	leaving: 'the account there is being disconnected',
	unchecked: 'the account there has not passed its self-check',
	delisted: 'the contract is being delisted',
	oldBook: 'its order book is old',
	oldAccount: 'the service has no recent data about the account there',
} as const;

/** Messages about kill switches. */
export const HALTS = {
	halted: (where: string, who: string, at: number, why: string) =>
		`Trading${where} was halted by ${who} on ${instantText(at)}. Reason: ${why}.`,
	bySwitch: 'by a kill switch',
	noReason: 'none given',
	who: { operator: 'the operator', restore: 'the restore of a backup' } as Readonly<Record<string, string>>,
	caller: (by: string) => `your halt_trading (${by})`,
	onExchange: (venue: string) => ` on ${shownNameOf(venue)}`,
	everywhere: ' on every exchange',
	notWritten:
		'Trading is halted, but the halt is not saved, so it lasts only until the service stops. Call halt_trading again when the disk that holds the data directory is writable.',
	endNotWritten:
		'The service could not save that the halt has ended, so trading is still halted. Check the disk that holds the data directory.',
} as const;

/** Messages about an account that is being disconnected. */
export const LEAVING = {
	closing: 'because its exchange account is being disconnected',
	refusal: (venue: string) =>
		`Your account at ${shownNameOf(venue)} is being disconnected, so the service opens no positions on it.`,
} as const;

/** Builds the message about a second payment record for one settlement. */
export function repeatedRecord(
	venue: string,
	symbol: string,
	at: number,
	booked: string,
	other: string,
): string {
	return `${shownNameOf(venue)} has two records of the ${symbol} settlement on ${instantText(at)}: ${booked} is booked, ${other} is not. Check the account's history there.`;
}

/** Why an execution no longer needs manual attention. */
export const CLEARED = {
	calm: 'The account has matched the journal for ten minutes.',
	settings: 'Leverage and margin mode are as planned.',
	explained: "The exchange's fills explain the change in the position.",
} as const;

/** Builds the message about an account stream that reports no orders. `since`: milliseconds. */
export function silentStream(venue: string, since: number, orders: number): string {
	const name = shownNameOf(venue);
	return `The account stream of ${name} has reported none of your last ${orders} orders since ${instantText(since)}. We would notice a liquidation there seconds late, so we open no positions on the account. Open positions can still be closed. Every minute the service reconnects the stream and tests it with an order that cannot fill. If the stream stays silent, check the status page of ${name} and the proxy or firewall of this machine, or use another key.`;
}

/** Why an exchange may not accept orders on a contract. */
export const NOT_TRADED = {
	stopped: (venue: string, what: string) => `${shownNameOf(venue)}: ${what}`,
	noData: (venue: string, why: string) => `${shownNameOf(venue)} is sending no current data: ${why}`,
	unlisted: (venue: string, symbol: string) => `${shownNameOf(venue)} does not list ${symbol} at the moment.`,
	untraded: (venue: string, symbol: string, why: string) =>
		`${symbol} is not trading on ${shownNameOf(venue)}: ${why || "the contract's status says so."}`,
} as const;
