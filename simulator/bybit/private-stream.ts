/**
 * Serves Bybit's private stream `/v5/private`. After `auth` it offers the topics `order`, `execution`, `position` and
 * `wallet`. The first three also exist as `<topic>.linear`. A subscription to `dcp.future` sends nothing but protects
 * the account (`dead-man.ts`).
 */
import { randomUUID } from 'node:crypto';
import { sub } from '../../src/domain/decimal.ts';
import { onAccountAfterwards } from '../core/stream-timer.ts';
import type { AccountEvent, Exchange, FrontEndSocket, Origin } from '../core/types.ts';
import { streamPositionBody } from './account-bodies.ts';
import { readWallet } from './account-routes.ts';
import { connectionLost, DCP_TOPIC, protect } from './dead-man.ts';
import { streamExecutionBody, streamFundingBody, streamOrderBody } from './order-bodies.ts';
import { listed } from './order-routes.ts';
import { realizedOn } from './realized-totals.ts';
import { authenticateStream } from './signing.ts';
import { acknowledgement, type Command, type Connection, serveConnection } from './stream-connection.ts';

type Topic = 'order' | 'execution' | 'position' | 'wallet';

/** Topic for each name that a client can subscribe to. */
const TOPICS: Readonly<Record<string, Topic>> = {
	order: 'order',
	'order.linear': 'order',
	execution: 'execution',
	'execution.linear': 'execution',
	position: 'position',
	'position.linear': 'position',
	wallet: 'wallet',
};

const TOPIC_OF_EVENT: Readonly<Record<AccountEvent['kind'], Topic>> = {
	order: 'order',
	fill: 'execution',
	funding: 'execution',
	position: 'position',
	balance: 'wallet',
};

type State = {
	accountId: string | undefined;
	/** Topic names as the client sent them. */
	readonly names: Set<string>;
	stop: () => void;
	/** Closes the connection because its key is no longer valid. */
	readonly cut: () => void;
};

/** Close code for a connection whose key was revoked or has expired. Bybit does not document the code. */
const KEY_ENDED = 1008;

/**
 * Status of a position while the exchange closes it, by the cause of the close (page "Enums Definitions",
 * positionStatus, read 2026-11).
 */
const STATUS_OF: Readonly<Record<Origin, 'Normal' | 'Liq' | 'Adl'>> = {
	user: 'Normal',
	liquidation: 'Liq',
	adl: 'Adl',
	delisting: 'Normal',
};

export function connectPrivateStream(exchange: Exchange, socket: FrontEndSocket): void {
	serveConnection(socket, (connection) => {
		const state: State = {
			accountId: undefined,
			names: new Set(),
			stop: () => undefined,
			cut: () => socket.close(KEY_ENDED),
		};
		return {
			onCommand: (command) => onCommand(exchange, connection, state, command),
			onClose: () => {
				state.stop();
				if (state.accountId !== undefined) connectionLost(exchange, state.accountId, state);
			},
		};
	});
}

function onCommand(exchange: Exchange, connection: Connection, state: State, command: Command): void {
	const reply = (success: boolean, message: string): void =>
		connection.send(acknowledgement(connection, command, success, message, false));
	switch (command.op) {
		case 'ping':
			connection.send({
				...(command.reqId === undefined ? {} : { req_id: command.reqId }),
				op: 'pong',
				args: [String(exchange.now())],
				conn_id: connection.id,
			});
			return;
		case 'auth':
			reply(
				authorize(exchange, connection, state, command),
				state.accountId === undefined ? 'Params Error' : '',
			);
			return;
		case 'subscribe':
		case 'unsubscribe':
			changeTopics(exchange, state, command, reply);
			return;
		default:
			reply(false, 'error:invalid op');
	}
}

/** Verifies the key and starts listening to its account. A second login replaces the first. */
function authorize(exchange: Exchange, connection: Connection, state: State, command: Command): boolean {
	const key = authenticateStream(command.args, (text) => exchange.apiKey(text), exchange.now());
	state.stop();
	state.stop = () => undefined;
	state.accountId = key?.accountId;
	if (key === undefined) return false;
	const deafen = listen(exchange, connection, state, key.accountId);
	const forget = exchange.onKeyEnd(key.key, state.cut);
	state.stop = () => {
		deafen();
		forget();
	};
	return true;
}

function changeTopics(
	exchange: Exchange,
	state: State,
	command: Command,
	reply: (success: boolean, message: string) => void,
): void {
	const { accountId } = state;
	if (accountId === undefined) {
		reply(false, 'Request not authorized');
		return;
	}
	const isWanted = command.op === 'subscribe';
	const names = command.args.map(String).filter((name) => name !== DCP_TOPIC);
	if (names.length < command.args.length) protect(exchange, accountId, state, isWanted);
	const unknown = names.find((name) => TOPICS[name] === undefined);
	if (unknown !== undefined) {
		reply(false, `error:handler not found,topic:${unknown.slice(0, 100)}`);
		return;
	}
	for (const name of names) {
		if (isWanted) state.names.add(name);
		else state.names.delete(name);
	}
	reply(true, '');
}

function listen(exchange: Exchange, connection: Connection, state: State, accountId: string): () => void {
	return onAccountAfterwards(exchange, accountId, (events) => {
		for (const event of events) {
			const topic = TOPIC_OF_EVENT[event.kind];
			const names = [...state.names].filter((name) => TOPICS[name] === topic);
			if (names.length === 0) continue;
			const data = [eventBody(exchange, accountId, event)];
			for (const name of names) {
				connection.send({
					id: `${exchange.account(accountId).uid}${randomUUID()}`,
					topic: name,
					creationTime: exchange.now(),
					data,
				});
			}
		}
	});
}

function eventBody(
	exchange: Exchange,
	accountId: string,
	event: AccountEvent,
): Readonly<Record<string, unknown>> {
	switch (event.kind) {
		case 'order':
			return streamOrderBody(listed(exchange, event.order.request.symbol), event.order);
		case 'fill':
			return streamExecutionBody({
				instrument: listed(exchange, event.fill.symbol),
				fill: event.fill,
				order: event.order,
				leaves: sub(event.order.request.quantity, event.order.filledQuantity),
			});
		case 'funding':
			return streamFundingBody(
				listed(exchange, event.payment.symbol),
				event.payment,
				exchange.account(accountId),
			);
		case 'position':
			return streamPositionBody({
				instrument: listed(exchange, event.symbol),
				position: event.position,
				leverage: exchange.leverage(accountId, event.symbol),
				mark: event.position?.mark ?? exchange.quote(event.symbol).mark,
				cumulativeRealized: realizedOn(exchange, accountId, event.symbol),
				now: exchange.now(),
				status: event.isBeingClosed ? STATUS_OF[event.origin] : 'Normal',
			});
		case 'balance':
			return readWallet(exchange, accountId);
	}
}
