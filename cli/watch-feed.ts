/** News of what is watched: a channel of the service, over whatever becomes of the connection. */
import type { ChannelName, ChannelParams, ChannelState } from '../client/methods.ts';
import type { Stream } from '../client/stream.ts';

/** A running subscription. */
export type WatchFeed = {
	/** Stops listening. */
	stop(): void;
	/** Rejects when the service has refused it, or ended it; never resolves. */
	readonly refused: Promise<never>;
};

/** `onValue`: the whole as it stands now, with each change. */
export function watchFeed<C extends ChannelName>(
	stream: Stream,
	{ channel, params }: { readonly channel: C; readonly params: ChannelParams<C> },
	onValue: (value: ChannelState<C>) => void,
): WatchFeed {
	let isStopped = false;
	const refused = new Promise<never>((_, reject) => {
		stream.subscribe(channel, params, {
			onState: onValue,
			onEnd(reason) {
				if (!isStopped) reject(reason);
			},
		});
	});
	return {
		refused,
		stop() {
			isStopped = true;
			void stream.close();
		},
	};
}
