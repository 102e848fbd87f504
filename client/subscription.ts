/** Keeps one subscription across connections, with its current state and its listeners. */
import type { Params } from './envelope.ts';
import { RpcError, TransportError } from './errors.ts';
import { folded } from './folding.ts';
import { type Deferred, deferred } from './machine.ts';
import type { ChannelChange, ChannelName, ChannelState } from './methods.ts';
import type { Notification } from './socket.ts';

/** A snapshot with the full state, or a change to the known state. */
export type Update<C extends ChannelName> =
	| { readonly type: 'snapshot'; readonly result: ChannelState<C> }
	| { readonly type: 'change'; readonly result: ChannelChange<C> };

/** Callbacks of a subscription, all optional. */
export type Handlers<C extends ChannelName> = {
	/** Receives the full state and the update after each snapshot or change. Must not throw. */
	readonly onState?: ((state: ChannelState<C>, update: Update<C>) => void) | undefined;
	/**
	 * Receives the reason why the subscription ended: an error from the service, or a TransportError of kind `closed`
	 * if the caller closed the subscription or the stream.
	 */
	readonly onEnd?: ((reason: RpcError | TransportError) => void) | undefined;
};

/**
 * Iterating yields the full state, first the current one and then the state after each change. A slow loop receives
 * only the newest state. The loop ends when the subscription is closed, and throws if the service ends it.
 */
export type Subscription<C extends ChannelName> = AsyncIterable<ChannelState<C>> & {
	readonly channel: C;
	/**
	 * The latest known state; undefined before the first snapshot. It is not updated while the connection is lost.
	 */
	readonly state: ChannelState<C> | undefined;
	/**
	 * Resolves to the first state. @throws RpcError if the service refuses the subscription; TransportError if the
	 * stream is closed before the first state arrives
	 */
	readonly ready: Promise<ChannelState<C>>;
	/** Ends the subscription. No handler is called for later changes. */
	close(): Promise<void>;
};

type Ended = RpcError | TransportError;

/** The part of a subscription that the stream uses. */
export type Feed = {
	readonly channel: string;
	readonly params: Params;
	/** Subscription id on the current connection. */
	id: string | undefined;
	/** Position of the last notification, valid across connections. */
	readonly cursor: string | undefined;
	readonly ended: Ended | undefined;
	/**
	 * Starts the subscription on a new connection, or again on the same one. Unless it was `resumed`, the next
	 * notification must be a snapshot.
	 */
	begin(id: string, resumed: boolean): void;
	/**
	 * Applies a notification. Returns `gap` if an earlier notification was lost, or an RpcError if the service ended
	 * the subscription.
	 */
	take(notification: Notification): 'taken' | 'gap' | RpcError;
	end(reason: Ended): void;
};

type State<C extends ChannelName> = {
	readonly handlers: Handlers<C>;
	readonly ready: Deferred<ChannelState<C>>;
	state: ChannelState<C> | undefined;
	cursor: string | undefined;
	lastSeq: number;
	hasState: boolean;
	ended: Ended | undefined;
	/** Number of states received so far. A loop that has seen all of them waits. */
	version: number;
	/** Resolves when the next state arrives. */
	changed: Deferred<void>;
};

/**
 * Creates a subscription for the caller and its feed for the stream. `onClose` runs when the caller closes the
 * subscription.
 */
export function createFeed<C extends ChannelName>(
	channel: C,
	params: Params,
	handlers: Handlers<C>,
	onClose: () => Promise<void>,
): { readonly feed: Feed; readonly subscription: Subscription<C> } {
	const own: State<C> = {
		handlers,
		ready: deferred(),
		state: undefined,
		cursor: undefined,
		lastSeq: 0,
		hasState: false,
		ended: undefined,
		version: 0,
		changed: deferred(),
	};
	// Prevent an unhandled rejection. A caller that does not await `ready` learns about the failure from `onEnd` or
	// from the loop.
	own.ready.promise.catch(() => undefined);
	const feed: Feed = {
		channel,
		params,
		id: undefined,
		get cursor() {
			return own.cursor;
		},
		get ended() {
			return own.ended;
		},
		begin(id, resumed) {
			feed.id = id;
			own.lastSeq = 0;
			if (!resumed) own.hasState = false;
		},
		take: (notification) => take(own, channel, notification),
		end(reason) {
			if (own.ended !== undefined) return;
			own.ended = reason;
			own.ready.reject(reason);
			handlers.onEnd?.(reason);
			announce(own);
		},
	};
	const subscription: Subscription<C> = {
		channel,
		get state() {
			return own.state;
		},
		ready: own.ready.promise,
		close: onClose,
		[Symbol.asyncIterator]: () => states(own),
	};
	return { feed, subscription };
}

function take<C extends ChannelName>(
	own: State<C>,
	channel: C,
	{ seq, type, cursor, result }: Notification,
): ReturnType<Feed['take']> {
	if (seq !== own.lastSeq + 1) return 'gap';
	own.lastSeq = seq;
	if (type === 'end')
		return new RpcError({ code: -32000, message: 'The subscription has ended.', data: result });
	if (type !== 'snapshot' && !own.hasState) return 'gap';
	const state = (type === 'snapshot' ? result : folded(channel, own.state, result)) as ChannelState<C>;
	own.state = state;
	own.hasState = true;
	own.cursor = cursor;
	own.ready.resolve(state);
	own.handlers.onState?.(state, { type, result } as Update<C>);
	announce(own);
	return 'taken';
}

function announce<C extends ChannelName>(own: State<C>): void {
	own.version += 1;
	const { changed } = own;
	own.changed = deferred();
	changed.resolve();
}

async function* states<C extends ChannelName>(own: State<C>): AsyncGenerator<ChannelState<C>, void, void> {
	let seen = own.state === undefined ? own.version : own.version - 1;
	for (;;) {
		while (seen === own.version && own.ended === undefined) await own.changed.promise;
		const { ended, state } = own;
		if (ended instanceof TransportError && ended.kind === 'closed') return;
		if (ended !== undefined) throw ended;
		seen = own.version;
		if (state !== undefined) yield state;
	}
}
