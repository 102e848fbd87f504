/**
 * Serves OKX's private stream `/ws/v5/private`. After `login` it offers the channels `orders`, `positions`, `account`
 * and `balance_and_position` (each has its own page, read 2026-11). All except `orders` begin with the current state.
 * Up to 30 connections per account may subscribe to a channel, and a new subscriber receives their number (page
 * "Connection count limit").
 */
import type { ApiKey } from '../core/api-keys.ts';
import { onAccountAfterwards } from '../core/stream-timer.ts';
import type { AccountEvent, Exchange, FrontEndSocket, Instrument, Origin } from '../core/types.ts';
import { balanceBody, closedPositionBody, positionBody } from './account-bodies.ts';
import type { ChannelArg } from './feed.ts';
import { instant } from './numbers.ts';
import { streamOrderBody } from './order-bodies.ts';
import { instrumentNamed } from './params.ts';
import { authenticateStream } from './signing.ts';
import { type Command, type Connection, channelText, serveConnection } from './stream-connection.ts';

const CHANNELS = new Set(['orders', 'positions', 'account', 'balance_and_position']);
const CONNECTIONS_MAX = 30;
/** Close code after a failed login. */
const LOGIN_FAILED = 4_001;
/** Close code for a connection whose key is no longer valid ("API key has been updated or deleted"). */
const KEY_ENDED = 4_007;

/** Number of connections that subscribe to a channel, by account and channel. */
export type ChannelCounts = Map<string, number>;

type State = {
	accountId: string | undefined;
	/** Subscribed channels, keyed by the argument as text. */
	readonly channels: Map<string, ChannelArg>;
	stop: () => void;
	readonly close: (code: number) => void;
};

export function connectPrivateStream(
	exchange: Exchange,
	counts: ChannelCounts,
	socket: FrontEndSocket,
): void {
	serveConnection(exchange, socket, (connection) => {
		const state: State = {
			accountId: undefined,
			channels: new Map(),
			stop: () => undefined,
			close: (code) => socket.close(code),
		};
		return {
			onCommand: (command) => onCommand(exchange, counts, connection, state, command),
			onClose() {
				state.stop();
				for (const arg of state.channels.values()) discount(counts, state, arg);
				state.channels.clear();
			},
		};
	});
}

function onCommand(
	exchange: Exchange,
	counts: ChannelCounts,
	connection: Connection,
	state: State,
	command: Command,
): void {
	switch (command.op) {
		case 'login':
			login(exchange, connection, state, command);
			return;
		case 'subscribe':
			if (state.accountId === undefined) {
				connection.error(command, '60011', 'Please log in');
				return;
			}
			for (const arg of command.args)
				subscribe(exchange, counts, connection, state, state.accountId, command, arg);
			return;
		case 'unsubscribe':
			for (const arg of command.args) {
				if (state.channels.delete(JSON.stringify(arg))) discount(counts, state, arg);
				connection.event(command, { event: 'unsubscribe', arg });
			}
			return;
		default:
			connection.error(command, '60019', `Invalid op: ${command.op}`);
	}
}

function login(exchange: Exchange, connection: Connection, state: State, command: Command): void {
	const proof = authenticateStream(exchange, command.args[0] ?? {});
	if (!('accountId' in proof)) {
		connection.error(command, proof[0], proof[1]);
		state.close(LOGIN_FAILED);
		return;
	}
	hear(exchange, connection, state, proof);
	connection.event(command, { event: 'login', code: '0', msg: '' });
}

/** Starts listening to the account. A second login replaces the first. */
function hear(exchange: Exchange, connection: Connection, state: State, key: ApiKey): void {
	state.stop();
	state.accountId = key.accountId;
	const deafen = listen(exchange, connection, state, key.accountId);
	const forget = exchange.onKeyEnd(key.key, () => state.close(KEY_ENDED));
	state.stop = () => {
		deafen();
		forget();
	};
}

function subscribe(
	exchange: Exchange,
	counts: ChannelCounts,
	connection: Connection,
	state: State,
	accountId: string,
	command: Command,
	arg: ChannelArg,
): void {
	const { channel = '' } = arg;
	const needsType = channel === 'orders' || channel === 'positions';
	if (!CHANNELS.has(channel) || (needsType && !['SWAP', 'ANY'].includes(arg.instType ?? ''))) {
		connection.error(command, '60018', `Wrong URL or ${channelText(arg)} doesn't exist.`);
		return;
	}
	connection.event(command, { event: 'subscribe', arg });
	const name = JSON.stringify(arg);
	if (state.channels.has(name)) return;
	const count = (counts.get(countName(accountId, channel)) ?? 0) + 1;
	if (count > CONNECTIONS_MAX) {
		connection.event(undefined, {
			event: 'channel-conn-count-error',
			channel,
			connCount: String(CONNECTIONS_MAX),
		});
		return;
	}
	counts.set(countName(accountId, channel), count);
	state.channels.set(name, arg);
	connection.event(undefined, { event: 'channel-conn-count', channel, connCount: String(count) });
	const first = snapshotOf(exchange, accountId, channel);
	if (first !== undefined) push(exchange, connection, accountId, arg, first);
}

function countName(accountId: string, channel: string): string {
	return `${accountId} ${channel}`;
}

function discount(counts: ChannelCounts, { accountId = '' }: State, { channel = '' }: ChannelArg): void {
	const name = countName(accountId, channel);
	counts.set(name, Math.max(0, (counts.get(name) ?? 0) - 1));
}

type Rows = { readonly data: readonly unknown[]; readonly snapshot?: true };

function snapshotOf(exchange: Exchange, accountId: string, channel: string): Rows | undefined {
	if (channel === 'account') return { data: [accountBody(exchange, accountId)], snapshot: true };
	if (channel === 'positions')
		return {
			data: exchange
				.positions(accountId)
				.map((position) => positionBody(exchange, instrumentNamed(exchange, position.symbol), position)),
			snapshot: true,
		};
	if (channel === 'balance_and_position')
		return { data: [balanceAndPosition(exchange, accountId, 'snapshot')] };
	return undefined;
}

function push(
	exchange: Exchange,
	connection: Connection,
	accountId: string,
	arg: ChannelArg,
	rows: Rows,
): void {
	const uid = String(exchange.account(accountId).uid);
	const pages = rows.snapshot === true ? { eventType: 'snapshot', curPage: 1, lastPage: true } : {};
	connection.push(JSON.stringify({ arg: { ...arg, uid }, ...pages, data: rows.data }));
}

/**
 * Sends account events. Frames are built only after the operation that caused the events is complete. Building
 * account and position frames reads the exchange again, which must not happen in the middle of a change.
 */
function listen(exchange: Exchange, connection: Connection, state: State, accountId: string): () => void {
	return onAccountAfterwards(exchange, accountId, (events) => {
		for (const event of events) {
			for (const arg of state.channels.values()) {
				const data = rowOf(exchange, accountId, arg, event);
				if (data !== undefined) push(exchange, connection, accountId, arg, { data: [data] });
			}
		}
	});
}

/** Returns a channel's data for an event; undefined if the channel does not report the event. */
function rowOf(exchange: Exchange, accountId: string, arg: ChannelArg, event: AccountEvent): unknown {
	switch (arg.channel) {
		case 'orders':
			return orderRow(exchange, arg, event);
		case 'positions':
			return positionRow(exchange, accountId, arg, event);
		case 'account':
			return event.kind === 'balance' ? accountBody(exchange, accountId) : undefined;
		default:
			return balanceAndPositionRow(exchange, accountId, event);
	}
}

/**
 * Builds an order row. Each fill includes the order's state after it, so the order's own event for the same fill is
 * skipped.
 */
function orderRow(exchange: Exchange, arg: ChannelArg, event: AccountEvent): unknown {
	if (event.kind !== 'order' && event.kind !== 'fill') return undefined;
	const { order } = event;
	const ofFill = event.kind === 'fill' ? event.fill : undefined;
	if (ofFill === undefined && (order.status === 'filled' || order.status === 'partiallyFilled'))
		return undefined;
	const instrument = wantedInstrument(exchange, arg, order.request.symbol);
	if (instrument === undefined) return undefined;
	return streamOrderBody(instrument, order, ofFill, exchange.quote(instrument.symbol).last);
}

function positionRow(exchange: Exchange, accountId: string, arg: ChannelArg, event: AccountEvent): unknown {
	// OKX does not announce that it is about to close a position; it sends only the change.
	if (event.kind !== 'position' || event.isBeingClosed) return undefined;
	const instrument = wantedInstrument(exchange, arg, event.symbol);
	if (instrument === undefined) return undefined;
	if (event.position !== undefined) return positionBody(exchange, instrument, event.position);
	return closedPositionBody(exchange, instrument, {
		leverage: exchange.leverage(accountId, event.symbol),
		mode: exchange.marginMode(accountId, event.symbol),
	});
}

function wantedInstrument(exchange: Exchange, arg: ChannelArg, symbol: string): Instrument | undefined {
	if (arg.instId !== undefined && arg.instId !== symbol) return undefined;
	return exchange.instrument(symbol);
}

function accountBody(exchange: Exchange, accountId: string) {
	return balanceBody(exchange.balance(accountId), exchange.positions(accountId), exchange.now());
}

/** Cause of a position change (page "Balance and position channel", eventType, read 2026-11). */
const EVENT_TYPES: Readonly<Record<Origin, string>> = {
	user: 'filled',
	liquidation: 'liquidation',
	adl: 'adl',
	delisting: 'delivered',
};

function balanceAndPositionRow(exchange: Exchange, accountId: string, event: AccountEvent): unknown {
	if (event.kind === 'funding') return balanceAndPosition(exchange, accountId, 'funding_fee');
	if (event.kind !== 'position' || event.isBeingClosed) return undefined;
	return balanceAndPosition(exchange, accountId, EVENT_TYPES[event.origin]);
}

function balanceAndPosition(exchange: Exchange, accountId: string, eventType: string) {
	const now = instant(exchange.now());
	const account = accountBody(exchange, accountId);
	return {
		pTime: now,
		eventType,
		balData: account.details.map(({ ccy, cashBal, uTime }) => ({ ccy, cashBal, uTime })),
		posData: exchange.positions(accountId).map((position) => {
			const body = positionBody(exchange, instrumentNamed(exchange, position.symbol), position);
			const { posId, tradeId, instId, instType, mgnMode, posSide, pos, ccy, posCcy, avgPx, uTime } = body;
			return { posId, tradeId, instId, instType, mgnMode, posSide, pos, ccy, posCcy, avgPx, uTime };
		}),
		trades: [],
	};
}
