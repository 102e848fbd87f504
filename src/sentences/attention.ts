/**
 * Sentences that say why an execution needs manual attention. The journal keeps them with their facts, so a fact keeps
 * its name and meaning. Quantities are coins. An instrument is named like `Bybit SOLUSDT`.
 */
import type { Figure, Words, Writer } from './sentence.ts';

type Contract = { readonly exchange: string; readonly symbol: string };
/** A setting of a position that differs from the plan. */
type Setting<Value> = { readonly instrument: string; readonly actual: Value; readonly planned: Value };
type MarginMode = 'isolated' | 'cross';

/** Reasons for attention, and phrases within them. */
export const attention = {
	/** @param missing coins that disappeared @param alike symbol of a position of the same size; null if none */
	unlisted: (
		{
			exchange,
			symbol,
			missing,
			alike,
		}: Contract & { readonly missing: Figure; readonly alike: string | null },
		write: Writer,
	) => {
		const perhaps = alike === null ? '' : `; ${alike} holds the same quantity and may be its new name`;
		return `${exchange} no longer lists ${symbol}, and the position of ${write.exact(missing)} coins is no longer visible there${perhaps}. We do not reduce the other leg. Check the exchange, and close both legs there if the contract is gone.`;
	},
	unmanaged: ({ exchange, symbol, coins }: Contract & { readonly coins: Figure }, write: Writer) =>
		`A manual trade left ${write.exact(coins)} coins in ${symbol} on ${exchange} outside any execution of this service. Close that position on ${exchange}. Until then, the service opens nothing more in this contract.`,
	unexplained: ({ exchange, symbol }: Contract) =>
		`The ${exchange} position in ${symbol} shrank, and no fill explains the change. We estimate its price and reduce the other leg to match. Check the history at the exchange.`,
	manualTrade: ({ exchange, symbol }: Contract) =>
		`A manual trade reduced the ${exchange} position in ${symbol}. We reduce the other leg to match.`,
	marginMode: ({ instrument, actual, planned }: Setting<MarginMode>) =>
		`The margin mode of ${instrument} is ${actual}, but the plan says ${planned}. Correct it at the exchange, or close the execution.`,
	leverage: ({ instrument, actual, planned }: Setting<Figure>, write: Writer) =>
		`The leverage of ${instrument} is ${write.exact(actual)}, but the plan says ${write.exact(planned)}. Correct it at the exchange, or close the execution.`,
	/** @param exchanges exchanges without a current order book: one or two */
	noPrice: ({ exchanges }: { readonly exchanges: readonly string[] }) =>
		`The close is waiting for a current order book from ${exchanges.join(' and ')}. Both legs stay equal until then. The close then continues by itself.`,
	/** @param last why the last order filled nothing: the exchange's refusal, or the phrase `emptyBook` */
	stuck: (
		{ leg, tries, last }: { readonly leg: 'long' | 'short'; readonly tries: number; readonly last: Words },
		write: Writer,
	) =>
		`The service failed to reduce the ${leg} leg ${tries} times in a row (${write.words(last)}). Check the exchange. The service keeps trying with reduce-only orders.`,
	emptyBook: () => 'the order book held nothing within the widest slippage limit',
	/** @param code code of the refusal @param why full sentences */
	untradable: ({ code, why }: { readonly code: string; readonly why: Words }, write: Writer) =>
		`${code}: ${write.words(why)} Both legs stay equal, and the service closes nothing until both contracts trade. The close then continues by itself.`,
	/** @param why the exchange's refusal; null if its own status says so */
	refusedContract: ({ exchange, symbol, why }: Contract & { readonly why: string | null }) =>
		`${exchange} is not accepting orders on ${symbol} (${why ?? 'according to its own status'}).`,
	notListed: ({ exchange, symbol }: Contract) => `${exchange} does not list ${symbol} at the moment.`,
	/** @param why faults of the contract's data; null if only its status says so */
	notTrading: ({ exchange, symbol, why }: Contract & { readonly why: Words | null }, write: Writer) =>
		`${symbol} is not trading on ${exchange}: ${why === null ? "the contract's status says so." : write.words(why)}`,
	/** @param booked id of the booked record @param other id of the other record */
	repeatedRecord: (
		{
			exchange,
			symbol,
			at,
			booked,
			other,
		}: Contract & { readonly at: number; readonly booked: string; readonly other: string },
		write: Writer,
	) =>
		`${exchange} has two records of the ${symbol} settlement on ${write.instant(at)}: ${booked} is booked, ${other} is not. Check the account's history there.`,
};
