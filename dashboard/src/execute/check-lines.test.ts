import { expect, test } from 'vitest';
import { checkFigure, checkMeaning, checkName } from './check-lines.ts';

const line = (check: string, message: string) => ({ check, passed: true, value: '', limit: '', message });

test('keeps the rule of a check sentence', () => {
	expect(
		checkMeaning(
			line(
				'collar_long',
				'collar_long: was 0.0033735915255381, limit 2 (% that the mid of bybit lies off its mark or index, at most).',
			),
		),
	).toBe('% that the mid of bybit lies off its mark or index, at most');
	expect(checkMeaning(line('mode', 'mode: was grid, opened as grid.'))).toBe('Was grid, opened as grid.');
	expect(checkMeaning(line('position_long', 'position_long: bybit holds 0 coins.'))).toBe(
		'Bybit holds 0 coins.',
	);
});

test('names a check with its leg', () => {
	expect(checkName('stress_margin_short')).toBe('Stress margin, short leg');
	expect(checkName('open_notional_coin')).toBe('Open notional coin');
});

test('groups and rounds numbers and keeps words', () => {
	expect(['0.0033735915255381', '1578900', '1467.3285', '-5', 'grid', '365750.5'].map(checkFigure)).toEqual([
		'0.00337359',
		'1,578,900',
		'1,467.33',
		'-5',
		'grid',
		'365,751',
	]);
});
