/** Tests leases and the owners of units on PostgreSQL. */
import { beforeEach, expect, inject, test } from 'vitest';
import type { NodeEntry, UnitStore } from '../../src/ports/units.ts';
import { createUnitStore } from '../../src/store/postgres/units.ts';
import { emptyDatabaseOn, type SharedDatabase } from '../support/shared-database.ts';

const TTL_MS = 3_600_000;
let database: SharedDatabase;
let store: UnitStore;

beforeEach(async () => {
	database = await emptyDatabaseOn(inject('postgresServer') as string);
	store = createUnitStore(database.pool);
	for (const name of ['ann', 'bob', 'cleo'])
		await database.database.changes(
			'INSERT INTO account_user (user_id, name, created_at) VALUES (?, ?, 0)',
			`user_${name}`,
			name,
		);
});

const start = (node: string, incarnation = 'first'): NodeEntry => ({
	...{ node, incarnation, address: `http://${node}`, version: '1' },
	...{ schemaMin: 35, schemaMax: 35, journalVersionMax: 1 },
});
const unitsOf = async (entry: NodeEntry) => (await store.owned(entry)).map(({ unit }) => unit);

test('a process takes the users that nobody serves, each with a new epoch', async () => {
	await store.renew(start('one'), 'up', TTL_MS);
	expect(await store.take(start('one'), 2)).toEqual([
		{ unit: 'user_ann', epoch: 1, isClean: true, stopVersion: 0 },
		{ unit: 'user_bob', epoch: 1, isClean: true, stopVersion: 0 },
	]);
	expect(await store.counts()).toEqual({ units: 3, free: 1 });
	expect(await store.owned(start('one'))).toMatchObject([{ isClean: false }, { isClean: false }]);
	expect(await store.ownerOf('user_ann')).toEqual({
		...{ epoch: 1, node: 'one', address: 'http://one', state: 'up' },
	});
	expect(await store.ownerOf('user_cleo')).toBeUndefined();
});

test('a live process keeps its users; those of a dead one are taken as not clean', async () => {
	await store.renew(start('one'), 'up', TTL_MS);
	await store.take(start('one'), 3);
	await store.renew(start('two'), 'up', TTL_MS);
	expect(await store.take(start('two'), 3)).toEqual([]);
	await store.renew(start('one'), 'up', 0);
	const taken = await store.take(start('two'), 3);
	expect(taken.map(({ epoch, isClean }) => [epoch, isClean])).toEqual(Array(3).fill([2, false]));
	expect(await unitsOf(start('one'))).toEqual([]);
	expect(await store.nodes()).toMatchObject([{ node: 'two', units: 3 }]);
});

test('a process without a lease, or that gives its users away, takes none', async () => {
	expect(await store.take(start('one'), 3)).toEqual([]);
	await store.renew(start('one'), 'draining', TTL_MS);
	expect(await store.take(start('one'), 3)).toEqual([]);
	expect(await store.takeOne(start('one'), 'user_ann')).toBeUndefined();
});

test('a second start waits for the lease of the first, and then takes its users over', async () => {
	await store.renew(start('one'), 'up', TTL_MS);
	await store.take(start('one'), 3);
	expect(await store.renew(start('one', 'second'), 'up', TTL_MS)).toBe(false);
	await store.leave(start('one'));
	expect(await store.renew(start('one', 'second'), 'up', TTL_MS)).toBe(true);
	expect(await store.renew(start('one'), 'up', TTL_MS)).toBe(false);
	expect(await unitsOf(start('one', 'second'))).toEqual([]);
	const taken = await store.take(start('one', 'second'), 3);
	expect(taken.map(({ epoch, isClean }) => [epoch, isClean])).toEqual(Array(3).fill([2, false]));
});

test('a user that was given away clean is clean until the next process accepts it', async () => {
	for (const node of ['one', 'two']) await store.renew(start(node), 'up', TTL_MS);
	const grant = await store.takeOne(start('one'), 'user_bob');
	expect(grant).toMatchObject({ unit: 'user_bob', epoch: 1 });
	expect(await store.give({ unit: 'user_bob', epoch: 1 }, 'one', 'two', true)).toBe(2);
	expect(await store.give({ unit: 'user_bob', epoch: 1 }, 'one', 'two', true)).toBeUndefined();
	expect(await store.owned(start('two'))).toEqual([
		{ unit: 'user_bob', epoch: 2, isClean: true, stopVersion: 0 },
	]);
	expect(await store.accept({ unit: 'user_bob', epoch: 1 }, 'two')).toBe(false);
	expect(await store.accept({ unit: 'user_bob', epoch: 2 }, 'two')).toBe(true);
	expect(await store.owned(start('two'))).toMatchObject([{ isClean: false }]);
});

test('two processes that look at once never take the same user', async () => {
	for (const node of ['one', 'two']) await store.renew(start(node), 'up', TTL_MS);
	const stores = [createUnitStore(database.pool), createUnitStore(database.pool)];
	const taken = await Promise.all([
		(stores[0] as UnitStore).take(start('one'), 3),
		(stores[1] as UnitStore).take(start('two'), 3),
	]);
	expect(
		taken
			.flat()
			.map(({ unit }) => unit)
			.toSorted(),
	).toEqual(['user_ann', 'user_bob', 'user_cleo']);
});
