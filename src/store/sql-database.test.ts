/** Tests what every store expects of its database: values, numbers of changes, order, and transactions. */
import { beforeEach, describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import { changesOf, rowsOf, type SqlDatabase, type Steps } from './sql-database.ts';

const databases = storePerTest();
let database: SqlDatabase;

beforeEach(() => {
	database = databases.now();
});

const INSERT = 'INSERT INTO vault_secret (name, sealed) VALUES (?, ?)';
const names = async () =>
	(await database.rows('SELECT name FROM vault_secret ORDER BY name')).map(({ name }) => name);
const putReadTo = (value: number | bigint) =>
	database.changes('INSERT INTO ledger_read (account_id, read_to) VALUES (?, ?)', 'a', value);
const readTo = async (sql = 'read_to') =>
	(await database.rows(`SELECT ${sql} AS value FROM ledger_read`))[0]?.value;

describe('values', () => {
	test.each([0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
		'integer %i is a number',
		async (value) => {
			await putReadTo(value);
			expect([await readTo(), await readTo('sum(read_to)'), await readTo('max(read_to)')]).toEqual([
				value,
				value,
				value,
			]);
			expect(await readTo('count(*)')).toBe(1);
		},
	);

	test('an integer that a number cannot hold is refused, not rounded', async () => {
		await putReadTo(2n ** 53n + 1n);
		await expect(readTo()).rejects.toThrow(RangeError);
	});

	test('comparisons in a condition are truth, and divisions of integers drop the rest', async () => {
		await putReadTo(7);
		expect(
			await database.rows('SELECT account_id FROM ledger_read WHERE read_to / 2 = 3 AND read_to > ?', 6),
		).toEqual([{ account_id: 'a' }]);
	});

	test.each(['', "it's", 'a ? in "a" text', '\u{1F600} é \u0001', '$1'])('text %j stays', async (text) => {
		await database.changes(INSERT, 'a', text);
		expect(await database.rows('SELECT sealed FROM vault_secret WHERE sealed = ?', text)).toEqual([
			{ sealed: text },
		]);
	});

	test('a question mark within quotes is not a value', async () => {
		await database.changes("INSERT INTO vault_secret (name, sealed) VALUES ('it''s ?', ?)", '?');
		expect(await database.rows(`SELECT sealed AS "a ? b" FROM vault_secret WHERE name LIKE '%?'`)).toEqual([
			{ 'a ? b': '?' },
		]);
	});

	test('texts sort by their code points, whatever the language of the server', async () => {
		for (const name of ['é', 'b', 'A', 'a', 'B', '_', '1', ' ']) await database.changes(INSERT, name, 'x');
		expect(await names()).toEqual([' ', '1', 'A', 'B', '_', 'a', 'b', 'é']);
	});
});

test('counts the rows that a statement has changed', async () => {
	expect(await database.changes(INSERT, 'a', 'x')).toBe(1);
	expect(await database.changes(`${INSERT} ON CONFLICT DO NOTHING`, 'a', 'y')).toBe(0);
	expect(await database.changes(INSERT, 'b', 'x')).toBe(1);
	expect(await database.changes("UPDATE vault_secret SET sealed = 'x'")).toBe(2);
	expect(await database.changes("DELETE FROM vault_secret WHERE name = 'none'")).toBe(0);
	expect(await database.rows('DELETE FROM vault_secret RETURNING name')).toHaveLength(2);
});

describe.each(['transaction', 'grouped'] as const)('%s', (kind) => {
	test('returns its result after all of its statements', async () => {
		const result = await database[kind](function* () {
			expect(yield* changesOf(INSERT, 'a', 'x')).toBe(1);
			return (yield* rowsOf('SELECT name FROM vault_secret')).map(({ name }) => name);
		});
		expect([result, await names()]).toEqual([['a'], ['a']]);
	});

	test('is undone if a statement fails or a step throws, and later ones work', async () => {
		await database.changes(INSERT, 'a', 'x');
		const failing = [
			function* (): Steps<void> {
				yield* changesOf(INSERT, 'b', 'x');
				yield* changesOf(INSERT, 'a', 'x');
			},
			function* (): Steps<void> {
				yield* changesOf(INSERT, 'b', 'x');
				throw new Error('enough');
			},
		];
		await expect(database[kind](failing[0] as () => Steps<void>)).rejects.toThrow(/unique/i);
		await expect(database[kind](failing[1] as () => Steps<void>)).rejects.toThrow('enough');
		expect(await names()).toEqual(['a']);
		await database[kind](() => changesOf(INSERT, 'c', 'x'));
		expect(await names()).toEqual(['a', 'c']);
	});
});

test('transactions of two processes run as if one came after the other', async () => {
	await putReadTo(0);
	const add = (to: SqlDatabase) => () =>
		to.transaction(function* () {
			const [row] = yield* rowsOf('SELECT read_to FROM ledger_read');
			yield* changesOf('UPDATE ledger_read SET read_to = ?', Number(row?.read_to) + 1);
			return row?.read_to;
		});
	const seen = resultsOf(
		await databases.atOnce('ledger_read', add(database), add(databases.beside()), add(databases.beside())),
	);
	expect([seen.toSorted(), await readTo()]).toEqual([[0, 1, 2], 3]);
});

test('each of many writes at once is stored', async () => {
	await Promise.all(
		Array.from({ length: 40 }, (_, n) => database.grouped(() => changesOf(INSERT, `name ${n}`, 'x'))),
	);
	expect(await names()).toHaveLength(40);
});
