/** Tests the store of kill switches: one per target, and their order. */
import { beforeEach, expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import type { Halt, HaltStore, HaltTarget } from '../ports/halts.ts';
import { createHaltStore } from './halts.ts';

const databases = storePerTest();
let store: HaltStore;

beforeEach(() => {
	store = createHaltStore(databases.now());
});

const SERVICE: HaltTarget = { scope: 'service' };
const BYBIT: HaltTarget = { scope: 'exchange', venue: 'bybit' };
const ANN: HaltTarget = { scope: 'user', userId: 'user_ann' };
const halt = (target: HaltTarget, change: Partial<Halt> = {}): Halt => ({
	target,
	reason: 'maintenance',
	at: 10,
	by: 'operator',
	closeAll: false,
	...change,
});

test('reads kill switches back after a restart, earliest first, then by scope', async () => {
	const all = [
		halt(SERVICE, { at: 5, reason: null, closeAll: true }),
		halt(BYBIT),
		halt(ANN, { by: 'tok_1' }),
		halt({ scope: 'user', userId: 'user_bob' }),
	];
	for (const one of all.toReversed()) await store.put(one);
	expect(await createHaltStore(databases.reopen()).load()).toEqual(all);
});

test('replaces the kill switch of the same target only', async () => {
	await store.put(halt(BYBIT));
	await store.put(halt({ scope: 'user', userId: 'bybit' }));
	const changed = halt(BYBIT, { reason: null, at: 20, by: 'tok_1', closeAll: true });
	await store.put(changed);
	expect(await store.load()).toEqual([halt({ scope: 'user', userId: 'bybit' }), changed]);
});

test('says whether there was a kill switch to remove', async () => {
	await store.put(halt(SERVICE));
	await store.put(halt(ANN));
	expect(await store.remove(BYBIT)).toBe(false);
	expect(await store.remove(SERVICE)).toBe(true);
	expect(await store.remove(SERVICE)).toBe(false);
	expect(await store.load()).toEqual([halt(ANN)]);
});
