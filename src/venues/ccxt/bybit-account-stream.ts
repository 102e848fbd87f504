/** Bybit's private stream (pages "Connect", "Order", "Execution", "Position" and "Wallet" of its WebSocket, read 2026-11). */
import type { AccountHint } from '../../ports/venue.ts';
import { ACCOUNT_HASH } from './account-stream.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { AccountStreamDialect } from './dialect.ts';
import { at, bodies, text } from './fields.ts';

const TOPICS = ['order', 'execution', 'position', 'wallet'];

/** What is used of ccxt's streams. */
type Streams = {
	readonly urls: { readonly api: { readonly ws: { readonly private: { readonly contract: string } } } };
	readonly implodeHostname: (url: string) => string;
	readonly authenticate: (url: string) => Promise<unknown>;
	readonly watchTopics: (
		url: string,
		hashes: readonly string[],
		topics: readonly string[],
	) => Promise<unknown>;
};

export const bybitAccountStream: AccountStreamDialect = {
	async listen(_call, exchange: CcxtExchange, isStopped) {
		const streams = exchange as unknown as Streams;
		const url = streams.implodeHostname(streams.urls.api.ws.private.contract);
		await streams.authenticate(url);
		if (isStopped()) return;
		await streams.watchTopics(url, [ACCOUNT_HASH], TOPICS);
	},
	hintsOf(message) {
		const topic = text(message, 'topic');
		if (topic === undefined || !TOPICS.includes(topic)) return undefined;
		if (topic === 'wallet') return [{ kind: 'balance' }];
		return bodies(at(message, 'data')).flatMap((row): AccountHint[] => {
			const symbol = text(row, 'symbol');
			if (symbol === undefined || text(row, 'category') !== 'linear') return [];
			if (topic === 'position') return [{ kind: 'position', symbol }];
			return [{ kind: 'order', symbol, clientOrderId: text(row, 'orderLinkId') ?? null }];
		});
	},
};
