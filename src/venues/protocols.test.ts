/** Tests each exchange's sequence rule, case by case, and how its reader handles unexpected frames. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VENUE_NAMES } from './facts.ts';
import { BookFrame } from './feeds/book-frame.ts';
import { FrameError, FrameReader } from './feeds/frame-reader.ts';
import type { FeedProtocol, Verdict } from './feeds/protocol.ts';
import { moduleOf } from './modules.ts';

const protocol = (venue: string): FeedProtocol => moduleOf(venue).books;

function frameOf(members: Partial<BookFrame>): BookFrame {
	return Object.assign(new BookFrame(), members);
}

type Row = readonly [what: string, last: number, frame: Partial<BookFrame>, verdict: Verdict];
const RULES: Readonly<Record<string, readonly Row[]>> = {
	bybit: [
		['a snapshot', Number.NaN, { isSnapshot: true, last: 7 }, 'replace'],
		['a delta before the first snapshot', Number.NaN, { last: 7 }, 'ignore'],
		['the next delta', 7, { last: 8 }, 'apply'],
		['the same delta again', 8, { last: 8 }, 'ignore'],
		['a delta with one missing before it', 8, { last: 10 }, 'gap'],
		['an older delta', 8, { last: 6 }, 'gap'],
		['a restart', 8, { last: 1 }, 'replace'],
		['a later snapshot', 8, { isSnapshot: true, last: 3 }, 'replace'],
	],
	kucoin: [
		['the first book', Number.NaN, { last: 7 }, 'replace'],
		['a newer one, whatever lies between', 7, { last: 90 }, 'replace'],
		['an older one', 7, { last: 6 }, 'ignore'],
	],
	hyperliquid: [
		['a book with a later time', 7, { last: 8 }, 'replace'],
		['the same again', 7, { last: 7 }, 'replace'],
		['an older one', 7, { last: 6 }, 'ignore'],
	],
	okx: [
		['a snapshot', Number.NaN, { isSnapshot: true, last: 7, previous: -1 }, 'replace'],
		['an update before it', Number.NaN, { last: 7, previous: 5 }, 'ignore'],
		['the next update', 7, { last: 12, previous: 7 }, 'apply'],
		['no change for a while', 7, { last: 7, previous: 7 }, 'apply'],
		['numbers that fall after a maintenance', 12, { last: 3, previous: 12 }, 'apply'],
		['the same update again', 12, { last: 12, previous: 7 }, 'ignore'],
		['an update with one missing before it', 12, { last: 20, previous: 15 }, 'gap'],
	],
	binance: [
		['an event before the snapshot', Number.NaN, { first: 1, last: 5, previous: 0 }, 'ignore'],
		['the next event', 20, { first: 23, last: 30, previous: 20 }, 'apply'],
		['an event that was applied', 20, { first: 10, last: 15, previous: 9 }, 'ignore'],
		['an event with one missing before it', 20, { first: 31, last: 40, previous: 30 }, 'gap'],
		['an event that overlaps, in step', 20, { first: 15, last: 30, previous: 14 }, 'gap'],
	],
};

describe.each(VENUE_NAMES)('%s', (venue) => {
	test.each(RULES[venue] ?? [])('%s', (_what, last, frame, verdict) => {
		expect(protocol(venue).judge(last, frameOf(frame), false)).toBe(verdict);
	});

	test('any input ends in a frame or a FrameError, and no other message counts as a book', () => {
		const { read, readControl } = protocol(venue);
		const reader = new FrameReader();
		const frame = new BookFrame();
		fc.assert(
			fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
				frame.reset();
				reader.start(Buffer.from(text));
				try {
					read(reader, frame);
					expect(frame.isOfBook).toBe(false);
				} catch (error) {
					expect(error).toBeInstanceOf(FrameError);
				}
				expect(['other', 'refused']).toContain(readControl(text).kind);
			}),
			{ seed: 20_261_125, numRuns: 300 },
		);
	});
});

test('binance: the first event after a snapshot must include the snapshot’s number', () => {
	const { judge } = protocol('binance');
	const holds = frameOf({ first: 15, last: 30, previous: 14 });
	expect(judge(20, holds, true)).toBe('apply');
	expect(judge(14, frameOf({ first: 15, last: 30, previous: 14 }), true)).toBe('apply');
	expect(judge(10, frameOf({ first: 15, last: 30, previous: 14 }), true)).toBe('gap');
	expect(judge(31, holds, true)).toBe('ignore');
});

test.each([
	['bybit', '{"success":false,"ret_msg":"error:handler not found","req_id":"3","op":"subscribe"}'],
	['kucoin', '{"id":"3","type":"error","code":404,"data":"error:handler not found"}'],
	['binance', '{"error":{"code":2,"msg":"error:handler not found"},"id":3}'],
])('%s names the refused command', (venue, text) => {
	expect(protocol(venue).readControl(text)).toEqual({
		kind: 'refused',
		command: '3',
		reason: 'error:handler not found',
	});
});

test.each([
	[
		'okx',
		'{"event":"error","code":"60018","msg":"Wrong URL or channel:books,instId:NOPE-USDT-SWAP doesn\'t exist."}',
		'NOPE-USDT-SWAP',
	],
	[
		'hyperliquid',
		'{"channel":"error","data":"Invalid subscription {\\"type\\":\\"l2Book\\",\\"coin\\":\\"NOPE\\"}"}',
		'NOPE',
	],
])('%s names the refused symbol', (venue, text, symbol) => {
	expect(protocol(venue).readControl(text)).toMatchObject({ kind: 'refused', symbol });
});
