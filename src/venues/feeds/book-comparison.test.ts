/**
 * Compares a streamed OKX book with the exchange's responses: differences caused by timing, and a level lost within a
 * message.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openScriptedFeed, pass } from '../../../test/support/scripted-feed.ts';
import { fromInteger } from '../../domain/decimal.ts';
import type { BookLevel } from '../../domain/order-book.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { okxProtocol } from '../okx/books.ts';
import { BOOK_DEPTH } from './book-feed.ts';
import { BookWatch } from './book-watch.ts';
import type { FeedRequest } from './protocol.ts';

const SYMBOL = 'SOLUSDT';
type Levels = Readonly<Record<string, string>>;
type Sides = { readonly bids: Levels; readonly asks: Levels };

const rows = (levels: Levels, sign: 1 | -1): readonly string[][] =>
	Object.entries(levels)
		.sort(([a], [b]) => sign * (Number(a) - Number(b)))
		.map(([price, size]) => [price, size, '0', '1']);

/** Builds a stream frame; the checksum is 0, as it has been since 2026-06. */
function frame(
	action: 'snapshot' | 'update',
	prevSeqId: number,
	seqId: number,
	{ bids, asks }: Sides,
): object {
	return {
		arg: { channel: 'books', instId: SYMBOL },
		action,
		data: [{ bids: rows(bids, -1), asks: rows(asks, 1), ts: '1', checksum: 0, seqId, prevSeqId }],
	};
}

const answer = ({ bids, asks }: Sides): object => ({
	code: '0',
	data: [{ bids: rows(bids, -1), asks: rows(asks, 1), ts: '1' }],
});

const START: Sides = {
	bids: { '99': '1', '98': '2', '97': '3' },
	asks: { '101': '1', '102': '2', '103': '3' },
};

/** Fakes the exchange's responses in order; the last one repeats. */
function answering(...answers: readonly (Sides | Error)[]) {
	const asked: unknown[] = [];
	const request: FeedRequest = async (method, params) => {
		asked.push([method, params]);
		const given = answers[Math.min(asked.length, answers.length) - 1];
		if (given === undefined || given instanceof Error) throw given;
		return answer(given);
	};
	return { asked, request };
}

async function openOkx(request: FeedRequest) {
	const feed = await openScriptedFeed(okxProtocol, ['SOL'], request);
	feed.accept();
	feed.send(frame('snapshot', -1, 10, START));
	await pass(feed.clock, 300);
	/** Advances time while the exchange confirms every second that nothing has changed. */
	const rest = async (seconds: number, seqId = 10): Promise<void> => {
		for (let second = 0; second < seconds; second += 1) {
			feed.send(frame('update', seqId, seqId, { bids: {}, asks: {} }));
			await pass(feed.clock, 1_000);
		}
	};
	return { ...feed, rest };
}

describe('comparison of a streamed book with the exchange’s answer', () => {
	test('keeps an equal book, with one request per five seconds at most', async () => {
		const { asked, request } = answering(START);
		const { feed, down, rest } = await openOkx(request);
		await rest(29);
		expect(asked).toHaveLength(5);
		expect(asked[0]).toEqual(['publicGetMarketBooks', { instId: SYMBOL, sz: BOOK_DEPTH }]);
		expect([feed.counters().compared, feed.counters().gaps, down]).toEqual([5, 0, []]);
	});

	test('restarts the book after a static level differs twice', async () => {
		// The message that should have changed the size at 98 to 5 lost that level. The sequence numbers continue as
		// if nothing were missing.
		const { request } = answering({
			bids: { ...START.bids, '98': '5' },
			asks: { ...START.asks, '103': '4' },
		});
		const { clock, feed, send, down, newest } = await openOkx(request);
		send(frame('update', 10, 11, { bids: {}, asks: { '103': '4' } }));
		await pass(clock, 10_000);
		expect(down).toEqual([
			'SOLUSDT: The book is out of step: 1 level differs from the snapshot of okx, at 98.',
		]);
		expect(feed.counters()).toMatchObject({ gaps: 1, gapsBy: { compared: 1 }, resyncs: 1, compared: 2 });
		expect(newest().sent.at(-1)).toBe(`{"op":"subscribe","args":[{"channel":"books","instId":"${SYMBOL}"}]}`);
	});

	test.each([
		['a level that the exchange no longer has', { ...START, asks: { '101': '1', '103': '3' } }],
		['a level that the stream never sent', { ...START, bids: { ...START.bids, '98.5': '1' } }],
	])('finds %s', async (_what, levels) => {
		const { request } = answering(levels);
		const { clock, feed } = await openOkx(request);
		await pass(clock, 10_000);
		expect(feed.counters().gapsBy.compared).toBe(1);
	});

	test('keeps the book if the level moved around the answer, or differed once', async () => {
		const { asked, request } = answering({ ...START, bids: { ...START.bids, '98': '7' } }, START);
		const { clock, feed, send, rest } = await openOkx(request);
		await pass(clock, 4_800);
		// The level's size changes before and after the response, which may show any of its sizes.
		send(frame('update', 10, 11, { bids: { '98': '9' }, asks: {} }));
		await pass(clock, 300);
		send(frame('update', 11, 12, { bids: { '98': '2' }, asks: {} }));
		await pass(clock, 4_000);
		expect([asked.length, feed.counters().gaps]).toEqual([1, 0]);
		await rest(20, 12);
		expect(feed.counters().gaps).toBe(0);
	});

	test('skips the comparison if no answer comes', async () => {
		const { asked, request } = answering(new VenueError('okx', 'unavailable', 'busy'));
		const { feed, down, rest } = await openOkx(request);
		await rest(29);
		expect(asked.length).toBeGreaterThan(3);
		expect([feed.counters().compared, feed.counters().gaps, down]).toEqual([0, 0, []]);
	});

	test('skips a book that restarted meanwhile', async () => {
		const { request } = answering({ bids: { '1': '1' }, asks: { '2': '1' } });
		const { clock, feed, send } = await openOkx(request);
		await pass(clock, 5_500);
		send(frame('update', 99, 100, { bids: {}, asks: {} }));
		await pass(clock, 1_800);
		expect(feed.counters()).toMatchObject({ compared: 0, gapsBy: { sequence: 1, compared: 0 } });
	});
});

/** Builds one side of a book from a size for each price, limited to the best `depth` levels. */
function sideOf(sizes: readonly number[], sign: 1 | -1, depth = BOOK_DEPTH): readonly BookLevel[] {
	return sizes
		.flatMap((size, index): BookLevel[] =>
			size === 0 ? [] : [[fromInteger(10_000 - sign * (index + 1)), fromInteger(size)]],
		)
		.slice(0, depth);
}

test('never reports an answer from within the watch, and always reports a lost level', () => {
	const book = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 80, maxLength: 80 });
	const change = fc.record({ at: fc.integer({ min: 0, max: 79 }), size: fc.integer({ min: 0, max: 3 }) });
	let lost = 0;
	fc.assert(
		fc.property(
			book,
			fc.array(change, { maxLength: 12 }),
			fc.nat(),
			change,
			(first, changes, moment, wrong) => {
				const states = [first];
				for (const { at, size } of changes) states.push((states.at(-1) as number[]).with(at, size));
				const watch = new BookWatch();
				for (const state of states) watch.note({ bids: sideOf(state, 1), asks: sideOf(state, -1) });
				const levels = states[moment % states.length] as number[];
				const answered = (state: readonly number[]) => ({ bids: sideOf(state, 1), asks: sideOf(state, -1) });
				expect(watch.differences(answered(levels))).toEqual([]);
				const stoodStill = changes.every(({ at }) => at !== wrong.at);
				// Only a level near the top is certain to be among the best levels of both the stream and the
				// response.
				if (!stoodStill || levels[wrong.at] === wrong.size || wrong.at > 30) return;
				lost += 1;
				expect(watch.differences(answered(levels.with(wrong.at, wrong.size))).length).toBe(2);
			},
		),
	);
	expect(lost).toBeGreaterThan(5);
});
