/** Sentences about self-checks: the finding, the value with its limit, and what to do. */
import type { Figure, Words, Writer } from './sentence.ts';

/** Fees in percent. */
type Fees = { readonly taker: Figure; readonly maker: Figure };
/** An amount of an asset. */
type Amount = { readonly asset: string; readonly quantity: Figure };
/** The test order: its quantity in coins, its limit price in USD per coin, and its value in USD. */
type Order = {
	readonly exchange: string;
	readonly symbol: string;
	readonly order: string;
	readonly quantity: Figure;
	readonly price: Figure;
	readonly value: Figure;
};
/** Names of the test order. */
type Named = { readonly exchange: string; readonly symbol: string; readonly order: string };
type Clock = { readonly exchange: string; readonly offset: number; readonly limit: number };
type Available = { readonly available: Figure; readonly currency: string };

/** Findings of the steps, and refusals of accounts that have not passed. */
export const selfCheck = {
	skipped: () => 'Not checked, because an earlier step did not pass.',
	stopping: () => 'The service is stopping.',
	refused: ({ exchange, reason }: { exchange: string; reason: Words }, write: Writer) =>
		`${exchange} refused: ${write.words(reason)}`,
	noAnswer: ({ exchange, reason }: { exchange: string; reason: Words }, write: Writer) =>
		`${exchange} gave no usable answer: ${write.words(reason)}`,
	hedgeMode: (
		{ exchange, reason, setting }: { exchange: string; reason: Words; setting: string },
		write: Writer,
	) =>
		`${write.words(reason)} Before you switch, close all positions and cancel all orders. The switch is in the trading settings of ${exchange}, under position mode (API: ${setting}).`,
	notPassed: ({ exchange }: { exchange: string }) =>
		`Your account at ${exchange} has not passed its self-check, so the service opens no positions on it.`,
	running: ({ exchange }: { exchange: string }) =>
		`Your account at ${exchange} has not passed its self-check, so the service opens no positions on it: the check is running.`,
	clock: (facts: Clock) => clockText(facts),
	clockOff: (facts: Clock) => `${clockText(facts)} Synchronize the clock of this machine with NTP.`,
	withdrawalUnknown: ({ exchange }: { exchange: string }) =>
		`The key can trade; ${exchange} does not report whether it can withdraw.`,
	anyAddress: () =>
		'The key can trade and cannot withdraw. It works from any IP address; restrict it to the address of this machine.',
	key: ({ exchange, bound }: { exchange: string; bound: boolean }) =>
		`The key can trade and cannot withdraw; ${bound ? 'it is restricted to an IP address' : `${exchange} does not report whether it is restricted to an IP address`}.`,
	noInstrument: ({ exchange }: { exchange: string }) =>
		`${exchange} has no instrument with a price yet, so the account cannot be checked.`,
	available: ({ available, currency }: Available, write: Writer) =>
		`${write.coins(available)} ${currency} available.`,
	tooLittle: (
		{ available, currency, symbol, least }: Available & { symbol: string; least: Figure },
		write: Writer,
	) =>
		`${write.coins(available)} ${currency} available; the smallest test order (${symbol}) needs ${write.coins(least)} ${currency}.`,
	transfer: ({ currency }: { currency: string }) => `Transfer ${currency} to the futures account.`,
	otherAssets: ({ held }: { held: readonly Amount[] }, write: Writer) =>
		`The account also holds ${held.map(({ asset, quantity }) => `${write.coins(quantity)} ${asset}`).join(', ')}, which does not count as collateral here.`,
	credits: ({ credits, currency }: { credits: string; currency: string }) =>
		`${credits} is Binance's futures credit for EU accounts; this service does not trade with it. Connect an account whose futures wallet holds ${currency}.`,
	settings: (
		{
			exchange,
			symbol,
			marginMode,
			leverage,
		}: { exchange: string; symbol: string; marginMode: 'isolated' | 'cross'; leverage: Figure },
		write: Writer,
	) =>
		`The account is in one-way mode. ${exchange} accepted margin mode ${marginMode} and leverage ${write.number(leverage)} on ${symbol}.`,
	baseFees: ({ symbol, own }: { symbol: string; own: Fees }, write: Writer) =>
		`On ${symbol} the account pays ${feesText(own, write)}. Public figures use the same base fees.`,
	otherFees: ({ symbol, own, base }: { symbol: string; own: Fees; base: Fees }, write: Writer) =>
		`On ${symbol} the account pays ${feesText(own, write)}. Public figures use ${feesText(base, write)}; your previews use your own fees.`,
	emptyBook: ({ symbol }: { symbol: string }) => `The order book of ${symbol} is empty.`,
	deadManSwitch: ({ said }: { said: Words }, write: Writer) =>
		`Dead-man switch: ${write.words(said)}. The service arms it while one of its orders rests on the book.`,
	noDeadManSwitch: ({ said }: { said: Words }, write: Writer) =>
		`No dead-man switch: ${write.words(said)}. If this service dies, an order that rests there stays on the book. If the other exchange of a trade has a switch, the service rests the order there instead.`,
	orderRefused: (facts: Order & { reason: Words }, write: Writer) =>
		`${facts.exchange} refused a ${orderText(facts, write)}: ${write.words(facts.reason)}`,
	orderAbsent: (facts: Order, write: Writer) =>
		`A ${orderText(facts, write)} never reached ${facts.exchange}.`,
	orderRemoved: (facts: Order, write: Writer) =>
		`${facts.exchange} or another user of the account removed a ${orderText(facts, write)} before we cancelled it.`,
	orderPassed: (facts: Order & { took: number }, write: Writer) =>
		`The service placed a ${orderText(facts, write)}, found it and cancelled it. After ${facts.took} ms, it confirmed that the order was gone without a fill.`,
	notProvenGone: ({ exchange, symbol, order, reason }: Named & { reason: Words }, write: Writer) =>
		`The order ${order} on ${symbol} may still be open: ${write.words(reason)}. The service keeps checking. To resolve this sooner, cancel the order at ${exchange}.`,
	orderFilled: ({ exchange, symbol, order, filled }: Named & { filled: Figure }, write: Writer) =>
		`The order ${order} filled although it was far from the market. The account now holds ${write.coins(filled)} coins in ${symbol}. Close that position at ${exchange}, then check again.`,
	noReport: () => 'the exchange did not report it',
	cancelAnswer: ({ reason }: { reason: Words }, write: Writer) =>
		`it was on the book, and the exchange answered the cancel request with: ${write.words(reason)}`,
	reported: ({ delay }: { delay: number }) =>
		`The account stream reported that order ${delay} ms after it was sent.`,
	streamSlow: ({ exchange, symbol, order, limit }: Named & { limit: number }, write: Writer) =>
		`Stream too slow: the account stream of ${exchange} reported the order ${order} on ${symbol} more than ${write.duration(limit)} after it was sent. It did not report the cancellation within ${write.duration(limit)} either. The service would notice a liquidation only when it next reads the account. The check repeats by itself. If the stream stays slow, check the status page of ${exchange} and the network of this machine.`,
	/** @param fault why the stream was lost; null if it was not */
	streamSilent: (
		{ exchange, symbol, order, limit, fault }: Named & { limit: number; fault: Words | null },
		write: Writer,
	) =>
		`Stream silent: the account stream of ${exchange} reported neither the placement nor the cancellation of the order ${order} on ${symbol} within ${write.duration(limit)}.${fault === null ? '' : ` The stream was lost: ${write.words(fault)}`} The service would notice a liquidation only when it next reads the account, seconds later. The check repeats by itself. If the stream stays silent, check the status page of ${exchange} and the proxy or firewall of this machine. See also the network findings of carrywire doctor, or use another key.`,
};

function clockText({ exchange, offset, limit }: Clock): string {
	return `Our clock is ${Math.abs(offset)} ms ${offset < 0 ? 'ahead of' : 'behind'} the clock of ${exchange}, limit ${limit} ms.`;
}

function orderText({ symbol, quantity, price, value }: Order, write: Writer): string {
	return `buy order for ${write.coins(quantity)} ${symbol} at ${write.number(price)} (${write.usd(value)})`;
}

function feesText({ taker, maker }: Fees, write: Writer): string {
	return `${write.number(taker)} % as taker and ${write.number(maker)} % as maker`;
}
