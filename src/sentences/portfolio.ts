/** Sentences about the portfolio: why a figure is unknown, doubtful or old, and refusals. */
import type { Figure, Writer } from './sentence.ts';

type At = { readonly exchange: string };
type Stale = At & {
	/** True if the figures of an earlier read are shown. */
	readonly known: boolean;
};
/** A settlement of a leg, which is named by its exchange and symbol. `at` is Unix milliseconds. */
type Settlement = { readonly leg: string; readonly at: number };

/** Reasons why a position is left out of the margin runway, to complete a sentence. */
const RUNWAY_UNKNOWN = {
	liquidation: 'the exchange reports no liquidation price',
	mark: 'there is no current mark price',
	volatility: 'the service has watched the price for less than an hour',
};

/** Reasons and refusals of the portfolio. */
export const portfolio = {
	moving: ({ exchange }: At) =>
		`Orders or balances at ${exchange} changed while the service read the account. It compares the account with its records once nothing changes during a read.`,
	misfits: ({ exchange, symbols }: At & { readonly symbols: readonly string[] }) =>
		`${exchange} holds quantities that neither executions nor trades outside this service explain (${symbols.join(', ')}), so their profit is unknown.`,
	unmanagedMark: ({ exchange }: At) => `An unmanaged position at ${exchange} has no current mark price.`,
	baseline: ({ exchange }: At) =>
		`${exchange} did not report the entry price of a position that predates the connection, or the value of an asset whose quantity has changed since.`,
	/** @param assets assets without a price; empty if the account no longer holds the unpriced asset */
	unpriced: ({ exchange, assets }: At & { readonly assets: readonly string[] }) =>
		`${exchange} publishes no USD price for ${assets.length === 0 ? 'an asset that the account held earlier' : assets.join(', ')}.`,
	leftOut: ({
		exchange,
		why,
		symbols,
	}: At & { readonly why: keyof typeof RUNWAY_UNKNOWN; readonly symbols: readonly string[] }) =>
		`The margin runway at ${exchange} leaves out ${symbols.join(', ')}, because ${RUNWAY_UNKNOWN[why]}.`,
	staleStore: ({ exchange, known }: Stale) =>
		`The journal cannot be written, so the service records nothing new from ${exchange}. ${shown(known)}`,
	staleRateLimited: ({ exchange, retryAfterMs, known }: Stale & { readonly retryAfterMs: number }) =>
		`The rate limit of ${exchange} is reached. The service can read the account again in ${retryAfterMs} ms. ${shown(known)}`,
	staleUnavailable: ({ exchange, known }: Stale) =>
		`${exchange} did not answer, or refused the request. ${shown(known)}`,
	noMark: ({ exchange, symbol }: At & { readonly symbol: string }) =>
		`There is no current mark price of ${exchange} ${symbol}, so the figures that need it are null.`,
	fundingMissing: ({ leg, at }: Settlement, write: Writer) =>
		`${leg}: the exchange has no record yet of the settlement on ${write.instant(at)}, when the leg was held. Funding and figures that include it may be incomplete.`,
	fundingAmount: (
		{ leg, at, amount, computed }: Settlement & { readonly amount: Figure; readonly computed: Figure },
		write: Writer,
	) => {
		const [booked, expected] = write.usdPair(amount, computed);
		return `${leg}: the exchange booked ${booked} for the settlement on ${write.instant(at)}, but coins × price × rate is ${expected}.`;
	},
	/** @param paid rate in percent. @param published rate in percent */
	fundingRate: (
		{ leg, at, paid, published }: Settlement & { readonly paid: Figure; readonly published: Figure },
		write: Writer,
	) => {
		const [was, announced] = write.percentPair(paid, published);
		return `${leg}: the settlement on ${write.instant(at)} was paid at a rate of ${was}, but the exchange published ${announced}.`;
	},
	moreDoubts: ({ leg, count }: { readonly leg: string; readonly count: number }) =>
		`${leg}: ${count} earlier settlements need checking too.`,
	noEquity: () =>
		'No sample of the equity is stored yet. The service stores one a minute after an exchange is connected.',
	noPoints: () =>
		'No sample of the execution is stored in this range. The service stores one a minute while it is open.',
	/** @param since Unix milliseconds */
	notStored: ({ since }: { readonly since: number }, write: Writer) =>
		`Samples have not been stored since ${write.instant(since)}, because the store could not be written. Trading continues. Check the disk of the service.`,
	unknownExecution: ({ id }: { readonly id: string }) =>
		`execution_id must name one of your executions; was ${id}.`,
	restoredCursor: () =>
		'cursor is from before the data directory was restored from a backup; it may now point to other rows. Read again from the first row.',
	cursorBeyondEnd: ({ end, was }: { readonly end: number; readonly was: number }) =>
		`cursor must be at most ${end}, the end of the journal; was ${was}. After a restore from an older backup, read again from the first row.`,
};

/** Says which figures the portfolio shows for an account that could not be read. */
function shown(known: boolean): string {
	return known ? 'The figures are from the last successful account update.' : 'The account is still unknown.';
}
