/** Tests the store of planned transfers: exact amounts, all or none, and which of them are loaded. */
import { beforeEach, expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import { parseDecimal } from '../domain/decimal.ts';
import type { AskedTransfer, PlannedTransferStore } from '../ports/planned-transfers.ts';
import { createPlannedTransferStore } from './planned-transfers.ts';
import { createTokenStore } from './tokens.ts';

const databases = storePerTest();
let store: PlannedTransferStore;

beforeEach(async () => {
	store = createPlannedTransferStore(databases.now());
	await createTokenStore(databases.now()).ensureUser({ userId: 'user_ann', name: 'ann', createdAt: 1 });
});

const transfer = (transferId: string, change: Partial<AskedTransfer> = {}): AskedTransfer => ({
	transferId,
	userId: 'user_ann',
	askedBy: { kind: 'pot', potId: 'pot_1' },
	from: 'bybit',
	to: 'kucoin',
	amount: parseDecimal('1000.000000000000000001'),
	by: null,
	plannedAt: 10,
	state: 'planned',
	parts: [],
	changedAt: 10,
	why: 'The margin is thin.',
	without: 'The pair is reduced.',
	...change,
});
const ids = async (since: number) => (await store.load(since)).map(({ transferId }) => transferId);

test('reads a transfer back exactly, and replaces it by its id', async () => {
	await store.save([transfer('a')]);
	expect(await createPlannedTransferStore(databases.reopen()).load(0)).toEqual([transfer('a')]);
	const again = createPlannedTransferStore(databases.now());
	const changed = transfer('a', { state: 'withdrawn', changedAt: 20, amount: parseDecimal('5') });
	await again.save([changed, transfer('b')]);
	expect(await again.load(0)).toEqual([changed, transfer('b')]);
	await again.save([]);
	expect(await again.load(0)).toHaveLength(2);
});

test('loads all that may still change, and others by their last change, oldest first', async () => {
	await store.save([
		transfer('late', { plannedAt: 30 }),
		transfer('b', { plannedAt: 20 }),
		transfer('a', { plannedAt: 20 }),
		transfer('arrived', { state: 'arrived', changedAt: 50 }),
		transfer('withdrawn', { state: 'withdrawn', changedAt: 40 }),
	]);
	expect(await ids(50)).toEqual(['arrived', 'a', 'b', 'late']);
	expect(await ids(40)).toEqual(['arrived', 'withdrawn', 'a', 'b', 'late']);
	expect(await ids(51)).toEqual(['a', 'b', 'late']);
});

test('saves all transfers or none', async () => {
	await expect(store.save([transfer('a'), transfer('b', { userId: 'user_none' })])).rejects.toThrow(
		/foreign key/i,
	);
	expect(await ids(0)).toEqual([]);
});
