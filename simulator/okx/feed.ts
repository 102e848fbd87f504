/** A public channel of one instrument: a new subscriber gets the first message of the channel, then every push until it leaves. */

import { everyPeriod } from '../core/stream-timer.ts';
import type { Exchange } from '../core/types.ts';

export type Send = (text: string) => void;

export type Feed = {
	/** Returns the function that unsubscribes. */
	join(send: Send): () => void;
};

/** Argument that names a channel on the wire: `{"channel":"books","instId":"BTC-USDT-SWAP"}`. */
export type ChannelArg = Readonly<Record<string, string>>;

/**
 * A feed whose listeners all receive the same: `open` starts the source of messages for the first listener and
 * returns the function that stops it after the last; `first` is the message for a new subscriber.
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

/** Runs at most this often while the book of the instrument changes, and at least every `quietMs` otherwise. */
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
