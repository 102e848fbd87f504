/**
 * Answers the probes in a book stream, in a separate process. As the bare echo, it answers each probe on receipt.
 * With the scanner, it answers once the scanner reports the opportunity that the probe changed. The process's first
 * argument is the task.
 */

import WebSocket from 'ws';
import { parseDecimal } from '../src/domain/decimal.ts';
import { SILENT_LOGGER } from '../src/ports/logger.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { bybitProtocol } from '../src/venues/bybit/books.ts';
import { VENUE_FACTS } from '../src/venues/facts.ts';
import { openOwnFeed } from '../src/venues/feeds/own-feed.ts';
import { wireOpener } from '../src/venues/feeds/ws-wire.ts';
import { publicStreamOf } from '../src/venues/shared/at-site.ts';
import { symbolsOf } from './feed-streams.ts';
import { createFullScanner } from './full-scanner.ts';
import { STREAM_PATHS } from './stream-host.ts';
import { createUniverse } from './universe.ts';

export type AnswerOrder = {
	readonly way: 'echo' | 'scanner';
	readonly symbols: number;
	/** Number of symbols that carry probes: the last ones in the list. */
	readonly probes: number;
	/** Interval between probes, in messages: 64 means that every 64th message is a probe. */
	readonly probeEvery: number;
	readonly port: number;
	readonly answerPort: number;
};

/**
 * Number of coins that one price in the stream covers. Stream prices are near 60,000 and the other venue's near 100;
 * this factor makes the prices per coin comparable.
 */
const COINS_PER_PRICE_UNIT = parseDecimal('625');
const order = JSON.parse(process.argv[2] ?? '{}') as AnswerOrder;
const names = symbolsOf('bybit', order.symbols);
const answers = new WebSocket(`ws://127.0.0.1:${order.answerPort}`, { perMessageDeflate: false });
await new Promise((resolve) => answers.once('open', resolve));
if (order.way === 'echo') echo();
else scan();

function echo(): void {
	const socket = new WebSocket(`ws://127.0.0.1:${order.port}${STREAM_PATHS.bybit}`, {
		perMessageDeflate: false,
	});
	let heard = 0;
	socket.on('open', () => {
		for (const name of names) socket.send(bybitProtocol.subscribe([name], '1'));
	});
	// The first messages, an acknowledgement and a snapshot for each symbol, are not counted.
	socket.on('message', () => {
		heard += 1;
		const count = heard - 2 * names.length;
		if (count > 0 && count % order.probeEvery === 0) answers.send(`echo ${count}`);
	});
}

/** Scans two venues. One gets its books from the stream. Every opportunity pairs an instrument of each venue. */
function scan(): void {
	const universe = createUniverse(2, names.length, systemClock.now);
	createFullScanner(universe, systemClock);
	const indexOf = new Map(names.map((name, index) => [name, index]));
	const firstProbe = names.length - order.probes;
	openOwnFeed({
		protocol: bybitProtocol,
		publicStream: publicStreamOf(VENUE_FACTS.bybit.sites, {}),
		instruments: names.map((symbol, index) => ({
			...(universe.instruments[index] as (typeof universe.instruments)[number]),
			symbol,
			coinsPerPriceUnit: COINS_PER_PRICE_UNIT,
		})),
		listener: {
			onBook({ symbol, book, venueAt }) {
				const index = indexOf.get(symbol) ?? 0;
				universe.book(index, book);
				if (index >= firstProbe) answers.send(`${symbol} ${venueAt}`);
			},
			onDown(symbols, reason) {
				if (reason.includes('out of step')) throw new Error(`${symbols.join(' ')}: ${reason}`);
			},
		},
		request: () => Promise.reject(new Error('No request is expected.')),
		openWire: wireOpener(order.port),
		clock: systemClock,
		random: systemRandom,
		log: SILENT_LOGGER,
	});
}
