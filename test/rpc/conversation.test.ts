/** Tests that the matcher for conversations rejects wrong responses. */
import { describe, expect, test } from 'vitest';
import { mismatches, readConversation } from './conversation.ts';

const judge = (expected: unknown, actual: unknown) => mismatches(expected, actual, new Map());

describe('mismatches', () => {
	test.each([
		[{ a: 1 }, { a: 1 }],
		[{ a: '<any>' }, { a: null }],
		[
			{ a: 1, '<more>': true },
			{ a: 1, b: 2 },
		],
		[
			['<each>', '<integer>'],
			[1, 2],
		],
		[
			['<unordered>', 1, '<string>'],
			['x', 1],
		],
		['<match:^o.p$>', 'oop'],
		['<instant>', '2026-11-20T08:00:00.000Z'],
	])('%j fits %j', (expected, actual) => {
		expect(judge(expected, actual)).toEqual([]);
	});

	test.each([
		[{ a: 1 }, { a: 2 }],
		[{ a: 1 }, {}],
		[{ a: '<any>' }, {}],
		[{ a: 1 }, { a: 1, b: 2 }],
		[{}, []],
		[{}, null],
		[1, '1'],
		[null, 0],
		[[1], [1, 2]],
		[['<each>', '<integer>'], []],
		[
			['<each>', '<integer>'],
			[1, 1.5],
		],
		[
			['<unordered>', 1, 2],
			[1, 1],
		],
		['<string>', 1],
		['<number>', '1'],
		['<boolean>', null],
		['<object>', []],
		['<array>', {}],
		['<match:^a$>', 'b'],
		['<instant>', '2026-11-20'],
		['<nonsense>', 1],
	])('%j does not fit %j', (expected, actual) => {
		expect(judge(expected, actual)).toHaveLength(1);
	});

	test('remembers a value for later lines', () => {
		const names = new Map<string, string>();
		expect(mismatches({ id: '<set:x>' }, { id: 'abc' }, names, '$')).toEqual([]);
		expect(names.get('x')).toBe('abc');
	});
});

test('reads a conversation', () => {
	const { inProcessOnly, exchanges } = readConversation(
		':: only in-process\n\n// why\n:: token full\n>> {"a":\n>> 1}\n=> 401\n=> X-Y: ^z$\n<< {}\n\n>> 2\n=> 204\n',
	);
	expect(inProcessOnly).toBe(true);
	expect(exchanges).toMatchObject([
		{
			why: 'why',
			token: 'full',
			body: { text: '{"a":\n1}' },
			status: 401,
			expected: '{}',
			answerHeaders: [['x-y', /^z$/]],
		},
		{ body: { text: '2' }, status: 204, expected: undefined },
	]);
	expect(() => readConversation('>< typo')).toThrow('Line 1');
	expect(() => readConversation(':: colour red\n>> 1')).toThrow('unknown option');
});
