/**
 * Queues events for listeners, in the order in which they happened. No event is delivered before its change is
 * durable. If a listener calls the exchange, the events of that call are delivered after the waiting ones.
 */
import type { Market } from './market.ts';
import type { AccountEvent, BookDelta, PublicTrade } from './types.ts';

type Notice =
	| { readonly to: 'account'; readonly accountId: string; readonly event: AccountEvent }
	| { readonly to: 'book'; readonly market: Market; readonly delta: BookDelta }
	| { readonly to: 'trades'; readonly market: Market; readonly trade: PublicTrade }
	/** The key was revoked or has expired. */
	| { readonly to: 'key'; readonly key: string };

export type Outbox = {
	add(notice: Notice): void;
	/** Returns the current end of the queue. `backTo` drops everything added after it. */
	mark(): number;
	backTo(mark: number): void;
	/** Delivers all waiting events. If a listener calls this, the outer call delivers the rest. */
	deliver(): void;
	onAccount(accountId: string, listener: (event: AccountEvent) => void): () => void;
	/** While an account is muted, its events are dropped. */
	silence(accountId: string, isSilent: boolean): void;
	/** Calls `listener` once when the key is revoked or expires, unless the returned function is called first. */
	onKeyEnd(key: string, listener: () => void): () => void;
	/** Returns the keys that have a listener registered with `onKeyEnd`. */
	watchedKeys(): readonly string[];
};

/**
 * @param onListenerError receives errors that listeners throw, so that one failing listener does not keep events from
 * the others
 */
export function createOutbox(onListenerError: (error: unknown) => void): Outbox {
	const waiting: Notice[] = [];
	const accountListeners = new Map<string, Set<(event: AccountEvent) => void>>();
	const keyListeners = new Map<string, Set<() => void>>();
	const silent = new Set<string>();
	let delivering = false;
	let delivered = 0;

	const tell = <T>(listener: (value: T) => void, value: T): void => {
		try {
			listener(value);
		} catch (error) {
			onListenerError(error);
		}
	};
	const deliverOne = (notice: Notice): void => {
		switch (notice.to) {
			case 'account':
				if (silent.has(notice.accountId)) return;
				for (const listener of [...(accountListeners.get(notice.accountId) ?? [])]) {
					tell(listener, notice.event);
				}
				return;
			case 'book':
				for (const { listener, sinceSequence } of [...notice.market.bookListeners]) {
					if (notice.delta.sequence > sinceSequence) tell(listener, notice.delta);
				}
				return;
			case 'trades':
				for (const listener of [...notice.market.tradeListeners]) tell(listener, notice.trade);
				return;
			case 'key': {
				const listeners = [...(keyListeners.get(notice.key) ?? [])];
				keyListeners.delete(notice.key);
				for (const listener of listeners) tell(listener, undefined);
			}
		}
	};

	return {
		add(notice) {
			waiting.push(notice);
		},
		mark: () => waiting.length,
		backTo(mark) {
			waiting.length = Math.max(mark, delivered);
		},
		deliver() {
			if (delivering) return;
			delivering = true;
			try {
				for (delivered = 0; delivered < waiting.length; ) {
					const notice = waiting[delivered];
					delivered += 1;
					if (notice !== undefined) deliverOne(notice);
				}
			} finally {
				waiting.length = 0;
				delivered = 0;
				delivering = false;
			}
		},
		onAccount(accountId, listener) {
			const listeners = accountListeners.get(accountId) ?? new Set();
			accountListeners.set(accountId, listeners);
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
				if (listeners.size === 0 && accountListeners.get(accountId) === listeners) {
					accountListeners.delete(accountId);
				}
			};
		},
		silence(accountId, isSilent) {
			if (isSilent) silent.add(accountId);
			else silent.delete(accountId);
		},
		onKeyEnd(key, listener) {
			const listeners = keyListeners.get(key) ?? new Set();
			keyListeners.set(key, listeners);
			const own = (): void => listener();
			listeners.add(own);
			return () => {
				listeners.delete(own);
				if (listeners.size === 0 && keyListeners.get(key) === listeners) keyListeners.delete(key);
			};
		},
		watchedKeys: () => [...keyListeners.keys()],
	};
}
