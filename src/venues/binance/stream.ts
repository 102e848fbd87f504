/**
 * Binance's account stream (USD-M futures, page "User Data Streams", read 2026-11): a listen key of sixty minutes, prolonged
 * every thirty as recommended; when it has expired the stream says so once and is silent.
 *
 * The address names the events that are wanted, as in the example of the notice of the routes `/public`, `/market` and
 * `/private` (2026-04): what is not named does not come, and on production without the list no order is told while the socket
 * stays open (measured by another client, 2026-05-21: pull request 446 of oliver-zehentleitner/unicorn-binance-websocket-api).
 * ccxt 4.5.84 leaves the list out.
 */
import type { AccountHint } from '../../ports/venue.ts';
import { ACCOUNT_HASH, orderHint } from '../shared/account-stream.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { AccountStreamDialect } from '../shared/dialect.ts';
import { at, bodies, required, text } from '../shared/fields.ts';

const RENEWAL_MS = 30 * 60_000;
/** Those that are read below. */
const EVENTS = ['ORDER_TRADE_UPDATE', 'ACCOUNT_UPDATE', 'MARGIN_CALL', 'listenKeyExpired'].join('/');

/** Values of `X` of an order that has ended (page "Event: Order Update"). */
const ENDS: ReadonlySet<string | undefined> = new Set([
	'FILLED',
	'CANCELED',
	'EXPIRED',
	'EXPIRED_IN_MATCH',
	'REJECTED',
]);

/** What is used of ccxt's streams. */
type Streams = {
	readonly getPrivateWsUrl: (type: 'future', listenKey: string) => string;
	/** Connects, and sends nothing where there is no message. */
	readonly watch: (url: string, hash: string, message: undefined, subscription: string) => Promise<unknown>;
};

/** Account stream of Binance: it obtains the listen key, prolongs it, and reports changed orders, positions and balances. */
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
