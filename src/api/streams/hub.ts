/**
 * Registers groups of subscriptions and their listeners. Keeps a group without listeners for some time, so that
 * clients can resume.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { encodeExactJson } from '../../domain/exact-json.ts';
import type { Clock, Random, TurnEnd } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { rpcErrorOf } from '../rpc/error-map.ts';
import { createGroup, type Group, type Listener } from './group.ts';
import type { Wanted } from './source.ts';
import { STREAM_TEXT } from './text.ts';

/** Limits on subscriptions and groups, and how long a group without listeners is kept. */
export type HubLimits = {
	readonly subscriptionsPerConnectionMax: number;
	/**
	 * Maximum groups of each of three kinds: private ones, public ones for callers with a valid token, and public
	 * ones for callers without. No kind can use up another kind's limit.
	 */
	readonly groupsMax: number;
	/** How long a group without listeners is kept so that disconnected clients can resume, milliseconds. */
	readonly resumeMs: number;
	/** Maximum number of removed rows that each group remembers for clients that resume. */
	readonly removedMax: number;
};

/** The sending side of a connection. */
export interface Outlet {
	/** False while the peer has not read all sent data. `Peer.drained` is called once the peer has read it. */
	isReady(): boolean;
	/** Sends a message. `head` belongs to one subscription; `tail` is shared and must not be modified. */
	send(head: string, tail: Uint8Array): void;
}

/** A new subscription. It sends nothing before the caller calls `start`. */
export type Subscribed = {
	readonly subscription: string;
	readonly channel: string;
	readonly resumed: boolean;
	/** Starts the notifications. Call it once the response to `subscribe` has been sent. */
	readonly start: () => void;
};

/** All subscriptions on one connection. */
export interface Peer {
	/** Adds a subscription. @throws CarrywireError SUBSCRIPTION_LIMIT, or the errors of the source's first read */
	subscribe(wanted: Wanted, cursor: string | undefined): Promise<Subscribed>;
	/** Removes a subscription. Returns false if the id is unknown. */
	unsubscribe(subscription: string): boolean;
	readonly hasPrivate: boolean;
	/**
	 * Ends private subscriptions with `error`. If `except` is given, the connection now belongs to that user: the
	 * user's subscriptions continue, and pending ones of other users fail with `error`.
	 */
	endPrivate(error: CarrywireError, except?: string): void;
	drained(): void;
	close(): void;
}

/**
 * Current numbers of groups, subscriptions and connections, and the number of messages serialized since the service
 * started. All are used for metrics.
 */
export type HubCounts = {
	readonly groups: number;
	readonly subscriptions: number;
	readonly peers: number;
	/** Snapshots and changes serialized so far. */
	readonly written: number;
};

/** Registers all groups and connections. */
export interface Hub {
	connect(outlet: Outlet): Peer;
	counts(): HubCounts;
	close(): void;
}

/** Kinds of groups with separate limits; `stranger`: public, for callers without a valid token. */
type GroupKind = 'private' | 'public' | 'stranger';

type Held = {
	readonly key: string;
	readonly kind: GroupKind;
	readonly group: Group;
	/** Number of subscriptions, including those of pending `subscribe` calls. */
	holders: number;
	cancelDrop: (() => void) | undefined;
	/** The error that ended the group; undefined while the group runs. */
	over: CarrywireError | undefined;
};

type Subscription = Listener & {
	readonly id: string;
	readonly held: Held;
	readonly userId: string | undefined;
};

/** Creates an empty hub. */
export function createHub(parts: {
	readonly limits: HubLimits;
	readonly clock: Clock;
	readonly turnEnd: TurnEnd;
	readonly random: Random;
	readonly logger: Logger;
}): Hub {
	const { limits, clock, random } = parts;
	const groups = new Map<string, Held>();
	const peers = new Set<Peer>();
	let subscriptions = 0;
	let writtenByDropped = 0;

	function drop(held: Held): void {
		if (groups.get(held.key) !== held) return;
		held.cancelDrop?.();
		held.group.pause();
		writtenByDropped += held.group.written;
		groups.delete(held.key);
	}

	function make({ channel, key, userId, isOfStranger, open }: Wanted): Held {
		const kind = userId !== undefined ? 'private' : isOfStranger === true ? 'stranger' : 'public';
		const alike = [...groups.values()].filter((held) => held.kind === kind);
		if (alike.length >= limits.groupsMax) trimTo(alike, kind);
		const group: Group = createGroup({
			...parts,
			channel,
			mark: random.hex(8),
			source: open(),
			removedMax: limits.removedMax,
			onOver(error) {
				held.over = error;
				drop(held);
			},
		});
		const held: Held = { key, kind, group, holders: 0, cancelDrop: undefined, over: undefined };
		groups.set(key, held);
		return held;
	}

	/**
	 * Evicts the group that has been without listeners longest, among groups of one kind. @throws CarrywireError
	 * SUBSCRIPTION_LIMIT if every group has listeners
	 */
	function trimTo(alike: readonly Held[], kind: GroupKind): void {
		for (const held of alike) {
			if (held.holders > 0) continue;
			drop(held);
			return;
		}
		throw new CarrywireError(
			'SUBSCRIPTION_LIMIT',
			STREAM_TEXT.groupsFull({ limit: limits.groupsMax, kind }),
			{ facts: { limit: limits.groupsMax } },
		);
	}

	function hold(wanted: Wanted): Held {
		const held = groups.get(wanted.key) ?? make(wanted);
		held.cancelDrop?.();
		held.cancelDrop = undefined;
		held.holders += 1;
		return held;
	}

	function release(held: Held): void {
		held.holders -= 1;
		if (held.holders > 0 || groups.get(held.key) !== held) return;
		held.group.pause();
		// Delete and insert again, so that groups without listeners are ordered, oldest first.
		groups.delete(held.key);
		groups.set(held.key, held);
		held.cancelDrop = clock.after(limits.resumeMs, () => drop(held));
	}

	function connect(outlet: Outlet): Peer {
		const own = new Map<string, Subscription>();
		const behind = new Set<Subscription>();
		let pending = 0;
		let lastId = 0;
		let closed = false;
		/** The connection's latest user, and the error for calls of other users. */
		let handedOver: { readonly to: string; readonly error: CarrywireError } | undefined;

		function remove(subscription: Subscription): void {
			if (!own.delete(subscription.id)) return;
			subscriptions -= 1;
			behind.delete(subscription);
			subscription.held.group.remove(subscription);
			release(subscription.held);
		}

		function endWith(subscription: Subscription, sendEnd: (tail: Uint8Array) => void, error: CarrywireError) {
			const { channel } = subscription.held.group;
			const { data } = rpcErrorOf(error);
			sendEnd(
				Buffer.from(`"channel":${JSON.stringify(channel)},"type":"end","result":${encodeExactJson(data)}}}`),
			);
			remove(subscription);
		}

		function create(held: Held, userId: string | undefined, revision: number | undefined): Subscription {
			lastId += 1;
			const id = `sub_${lastId}`;
			const head = `{"jsonrpc":"2.0","method":"subscription","params":{"subscription":"${id}","seq":`;
			let seq = 0;
			const send = (tail: Uint8Array): void => {
				seq += 1;
				outlet.send(`${head}${seq},`, tail);
			};
			const subscription: Subscription = {
				id,
				held,
				userId,
				revision,
				isReady() {
					if (outlet.isReady()) return true;
					behind.add(subscription);
					return false;
				},
				send,
				ended: (error) => endWith(subscription, send, error),
			};
			return subscription;
		}

		function checkCapacity(): void {
			const max = limits.subscriptionsPerConnectionMax;
			if (own.size + pending < max) return;
			throw new CarrywireError('SUBSCRIPTION_LIMIT', STREAM_TEXT.connectionFull({ limit: max }), {
				facts: { limit: max },
			});
		}

		/** Throws if the connection has changed to a user other than the one whose call was authorized. */
		function checkHolder(userId: string | undefined): void {
			if (userId !== undefined && handedOver !== undefined && handedOver.to !== userId)
				throw handedOver.error;
		}

		const peer: Peer = {
			async subscribe(wanted, cursor) {
				checkCapacity();
				const held = hold(wanted);
				pending += 1;
				try {
					await held.group.begin();
					if (held.over !== undefined) throw held.over;
					checkHolder(wanted.userId);
				} catch (error) {
					release(held);
					// The first read failed, the source has ended, or the connection has another user now. Drop the
					// group if nothing else uses it.
					if (held.holders === 0) drop(held);
					throw error;
				} finally {
					pending -= 1;
				}
				const revision = cursor === undefined ? undefined : held.group.revisionAt(cursor);
				const subscription = create(held, wanted.userId, revision);
				if (closed) release(held);
				else {
					own.set(subscription.id, subscription);
					subscriptions += 1;
				}
				return {
					subscription: subscription.id,
					channel: held.group.channel,
					resumed: revision !== undefined,
					start() {
						if (!own.has(subscription.id)) return;
						if (held.over !== undefined) return subscription.ended(held.over);
						held.group.add(subscription);
						held.group.tell(subscription);
					},
				};
			},
			unsubscribe(id) {
				const subscription = own.get(id);
				if (subscription === undefined) return false;
				remove(subscription);
				return true;
			},
			get hasPrivate() {
				return [...own.values()].some(({ userId }) => userId !== undefined);
			},
			endPrivate(error, except) {
				if (except !== undefined) handedOver = { to: except, error };
				for (const subscription of [...own.values()]) {
					const { userId } = subscription;
					if (userId !== undefined && userId !== except) subscription.ended(error);
				}
			},
			drained() {
				for (const subscription of [...behind]) {
					if (!outlet.isReady()) return;
					behind.delete(subscription);
					subscription.held.group.tell(subscription);
				}
			},
			close() {
				closed = true;
				peers.delete(peer);
				for (const subscription of [...own.values()]) remove(subscription);
			},
		};
		peers.add(peer);
		return peer;
	}

	return {
		connect,
		counts: () => ({
			groups: groups.size,
			subscriptions,
			peers: peers.size,
			written: [...groups.values()].reduce((sum, { group }) => sum + group.written, writtenByDropped),
		}),
		close() {
			for (const peer of [...peers]) peer.close();
			for (const held of [...groups.values()]) drop(held);
		},
	};
}
