/**
 * Implements Bybit's private stream (pages "Connect", "Order", "Execution", "Position", "Wallet" and "Dcp" of its
 * WebSocket, read 2026-11).
 */
import type { AccountHint } from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { ACCOUNT_HASH, orderHint } from '../shared/account-stream.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { AccountStreamDialect } from '../shared/dialect.ts';
import { at, bodies, text } from '../shared/fields.ts';
import { errorClass, shortMessage } from '../shared/outcome.ts';

const TOPICS = ['order', 'execution', 'position', 'wallet'];

/**
 * Values of `orderStatus` for an order that has ended (page "Enums Definitions"); an execution has no `orderStatus`.
 */
const ENDS: ReadonlySet<string | undefined> = new Set([
	...['Filled', 'Cancelled', 'PartiallyFilledCanceled', 'Deactivated', 'Rejected'],
]);

/** The methods that we use from ccxt's streams. */
type Streams = {
	readonly urls: { readonly api: { readonly ws: { readonly private: { readonly contract: string } } } };
	readonly implodeHostname: (url: string) => string;
	readonly authenticate: (url: string) => Promise<unknown>;
	readonly watchTopics: (
		url: string,
		hashes: readonly string[],
		topics: readonly string[],
	) => Promise<unknown>;
	/**
	 * Sends the message unless one with the same `subscribeHash` was already sent, then waits until `messageHash`
	 * resolves.
	 */
	readonly watch: (
		url: string,
		messageHash: string,
		message: object,
		subscribeHash: string,
	) => Promise<unknown>;
	readonly client: (url: string) => StreamClient;
	handleSubscriptionStatus: (client: StreamClient, message: unknown) => unknown;
	handleUnSubscribe: (client: StreamClient, message: unknown) => unknown;
};

/** ccxt's client for one connection. After a connection loss ccxt creates another client. */
type StreamClient = {
	readonly subscriptions: Record<string, unknown>;
	readonly resolve: (result: unknown, messageHash: string) => unknown;
};

/** Bybit's private stream: reports changed orders, positions and balances. */
export const bybitAccountStream: AccountStreamDialect = {
	async listen(_call, exchange: CcxtExchange, isStopped) {
		const streams = exchange as unknown as Streams;
		const url = urlOf(streams);
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
			return [orderHint(symbol, text(row, 'orderLinkId'), ENDS.has(text(row, 'orderStatus')))];
		});
	},
};

function urlOf(streams: Streams): string {
	return streams.implodeHostname(streams.urls.api.ws.private.contract);
}

/**
 * Topic of the disconnection protection. Bybit cancels the account's orders once it has lost all connections that are
 * subscribed to this topic.
 */
const PROTECTION_TOPIC = 'dcp.future';
/** Connections whose subscription to `dcp.future` Bybit has confirmed. */
const protecting = new WeakSet<object>();

/**
 * Arms or disarms Bybit's disconnection protection on the current private connection, and waits for Bybit's
 * confirmation.
 * @throws VenueError rejected if Bybit refuses; another error if the connection is lost while we wait
 */
export async function protectOrders(exchange: CcxtExchange, isWanted: boolean): Promise<void> {
	const streams = exchange as unknown as Streams;
	const url = urlOf(streams);
	await streams.authenticate(url);
	const client = streams.client(url);
	// After a connection loss, only a new subscription stops Bybit's countdown, so subscribe even to disarm.
	if (!protecting.has(client)) await command(streams, url, 'subscribe');
	protecting.add(client);
	if (isWanted) return;
	await command(streams, url, 'unsubscribe');
	protecting.delete(client);
}

async function command(streams: Streams, url: string, op: 'subscribe' | 'unsubscribe'): Promise<void> {
	const name = commandName(op);
	try {
		await streams.watch(url, name, { op, req_id: name, args: [PROTECTION_TOPIC] }, name);
	} catch (error) {
		// ccxt throws exactly this class for an error in Bybit's response.
		if (errorClass(error) !== 'ExchangeError') throw error;
		throw new VenueError('bybit', 'rejected', shortMessage(error), { code: 'PROTECTION_REFUSED' });
	} finally {
		delete streams.client(url).subscriptions[name];
	}
}

function commandName(op: 'subscribe' | 'unsubscribe'): string {
	return `${op} ${PROTECTION_TOPIC}`;
}

/** Matches Bybit's responses to the commands of `protectOrders` by request id, because ccxt 4.5.84 does not. */
export function routeProtectionAnswers(exchange: CcxtExchange): void {
	const streams = exchange as unknown as Streams;
	const commands = new Set([commandName('subscribe'), commandName('unsubscribe')]);
	for (const handler of ['handleSubscriptionStatus', 'handleUnSubscribe'] as const) {
		const original = streams[handler];
		streams[handler] = (client, message) => {
			const name = text(message, 'req_id') ?? '';
			return commands.has(name) ? client.resolve(true, name) : original.call(exchange, client, message);
		};
	}
}
