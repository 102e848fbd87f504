/** Tests the account cache with slow account reads, on a manual clock. */

import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFaultyVenue } from '../../../test/support/faulty-venue.ts';
import { onlyAccounts } from '../../../test/support/only-accounts.ts';
import { NO_FAULTS } from '../../../test/support/venue-faults.ts';
import { type Decimal, fromInteger, ONE } from '../../domain/decimal.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import type { AccountHint, VenueTrading } from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { type AccountCache, createAccountCache } from './account-cache.ts';

const START_AT = Date.UTC(2026, 10, 21, 8);
const LIMITS = { accountPollMs: 2_000, accountIdlePollMs: 30_000, accountAgeMsMax: 5_000 };

type TestAccount = {
	readonly trading: VenueTrading;
	/** Start time of each read. */
	readonly reads: number[];
	readonly hint: (hint: AccountHint) => void;
	underwayMax: number;
	watchers: number;
};

let clock: VirtualClock;
let accounts: Map<string, TestAccount>;
let open: Set<string>;
/** Accounts with an unhedged leg. Their positions are needed soon. */
let unhedged: Set<string>;
let warnings: object[];
let cache: AccountCache;

beforeEach(() => {
	clock = createVirtualClock(START_AT);
	accounts = new Map([['user_a:bybit', newAccount()]]);
	open = new Set();
	unhedged = new Set();
	warnings = [];
	cache = createAccountCache({
		accounts: onlyAccounts({
			users: () => [...new Set([...accounts.keys()].map((id) => id.split(':')[0] ?? ''))],
			connected: (userId) =>
				[...accounts.keys()].filter((id) => id.startsWith(`${userId}:`)).map((id) => id.split(':')[1] ?? ''),
			trading: (userId, venue) => accounts.get(`${userId}:${venue}`)?.trading,
			ensure: async () => {},
		}),
		clock,
		log: { ...SILENT_LOGGER, warn: (facts: object) => warnings.push(facts) },
		onOrderHint: () => {},
		hasOpenExecutions: (userId) => open.has(userId),
		hasUnhedgedLeg: (userId, venue) => unhedged.has(`${userId}:${venue}`),
		limits: LIMITS,
	});
});

function newAccount(): TestAccount {
	const listeners = new Set<(hint: AccountHint) => void>();
	const venue = createFaultyVenue({
		venue: 'bybit',
		clock,
		random: seededRandom(7),
		lotSize: ONE,
		faults: NO_FAULTS,
		isIntended: () => true,
	});
	let underway = 0;
	const account: TestAccount = {
		reads: [],
		underwayMax: 0,
		watchers: 0,
		hint: (hint) => {
			for (const listener of listeners) listener(hint);
		},
		trading: {
			...venue,
			async balance() {
				account.reads.push(clock.now());
				underway += 1;
				account.underwayMax = Math.max(account.underwayMax, underway);
				try {
					return await venue.balance();
				} finally {
					underway -= 1;
				}
			},
			watchAccount(listener) {
				listeners.add(listener);
				account.watchers += 1;
				return () => {
					listeners.delete(listener);
					account.watchers -= 1;
				};
			},
		},
	};
	return account;
}

function account(id = 'user_a:bybit'): TestAccount {
	const found = accounts.get(id);
	if (found === undefined) throw new Error(`No account ${id}.`);
	return found;
}

async function pass(ms: number): Promise<void> {
	const until = clock.now() + ms;
	clock.after(ms, () => {});
	while (clock.now() < until) await clock.advance(until);
	while (await clock.advance(until));
}

/** Returns the result of `ask`, and the number of reads that began while it was pending. */
async function asked<T>(ask: () => Promise<T>): Promise<{ readonly answer: T; readonly reads: number }> {
	const before = account().reads.length;
	const answer = ask();
	let done = false;
	answer.then(
		() => (done = true),
		() => (done = true),
	);
	while (!done && (await clock.advance(clock.now() + 60_000)));
	return { answer: await answer, reads: account().reads.length - before };
}

const readsPerMinute = async (): Promise<number> => {
	const before = account().reads.length;
	await pass(60_000);
	return account().reads.length - before;
};

describe('the read interval', () => {
	test('is long for an idle user, and a few seconds during trading and a quarter of an hour after it', async () => {
		cache.start();
		await pass(1_000);
		expect(await readsPerMinute()).toBe(2);
		await asked(() => cache.state('user_a', 'bybit'));
		expect(await readsPerMinute()).toBeGreaterThanOrEqual(26);
		await pass(13.9 * 60_000);
		expect(await readsPerMinute()).toBeLessThan(26);
		expect(await readsPerMinute()).toBe(2);
		open.add('user_a');
		expect(await readsPerMinute()).toBeGreaterThanOrEqual(25);
	});

	test('limits simultaneous reads at a venue and reads every account in turn', async () => {
		for (let index = 0; index < 40; index += 1) accounts.set(`user_${index}:bybit`, newAccount());
		cache.start();
		expect([...accounts.values()].reduce((total, { reads }) => total + reads.length, 0)).toBe(3);
		await pass(15_000);
		expect([...accounts.values()].every(({ reads }) => reads.length === 1)).toBe(true);
	});

	test('adds an account that is connected later and drops a disconnected one', async () => {
		cache.start();
		accounts.set('user_b:bybit', newAccount());
		const before = account();
		await pass(1_000);
		expect([account('user_b:bybit').reads.length, before.watchers]).toEqual([1, 1]);
		accounts.delete('user_a:bybit');
		await pass(120_000);
		expect([before.reads.length, before.watchers]).toEqual([1, 0]);
		await expect(cache.state('user_a', 'bybit')).rejects.toThrow(VenueError);
		await expect(cache.state('user_a', 'bybit')).rejects.toThrow(/no connected account at Bybit/);
	});

	test('reads nothing and calls no listener after close', async () => {
		let calls = 0;
		cache.onState(() => (calls += 1));
		cache.start();
		cache.close();
		await pass(120_000);
		await expect(cache.state('user_a', 'bybit')).rejects.toThrow(/stopping/);
		cache.readAgain('user_a', 'bybit', 0);
		await pass(1_000);
		expect([account().reads.length, account().watchers, calls]).toEqual([1, 0, 0]);
	});
});

describe('hints', () => {
	const POSITION: AccountHint = { kind: 'position', symbol: 'SOLUSDT' };

	test('cause a read at once for balance and position, but not for orders', async () => {
		cache.start();
		await pass(5_000);
		const before = account().reads.length;
		account().hint({ kind: 'order', symbol: 'SOLUSDT', clientOrderId: null });
		await pass(100);
		expect(account().reads.length - before).toBe(0);
		account().hint({ kind: 'balance' });
		await pass(100);
		expect(account().reads.length - before).toBe(1);
	});

	test('cause one read a second without a pause, and a read after the last hint', async () => {
		cache.start();
		await pass(5_000);
		const before = account().reads.length;
		for (let count = 0; count < 1_000; count += 1) {
			account().hint(POSITION);
			await pass(10);
		}
		const lastHintAt = clock.now();
		await pass(1_500);
		const reads = account().reads.slice(before);
		expect(reads.length).toBeLessThanOrEqual(12);
		expect(reads.at(-1)).toBeGreaterThanOrEqual(lastHintAt - 10);
		expect(account().underwayMax).toBe(1);
	});
});

describe('the answer', () => {
	test('comes from the cache while it is recent, and from a read when it is too old', async () => {
		const first = await asked(() => cache.state('user_a', 'bybit'));
		expect(first.reads).toBe(1);
		expect(first.answer.takenAt).toBe(START_AT);
		await pass(4_000);
		expect((await asked(() => cache.state('user_a', 'bybit'))).reads).toBe(0);
		expect((await asked(() => cache.read('user_a', 'bybit', 3_000))).reads).toBe(1);
		await pass(5_100);
		expect((await asked(() => cache.state('user_a', 'bybit'))).reads).toBe(1);
	});

	test('is shared by simultaneous calls', async () => {
		const many = () => Promise.all(Array.from({ length: 20 }, () => cache.state('user_a', 'bybit')));
		expect((await asked(many)).reads).toBe(1);
	});

	test('comes from a read that began after the end of the user’s last order', async () => {
		await asked(() => cache.state('user_a', 'bybit'));
		const begun = cache.read('user_a', 'bybit', 0);
		cache.noteOrderMoved('user_a', 'bybit');
		// The read in progress may or may not have seen the order, so its result is not used.
		const both = () => Promise.all([cache.state('user_a', 'bybit'), cache.state('user_a', 'bybit')]);
		const { answer, reads } = await asked(both);
		const before = await begun;
		expect(reads).toBe(1);
		expect(answer[0]).toBe(answer[1]);
		expect(answer[0].takenAt).toBeGreaterThan(before.takenAt);
		expect((await asked(() => cache.state('user_a', 'bybit'))).reads).toBe(0);
		expect(account().underwayMax).toBe(1);
	});

	test('is read in advance after the end of an order', async () => {
		await asked(() => cache.state('user_a', 'bybit'));
		await pass(2_000);
		cache.noteOrderMoved('user_a', 'bybit');
		await pass(100);
		expect((await asked(() => cache.state('user_a', 'bybit'))).reads).toBe(0);
	});

	test('is read again on request, also during constant hints of the venue', async () => {
		await asked(() => cache.state('user_a', 'bybit'));
		await pass(500);
		const before = account().reads.length;
		cache.readAgain('user_a', 'bybit', 100);
		cache.readAgain('user_a', 'bybit', 300);
		account().hint({ kind: 'balance' });
		await pass(299);
		expect(account().reads.length - before).toBe(0);
		await pass(1);
		expect(account().reads.length - before).toBe(1);
		await pass(1_500);
		expect(account().reads.length - before).toBe(1);
		cache.readAgain('user_b', 'bybit', 0);
		await pass(100);
		expect(account().reads.length - before).toBe(1);
	});

	test('reaches listeners once for each read', async () => {
		const seen: number[] = [];
		const stop = cache.onState((userId, venue, state) => {
			expect([userId, venue]).toEqual(['user_a', 'bybit']);
			seen.push(state.takenAt);
		});
		await asked(() => cache.state('user_a', 'bybit'));
		await asked(() => cache.state('user_a', 'bybit'));
		stop();
		await asked(() => cache.read('user_a', 'bybit', 0));
		expect(seen).toEqual([START_AT]);
	});
});

test('reports a silent venue to the caller, slows down, logs once and recovers', async () => {
	const venue = account();
	let fails = true;
	const { positions } = venue.trading;
	Object.assign(venue.trading, {
		positions: () =>
			fails ? Promise.reject(new VenueError('bybit', 'unavailable', 'no answer')) : positions(),
	});
	open.add('user_a');
	cache.start();
	await pass(60_000);
	expect(venue.reads.length).toBeGreaterThanOrEqual(4);
	expect(venue.reads.length).toBeLessThanOrEqual(6);
	expect(warnings.length).toBe(1);
	await expect(asked(() => cache.state('user_a', 'bybit'))).rejects.toThrow(/no answer/);
	fails = false;
	await pass(60_000);
	expect(await readsPerMinute()).toBeGreaterThanOrEqual(25);
});

test('does not slow down at a silent venue with an unhedged leg', async () => {
	const venue = account();
	Object.assign(venue.trading, {
		positions: () => Promise.reject(new VenueError('bybit', 'unavailable', 'no answer')),
	});
	open.add('user_a');
	cache.start();
	await pass(60_000);
	unhedged.add('user_a:bybit');
	await pass(3_000);
	expect(await readsPerMinute()).toBeGreaterThanOrEqual(25);
	unhedged.clear();
	expect(await readsPerMinute()).toBeLessThanOrEqual(4);
});

test('reads one at a time and never answers with outdated data, in any sequence of calls', async () => {
	const moves = fc.array(
		fc.record({
			afterMs: fc.nat({ max: 400 }),
			move: fc.constantFrom('state', 'read', 'hint', 'ended', 'ended'),
		}),
		{ maxLength: 40 },
	);
	await fc.assert(
		fc.asyncProperty(moves, async (drawn) => {
			cache.close();
			accounts = new Map([['user_a:bybit', newAccount()]]);
			const own = createAccountCache({
				accounts: onlyAccounts({
					users: () => ['user_a'],
					connected: () => ['bybit'],
					trading: () => account().trading,
					ensure: async () => {},
				}),
				clock,
				log: SILENT_LOGGER,
				onOrderHint: () => {},
				hasOpenExecutions: () => true,
				hasUnhedgedLeg: () => false,
				limits: LIMITS,
			});
			own.start();
			const answers: Promise<void>[] = [];
			let endedAt = Number.NEGATIVE_INFINITY;
			for (const { afterMs, move } of drawn) {
				await pass(afterMs);
				if (move === 'hint') account().hint({ kind: 'balance' });
				else if (move === 'ended') {
					own.noteOrderMoved('user_a', 'bybit');
					endedAt = clock.now();
				} else {
					const [calledAt, lastEndedAt] = [clock.now(), endedAt];
					const ageMax = move === 'state' ? LIMITS.accountAgeMsMax : 100;
					const answer = move === 'state' ? own.state('user_a', 'bybit') : own.read('user_a', 'bybit', 100);
					answers.push(
						answer.then(({ takenAt }) => {
							expect(takenAt).toBeGreaterThanOrEqual(Math.max(lastEndedAt, calledAt - ageMax));
						}),
					);
				}
			}
			await pass(3_000);
			await Promise.all(answers);
			expect(account().underwayMax).toBeLessThanOrEqual(1);
			own.close();
		}),
		{ numRuns: 40 },
	);
});

test('passes on the figures of the venue unchanged', async () => {
	const { answer } = await asked(() => cache.state('user_a', 'bybit'));
	const available: Decimal = answer.balance.available;
	expect(available).toBeGreaterThan(fromInteger(0));
	expect(answer.positions).toEqual([]);
});
