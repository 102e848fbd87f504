/** Bybit's private stream (pages "Connect", "Order", "Execution", "Position", "Wallet" and "Dcp" of its WebSocket, read 2026-11). */
import type { AccountHint } from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { ACCOUNT_HASH, orderHint } from '../shared/account-stream.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { AccountStreamDialect } from '../shared/dialect.ts';
import { at, bodies, text } from '../shared/fields.ts';
import { errorClass, shortMessage } from '../shared/outcome.ts';

const TOPICS = ['order', 'execution', 'position', 'wallet'];

/** Values of `orderStatus` of an order that has ended (page "Enums Definitions"); an execution has none. */
const ENDS: ReadonlySet<string | undefined> = new Set([
	...['Filled', 'Cancelled', 'PartiallyFilledCanceled', 'Deactivated', 'Rejected'],
]);

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
	/** Sends the message unless `subscribeHash` was sent before, and waits for `messageHash` to be resolved. */
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

/** One connection; another comes in its place when it is lost. */
type StreamClient = {
	readonly subscriptions: Record<string, unknown>;
	readonly resolve: (result: unknown, messageHash: string) => unknown;
};

/** Private stream of Bybit, which reports changed orders, positions and balances. */
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

/** A connection that listens to it is one by whose loss the account's orders are cancelled. */
const PROTECTION_TOPIC = 'dcp.future';
/** Connections of which Bybit has said that they protect. */
const protecting = new WeakSet<object>();

/**
 * Binds the account's orders to the private connection, or frees them of it, by Bybit's own word on the connection of now.
 * @throws VenueError rejected where it refuses, another error where the connection is lost meanwhile
 */
export async function protectOrders(exchange: CcxtExchange, isWanted: boolean): Promise<void> {
	const streams = exchange as unknown as Streams;
	const url = urlOf(streams);
	await streams.authenticate(url);
	const client = streams.client(url);
	// A loss that is being counted ends only when somebody listens again.
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
		// An error that the exchange itself answered has this class and no other.
		if (errorClass(error) !== 'ExchangeError') throw error;
		throw new VenueError('bybit', 'rejected', shortMessage(error), { code: 'PROTECTION_REFUSED' });
	} finally {
		delete streams.client(url).subscriptions[name];
	}
}

function commandName(op: 'subscribe' | 'unsubscribe'): string {
	return `${op} ${PROTECTION_TOPIC}`;
}

/** ccxt 4.5.84 reads no answer to a command by its number: those of the protection are waited for. */
export function hearProtection(exchange: CcxtExchange): void {
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
