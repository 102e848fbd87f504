/**
 * Sentences that refuse a call about an opening or an execution. Times are milliseconds. Shares are percent of one
 * leg's notional.
 */
import type { Figure, Words, Writer } from './sentence.ts';

type Exchange = { readonly exchange: string };
type Id = { readonly id: string };
/** The wanted action of a call, as a participle. */
type Done = 'opened' | 'closed' | 'canceled' | 'stopped' | 'reversed' | 'changed';

/** Actors that can halt trading, besides a caller. */
const ACTORS: Readonly<Record<string, string>> = {
	operator: 'the operator',
	restore: 'the restore of a backup',
};

/** Refusals of calls. */
export const orderRefusal = {
	/** @param limit longest delay @param wait time until the call can succeed */
	rateLimited: ({ exchange, limit, wait }: Exchange & { limit: number; wait: number }, write: Writer) =>
		`The rate limit of ${exchange} delayed this call by more than ${write.duration(limit)}. Nothing was opened. Try again in ${write.duration(wait)}.`,
	noAnswer: ({ exchanges, limit }: { exchanges: readonly string[]; limit: number }, write: Writer) =>
		`${exchanges.join(' or ')} did not answer within ${write.duration(limit)}. Nothing was opened. Try again.`,
	notConnected: ({ exchange }: Exchange) =>
		`You have no connected account at ${exchange}. Connect one first.`,
	/** @param why the exchange's own words */
	leverage: (
		{ exchange, symbol, leverage, why }: Exchange & { symbol: string; leverage: Figure; why: Words },
		write: Writer,
	) =>
		`${exchange} refuses leverage ${write.number(leverage)} with isolated margin for ${symbol}: ${write.words(why)}`,
	noMid: ({ coin }: { coin: string }) =>
		`There is no usable mid price for ${coin}, because an order book is empty or crossed. Try again.`,
	noFunding: ({ instrument }: { instrument: string }) =>
		`The funding rate of ${instrument} is unknown now. Try again.`,
	unknownOpportunity: ({ id }: Id) => `opportunity_id must name an opportunity; was ${id}.`,
	expired: ({ id }: Id) => `The opportunity ${id} is gone. Choose another one from the list.`,
	unknownExecution: ({ id }: Id) => `execution_id must name one of your executions; was ${id}.`,
	/** @param status status of the execution */
	notRollable: ({ id, status }: Id & { status: string }) =>
		`Only a running execution with equal legs and no order in flight can move a leg; ${id} is ${status}.`,
	rollsAlready: ({ id, by }: Id & { by: string }) =>
		`A leg of ${id} is already moving, to ${by}. Wait for its end, or stop it with cancel_execution.`,
	hedgeStays: ({ id }: Id) =>
		`${id} is an emergency hedge, which the service closes by itself once the silent exchange answers.`,
	rollTarget: ({ exchange, symbol, coin }: Exchange & { symbol: string | null; coin: string }) =>
		symbol === null
			? `${exchange} must list exactly one contract of ${coin} in the quote of the leg that moves. Name one with symbol.`
			: `${exchange} does not list ${symbol} as a contract of ${coin}.`,
	rollSameExchange: ({ exchange }: Exchange) =>
		`exchange must differ from both exchanges of the position; was ${exchange}.`,
	rollTooSmall: ({ share, least, coin }: { share: Figure; least: Figure; coin: string }, write: Writer) =>
		`A share of ${write.number(share)} moves, or leaves, less than the exchanges' smallest order of ${write.number(least)} ${coin}. Move another share, or all of it.`,
	rollShrank: (
		{ id, held, moves, coin }: Id & { held: Figure; moves: Figure; coin: string },
		write: Writer,
	) =>
		`${id} was reduced meanwhile: it holds ${write.number(held)} ${coin} a leg, and the roll would move ${write.number(moves)}. Call roll_leg again.`,
	rollAccount: ({ exchange }: Exchange) =>
		`The leg at ${exchange} is on another account than the one in use there now. Use that account again first.`,
	unknownJob: ({ id }: Id) => `job_id must name one of your jobs; was ${id}.`,
	rollNotResubmittable: ({ id }: Id) =>
		`${id} moves one leg of a position, so it cannot run again as an opening. Call roll_leg again.`,
	notResubmittable: ({ id, status }: Id & { status: string }) =>
		`Only a failed execution can run again; ${id} is ${status}. To open another one on the same opportunity, call execute_opportunity.`,
	usedKey: ({ key }: { key: string }) =>
		`idempotency_key ${key} was used before with other parameters. Use a new key.`,
	unknownPreview: ({ id }: Id) =>
		`preview_id must name one of your previews; was ${id}. A preview is valid for one opening and is lost when the service restarts. Preview again.`,
	otherTerms: () => 'The parameters differ from the previewed ones. Preview again.',
	previewExpired: ({ late }: { late: number }, write: Writer) =>
		`The preview expired ${write.duration(late)} ago. Preview again.`,
	/** @param shown previewed mode @param shownSlices previewed number of slices */
	otherSlices: ({
		mode,
		slices,
		shown,
		shownSlices,
	}: {
		mode: string;
		slices: number;
		shown: string;
		shownSlices: number;
	}) =>
		`The opening would now use mode ${mode} in ${slices} slices; the preview showed ${shown} in ${shownSlices}. Preview again.`,
	costs({ total, limit }: { total: Figure | null; limit: Figure }, write: Writer) {
		const [was, most] = write.percentPair(total ?? limit, limit);
		return `Total cost: ${total === null ? 'unknown' : was} of one leg's notional, limit ${most}. Preview again.`;
	},
	net({ net, limit }: { net: Figure | null; limit: Figure }, write: Writer) {
		const [was, least] = write.percentPair(net ?? limit, limit);
		return `Expected net: ${net === null ? 'unknown' : was} of one leg's notional, minimum ${least}. Preview again.`;
	},
	journal: ({ what }: { what: Done }) =>
		`The journal cannot be written, so nothing was ${what}. Check the disk that holds the data directory. Once it is writable, the service resumes by itself.`,
	journalFails: () => 'The journal cannot be written.',
	notJournaled: () =>
		'The journal cannot be written, so nothing was opened. Check the disk that holds the data directory.',
	notWritten: ({ what }: { what: 'close' | 'cancel' }) =>
		`The ${what} is not saved yet, so the service has sent no order for it. It runs once it is saved. Check get_execution.`,
	exitNotWritten: () =>
		'The new exit rules are not saved yet. They take effect once they are saved. Check get_execution.',
	exitFixed: ({ hasEnded }: { hasEnded: boolean }) =>
		`The execution ${hasEnded ? 'has ended' : 'is being closed'}, so its exit rules cannot change.`,
	notRunning: ({ status }: { status: string }) =>
		`Only a running execution can be kept for another funding interval; this one is ${status}.`,
	noMaxEpochs: () => 'The execution has no max_epochs, so no settlement closes it. Set one with update_exit.',
	agentStopped: ({ agent }: { agent: string }) =>
		`The owner of the agent ${agent} has stopped it, so the service opens no positions for it.`,
	agentStopNotWritten: () =>
		'The agent is stopped, and the service opens nothing more for it. Its openings in progress stop as soon as the journal can be written. Check the disk that holds the data directory.',
	accountLeaves: ({ exchange }: Exchange) =>
		`Your account at ${exchange} is being disconnected, so the service opens no positions on it.`,
	/** @param exchange null: every exchange, or the caller's own trading @param by who halted it: a name or a code */
	halted(
		{
			scope,
			exchange,
			by,
			at,
			reason,
		}: { scope: string; exchange: string | null; by: string; at: number; reason: string | null },
		write: Writer,
	) {
		const where = exchange !== null ? ` on ${exchange}` : scope === 'service' ? ' on every exchange' : '';
		const who = ACTORS[by] ?? `your halt_trading (${by})`;
		return `Trading${where} was halted by ${who} on ${write.instant(at)}. Reason: ${reason === null ? 'none given' : reason.replace(/\.$/, '')}.`;
	},
	haltNotWritten: () =>
		'Trading is halted, but the halt is not saved, so it lasts only until the service stops. Call halt_trading again when the disk that holds the data directory is writable.',
	haltEndNotWritten: () =>
		'The service could not save that the halt has ended, so trading is still halted. Check the disk that holds the data directory.',
	/** @param orders orders of which the stream reported none @param since time of the last report */
	silentStream: ({ exchange, orders, since }: Exchange & { orders: number; since: number }, write: Writer) =>
		`The account stream of ${exchange} has reported none of your last ${orders} orders since ${write.instant(since)}. We would notice a liquidation there seconds late, so we open no positions on the account. Open positions can still be closed. Every minute the service reconnects the stream and tests it with an order that cannot fill. If the stream stays silent, check the status page of ${exchange} and the proxy or firewall of this machine, or use another key.`,
};
