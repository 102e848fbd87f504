import { expect, test } from 'vitest';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { systemTurnEnd } from '../../runtime/clock.ts';
import { systemRandom } from '../../runtime/random.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { createHub } from './hub.ts';
import { whole } from './snapshot.ts';
import type { Wanted } from './source.ts';

const HANDED_OVER = new CarrywireError('UNAUTHORIZED', 'The connection was handed to another user.');

function openHub() {
	const sent: string[] = [];
	const hub = createHub({
		limits: { subscriptionsPerConnectionMax: 4, groupsMax: 4, resumeMs: 1_000, removedMax: 4 },
		clock: createVirtualClock(0),
		turnEnd: systemTurnEnd,
		random: systemRandom,
		logger: SILENT_LOGGER,
	});
	const peer = hub.connect({ isReady: () => true, send: (head) => sent.push(head) });
	return { hub, peer, sent };
}

/** Creates a private subscription whose first read ends when `arrive` is called. */
function slowly(userId: string): { readonly wanted: Wanted; readonly arrive: () => void } {
	const { promise, resolve } = Promise.withResolvers<void>();
	return {
		arrive: resolve,
		wanted: {
			channel: 'portfolio',
			key: `portfolio ${userId}`,
			userId,
			open: () => ({
				periodMs: undefined,
				pauseMs: 0,
				watch: () => () => undefined,
				async read() {
					await promise;
					return whole('{"of":"ann"}', '{"of":"ann"}');
				},
			}),
		},
	};
}

test('refuses a pending subscription of a user once another user has the connection', async () => {
	const { hub, peer, sent } = openHub();
	const { wanted, arrive } = slowly('ann');
	const asked = peer.subscribe(wanted, undefined);
	peer.endPrivate(HANDED_OVER, 'bob');
	arrive();
	await expect(asked).rejects.toBe(HANDED_OVER);
	expect(peer.hasPrivate).toBe(false);
	expect(sent).toEqual([]);
	expect(hub.counts()).toMatchObject({ groups: 0, subscriptions: 0 });
});

test('keeps a pending subscription of the user who gets the connection', async () => {
	const { peer, sent } = openHub();
	const { wanted, arrive } = slowly('bob');
	const asked = peer.subscribe(wanted, undefined);
	peer.endPrivate(HANDED_OVER, 'bob');
	arrive();
	(await asked).start();
	expect(peer.hasPrivate).toBe(true);
	expect(sent).toHaveLength(1);
});

test('allows the connection to change its user again', async () => {
	const { peer } = openHub();
	peer.endPrivate(HANDED_OVER, 'bob');
	peer.endPrivate(HANDED_OVER, 'ann');
	const { wanted, arrive } = slowly('ann');
	arrive();
	await expect(peer.subscribe(wanted, undefined)).resolves.toMatchObject({ channel: 'portfolio' });
});

const PUBLIC: Wanted['open'] = () => ({
	periodMs: undefined,
	pauseMs: 0,
	watch: () => () => undefined,
	read: () => whole('{}'),
});

test('limits public and private subscriptions separately', async () => {
	const { hub, peer } = openHub();
	const publicly = (at: number): Wanted => ({
		channel: 'opportunities',
		key: `opportunities ${at}`,
		userId: undefined,
		open: PUBLIC,
	});
	const privately = (userId: string): Wanted => ({
		channel: 'portfolio',
		key: `portfolio ${userId}`,
		userId,
		open: PUBLIC,
	});
	for (const at of [1, 2, 3, 4]) await peer.subscribe(publicly(at), undefined);
	const other = hub.connect({ isReady: () => true, send: () => undefined });
	const limited = { code: 'SUBSCRIPTION_LIMIT', facts: { limit: 4 } };
	await expect(other.subscribe(publicly(5), undefined)).rejects.toMatchObject(limited);
	for (const userId of ['ann', 'bob', 'cid', 'dan']) await other.subscribe(privately(userId), undefined);
	const last = hub.connect({ isReady: () => true, send: () => undefined });
	await expect(last.subscribe(privately('eve'), undefined)).rejects.toMatchObject(limited);
	expect(hub.counts()).toMatchObject({ groups: 8, subscriptions: 8 });
	// After `other` closes, only private groups have no listeners, and a new group evicts only groups of its own
	// kind.
	other.close();
	await expect(last.subscribe(publicly(5), undefined)).rejects.toMatchObject(limited);
	await expect(last.subscribe(privately('eve'), undefined)).resolves.toMatchObject({ channel: 'portfolio' });
});
