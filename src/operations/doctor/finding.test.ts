import { expect, test } from 'vitest';
import { fail, findingLine, ok, reasonOf, warn } from './finding.ts';
import { nodeFinding } from './machine.ts';

test('writes the finding, and what to do after a dash', () => {
	expect(findingLine(ok('data', '81 MB are free'))).toBe('ok    data           81 MB are free');
	expect(findingLine(warn('clocks', 'bybit: 600 ms off', 'set it'))).toBe(
		'warn  clocks         bybit: 600 ms off — set it',
	);
	expect(findingLine(fail('configuration', 'x', 'y'))).toBe('FAIL  configuration  x — y');
});

test('cuts a reason to one line of limited length', () => {
	expect(reasonOf(new Error('It is\n\tso. '))).toBe('It is so');
	expect(reasonOf('a'.repeat(5_000)).length).toBe(500);
});

test.each([
	['24.0.0', 'ok'],
	['26.1.2', 'ok'],
	['20.19.0', 'FAIL'],
])('Node %s is %s', (version, state) => {
	expect(nodeFinding(version).state).toBe(state);
});
