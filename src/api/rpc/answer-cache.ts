/**
 * Caches serialized `get_opportunities` responses. A response is reused while the opportunities are unchanged and the
 * response is younger than its maximum age. Even if the opportunities change, a response is reused for 49 times as
 * long as it took to write. Writing the response to one query therefore takes at most 2 % of the time, at any rate of
 * changes and calls. If the query is rare, its caller then waits for the rewrite. If the query is frequent, its
 * callers get the old response until the new one is ready, up to the maximum age.
 */
import type { Clock } from '../../ports/clock.ts';

/** How long a response is reused after the opportunities change: 49 times its writing time, but at least 1 ms. */
const REUSE_MS_MIN = 1;
const REUSE_PER_WRITING = 49;
/** Rewriting starts three writing times before the maximum age, so that the next response is ready in time. */
const AHEAD_PER_WRITING = 3;
/** Cache hits after which a response counts as frequently requested. */
const OFTEN = 8;

/**
 * Cache of serialized responses by query. A response is reused until the opportunities change, and for a short time
 * after that.
 */
export interface AnswerCache {
	/**
	 * Returns the cached response, or calls `write` and caches the result as UTF-8. Concurrent calls share one write.
	 */
	get(question: string, bookVersion: number, write: () => Promise<string>): Promise<Uint8Array> | Uint8Array;
}

type CachedAnswer = {
	readonly bookVersion: number;
	/** Time at which writing started; the response does not include later changes. */
	readonly writtenAt: number;
	/** Minimum age at which a change in the opportunities triggers a rewrite, milliseconds. */
	readonly servedMs: number;
	/** Age at which a frequently requested response is rewritten even without changes, milliseconds. */
	readonly dueMs: number;
	readonly bytes: Uint8Array;
	servedCount: number;
};

/**
 * Creates an empty cache for at most `questionsMax` responses; the oldest is evicted. A response older than
 * `ageMsMax` milliseconds is always rewritten.
 */
export function createAnswerCache(clock: Clock, ageMsMax: number, questionsMax: number): AnswerCache {
	const cache = new Map<string, CachedAnswer>();
	const pendingWrites = new Map<string, Promise<Uint8Array>>();

	async function rewrite(question: string, bookVersion: number, write: () => Promise<string>) {
		const writtenAt = clock.monotonic();
		const bytes = Buffer.from(await write());
		const now = clock.monotonic();
		// Delete and insert again, so that the map stays ordered by writing time, oldest first.
		cache.delete(question);
		for (const [old, { writtenAt: at }] of cache) {
			if (cache.size < questionsMax && now - at < ageMsMax) break;
			cache.delete(old);
		}
		const writingMs = now - writtenAt;
		const dueMs = Math.max(ageMsMax / 2, ageMsMax - AHEAD_PER_WRITING * writingMs);
		const servedMs = writingMs + Math.max(REUSE_MS_MIN, REUSE_PER_WRITING * writingMs);
		cache.set(question, { bookVersion, writtenAt, servedMs, dueMs, bytes, servedCount: 0 });
		return bytes;
	}

	function writing(question: string, bookVersion: number, write: () => Promise<string>): Promise<Uint8Array> {
		const shared = pendingWrites.get(question);
		if (shared !== undefined) return shared;
		const begun = rewrite(question, bookVersion, write).finally(() => pendingWrites.delete(question));
		pendingWrites.set(question, begun);
		return begun;
	}

	return {
		get(question, bookVersion, write) {
			const found = cache.get(question);
			const age = found === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() - found.writtenAt;
			if (found === undefined || age >= ageMsMax) return writing(question, bookVersion, write);
			const isOften = found.servedCount >= OFTEN;
			const isChanged = found.bookVersion !== bookVersion && age >= found.servedMs;
			const isDue = isChanged || (isOften && age >= found.dueMs);
			found.servedCount += 1;
			if (!isDue) return found.bytes;
			const next = writing(question, bookVersion, write);
			if (!isOften) return next;
			// No caller waits for this rewrite. If it fails, the first caller after the maximum age sees the error.
			next.catch(() => undefined);
			return found.bytes;
		},
	};
}
