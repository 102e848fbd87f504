import { expect, test } from 'vitest';
import { parseSource } from './code-shape.ts';
import { edgeOf, snakeMembers } from './snake-members.ts';

const namesIn = (text: string) => snakeMembers(parseSource(text)).map(({ name, line }) => `${line} ${name}`);

test.each([
	[
		'a member of a type',
		'type T = {\n\treadonly net_apr: number;\n\tfees?: { entry_fees: number };\n};',
		['2 net_apr', '3 entry_fees'],
	],
	['an interface and its methods', 'interface T {\n\tread_all(): void;\n}', ['2 read_all']],
	[
		'an object, with shorthand and quoted members',
		"const a_b = 1;\nf({ a_b, 'c_d': 1, e_f() {} });",
		['2 a_b', '2 c_d', '2 e_f'],
	],
	['a class', 'class A {\n\tlast_seen = 1;\n}', ['2 last_seen']],
])('finds %s', (_what, text, found) => {
	expect(namesIn(text)).toEqual(found);
});

test.each([
	['members that are only read', 'const { ret_code: code } = answer;\nuse(answer.ret_msg);'],
	['constants and values', "const A = { LIMIT_MS: 1, verdict: 'no_trade' };"],
	['paths in quotes', "const A = { 'net.break_even_hours': 1 };"],
])('ignores %s', (_what, text) => {
	expect(namesIn(text)).toEqual([]);
});

test('an edge is a file, or every file below its folder', () => {
	expect(edgeOf('src/api/rpc/opportunity-record.ts')?.reason).toContain('mappers');
	expect(edgeOf('src/opportunities/record.ts')).toBeUndefined();
});
