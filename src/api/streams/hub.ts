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

type HubOptions = {
	readonly limits: HubLimits;
	readonly clock: Clock;
	readonly turnEnd: TurnEnd;
	readonly random: Random;
	readonly logger: Logger;
};

type HubState = HubOptions & {
	readonly groups: Map<string, Held>;
	readonly peers: Set<Peer>;
	subscriptions: number;
	writtenByDropped: number;
};

type Connection = {
	readonly hub: HubState;
	readonly outlet: Outlet;
	readonly own: Map<string, Subscription>;
	/** Subscriptions that could not take what there was. */
	readonly behind: Set<Subscription>;
	pending: number;
	lastId: number;
	closed: boolean;
	/** The user who was handed the connection last, and the error for the others. */
	handedOver: { readonly to: string; readonly error: CarrywireError } | undefined;
};

/** Creates an empty registry; a group without listeners is held for some time so that a client may resume. */
export function createHub(options: HubOptions): Hub {
	const groups = new Map<string, Held>();
	const peers = new Set<Peer>();
	const hub: HubState = { ...options, groups, peers, subscriptions: 0, writtenByDropped: 0 };
	return {
		connect: (outlet) => connect(hub, outlet),
		counts: () => ({
			groups: groups.size,
			subscriptions: hub.subscriptions,
			peers: peers.size,
			written: [...groups.values()].reduce((sum, { group }) => sum + group.written, hub.writtenByDropped),
		}),
		close() {
			for (const peer of [...peers]) peer.close();
			for (const held of [...groups.values()]) drop(hub, held);
		},
	};
}

function drop(hub: HubState, held: Held): void {
	if (hub.groups.get(held.key) !== held) return;
	held.cancelDrop?.();
	held.group.pause();
	hub.writtenByDropped += held.group.written;
	hub.groups.delete(held.key);
}

function make(hub: HubState, { channel, key, userId, isOfStranger, open }: Wanted): Held {
	const { groups, limits } = hub;
	const kind = userId !== undefined ? 'private' : isOfStranger === true ? 'stranger' : 'public';
	const alike = [...groups.values()].filter((held) => held.kind === kind);
	if (alike.length >= limits.groupsMax) makeRoom(hub, alike, kind);
	const group = createGroup({
		...hub,
		channel,
		mark: hub.random.hex(8),
		source: open(),
		removedMax: limits.removedMax,
		onOver(error) {
			held.over = error;
			drop(hub, held);
		},
	});
	const held: Held = { key, kind, group, holders: 0, cancelDrop: undefined, over: undefined };
	groups.set(key, held);
	return held;
}

/** A group without listeners makes room, the one that has waited longest first. */
function makeRoom(hub: HubState, alike: readonly Held[], kind: GroupKind): void {
	const idle = alike.find(({ holders }) => holders === 0);
	const limit = hub.limits.groupsMax;
	if (idle !== undefined) drop(hub, idle);
	else
		throw new CarrywireError(
			'SUBSCRIPTION_LIMIT',
			`There may be ${limit} different ${KIND_WORDS[kind]} at a time, over all callers; there are as many.`,
			{ facts: { limit } },
		);
}

function hold(hub: HubState, wanted: Wanted): Held {
	const held = hub.groups.get(wanted.key) ?? make(hub, wanted);
	held.cancelDrop?.();
	held.cancelDrop = undefined;
	held.holders += 1;
	return held;
}

function release(hub: HubState, held: Held): void {
	const { groups } = hub;
	held.holders -= 1;
	if (held.holders > 0 || groups.get(held.key) !== held) return;
	held.group.pause();
	// The newest of those that wait is the last.
	groups.delete(held.key);
	groups.set(held.key, held);
	held.cancelDrop = hub.clock.after(hub.limits.resumeMs, () => drop(hub, held));
}

function connect(hub: HubState, outlet: Outlet): Peer {
	const own = new Map<string, Subscription>();
	const connection: Connection = {
		hub,
		outlet,
		own,
		behind: new Set(),
		pending: 0,
		lastId: 0,
		closed: false,
		handedOver: undefined,
	};
	const peer: Peer = {
		subscribe: (wanted, cursor) => subscribe(connection, wanted, cursor),
		unsubscribe(id) {
			const subscription = own.get(id);
			if (subscription === undefined) return false;
			remove(connection, subscription);
			return true;
		},
		get hasPrivate() {
			return [...own.values()].some(({ userId }) => userId !== undefined);
		},
		endPrivate(error, except) {
			if (except !== undefined) connection.handedOver = { to: except, error };
			for (const subscription of [...own.values()]) {
				const { userId } = subscription;
				if (userId !== undefined && userId !== except) subscription.ended(error);
			}
		},
		drained() {
			for (const subscription of [...connection.behind]) {
				if (!outlet.isReady()) return;
				connection.behind.delete(subscription);
				subscription.held.group.tell(subscription);
			}
		},
		close() {
			connection.closed = true;
			hub.peers.delete(peer);
			for (const subscription of [...own.values()]) remove(connection, subscription);
		},
	};
	hub.peers.add(peer);
	return peer;
}

async function subscribe(
	connection: Connection,
	wanted: Wanted,
	cursor: string | undefined,
): Promise<Subscribed> {
	const { hub, own } = connection;
	checkRoom(connection);
	const held = hold(hub, wanted);
	const { group } = held;
	connection.pending += 1;
	try {
		await group.begin();
		if (held.over !== undefined) throw held.over;
		checkHolder(connection, wanted.userId);
	} catch (error) {
		release(hub, held);
		// A group that could not be read even once is not worth being held.
		if (held.holders === 0) drop(hub, held);
		throw error;
	} finally {
		connection.pending -= 1;
	}
	const revision = cursor === undefined ? undefined : group.revisionAt(cursor);
	const subscription = create(connection, held, wanted.userId, revision);
	if (connection.closed) release(hub, held);
	else {
		own.set(subscription.id, subscription);
		hub.subscriptions += 1;
	}
	return {
		subscription: subscription.id,
		channel: group.channel,
		resumed: revision !== undefined,
		start() {
			if (!own.has(subscription.id)) return;
			if (held.over !== undefined) return subscription.ended(held.over);
			group.add(subscription);
			group.tell(subscription);
		},
	};
}

function remove({ hub, own, behind }: Connection, subscription: Subscription): void {
	if (!own.delete(subscription.id)) return;
	hub.subscriptions -= 1;
	behind.delete(subscription);
	subscription.held.group.remove(subscription);
	release(hub, subscription.held);
}

function create(
	connection: Connection,
	held: Held,
	userId: string | undefined,
	revision: number | undefined,
): Subscription {
	const { outlet, behind } = connection;
	connection.lastId += 1;
	const id = `sub_${connection.lastId}`;
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
		ended(error) {
			const channel = JSON.stringify(held.group.channel);
			const result = encodeExactJson(rpcErrorOf(error).data);
			send(Buffer.from(`"channel":${channel},"type":"end","result":${result}}}`));
			remove(connection, subscription);
		},
	};
	return subscription;
}

function checkRoom({ hub, own, pending }: Connection): void {
	const limit = hub.limits.subscriptionsPerConnectionMax;
	if (own.size + pending < limit) return;
	throw new CarrywireError(
		'SUBSCRIPTION_LIMIT',
		`A connection may have ${limit} subscriptions; this one has as many. Unsubscribe one first.`,
		{ facts: { limit } },
	);
}

/** A call that was let in as one user may get here after the connection was handed to another. */
function checkHolder({ handedOver }: Connection, userId: string | undefined): void {
	if (userId !== undefined && handedOver !== undefined && handedOver.to !== userId) throw handedOver.error;
}
