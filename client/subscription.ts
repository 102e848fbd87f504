/** One subscription over all connections that it lives on: what it shows now, and whoever wants to know. */
import type { Params } from './envelope.ts';
import { RpcError, TransportError } from './errors.ts';
import { folded } from './folding.ts';
import type { ChannelChange, ChannelName, ChannelState } from './methods.ts';
import type { Notification } from './socket.ts';

export type Update<C extends ChannelName> =
	| { readonly type: 'snapshot'; readonly result: ChannelState<C> }
	| { readonly type: 'change'; readonly result: ChannelChange<C> };

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

export function createFeed<C extends ChannelName>(
	channel: C,
	params: Params,
	handlers: Handlers<C>,
	onClose: () => Promise<void>,
): { readonly feed: Feed; readonly subscription: Subscription<C> } {
	let state: ChannelState<C> | undefined;
	let cursor: string | undefined;
	let lastSeq = 0;
	let hasState = false;
	let ended: Ended | undefined;
	/** How many states there were: a loop that has seen as many waits. */
	let version = 0;
	let wake: () => void = () => {};
	let changed = new Promise<void>((resolve) => {
		wake = resolve;
	});
	let settleReady: (state: ChannelState<C>) => void = () => {};
	let refuseReady: (reason: unknown) => void = () => {};
	const ready = new Promise<ChannelState<C>>((resolve, reject) => {
		settleReady = resolve;
		refuseReady = reject;
	});
	// Whoever does not ask for it is told by `onEnd` or by the loop.
	ready.catch(() => undefined);

	function announce(): void {
		version += 1;
		wake();
		changed = new Promise((resolve) => {
			wake = resolve;
		});
	}

	const feed: Feed = {
		channel,
		params,
		id: undefined,
		get cursor() {
			return cursor;
		},
		get ended() {
			return ended;
		},
		begin(id, resumed) {
			feed.id = id;
			lastSeq = 0;
			if (!resumed) hasState = false;
		},
		take({ seq, type, cursor: at, result }) {
			if (seq !== lastSeq + 1) return 'gap';
			lastSeq = seq;
			if (type === 'end')
				return new RpcError({ code: -32000, message: 'The subscription has ended.', data: result });
			if (type !== 'snapshot' && !hasState) return 'gap';
			state = (type === 'snapshot' ? result : folded(channel, state, result)) as ChannelState<C>;
			hasState = true;
			cursor = at;
			settleReady(state);
			handlers.onState?.(state, { type, result } as Update<C>);
			announce();
			return 'taken';
		},
		end(reason) {
			if (ended !== undefined) return;
			ended = reason;
			refuseReady(reason);
			handlers.onEnd?.(reason);
			announce();
		},
	};

	async function* states(): AsyncGenerator<ChannelState<C>, void, void> {
		let seen = state === undefined ? version : version - 1;
		for (;;) {
			while (seen === version && ended === undefined) await changed;
			if (ended instanceof TransportError && ended.kind === 'closed') return;
			if (ended !== undefined) throw ended;
			seen = version;
			if (state !== undefined) yield state;
		}
	}

	const subscription: Subscription<C> = {
		channel,
		get state() {
			return state;
		},
		ready,
		close: onClose,
		[Symbol.asyncIterator]: states,
	};
	return { feed, subscription };
}
