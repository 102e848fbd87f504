/**
 * Implements Binance's account and ticker streams.
 *
 * Account stream (USD-M futures, page "User Data Streams", read 2026-11): a listen key lasts sixty minutes. We extend
 * it every thirty, as Binance recommends. After the key expires, the stream reports that once and then stays silent.
 *
 * The URL lists the events to send, as in the example in the notice about the routes `/public`, `/market` and
 * `/private` (2026-04). Binance sends only the listed events. In production, a URL without the list delivers no order
 * events, although the socket stays open. Another client measured this on 2026-05-21 (pull request 446 of
 * oliver-zehentleitner/unicorn-binance-websocket-api). ccxt 4.5.84 omits the list.
 */
import type { AccountHint } from '../../ports/venue.ts';
import { isTickerBody, type TickerBody, type TickerProtocol } from '../feeds/ticker-protocol.ts';
import { ACCOUNT_HASH, orderHint } from '../shared/account-stream.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { AccountStreamDialect } from '../shared/dialect.ts';
import { at, bodies, required, text } from '../shared/fields.ts';

const RENEWAL_MS = 30 * 60_000;
/** Events that the stream requests, for `hintsOf` and `isEnd`. */
const EVENTS = ['ORDER_TRADE_UPDATE', 'ACCOUNT_UPDATE', 'MARGIN_CALL', 'listenKeyExpired'].join('/');

/** Values of `X` for an order that has ended (page "Event: Order Update"). */
const ENDS: ReadonlySet<string | undefined> = new Set([
	'FILLED',
	'CANCELED',
	'EXPIRED',
	'EXPIRED_IN_MATCH',
	'REJECTED',
]);

/** The methods that we use from ccxt's streams. */
type Streams = {
	readonly getPrivateWsUrl: (type: 'future', listenKey: string) => string;
	/** Connects to `url`. Without a `message`, nothing is sent. */
	readonly watch: (url: string, hash: string, message: undefined, subscription: string) => Promise<unknown>;
};

/** Binance's account stream: gets and extends the listen key, and reports changed orders, positions and balances. */
export const binanceAccountStream: AccountStreamDialect = {
	async listen(call, exchange: CcxtExchange, isStopped) {
		const answer = await call('account', 'fapiPrivatePostListenKey');
		if (isStopped()) return;
		const streams = exchange as unknown as Streams;
		const address = streams.getPrivateWsUrl('future', required(text(answer, 'listenKey'), 'listenKey'));
		const url = `${address}&events=${EVENTS}`;
		await streams.watch(url, ACCOUNT_HASH, undefined, ACCOUNT_HASH);
	},
	renewal: { periodMs: RENEWAL_MS, renew: (call) => call('account', 'fapiPrivatePutListenKey') },
	isEnd: (message) => text(message, 'e') === 'listenKeyExpired',
	hintsOf(message) {
		switch (text(message, 'e')) {
			case 'ORDER_TRADE_UPDATE': {
				const order = at(message, 'o');
				const symbol = text(order, 's');
				if (symbol === undefined) return [];
				return [orderHint(symbol, text(order, 'c'), ENDS.has(text(order, 'X')))];
			}
			case 'ACCOUNT_UPDATE':
				return accountHints(message);
			case 'MARGIN_CALL':
				return positionHints(at(message, 'p'));
			default:
				return undefined;
		}
	},
};

function accountHints(message: unknown): readonly AccountHint[] {
	const balance: readonly AccountHint[] =
		bodies(at(message, 'a', 'B')).length > 0 ? [{ kind: 'balance' }] : [];
	return [...balance, ...positionHints(at(message, 'a', 'P'))];
}

function positionHints(rows: unknown): readonly AccountHint[] {
	return bodies(rows).flatMap((row): AccountHint[] => {
		const symbol = text(row, 's');
		return symbol === undefined ? [] : [{ kind: 'position', symbol }];
	});
}

const MARKS_COMMAND = { method: 'SUBSCRIBE', params: ['!markPrice@arr@1s'], id: 1 };

/**
 * Binance USD-M stream `!markPrice@arr@1s` (page "Mark Price Stream for All market", read 2026-11). It sends mark
 * price, index price, the running funding rate estimate and its settlement time, once a second for all contracts.
 * Rows use the field names of `premiumIndex`.
 *
 * Binance serves the stream only on the route `/market/ws`. Without a route it confirms the subscription but sends
 * nothing (reported by others, 2026-09). Polling `premiumIndex` weighs 10 of an IP address's 2,400 a minute; the
 * stream weighs nothing. Stock contracts arrive in a separate message, so no message covers all contracts. Connection
 * and limits are as in `books.ts`.
 */
export const binanceMarks: TickerProtocol = {
	venue: 'binance',
	path: '/market/ws',
	commandGapMs: 200,
	heartbeat: { periodMs: 20_000 },
	begin: [JSON.stringify(MARKS_COMMAND)],
	ofSymbol: null,
	read(text) {
		const message = parsed(text);
		if (Array.isArray(message)) return { kind: 'tickers', rows: message.flatMap(rowOf) };
		return isTickerBody(message) && isTickerBody(message.error)
			? { kind: 'refused', reason: String(message.error.msg ?? '') }
			: { kind: 'other' };
	},
};

function rowOf(event: unknown): readonly { readonly symbol: string; readonly body: TickerBody }[] {
	if (!isTickerBody(event) || event.e !== 'markPriceUpdate' || typeof event.s !== 'string') return [];
	const { s: symbol, p: markPrice, i: indexPrice, r: lastFundingRate, T: nextFundingTime } = event;
	return [{ symbol, body: { symbol, markPrice, indexPrice, lastFundingRate, nextFundingTime } }];
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
