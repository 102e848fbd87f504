/**
 * A public channel of one instrument. A new subscriber gets the channel's first message and then every update until
 * it unsubscribes.
 */

import { everyPeriod } from '../core/stream-timer.ts';
import type { Exchange } from '../core/types.ts';

export type Send = (text: string) => void;

export type Feed = {
	/** Subscribes, and returns the function that unsubscribes. */
	join(send: Send): () => void;
};

/** Argument that identifies a channel in messages, such as `{"channel":"books","instId":"BTC-USDT-SWAP"}`. */
export type ChannelArg = Readonly<Record<string, string>>;

/**
 * Creates a feed whose listeners all receive the same messages. `open` starts the messages for the first listener and
 * returns the function that stops them after the last. `first` returns the message for a new subscriber.
 */
export function sharedFeed(source: {
	readonly open: (publish: Send) => () => void;
	readonly first: () => string | undefined;
}): Feed {
	const listeners = new Set<Send>();
	let close: (() => void) | undefined;
	const publish: Send = (text) => {
		for (const send of listeners) send(text);
	};
	return {
		join(send) {
			close ??= source.open(publish);
			const own: Send = (text) => send(text);
			listeners.add(own);
			const first = source.first();
			if (first !== undefined) own(first);
			return () => {
				listeners.delete(own);
				if (listeners.size > 0) return;
				close?.();
				close = undefined;
			};
		},
	};
}

/** Calls `run` every `periodMs` while the instrument's book changes, and otherwise every `quietMs`. */
export function whileMoving(
	exchange: Exchange,
	symbol: string,
	pace: { readonly periodMs: number; readonly quietMs: number },
	run: () => void,
): () => void {
	let moved = false;
	let quiet = 0;
	const stopBook = exchange.onBook(symbol, () => {
		moved = true;
	});
	const stopRuns = everyPeriod(pace.periodMs, () => {
		quiet += pace.periodMs;
		if (!moved && quiet < pace.quietMs) return;
		moved = false;
		quiet = 0;
		run();
	});
	return () => {
		stopBook();
		stopRuns();
	};
}
