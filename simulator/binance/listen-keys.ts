/**
 * Manages listen keys, which give access to an account's stream (page "User Data Streams", "Connect" and "Event: User
 * Data Stream Expired", read 2026-11). An account has one at a time, valid for sixty minutes. A PUT or a second POST
 * renews it, and a DELETE deletes it. After a key has expired or been deleted, its listener gets one event about that
 * and nothing more.
 */
import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../core/api-keys.ts';
import { unknownListenKey } from './errors.ts';

export const LISTEN_KEY_MS = 3_600_000;
/** Number of random bytes in a listen key, which is written as 64 hexadecimal digits. */
const KEY_BYTES = 32;

export type Listener = { readonly accountId: string; readonly apiKey: string };

type Kept = Listener & { readonly listenKey: string; expiresAt: number; readonly ends: Set<() => void> };

export type ListenKeys = {
	/** Creates or renews the account's listen key. */
	open(key: ApiKey, now: number): string;
	/** @throws BinanceRefusal -1125 if the account has no listen key */
	prolong(key: ApiKey, now: number): string;
	close(key: ApiKey): void;
	/** Returns the owner of a valid listen key; otherwise undefined. */
	owner(listenKey: string, now: number): Listener | undefined;
	/** Calls `listener` once when the listen key expires or is deleted. The returned function cancels the call. */
	onEnd(listenKey: string, listener: () => void): () => void;
	/** Removes all expired keys. */
	expire(now: number): void;
};

export function createListenKeys(): ListenKeys {
	const byAccount = new Map<string, Kept>();

	function end(kept: Kept): void {
		byAccount.delete(kept.accountId);
		for (const listener of [...kept.ends]) listener();
		kept.ends.clear();
	}

	function find(listenKey: string): Kept | undefined {
		for (const kept of byAccount.values()) if (kept.listenKey === listenKey) return kept;
		return undefined;
	}

	function expire(now: number): void {
		for (const kept of [...byAccount.values()]) if (kept.expiresAt <= now) end(kept);
	}

	return {
		open({ accountId, key }, now) {
			expire(now);
			const present = byAccount.get(accountId);
			if (present !== undefined) {
				present.expiresAt = now + LISTEN_KEY_MS;
				return present.listenKey;
			}
			const listenKey = randomBytes(KEY_BYTES).toString('hex');
			byAccount.set(accountId, {
				accountId,
				apiKey: key,
				listenKey,
				expiresAt: now + LISTEN_KEY_MS,
				ends: new Set(),
			});
			return listenKey;
		},
		prolong({ accountId }, now) {
			expire(now);
			const present = byAccount.get(accountId);
			if (present === undefined) throw unknownListenKey();
			present.expiresAt = now + LISTEN_KEY_MS;
			return present.listenKey;
		},
		close({ accountId }) {
			const present = byAccount.get(accountId);
			if (present !== undefined) end(present);
		},
		owner(listenKey, now) {
			const kept = find(listenKey);
			return kept === undefined || kept.expiresAt <= now ? undefined : kept;
		},
		onEnd(listenKey, listener) {
			const kept = find(listenKey);
			kept?.ends.add(listener);
			return () => kept?.ends.delete(listener);
		},
		expire,
	};
}
