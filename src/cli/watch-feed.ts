/** News of what is watched, while the service is there and when it is back. */
import { TransportError } from '../client/errors.ts';
import type { MethodName, MethodParams, MethodResult } from '../client/methods.ts';
import type { ServiceSession } from './service-command.ts';

export type WatchFeed = {
	/** Stops listening. */
	stop(): void;
	/** Rejects when the service has refused; never resolves. */
	readonly refused: Promise<never>;
};

export type FeedHandlers<T> = {
	/** As it stands now; only when it has changed. */
	readonly onValue: (value: T) => void;
	/** No answer comes, or answers come again. */
	readonly onReach: (isReached: boolean) => void;
};

const LOOK_MS = 2_000;
/** Differs with every answer and says nothing new. */
const RESTLESS = new Set(['as_of', 'age_ms', 'expires_at', 'updated_at', 'reconciled_at']);

/** Asks the method again and again. */
export function pollFeed<M extends MethodName>(
	session: ServiceSession,
	{
		method,
		params,
		isPublic,
	}: { readonly method: M; readonly params: MethodParams<M>; readonly isPublic: boolean },
	{ onValue, onReach }: FeedHandlers<MethodResult<M>>,
): WatchFeed {
	const ask = isPublic ? session.openCall : session.call;
	let isStopped = false;
	let last: string | undefined;
	let cancel = () => {};
	const refused = new Promise<never>((_, reject) => {
		const look = async (): Promise<void> => {
			try {
				const value = await ask(method, params);
				if (isStopped) return;
				onReach(true);
				const text = JSON.stringify(value, (name, member) => (RESTLESS.has(name) ? undefined : member));
				if (text !== last) onValue(value);
				last = text;
			} catch (error) {
				if (isStopped) return;
				if (!(error instanceof TransportError)) return reject(error);
				onReach(false);
			}
			cancel = session.clock.after(LOOK_MS, look);
		};
		void look();
	});
	return {
		refused,
		stop() {
			isStopped = true;
			cancel();
		},
	};
}
