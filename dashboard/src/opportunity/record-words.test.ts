import { describe, expect, test } from 'vitest';
import { type Detail, guardsOf, legOf, paymentWord, reasonsFor, remarksOf } from './record-words.ts';

const RECORD = {
	long_venue: 'kucoin',
	short_venue: 'bybit',
	long_symbol: 'XBTUSDTM',
	short_symbol: 'BTCUSDT',
	long_rate: 0.0001,
	short_rate: null,
} as Detail;

const REASONS = [
	{ field: 'guards', code: 'THIN_BOOK', message: 'The book is thin.' },
	{ field: 'guards', code: 'NOTICES_UNKNOWN', message: 'Nobody tells.' },
	{ field: 'net.expected_net', code: 'EXPECTATION_UNKNOWN', message: 'Too short.' },
	{ field: 'net.net_apr', code: 'EXPECTATION_UNKNOWN', message: 'Too short.' },
	{ field: 'net_other', code: 'X', message: 'Other.' },
];

describe('a leg', () => {
	test('has the figures of its own side and its exchange as people write it', () => {
		expect(legOf(RECORD, 'long')).toMatchObject({ exchange: 'KuCoin', symbol: 'XBTUSDTM', rate: 0.0001 });
		expect(legOf(RECORD, 'short')).toMatchObject({ exchange: 'Bybit', venue: 'bybit', rate: null });
	});

	test('pays a positive rate when it is long and receives it when it is short', () => {
		expect([paymentWord('long', 0.1), paymentWord('short', 0.1)]).toEqual(['You pay', 'You receive']);
		expect([paymentWord('long', -0.1), paymentWord('short', -0.1)]).toEqual(['You receive', 'You pay']);
		expect([paymentWord('long', 0), paymentWord('short', null)]).toEqual([
			'Nothing is paid',
			'Nothing is paid',
		]);
	});
});

describe('reasons', () => {
	test('are found by the member or by what holds it, each sentence once', () => {
		expect(reasonsFor(REASONS, 'net')).toEqual(['Too short.']);
		expect(reasonsFor(REASONS, 'net.expected_net', 'net_other')).toEqual(['Too short.', 'Other.']);
		expect(reasonsFor(REASONS, 'net.expected')).toEqual([]);
	});

	test('are remarks with all members that they are about', () => {
		expect(remarksOf(REASONS)[2]).toEqual({
			message: 'Too short.',
			fields: ['net.expected_net', 'net.net_apr'],
		});
	});

	test('of guards stand beside the code that stands', () => {
		expect(guardsOf({ guards: ['THIN_BOOK', 'NEW_CODE'], reasons: REASONS })).toEqual([
			{ code: 'THIN_BOOK', sentences: ['The book is thin.'] },
			{ code: 'NEW_CODE', sentences: [] },
		]);
	});
});
