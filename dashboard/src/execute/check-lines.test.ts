import { expect, test } from 'vitest';
import { checkFigure, checkName } from './check-lines.ts';

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
