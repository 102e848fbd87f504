import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bookDeltaSymbol } from './book-feed.ts';
import { type Fixture, openFixture } from './front-end-fixture.ts';

const PERIOD_MS = 100;
const EVENTS = 12;
let fixture: Fixture;

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
	fixture = openFixture();
});
afterEach(() => {
	fixture.close();
	vi.useRealTimers();
});

type Level = readonly [string, string];
type Event = {
	readonly U: number;
	readonly u: number;
	readonly pu: number;
	readonly b: readonly Level[];
	readonly a: readonly Level[];
};

/** Moves the market and lets one period of the stream elapse, so that the stream sends an event. */
function step(): void {
	fixture.pass(PERIOD_MS * 10);
	fixture.exchange.book('BTCUSDT', 1);
	vi.advanceTimersByTime(PERIOD_MS);
}

function events(socket: { take(): Event[] }): Event[] {
	return socket.take().filter((frame) => 'U' in frame);
}

test('a snapshot and the events after it give the book by the documented rule, at any time of the snapshot', async () => {
	const socket = fixture.connect('/public/ws/btcusdt@depth@100ms');
	for (let taken = 1; taken <= 4; taken += 1) {
		for (let before = 0; before < taken; before += 1) step();
		const snapshot = fixture.open('/fapi/v1/depth', 'symbol=BTCUSDT&limit=1000').body;
		for (let after = 0; after < EVENTS; after += 1) step();
		const kept = events(socket).filter(({ u }) => u >= snapshot.lastUpdateId);
		const [first] = kept;
		expect(first?.U).toBeLessThanOrEqual(snapshot.lastUpdateId);
		expect(first?.u).toBeGreaterThanOrEqual(snapshot.lastUpdateId);
		for (const [index, event] of kept.entries()) if (index > 0) expect(event.pu).toBe(kept[index - 1]?.u);
		const whole = fixture.open('/fapi/v1/depth', 'symbol=BTCUSDT&limit=20').body;
		expect(applied(snapshot.bids, kept, 'b').slice(0, 20)).toEqual(whole.bids);
		expect(applied(snapshot.asks, kept, 'a').slice(0, 20)).toEqual(whole.asks);
	}
});

function applied(levels: readonly Level[], events: readonly Event[], side: 'a' | 'b'): readonly Level[] {
	const book = new Map(levels);
	for (const event of events)
		for (const [price, quantity] of event[side])
			if (Number(quantity) === 0) book.delete(price);
			else book.set(price, quantity);
	const sign = side === 'b' ? -1 : 1;
	return [...book].sort(([a], [b]) => sign * (Number(a) - Number(b)));
}

test('a change of the book is distinguished from a whole top of book', () => {
	const change = '{"e":"depthUpdate","E":1,"T":1,"s":"BTCUSDT","U":1}';
	expect(bookDeltaSymbol(change)).toBe('BTCUSDT');
	expect(bookDeltaSymbol(`{"stream":"btcusdt@depth@100ms","data":${change}}`)).toBe('BTCUSDT');
	expect(bookDeltaSymbol(`{"stream":"btcusdt@depth5@100ms","data":${change}}`)).toBeUndefined();
	expect(bookDeltaSymbol('{"e":"bookTicker","u":1,"s":"BTCUSDT"}')).toBeUndefined();
});
