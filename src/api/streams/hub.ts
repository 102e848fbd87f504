/** Which groups there are, who listens to them, and for how long one is held for those who come back. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { encodeExactJson } from '../../domain/exact-json.ts';
import type { Clock, Random, TurnEnd } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { rpcErrorOf } from '../rpc/error-map.ts';
import { createGroup, type Group, type Listener } from './group.ts';
import type { Wanted } from './source.ts';

/** Limits of subscriptions and groups, and the time that a group without listeners is held. */
export type HubLimits = {
	readonly subscriptionsPerConnectionMax: number;
	/**
	 * Different channels and params at a time: private ones, as many public ones of callers with a valid token, and as many of
	 * callers without. None takes a place from another kind.
	 */
	readonly groupsMax: number;
	/** How long what nobody listens to is held, so that whoever was cut off can go on, milliseconds. */
	readonly resumeMs: number;
	/** Rows that are gone, of each group, which one who comes back can still be told. */
	readonly removedMax: number;
};

/** A connection, as the hub sees it. */
export interface Outlet {
	/** False while the peer has not taken what was sent. `Peer.drained` is called once it has. */
	isReady(): boolean;
	/** One message: `head` is of one subscription, `tail` is shared with others and must not be changed. */
	send(head: string, tail: Uint8Array): void;
}

/** Answer to a subscription; nothing is sent before the caller calls `start`. */
export type Subscribed = {
	readonly subscription: string;
	readonly channel: string;
	readonly resumed: boolean;
	/** To be called once the subscriber knows: from then on it is sent what there is. */
	readonly start: () => void;
};

/** The subscriptions of one connection. */
export interface Peer {
	/** @throws CarrywireError SUBSCRIPTION_LIMIT, and what the source throws at its first read */
	subscribe(wanted: Wanted, cursor: string | undefined): Promise<Subscribed>;
	/** False when there is none of this id. */
	unsubscribe(subscription: string): boolean;
	readonly hasPrivate: boolean;
	/**
	 * Ends what hangs on who the caller is, and says why. With `except` the connection is that user's from here on: what is of
	 * it goes on, and what another user's call is still about to subscribe to is refused with `error`.
	 */
	endPrivate(error: CarrywireError, except?: string): void;
	drained(): void;
	close(): void;
}

/** Present numbers of groups, subscriptions and connections for metrics, and messages written since the start. */
export type HubCounts = {
	readonly groups: number;
	readonly subscriptions: number;
	readonly peers: number;
	/** How often a snapshot or a change was written so far. */
	readonly written: number;
};

/** Registry of all groups and of the connections that listen to them. */
export interface Hub {
	connect(outlet: Outlet): Peer;
	counts(): HubCounts;
	close(): void;
}

/** The subscribers that are meant: `stranger` is a caller without a valid token. */
type GroupKind = 'private' | 'public' | 'stranger';

type Held = {
	readonly key: string;
	readonly kind: GroupKind;
	readonly group: Group;
	/** Subscriptions, and calls that wait to become one. */
	holders: number;
	cancelDrop: (() => void) | undefined;
	/** Why there is nothing more to show; undefined while there is. */
	over: CarrywireError | undefined;
};

type Subscription = Listener & {
	readonly id: string;
	readonly held: Held;
	readonly userId: string | undefined;
};

const KIND_WORDS: Readonly<Record<GroupKind, string>> = {
	private: 'private subscriptions',
	public: 'public subscriptions',
	stranger: 'public subscriptions without a token',
};

/** Creates an empty registry; a group without listeners is held for some time so that a client may resume. */
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

	/** What nobody listens to makes room, that which waits longest first. */
	function trimTo(alike: readonly Held[], kind: GroupKind): void {
		for (const held of alike) {
			if (held.holders > 0) continue;
			drop(held);
			return;
		}
		throw new CarrywireError(
			'SUBSCRIPTION_LIMIT',
			`There may be ${limits.groupsMax} different ${KIND_WORDS[kind]} at a time, over all callers; there are as many.`,
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
		// The newest of those that wait is the last.
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
		/** Whose the connection has become last, and what others are told. */
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
			throw new CarrywireError(
				'SUBSCRIPTION_LIMIT',
				`A connection may have ${max} subscriptions; this one has as many. Unsubscribe one first.`,
				{ facts: { limit: max } },
			);
		}

		/** A call that was let in as one user may get here after the connection was handed to another. */
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
					// What could not be read even once is not worth being held.
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
