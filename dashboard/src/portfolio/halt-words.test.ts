import { expect, test } from 'vitest';
import { type Halt, haltOn, whereHalted, whoHalted, whyHalted } from './halt-words.ts';

const own: Halt = {
	scope: 'user',
	exchange: null,
	reason: null,
	halted_at: '2026-11-21T08:00:00.000Z',
	halted_by: 'token_1',
	close_all: false,
};
const atKucoin: Halt = {
	...own,
	scope: 'exchange',
	exchange: 'kucoin',
	reason: 'odd prices.',
	halted_by: 'operator',
};
const everywhere: Halt = { ...own, scope: 'service', halted_by: 'restore' };

test('names the place, the origin and the reason of a halt', () => {
	expect([own, atKucoin, everywhere].map(whereHalted)).toEqual([
		'on every exchange',
		'on KuCoin',
		'on every exchange',
	]);
	expect([own, atKucoin, everywhere].map(whoHalted)).toEqual([
		'you',
		'the operator',
		'the restore of a backup',
	]);
	expect([own, atKucoin].map((halt) => whyHalted(halt, ({ message }) => message))).toEqual([
		'no reason given',
		'odd prices',
	]);
});

test('finds the halt that blocks an opening, the operator’s first', () => {
	expect(haltOn([], ['bybit', 'kucoin'])).toBeUndefined();
	expect(haltOn([atKucoin], ['bybit', 'binance'])).toBeUndefined();
	expect(haltOn([atKucoin], ['bybit', 'kucoin'])).toBe(atKucoin);
	expect(haltOn([own], ['bybit', 'binance'])).toBe(own);
	expect(haltOn([own, everywhere], ['bybit', 'binance'])).toBe(everywhere);
});
