import { expect, test } from 'vitest';
import { type Decimal, fromInteger, ZERO } from '../../domain/decimal.ts';
import { createVirtualClock, passTime } from '../../runtime/virtual-clock.ts';
import { type AccountReads, createAdlRanks } from './adl-ranks.ts';

const START = Date.UTC(2026, 10, 21);

function openRanks() {
	const clock = createVirtualClock(START);
	const listeners: Parameters<AccountReads['onState']>[0][] = [];
	const rankOf = createAdlRanks(
		{
			onState(listener) {
				listeners.push(listener);
				return () => {};
			},
		},
		clock,
	);
	const read = (symbol: string, adlRank: number | null, quantity: Decimal = fromInteger(1)) => {
		for (const listener of listeners)
			listener('user_1', 'bybit', { positions: [{ symbol, quantity, adlRank }] });
	};
	return { clock, rankOf, read };
}

test('the last read of an account decides', () => {
	const { rankOf, read } = openRanks();
	expect(rankOf('user_1', 'bybit', 'SOLUSDT')).toBeNull();
	read('SOLUSDT', 0.8);
	expect(rankOf('user_1', 'bybit', 'SOLUSDT')).toBe(0.8);
	expect(rankOf('user_2', 'bybit', 'SOLUSDT')).toBeNull();
	read('SOLUSDT', null);
	expect(rankOf('user_1', 'bybit', 'SOLUSDT')).toBeNull();
	read('SOLUSDT', 0.4, ZERO);
	expect(rankOf('user_1', 'bybit', 'SOLUSDT')).toBeNull();
});

test('a read of more than five minutes ago says nothing', async () => {
	const { clock, rankOf, read } = openRanks();
	read('SOLUSDT', 1);
	await passTime(clock, 5 * 60_000);
	expect(rankOf('user_1', 'bybit', 'SOLUSDT')).toBe(1);
	await passTime(clock, 1);
	expect(rankOf('user_1', 'bybit', 'SOLUSDT')).toBeNull();
});
