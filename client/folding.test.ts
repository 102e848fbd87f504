import { expect, test } from 'vitest';
import { CHANNELS } from '../src/api/methods/channels.ts';
import { folded } from './folding.ts';

const row = (id: string, spread: number) => ({ opportunity_id: id, spread });
const PAGE = { data: [row('a', 1), row('b', 2)], as_of: 'then', pagination: { total_count: 2 } };

test.each<[string, object, readonly object[]]>([
	[
		'replaces a row with the same key in its place',
		{ data: [row('a', 9)], removed: [] },
		[row('a', 9), row('b', 2)],
	],
	['appends a new row', { data: [row('c', 3)], removed: [] }, [row('a', 1), row('b', 2), row('c', 3)]],
	['drops a removed row', { data: [], removed: ['a'] }, [row('b', 2)]],
	[
		'sorts all rows by the order',
		{ data: [row('c', 3)], removed: ['a'], order: ['c', 'b'] },
		[row('c', 3), row('b', 2)],
	],
	['skips an unknown key of the order', { data: [], removed: [], order: ['x', 'a'] }, [row('a', 1)]],
])('%s', (_name, change, rows) => {
	expect(folded('opportunities.bybit-kucoin', PAGE, { ...change, as_of: 'now' })).toEqual({
		data: rows,
		as_of: 'now',
		pagination: { total_count: 2 },
	});
});

test('reads nested keys, and leaves the known state unchanged', () => {
	const known = { executions: [{ execution: { id: 'x', status: 'opening' } }], summary: 1 };
	const change = { executions: [{ execution: { id: 'x', status: 'running' } }], removed: [] };
	expect(folded('portfolio', known, change)).toEqual({
		executions: [{ execution: { id: 'x', status: 'running' } }],
		summary: 1,
	});
	expect(known.executions[0]?.execution.status).toBe('opening');
});

test.each(CHANNELS)(
	'$name: its example folds into a state that fits the schema of a snapshot',
	({ name, snapshot, example }) => {
		const whole = folded(name, example.snapshot, example.change);
		expect(snapshot.safeParse(whole).error).toBeUndefined();
	},
);

test('replaces the whole state at a change of an unknown channel', () => {
	expect(folded('tides', { a: 1 }, { b: 2 })).toEqual({ b: 2 });
	expect(folded('constructor', { a: 1 }, { b: 2 })).toEqual({ b: 2 });
});
