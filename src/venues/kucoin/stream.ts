/**
 * Implements KuCoin futures' private stream: a token for each connection, then topics (pages "Get Private Token",
 * "Get All Order change", "Get All Position Change", "Get Account Balance Change" of its WebSocket, read 2026-11).
 */
import type { AccountHint } from '../../ports/venue.ts';
import { ACCOUNT_HASH, orderHint } from '../shared/account-stream.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { AccountStreamDialect } from '../shared/dialect.ts';
import { at, bodies, required, text, whole } from '../shared/fields.ts';

const ORDERS = '/contractMarket/tradeOrders';
const POSITIONS = '/contract/positionAll';
const WALLET = '/contractAccount/wallet';

/** Ping interval if KuCoin does not send one, milliseconds. */
const PING_INTERVAL_MS = 18_000;

/** The methods that we use from ccxt's streams. */
type Streams = {
	readonly client: (url: string) => { keepAlive: number };
	readonly subscribe: (
		url: string,
		hash: string,
		topic: string,
		params: Readonly<Record<string, unknown>>,
	) => Promise<unknown>;
};

/** KuCoin futures' private stream: gets a token, then reports changed orders, positions and balances. */
export const kucoinAccountStream: AccountStreamDialect = {
	async listen(call, exchange: CcxtExchange, isStopped) {
		const answer = await call('account', 'futuresPrivatePostBulletPrivate');
		if (isStopped()) return;
		const server = bodies(at(answer, 'data', 'instanceServers'))[0];
		const query = new URLSearchParams({
			token: required(text(at(answer, 'data'), 'token'), 'token'),
			// ccxt distinguishes private from public connections by this id.
			connectId: 'privateFutures',
		});
		const url = `${required(text(server, 'endpoint'), 'endpoint')}?${query}`;
		const streams = exchange as unknown as Streams;
		streams.client(url).keepAlive = whole(server, 'pingInterval') ?? PING_INTERVAL_MS;
		await Promise.all(
			[ORDERS, POSITIONS, WALLET].map((topic) =>
				streams.subscribe(url, ACCOUNT_HASH, topic, { privateChannel: true }),
			),
		);
	},
	hintsOf(message) {
		if (text(message, 'type') !== undefined && text(message, 'type') !== 'message') return undefined;
		const data = at(message, 'data');
		const symbol = text(data, 'symbol');
		switch (text(message, 'topic')) {
			case ORDERS:
				return symbol === undefined
					? []
					: [orderHint(symbol, text(data, 'clientOid'), text(data, 'status') === 'done')];
			case WALLET:
				return [{ kind: 'balance' }];
			case POSITIONS:
				return positionHints(message, symbol);
			default:
				return undefined;
		}
	},
};

/**
 * Returns the hints in a position message. A change in the mark price yields none, because it does not change the
 * account. A settlement message names no instrument but changes the balance.
 */
function positionHints(message: unknown, symbol: string | undefined): readonly AccountHint[] {
	if (text(at(message, 'data'), 'changeReason') === 'markPriceChange') return [];
	const moved: readonly AccountHint[] =
		text(message, 'subject') === 'position.settlement' ? [{ kind: 'balance' }] : [];
	return symbol === undefined ? moved : [...moved, { kind: 'position', symbol }];
}
