/** One subscription over all connections that it lives on: what it shows now, and whoever wants to know. */
import type { Params } from './envelope.ts';
import { RpcError, TransportError } from './errors.ts';
import { folded } from './folding.ts';
import { type Deferred, deferred } from './machine.ts';
import type { ChannelChange, ChannelName, ChannelState } from './methods.ts';
import type { Notification } from './socket.ts';

/** A snapshot, which is the whole, or a change of it. */
export type Update<C extends ChannelName> =
	| { readonly type: 'snapshot'; readonly result: ChannelState<C> }
	| { readonly type: 'change'; readonly result: ChannelChange<C> };

/** Callbacks of a subscription, each optional. */
export type Handlers<C extends ChannelName> = {
	/** With each snapshot and change: the whole as it is now, and what came. Must not throw. */
	readonly onState?: ((state: ChannelState<C>, update: Update<C>) => void) | undefined;
	/** Nothing more comes: the service has ended it, or the stream was closed (a TransportError of kind `closed`). */
	readonly onEnd?: ((reason: RpcError | TransportError) => void) | undefined;
};

/**
 * Iterated, it gives the whole after each change; a loop that is slower than the changes gets the newest and none in
 * between. The loop ends when the subscription is closed, and throws when the service has ended it.
 */
export type Subscription<C extends ChannelName> = AsyncIterable<ChannelState<C>> & {
	readonly channel: C;
	/** The whole as it is known now; undefined before the first snapshot. While the connection is away it grows old. */
	readonly state: ChannelState<C> | undefined;
	/** The first whole. @throws RpcError when the service refuses the subscription; TransportError when the stream is closed before */
	readonly ready: Promise<ChannelState<C>>;
	/** Nothing of it is told any more. */
	close(): Promise<void>;
};

type Ended = RpcError | TransportError;

/** The side of the stream. */
export type Feed = {
	readonly channel: string;
	readonly params: Params;
	/** On the connection of now. */
	id: string | undefined;
	/** How far it is, over connections. */
	readonly cursor: string | undefined;
	readonly ended: Ended | undefined;
	/** Of a new connection, or anew on the same one. */
	begin(id: string, resumed: boolean): void;
	/** `gap`: something was lost; `ended`: see `reason`. */
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
	/** How many states there were: a loop that has seen as many waits. */
	version: number;
	/** Resolves with the next version. */
	changed: Deferred<void>;
};

/** Makes both sides of a subscription; `onClose` runs when its user closes it. */
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
	// Whoever does not ask for it is told by `onEnd` or by the loop.
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
