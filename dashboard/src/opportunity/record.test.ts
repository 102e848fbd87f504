import { describe, expect, test } from 'vitest';
import { GUARDS } from '../../../src/opportunities/guards.ts';
import { type Detail, guardName, guardsOf, legOf, notesOf, paymentOf, reasonsFor } from './record.ts';
import { text } from './text.ts';

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
	{ field: 'guards', code: 'NOTICES_UNKNOWN', message: 'No notices.' },
	{ field: 'net.expected_net', code: 'EXPECTATION_UNKNOWN', message: 'Too short.' },
	{ field: 'net.net_apr', code: 'EXPECTATION_UNKNOWN', message: 'Too short.' },
	{ field: 'net_other', code: 'X', message: 'Other.' },
];

describe('a leg', () => {
	test('has the figures of its side and the spelled name of its exchange', () => {
		expect(legOf(RECORD, 'long')).toMatchObject({ exchange: 'KuCoin', symbol: 'XBTUSDTM', rate: 0.0001 });
		expect(legOf(RECORD, 'short')).toMatchObject({ exchange: 'Bybit', venue: 'bybit', rate: null });
	});

	test('pays a positive rate if long and receives it if short', () => {
		expect([paymentOf('long', 0.1), paymentOf('short', 0.1)]).toEqual(['pay', 'receive']);
		expect([paymentOf('long', -0.1), paymentOf('short', -0.1)]).toEqual(['receive', 'pay']);
		expect([paymentOf('long', 0), paymentOf('short', null)]).toEqual(['none', 'none']);
	});
});

describe('reasons', () => {
	test('are found by a field or its parent, each sentence once', () => {
		expect(reasonsFor(REASONS, 'net')).toEqual(['Too short.']);
		expect(reasonsFor(REASONS, 'net.expected_net', 'net_other')).toEqual(['Too short.', 'Other.']);
		expect(reasonsFor(REASONS, 'net.expected')).toEqual([]);
	});

	test('group the fields by sentence', () => {
		expect(notesOf(REASONS)[2]).toEqual({
			message: 'Too short.',
			fields: ['net.expected_net', 'net.net_apr'],
		});
	});

	test('appear with the code of their guard', () => {
		expect(guardsOf({ guards: ['THIN_BOOK', 'NEW_CODE'], reasons: REASONS })).toEqual([
			{ code: 'THIN_BOOK', sentences: ['The book is thin.'] },
			{ code: 'NEW_CODE', sentences: [] },
		]);
	});
});

describe('the name of a guard', () => {
	test('is in the texts for every guard of the service and for no other', () => {
		expect(Object.keys(text.reasons.guardNames)).toEqual(Object.keys(GUARDS));
		expect(guardName('THIN_BOOK')).toBe('thin book');
	});

	test('is its code if it is new', () => {
		expect(guardName('NEW_GUARD')).toBe('new guard');
	});
});
