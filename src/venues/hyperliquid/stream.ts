/**
 * Hyperliquid's channels of an account (page "Subscriptions", read 2026-11). Anybody may subscribe to any address; a snapshot is of
 * the past and no news. The connection is that of ccxt, which pings it.
 */
import type { AccountHint } from '../../ports/venue.ts';
import { ACCOUNT_HASH, orderHint } from '../shared/account-stream.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { AccountStreamDialect } from '../shared/dialect.ts';
import { at, bodies, text } from '../shared/fields.ts';
import { clientOrderIdOf, statusOf } from './bodies.ts';

const ORDERS = 'orderUpdates';
const FILLS = 'userFills';
const MOVES = ['userFundings', 'userNonFundingLedgerUpdates'] as const;

/** What is used of ccxt's streams. */
type Streams = {
	readonly urls: { readonly api: { readonly ws: { readonly public: string } } };
	readonly walletAddress: string;
	readonly watch: (url: string, hash: string, message: unknown, subscribeHash: string) => Promise<unknown>;
};

/** Account channels of Hyperliquid; the snapshot at the beginning of each is ignored. */
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
