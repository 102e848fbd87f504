/**
 * Implements OKX's private stream: a login, then channels (pages "Login", "Order channel", "Positions channel",
 * "Account channel", read 2026-11).
 */
import type { AccountHint } from '../../ports/venue.ts';
import { ACCOUNT_HASH, orderHint } from '../shared/account-stream.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { AccountStreamDialect } from '../shared/dialect.ts';
import { at, bodies, text } from '../shared/fields.ts';

const CHANNELS = [
	{ channel: 'orders', instType: 'SWAP' },
	{ channel: 'positions', instType: 'SWAP' },
	{ channel: 'account' },
];

/** Values of `state` for an order that has ended. */
const ENDS: ReadonlySet<string | undefined> = new Set(['filled', 'canceled', 'mmp_canceled']);

/** The methods that we use from ccxt's streams. */
type Streams = {
	readonly getUrl: (channel: string, access: 'private') => string;
	readonly authenticate: (params: Readonly<Record<string, unknown>>) => Promise<unknown>;
	readonly watch: (url: string, hash: string, message: object, subscribeHash: string) => Promise<unknown>;
};

/** OKX's private stream: logs in, then reports changed orders, positions and balances. */
export const okxAccountStream: AccountStreamDialect = {
	async listen(_call, exchange: CcxtExchange, isStopped) {
		const streams = exchange as unknown as Streams;
		await streams.authenticate({});
		if (isStopped()) return;
		const url = streams.getUrl('orders', 'private');
		await streams.watch(url, ACCOUNT_HASH, { op: 'subscribe', args: CHANNELS }, ACCOUNT_HASH);
	},
	hintsOf(message) {
		// Responses to commands also name their channel, but only a push has data.
		const data = at(message, 'data');
		const channel = text(at(message, 'arg'), 'channel');
		if (!Array.isArray(data) || !CHANNELS.some((ours) => ours.channel === channel)) return undefined;
		if (channel === 'account') return [{ kind: 'balance' }];
		return bodies(data).flatMap((row): AccountHint[] => {
			const symbol = text(row, 'instId');
			if (symbol === undefined || text(row, 'instType') !== 'SWAP') return [];
			if (channel === 'positions') return [{ kind: 'position', symbol }];
			return [orderHint(symbol, text(row, 'clOrdId'), ENDS.has(text(row, 'state')))];
		});
	},
};
