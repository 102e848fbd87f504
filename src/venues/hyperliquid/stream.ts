/**
 * Implements Hyperliquid's account and ticker streams.
 *
 * Account channels (page "Subscriptions", read 2026-11): anyone may subscribe to any account's address. A snapshot
 * describes the past, so we ignore it. ccxt manages the connection and its pings.
 */
import type { AccountHint } from '../../ports/venue.ts';
import { bodyOf } from '../feeds/protocol.ts';
import { isTickerBody, type TickerBody, type TickerProtocol } from '../feeds/ticker-protocol.ts';
import { ACCOUNT_HASH, orderHint } from '../shared/account-stream.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { AccountStreamDialect } from '../shared/dialect.ts';
import { at, bodies, text } from '../shared/fields.ts';
import { clientOrderIdOf } from './history.ts';
import { statusOf } from './orders.ts';

const ORDERS = 'orderUpdates';
const FILLS = 'userFills';
const MOVES = ['userFundings', 'userNonFundingLedgerUpdates'] as const;

/** The methods that we use from ccxt's streams. */
type Streams = {
	readonly urls: { readonly api: { readonly ws: { readonly public: string } } };
	readonly walletAddress: string;
	readonly watch: (url: string, hash: string, message: unknown, subscribeHash: string) => Promise<unknown>;
};

/** Hyperliquid's account stream: reports changes, and ignores each channel's initial snapshot. */
export const hyperliquidAccountStream: AccountStreamDialect = {
	async listen(_call, exchange: CcxtExchange, isStopped) {
		if (isStopped()) return;
		const streams = exchange as unknown as Streams;
		const user = streams.walletAddress.toLowerCase();
		await Promise.all(
			[ORDERS, FILLS, ...MOVES].map((type) => {
				const message = { method: 'subscribe', subscription: { type, user } };
				return streams.watch(streams.urls.api.ws.public, ACCOUNT_HASH, message, `${ACCOUNT_HASH}:${type}`);
			}),
		);
	},
	hintsOf(message) {
		const channel = text(message, 'channel') ?? '';
		const data = at(message, 'data');
		if (channel === ORDERS) return orderHints(data);
		const isMove = (MOVES as readonly string[]).includes(channel);
		if (channel !== FILLS && !isMove) return undefined;
		if (at(data, 'isSnapshot') === true) return [];
		return isMove ? [{ kind: 'balance' }] : fillHints(data);
	},
};

function orderHints(data: unknown): readonly AccountHint[] {
	return bodies(data).flatMap((row) => {
		const order = at(row, 'order');
		const symbol = text(order, 'coin');
		if (symbol === undefined) return [];
		const status = text(row, 'status');
		const hasEnded = status !== undefined && statusOf(status) !== 'open';
		return [orderHint(symbol, clientOrderIdOf(at(order, 'cloid')), hasEnded)];
	});
}

function fillHints(data: unknown): readonly AccountHint[] {
	return bodies(at(data, 'fills')).flatMap((row): AccountHint[] => {
		const symbol = text(row, 'coin');
		if (symbol === undefined) return [];
		return [
			{ kind: 'order', symbol, clientOrderId: clientOrderIdOf(row.cloid) },
			{ kind: 'position', symbol },
			{ kind: 'balance' },
		];
	});
}

const CONTEXTS = 'activeAssetCtx';

/**
 * Hyperliquid stream `activeAssetCtx` for perpetuals. Each message has a contract's complete context (mark, oracle
 * and mid price, premium, funding, open interest, the day's volume), with the same fields as `metaAndAssetCtxs`.
 *
 * Hyperliquid documents no push interval (pages "Subscriptions" and "Rate limits and user limits", read 2026-11).
 * Others measured 1.0 s at the median for BTC on 2026-09-03; another report says every few seconds. Hyperliquid also
 * does not document whether messages repeat without a change, so silence does not show that a contract's values are
 * stale. Messages have no timestamp. Connection and limits are as in `books.ts`. Each contract needs one subscription
 * here and one for its book, and two connections carry all of the 200 or more contracts. Commands leave at a third of
 * the books' pace, so both streams together stay below 2,000 messages a minute.
 */
export const hyperliquidContexts: TickerProtocol = {
	venue: 'hyperliquid',
	path: '/ws',
	commandGapMs: 120,
	heartbeat: { periodMs: 20_000, text: '{"method":"ping"}' },
	begin: [],
	ofSymbol: {
		subscribe: (symbol) => command('subscribe', symbol),
		unsubscribe: (symbol) => command('unsubscribe', symbol),
	},
	read(text) {
		const message = bodyOf(text);
		if (message?.channel === 'error') return { kind: 'refused', reason: String(message.data ?? '') };
		if (message?.channel !== CONTEXTS) return { kind: 'other' };
		const { coin, ctx } = (isTickerBody(message.data) ? message.data : {}) as TickerBody;
		return typeof coin === 'string' && isTickerBody(ctx)
			? { kind: 'tickers', rows: [{ symbol: coin, body: ctx }] }
			: { kind: 'other' };
	},
};

function command(method: string, coin: string): string {
	return JSON.stringify({ method, subscription: { type: CONTEXTS, coin } });
}
