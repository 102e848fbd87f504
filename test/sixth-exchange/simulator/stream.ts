/**
 * Serves Tidemark's streams. On `/v1/books`, a command lists the contracts to watch. After a change in a contract's
 * book, at most twice a second, the stream sends its best 50 levels per side. On `/v1/account`, the client sends one
 * signed command, and the stream sends the account's changes.
 */

import { everyPeriod, onAccountAfterwards } from '../../../simulator/core/stream-timer.ts';
import type { AccountEvent, Exchange, FrontEndSocket } from '../../../simulator/core/types.ts';
import { TidemarkRefusal } from './errors.ts';
import { type Fields, readFields } from './fields.ts';
import { levelsBody } from './market-routes.ts';
import { authenticate } from './signing.ts';

/** Path of the account stream. */
export const ACCOUNT_STREAM = '/v1/account';
const BOOK_STREAM = '/v1/books';
const BOOK_LEVELS = 50;
const BOOK_PERIOD_MS = 500;
const NOT_FOUND = 1008;

/** Serves one connection until it closes. */
export function connectStream(exchange: Exchange, socket: FrontEndSocket): void {
	if (socket.path === BOOK_STREAM) serveBooks(exchange, socket);
	else if (socket.path === ACCOUNT_STREAM) serveAccount(exchange, socket);
	else socket.close(NOT_FOUND);
}

function serveBooks(exchange: Exchange, socket: FrontEndSocket): void {
	const stops = new Map<string, () => void>();
	socket.onClose(() => {
		for (const stop of stops.values()) stop();
	});
	onCommand(socket, (fields) => {
		const contracts = Array.isArray(fields.contracts) ? fields.contracts.map(String) : [];
		const unknown = contracts.find((symbol) => exchange.instrument(symbol) === undefined);
		if (unknown !== undefined) return { id: fields.id, refused: 'no such contract', contract: unknown };
		for (const symbol of contracts) {
			stops.get(symbol)?.();
			stops.delete(symbol);
			if (fields.do === 'watch')
				stops.set(
					symbol,
					tellBook(exchange, symbol, (body) => send(socket, body)),
				);
		}
		return { id: fields.id, got: fields.do };
	});
}

/** Sends the book immediately, and then after changes, no more than once per BOOK_PERIOD_MS. */
function tellBook(exchange: Exchange, symbol: string, tell: (body: object) => void): () => void {
	// The simulated book moves only while it has a listener.
	const stopListening = exchange.onBook(symbol, () => {});
	let told = -1;
	const tellChange = (): void => {
		const { at, sequence, bids, asks } = exchange.book(symbol, BOOK_LEVELS);
		if (sequence === told) return;
		told = sequence;
		tell({ book: symbol, ms: at, n: sequence, b: levelsBody(bids), a: levelsBody(asks) });
	};
	tellChange();
	const stopTimer = everyPeriod(BOOK_PERIOD_MS, tellChange);
	return () => {
		stopTimer();
		stopListening();
	};
}

function serveAccount(exchange: Exchange, socket: FrontEndSocket): void {
	let stop: (() => void) | undefined;
	socket.onClose(() => stop?.());
	onCommand(socket, (fields) => {
		const text = (name: string): string => String(fields[name] ?? '');
		const signed = { key: text('key'), time: text('time'), ttl: text('ttl'), sign: text('sign') };
		const { accountId, key } = authenticate(exchange, { ...signed, path: ACCOUNT_STREAM, body: '' });
		stop?.();
		const stopEvents = onAccountAfterwards(exchange, accountId, (events) => {
			for (const event of events) send(socket, changeBody(event));
		});
		const stopKey = exchange.onKeyEnd(key, () => socket.close());
		stop = () => {
			stopEvents();
			stopKey();
		};
		return { got: 'account' };
	});
}

function changeBody(event: AccountEvent): object {
	switch (event.kind) {
		case 'order':
		case 'fill': {
			const { request, status } = event.order;
			const isLive = status === 'open' || status === 'partiallyFilled';
			return { changed: 'order', contract: request.symbol, ref: request.clientOrderId ?? null, live: isLive };
		}
		case 'position':
			return { changed: 'position', contract: event.symbol };
		case 'balance':
		case 'funding':
			return { changed: 'wallet' };
	}
}

function onCommand(socket: FrontEndSocket, answer: (fields: Fields) => object): void {
	socket.onMessage((text) => {
		try {
			send(socket, answer(readFields(text)));
		} catch (error) {
			if (!(error instanceof TidemarkRefusal)) throw error;
			send(socket, { refused: error.message, fault: error.code });
			socket.close();
		}
	});
}

function send(socket: FrontEndSocket, body: object): void {
	socket.send(JSON.stringify(body));
}
