/** A public channel of one instrument: whoever joins is sent what the channel begins with, then every push, until it leaves. */

import { everyPeriod } from '../core/stream-timer.ts';
import type { Exchange } from '../core/types.ts';

export type Send = (text: string) => void;

export type Feed = {
	/** Answers the function that leaves. */
	join(send: Send): () => void;
};

/** Names a channel on the wire: `{"channel":"books","instId":"BTC-USDT-SWAP"}`. */
export type ChannelArg = Readonly<Record<string, string>>;

/**
 * A feed whose listeners all hear the same: `open` starts what makes the messages with the first of them and answers what
 * ends it with the last; `first` is the message for whoever joins.
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

/** Runs at most so often while the book of the instrument moves, and at least every `quietMs` while it does not. */
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
