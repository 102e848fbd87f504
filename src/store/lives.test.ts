/** Tests the store of lifetimes: replacement, filters, pages, and the limit of ended ones. */
import { beforeEach, expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import type { Life, LifeQuery, LifeStore } from '../ports/lives.ts';
import { createLifeStore } from './lives.ts';

const databases = storePerTest();
let store: LifeStore;

beforeEach(() => {
	store = createLifeStore(databases.now());
});

const life = (opportunityId: string, firstSeen: number, change: Partial<Life> = {}): Life => ({
	opportunityId,
	symbol: 'BTCUSDT',
	pair: 'bybit-kucoin',
	firstSeen,
	lastSeen: firstSeen + 1,
	peakSpread: 0.1 + 0.2,
	peakSpreadAt: firstSeen,
	peakExpectedNet: null,
	peakExpectedNetAt: null,
	endedAt: null,
	endReason: null,
	...change,
});
const ended = (opportunityId: string, firstSeen: number, endedAt: number) =>
	life(opportunityId, firstSeen, { endedAt, endReason: 'turned' });
const ALL: LifeQuery = {
	exchangepair: undefined,
	q: undefined,
	opportunityId: undefined,
	state: 'all',
	limit: 10,
	page: 1,
};
const found = async (change: Partial<LifeQuery>) => {
	const { lives, count } = await store.find({ ...ALL, ...change });
	return [lives.map(({ opportunityId, firstSeen }) => `${opportunityId} ${firstSeen}`), count];
};

test('reads open lifetimes back exactly, earliest first', async () => {
	const lives = [life('b', 1), life('a', 2, { peakSpread: -1e-9, peakExpectedNet: 5e-324 }), life('c', 2)];
	await store.put([lives[1] as Life, lives[2] as Life, ended('d', 0, 5)]);
	await store.put([lives[0] as Life]);
	expect(await createLifeStore(databases.reopen()).open()).toEqual(lives);
});

test('replaces a lifetime of the same id and start, and keeps the other sightings', async () => {
	await store.put([life('a', 1), life('a', 2)]);
	const over = life('a', 1, {
		lastSeen: 9,
		peakSpread: 2,
		peakSpreadAt: 3,
		peakExpectedNet: -1.5,
		peakExpectedNetAt: 4,
		endedAt: 9,
		endReason: 'delisted',
	});
	await store.put([over]);
	expect(await store.open()).toEqual([life('a', 2)]);
	expect((await store.find({ ...ALL, state: 'ended' })).lives).toEqual([over]);
});

test('finds by pair, id, state and part of a symbol, newest first, page by page', async () => {
	await store.put([
		life('a', 1),
		life('b', 3, { symbol: '1000PEPEUSDT' }),
		life('c', 3, { symbol: 'A_BUSDT', pair: 'bybit-okx' }),
		ended('a', 2, 6),
	]);
	expect(await found({})).toEqual([['c 3', 'b 3', 'a 2', 'a 1'], 4]);
	expect(await found({ limit: 3, page: 2 })).toEqual([['a 1'], 4]);
	expect(await found({ limit: 3, page: 3 })).toEqual([[], 4]);
	expect(await found({ exchangepair: 'bybit-okx' })).toEqual([['c 3'], 1]);
	expect(await found({ opportunityId: 'a' })).toEqual([['a 2', 'a 1'], 2]);
	expect(await found({ opportunityId: 'a', state: 'open' })).toEqual([['a 1'], 1]);
	expect(await found({ state: 'ended' })).toEqual([['a 2'], 1]);
	expect(await found({ q: 'pepe' })).toEqual([['b 3'], 1]);
	expect(await found({ q: 'usdt' })).toEqual([['c 3', 'b 3', 'a 2', 'a 1'], 4]);
	for (const q of ['a_b', 'A_']) expect(await found({ q }), q).toEqual([['c 3'], 1]);
	for (const q of ['%', '!', 'b_c', 'ß']) expect(await found({ q }), q).toEqual([[], 0]);
});

test('deletes the lifetimes that ended first beyond the limit, and never an open one', async () => {
	const bounded = createLifeStore(databases.now(), 2);
	await bounded.put([life('open', 0), ended('a', 1, 30), ended('b', 2, 10), ended('c', 3, 30)]);
	expect(await found({})).toEqual([['c 3', 'a 1', 'open 0'], 3]);
	await bounded.put([ended('d', 4, 30)]);
	expect(await found({})).toEqual([['d 4', 'c 3', 'open 0'], 3]);
});

test('stores nothing of a batch with an invalid lifetime', async () => {
	await expect(store.put([life('a', 1), life('b', 2, { symbol: null as never })])).rejects.toThrow(
		/not.null/i,
	);
	expect(await store.open()).toEqual([]);
});
