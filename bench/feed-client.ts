/**
 * Receives a book stream in one of four ways, in a separate process, and reports its processor time. Its first
 * argument is the task; it answers every message from its parent with `{"usedUs": …}`.
 */

import WebSocket from 'ws';
import { parseDecimal } from '../src/domain/decimal.ts';
import type { Instrument } from '../src/domain/instrument.ts';
import { SILENT_LOGGER } from '../src/ports/logger.ts';
import type { BookUpdate } from '../src/ports/venue-market.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { openOwnFeed } from '../src/venues/feeds/own-feed.ts';
import { wireOpener } from '../src/venues/feeds/ws-wire.ts';
import { moduleOf } from '../src/venues/modules.ts';
import { publicStreamOf } from '../src/venues/shared/at-site.ts';
import { openCcxtFeed } from '../src/venues/shared/book-stream.ts';
import { ccxtWithMarkets } from './ccxt-markets.ts';
import { type ClientAnswer, type ClientOrder, symbolsOf, WAYS } from './feed-streams.ts';
import { STREAM_PATHS } from './stream-host.ts';

const ONE = parseDecimal('1');
const { way, venue, symbols, port } = JSON.parse(process.argv[2] ?? '{}') as ClientOrder;
const names = symbolsOf(venue, symbols);
/** Keeps the latest result, because the compiler could otherwise remove the parsing as unused. */
const kept: { last: unknown } = { last: undefined };
let messages = 0;
let books = 0;

const listener = {
	onBook(update: BookUpdate) {
		kept.last = update;
		books += 1;
	},
	onDown() {},
};
const common = {
	listener,
	clock: systemClock,
	random: systemRandom,
	log: SILENT_LOGGER,
	instruments: names.map(instrumentOf),
};

if (way === 'own') openOwn();
else if (way === 'ccxt') await openCcxtPro();
else openBare(way === 'parse');

process.on('message', () => {
	// Waits two turns of the event loop, so that messages that have already arrived are processed first.
	setImmediate(() =>
		setImmediate(() => {
			const { user, system } = process.cpuUsage();
			process.send?.({ usedUs: user + system, messages, books } satisfies ClientAnswer);
		}),
	);
});

function openOwn(): void {
	const { books: protocol, facts } = moduleOf(venue);
	const feed = openOwnFeed({
		...common,
		protocol,
		publicStream: publicStreamOf(facts.sites, {}),
		request: async (_method, params) => {
			const query = new URLSearchParams({
				...(params as Record<string, string>),
				connection: String(WAYS.indexOf(way)),
			});
			const answer = await fetch(`http://127.0.0.1:${port}/fapi/v1/depth?${query}`);
			return answer.json();
		},
		openWire: wireOpener(port),
	});
	setInterval(() => {
		messages = feed.counters().messages;
		if (feed.counters().gaps > 0) throw new Error('The feed fell out of step in a bench.');
	}, 20);
}

async function openCcxtPro(): Promise<void> {
	const exchange = await ccxtWithMarkets(venue, names, port);
	const feed = openCcxtFeed({
		...common,
		venue,
		symbolsPerStream: symbols,
		exchange: async () => exchange,
	});
	setInterval(() => {
		messages = feed.counters().messages;
	}, 20);
}

function openBare(parses: boolean): void {
	const socket = new WebSocket(`ws://127.0.0.1:${port}${STREAM_PATHS[venue]}`, { perMessageDeflate: false });
	const { books: protocol } = moduleOf(venue);
	socket.on('open', () => {
		if (protocol === undefined) return;
		for (let at = 0; at < names.length; at += protocol.symbolsPerCommand)
			socket.send(protocol.subscribe(names.slice(at, at + protocol.symbolsPerCommand), '1'));
	});
	socket.on('message', (data: Buffer) => {
		messages += 1;
		kept.last = parses ? JSON.parse(data.toString()) : data;
	});
}

function instrumentOf(symbol: string): Instrument {
	return {
		venue,
		symbol,
		coin: symbol,
		quote: 'USDT',
		coinsPerOrderUnit: ONE,
		coinsPerPriceUnit: ONE,
		tickSize: parseDecimal('0.1'),
		lotSize: parseDecimal('0.001'),
		quantityMin: parseDecimal('0.001'),
		quantityMax: parseDecimal('1000000'),
		notionalMin: parseDecimal('5'),
		leverageMax: 50,
	};
}
