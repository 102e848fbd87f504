import { expect, test } from 'vitest';
import { runningExecution } from '../../../test/support/running-execution.ts';
import { ONE } from '../../domain/decimal.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { surroundingsNow } from './surroundings-now.ts';

const RUNNING = runningExecution({ openedAt: 1_000 });

/** Builds surroundings in a world without books, and records their queries in order. */
function checkAt(state: ExecutionState) {
	const asked: string[] = [];
	function answer<T>(what: string, value: T) {
		return (...names: readonly unknown[]): T => {
			asked.push(`${what} ${names.filter((name) => typeof name === 'string').join(' ')}`.trim());
			return value;
		};
	}
	const around = surroundingsNow(
		state,
		{
			beganAt: 0,
			quoteOf: answer('quote', undefined),
			nextSettlementOf: answer('settlement', 5_000),
			intervalMsOf: answer('interval', 28_800_000),
			remainingNetOf: answer('net', undefined),
			agreedAt: answer('agreed', 2_000),
			openingHalted: answer('halted', null),
			openingWaits: answer('waits', false),
			accountHalted: answer('halted account', null),
			tradingFor: answer('trading', undefined),
			mayRest: answer('rest', true),
			mayReduceBlind: answer('blind', true),
			tradesOf: answer('trades', { is: 'yes' } as const),
			refreshPrice: answer('refresh', undefined),
		},
		2_100,
		answer('alone', true),
		answer('allowance', ONE),
	);
	return { around, asked };
}

test('queries nothing for a running execution until a decision needs it, and each thing once', () => {
	const { around, asked } = checkAt(RUNNING);
	expect(asked).toEqual([]);
	expect([around.nextSettlement.long, around.nextSettlement.long]).toEqual([5_000, 5_000]);
	expect([around.quotes.short, around.quotes.short]).toEqual([undefined, undefined]);
	expect([around.isAgreed.long, around.isSeen.long, around.isAlone.short]).toEqual([true, true, true]);
	expect(asked).toEqual([
		'settlement bybit SOLUSDT',
		'quote kucoin SOLUSDTM',
		'agreed user_test bybit SOLUSDT',
		'agreed user_test bybit SOLUSDT',
		'alone short',
	]);
});

test('refreshes missing prices of an opening or closing execution at once', () => {
	const { around, asked } = checkAt({ ...RUNNING, phase: 'closing' });
	expect(asked).toEqual([
		'quote bybit SOLUSDT',
		'refresh bybit SOLUSDT',
		'quote kucoin SOLUSDTM',
		'refresh kucoin SOLUSDTM',
	]);
	expect(around.quotes.long).toBeUndefined();
	expect(asked).toHaveLength(4);
	expect(checkAt({ ...RUNNING, phase: 'closed' }).asked).toEqual([]);
});
