/** Tests which process serves which user, with the leases of PostgreSQL. */
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createOwnership, type LeaseTimes, type ServedUnit } from '../../src/cluster/ownership.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { createUnitStore } from '../../src/store/postgres/units.ts';
import { emptyDatabaseOn, type SharedDatabase } from '../support/shared-database.ts';

/** The lease lasts as long as a test may, so that only the steps of a test end it. */
const TIMES: LeaseTimes = { ttlMs: 3_600_000, renewMs: 50, marginMs: 500, pollMs: 20 };
const USERS = ['user_ann', 'user_bob', 'user_cleo', 'user_dan'];
const WAIT_MS = 4_000;

let database: SharedDatabase;
const running: { readonly close: () => Promise<void> }[] = [];

beforeEach(async () => {
	database = await emptyDatabaseOn(inject('postgresServer') as string);
	for (const user of USERS) await addUser(user);
});
afterEach(async () => {
	for (const one of running.splice(0)) await one.close();
});

const addUser = (userId: string) =>
	database.database.changes(
		'INSERT INTO account_user (user_id, name, created_at) VALUES (?, ?, 0)',
		userId,
		userId,
	);

/** Starts a process. `served` has its users with the time from which it sends; `stops` counts reads of the stops. */
async function startProcess(
	node: string,
	change: { readonly refuses?: string; readonly drains?: boolean } = {},
) {
	const served = new Map<string, ServedUnit>();
	const calls = { stops: 0, dropped: [] as string[] };
	const ownership = createOwnership({
		store: createUnitStore(database.pool),
		entry: {
			...{ node, incarnation: `${node} 1`, address: null, version: '1' },
			...{ schemaMin: 35, schemaMax: 35, journalVersionMax: 1 },
		},
		work: {
			waitMsOf: async () => WAIT_MS,
			async open(unit) {
				if (unit.unit === change.refuses) throw new Error('its accounts cannot be read');
				served.set(unit.unit, unit);
			},
			drain: async () => change.drains ?? true,
			drop(unit) {
				served.delete(unit);
				calls.dropped.push(unit);
			},
			async readStops() {
				calls.stops += 1;
			},
		},
		clock: systemClock,
		log: SILENT_LOGGER,
		times: TIMES,
	});
	running.push(ownership);
	await ownership.start();
	return { ownership, served, calls };
}

const usersOf = ({ served }: Awaited<ReturnType<typeof startProcess>>) => [...served.keys()].toSorted();

test('one process serves all users at once, and a new user soon', async () => {
	const one = await startProcess('one');
	expect(usersOf(one)).toEqual(USERS);
	expect(one.ownership.epochOf('user_ann')).toBe(1);
	expect(one.ownership.stopVersionOf('user_ann')).toBe(0);
	await addUser('user_eve');
	expect(await one.ownership.claim('user_eve')).toBe(true);
	expect(one.ownership.epochOf('user_eve')).toBe(1);
});

test('users that nobody has served yet need no wait; those of a dead process do', async () => {
	const one = await startProcess('one');
	expect(one.served.get('user_ann')?.sendFrom).toBeLessThanOrEqual(systemClock.monotonic());
	await one.ownership.close();
	const before = systemClock.monotonic();
	const two = await startProcess('two');
	expect(usersOf(two)).toEqual(USERS);
	expect(two.served.get('user_ann')?.sendFrom).toBeGreaterThanOrEqual(before + WAIT_MS);
	expect(two.ownership.epochOf('user_ann')).toBe(2);
});

test('a second process gets its share, user by user, without a wait', async () => {
	const one = await startProcess('one');
	const two = await startProcess('two');
	await expect.poll(() => usersOf(two).length).toBeGreaterThan(0);
	await expect.poll(() => [...usersOf(one), ...usersOf(two)].toSorted()).toEqual(USERS);
	const [moved] = two.served.values();
	expect(moved?.epoch).toBe(2);
	expect(moved?.sendFrom).toBeLessThanOrEqual(systemClock.monotonic());
});

test('a process that stops gives all users away; one with orders in flight makes the next process wait', async () => {
	const one = await startProcess('one', { drains: false });
	const two = await startProcess('two');
	const begun = systemClock.monotonic();
	await one.ownership.drain();
	expect(usersOf(one)).toEqual([]);
	await expect.poll(() => usersOf(two)).toEqual(USERS);
	expect(two.served.get('user_dan')?.sendFrom).toBeGreaterThanOrEqual(begun + WAIT_MS);
	expect(await one.ownership.claim('user_ann')).toBe(false);
});

test('a process drops users that another one has taken over', async () => {
	const one = await startProcess('one');
	const two = { node: 'two', incarnation: 'two 1', address: null, version: '1' };
	const fits = { schemaMin: 35, schemaMax: 35, journalVersionMax: 1 };
	await createUnitStore(database.pool).renew({ ...two, ...fits }, 'up', TIMES.ttlMs);
	await database.pool.query("UPDATE unit SET epoch = epoch + 1, node = 'two', incarnation = 'two 1'");
	await expect.poll(() => one.ownership.units()).toEqual([]);
	expect(one.calls.dropped.toSorted()).toEqual(USERS);
	expect(one.ownership.epochOf('user_ann')).toBeUndefined();
});

test('a stop is known only after the stops were read again', async () => {
	const one = await startProcess('one');
	const read = one.calls.stops;
	await database.pool.query("UPDATE unit SET stop_version = 7 WHERE unit = 'user_bob'");
	await expect.poll(() => one.ownership.stopVersionOf('user_bob')).toBe(7);
	expect(one.calls.stops).toBe(read + 1);
	expect(one.ownership.stopVersionOf('user_ann')).toBe(0);
});

test('a user who cannot be served goes back, and the others are served', async () => {
	const one = await startProcess('one', { refuses: 'user_bob' });
	expect(usersOf(one)).toEqual(USERS.filter((user) => user !== 'user_bob'));
	expect(one.calls.dropped).toContain('user_bob');
});

test('a process whose name another start holds serves nobody', async () => {
	const one = await startProcess('one');
	await database.pool.query("UPDATE executor SET incarnation = 'one 2'");
	await expect.poll(() => one.ownership.units()).toEqual([]);
	expect(one.calls.dropped.toSorted()).toEqual(USERS);
});
