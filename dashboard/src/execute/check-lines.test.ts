import { expect, test } from 'vitest';
import { GATE } from '../../../src/engine/risk/gate.ts';
import { checkFigure, checkName } from './check-lines.ts';
import { text } from './text.ts';

test('names a check with its leg', () => {
	expect(checkName('stress_margin_short')).toBe('Stress margin, short leg');
	expect(checkName('open_notional_coin')).toBe('Open notional coin');
});

test('names every check of the service and no other', () => {
	const documented = GATE.flatMap(({ lines }) => lines.map((line) => line.replace('_{leg}', '')));
	expect(Object.keys(text.checks.names)).toEqual([...new Set(documented)].toSorted());
	expect(checkName('new_check_long')).toBe('New check, long leg');
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
