/** Holds every user-facing text about self-checks: the finding, the value with its limit, and what to do. */
import { type Decimal, formatDecimal, fromInteger, mulTrunc } from '../domain/decimal.ts';
import { coinsText, durationText, usdText } from '../domain/figure-text.ts';
import { shownNameOf } from '../venues/facts.ts';

type Held = readonly { readonly asset: string; readonly quantity: Decimal }[];
type Fees = { readonly taker: Decimal; readonly maker: Decimal };
type Order = {
	readonly venue: string;
	readonly symbol: string;
	readonly clientOrderId: string;
	/** Quantity of the order, coins. */
	readonly quantity: Decimal;
	/** Limit price, USD per coin. */
	readonly limitPrice: Decimal;
};

/** BNFCR, the futures credits that make up the whole futures wallet of a Binance account in the EU. */
const CREDITS = 'BNFCR';
const HUNDRED = fromInteger(100);

/** Messages for every step. */
export const CHECK_TEXTS = {
	skipped: 'Not checked, because an earlier step did not pass.',
	stopping: 'The service is stopping.',
	refused: (venue: string, message: string) => `${shownNameOf(venue)} refused: ${message}`,
	noAnswer: (venue: string, message: string) => `${shownNameOf(venue)} gave no usable answer: ${message}`,
	hedgeMode: (venue: string, message: string, how: string) =>
		`${message} Before you switch, close all positions and cancel all orders. The switch is in the trading settings of ${shownNameOf(venue)}, under position mode (API: ${how}).`,
	notPassed: (venue: string) =>
		`Your account at ${shownNameOf(venue)} has not passed its self-check, so the service opens no positions on it`,
	running: 'the check is running.',
} as const;

/** Messages for the steps before an order is sent. */
export const STEP_TEXTS = {
	clock: (venue: string, offsetMs: number, limitMs: number) =>
		`Our clock is ${Math.abs(offsetMs)} ms ${offsetMs < 0 ? 'ahead of' : 'behind'} the clock of ${shownNameOf(venue)}, limit ${limitMs} ms`,
	setClock: 'Synchronize the clock of this machine with NTP.',
	withdrawalUnknown: (venue: string) =>
		`The key can trade; ${shownNameOf(venue)} does not report whether it can withdraw.`,
	anyAddress:
		'The key can trade and cannot withdraw. It works from any IP address; restrict it to the address of this machine.',
	key: (venue: string, ipBound: boolean | null) =>
		`The key can trade and cannot withdraw; ${ipBound === null ? `${shownNameOf(venue)} does not report whether it is restricted to an IP address` : 'it is restricted to an IP address'}.`,
	noInstrument: (venue: string) =>
		`${shownNameOf(venue)} has no instrument with a price yet, so the account cannot be checked.`,
	available: (available: Decimal, currency: string) => `${amountText(available, currency)} available`,
	tooLittle: (symbol: string, least: Decimal, currency: string) =>
		`the smallest test order (${symbol}) needs ${amountText(least, currency)}.`,
	/** Tells the owner of an account with too little collateral what to transfer, given the account's other assets. */
	moveMoney(otherAssets: Held, currency: string): string {
		if (otherAssets.length === 0) return `Transfer ${currency} to the futures account.`;
		const held = otherAssets.map(({ asset, quantity }) => amountText(quantity, asset)).join(', ');
		const advice = otherAssets.some(({ asset }) => asset === CREDITS)
			? `${CREDITS} is Binance's futures credit for EU accounts; this service does not trade with it. Connect an account whose futures wallet holds ${currency}.`
			: `Transfer ${currency} to the futures account.`;
		return `The account also holds ${held}, which does not count as collateral here. ${advice}`;
	},
	settings: (venue: string, symbol: string, marginMode: string, leverage: Decimal) =>
		`The account is in one-way mode. ${shownNameOf(venue)} accepted margin mode ${marginMode} and leverage ${formatDecimal(leverage)} on ${symbol}.`,
	baseFees: (symbol: string, own: Fees) =>
		`On ${symbol} the account pays ${feesText(own)}. Public figures use the same base fees.`,
	otherFees: (symbol: string, own: Fees, base: Fees) =>
		`On ${symbol} the account pays ${feesText(own)}. Public figures use ${feesText(base)}; your previews use your own fees.`,
	emptyBook: (symbol: string) => `The order book of ${symbol} is empty.`,
	deadManSwitch: (said: string) =>
		`Dead-man switch: ${said}. The service arms it while one of its orders rests on the book.`,
	noDeadManSwitch: (said: string) =>
		`No dead-man switch: ${said}. If this service dies, an order that rests there stays on the book. If the other exchange of a trade has a switch, the service rests the order there instead.`,
} as const;

/** Messages about the test order and the account's stream. */
export const ORDER_TEXTS = {
	refused: (order: Order, message: string) =>
		`${shownNameOf(order.venue)} refused a ${orderText(order)}: ${message}`,
	absent: (order: Order) => `A ${orderText(order)} never reached ${shownNameOf(order.venue)}.`,
	removed: (order: Order) =>
		`${shownNameOf(order.venue)} or another user of the account removed a ${orderText(order)} before we cancelled it.`,
	passed: (order: Order, tookMs: number) =>
		`The service placed a ${orderText(order)}, found it and cancelled it. After ${Math.round(tookMs)} ms, it confirmed that the order was gone without a fill.`,
	notProvenGone: ({ venue, symbol, clientOrderId }: Order, reason: string) =>
		`The order ${clientOrderId} on ${symbol} may still be open: ${reason}. The service keeps checking. To resolve this sooner, cancel the order at ${shownNameOf(venue)}.`,
	filled: ({ venue, symbol, clientOrderId }: Order, filled: Decimal) =>
		`The order ${clientOrderId} filled although it was far from the market. The account now holds ${coinsText(filled)} coins in ${symbol}. Close that position at ${shownNameOf(venue)}, then check again.`,
	noReport: 'the exchange did not report it',
	cancelAnswer: (message: string) =>
		`it was on the book, and the exchange answered the cancel request with: ${message}`,
	reported: (delayMs: number) =>
		`The account stream reported that order ${Math.round(delayMs)} ms after it was sent.`,
	streamSlow: ({ venue, symbol, clientOrderId }: Order, limitMs: number) =>
		`Stream too slow: the account stream of ${shownNameOf(venue)} reported the order ${clientOrderId} on ${symbol} more than ${durationText(limitMs)} after it was sent. It did not report the cancellation within ${durationText(limitMs)} either. The service would notice a liquidation only when it next reads the account. The check repeats by itself. If the stream stays slow, check the status page of ${shownNameOf(venue)} and the network of this machine.`,
	streamSilent: ({ venue, symbol, clientOrderId }: Order, limitMs: number, fault: string | null) =>
		`Stream silent: the account stream of ${shownNameOf(venue)} reported neither the placement nor the cancellation of the order ${clientOrderId} on ${symbol} within ${durationText(limitMs)}.${fault === null ? '' : ` The stream was lost: ${fault}`} The service would notice a liquidation only when it next reads the account, seconds later. The check repeats by itself. If the stream stays silent, check the status page of ${shownNameOf(venue)} and the proxy or firewall of this machine. See also the network findings of carrywire doctor, or use another key.`,
} as const;

function orderText({ symbol, quantity, limitPrice }: Order): string {
	const value = mulTrunc(quantity, limitPrice);
	return `buy order for ${coinsText(quantity)} ${symbol} at ${formatDecimal(limitPrice)} (${usdText(value)})`;
}

function amountText(quantity: Decimal, asset: string): string {
	return `${coinsText(quantity)} ${asset}`;
}

/** Formats fees, such as `0.055 % as taker and 0.02 % as maker`. */
function feesText({ taker, maker }: Fees): string {
	return `${percent(taker)} as taker and ${percent(maker)} as maker`;
}

function percent(rate: Decimal): string {
	return `${formatDecimal(mulTrunc(rate, HUNDRED))} %`;
}
