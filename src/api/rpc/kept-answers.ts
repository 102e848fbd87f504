/**
 * Written answers of `get_opportunities`. One is served again while the book has not changed and it is younger than the bound; and
 * whatever changes, for 49 times as long as it took to write, so that at most a fiftieth of the time goes into writing the answers to
 * one question, however fast the market moves and however many ask. Then it is written again. A caller who asks now and then waits
 * for that; where many ask, they are served the old one meanwhile, as long as it is younger than the bound.
 */
import type { Clock } from '../../ports/clock.ts';

/** How long an answer is served whatever changes: at least a millisecond, and so many times what writing it took. */
const SERVED_MS_MIN = 1;
const SERVED_PER_WRITING = 49;
/** The next answer must be there before this one is too old: writing begins so many times as long before as it takes. */
const AHEAD_PER_WRITING = 3;
/** An answer that was served so often is one that many ask for. */
const OFTEN = 8;

/** Cache of written answers by question, each valid for one version of the opportunity book or a short time. */
export interface KeptAnswers {
	/** The kept answer, or what `write` gives, which is then kept, as UTF-8. Calls while one is written share it. */
	get(question: string, bookVersion: number, write: () => Promise<string>): Promise<Uint8Array> | Uint8Array;
}

type Kept = {
	readonly bookVersion: number;
	/** When its writing began: it says nothing of what came later. */
	readonly writtenAt: number;
	/** Its age from which on it is written again when the book has changed, and in any case where many ask. */
	readonly servedMs: number;
	readonly dueMs: number;
	readonly bytes: Uint8Array;
	servedCount: number;
};

/**
 * Creates an empty cache of at most `questionsMax` answers, of which the oldest makes room; an answer older than `ageMsMax` milliseconds
 * is written again in any case.
 */
export function createKeptAnswers(clock: Clock, ageMsMax: number, questionsMax: number): KeptAnswers {
	const kept = new Map<string, Kept>();
	const inWriting = new Map<string, Promise<Uint8Array>>();

	async function writeAnew(question: string, bookVersion: number, write: () => Promise<string>) {
		const writtenAt = clock.monotonic();
		const bytes = Buffer.from(await write());
		const now = clock.monotonic();
		// In the order of writing, so that the oldest come first.
		kept.delete(question);
		for (const [old, { writtenAt: at }] of kept) {
			if (kept.size < questionsMax && now - at < ageMsMax) break;
			kept.delete(old);
		}
		const writingMs = now - writtenAt;
		const dueMs = Math.max(ageMsMax / 2, ageMsMax - AHEAD_PER_WRITING * writingMs);
		const servedMs = writingMs + Math.max(SERVED_MS_MIN, SERVED_PER_WRITING * writingMs);
		kept.set(question, { bookVersion, writtenAt, servedMs, dueMs, bytes, servedCount: 0 });
		return bytes;
	}

	function writing(question: string, bookVersion: number, write: () => Promise<string>): Promise<Uint8Array> {
		const shared = inWriting.get(question);
		if (shared !== undefined) return shared;
		const begun = writeAnew(question, bookVersion, write).finally(() => inWriting.delete(question));
		inWriting.set(question, begun);
		return begun;
	}

	return {
		get(question, bookVersion, write) {
			const found = kept.get(question);
			const age = found === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() - found.writtenAt;
			if (found === undefined || age >= ageMsMax) return writing(question, bookVersion, write);
			const isOften = found.servedCount >= OFTEN;
			const isChanged = found.bookVersion !== bookVersion && age >= found.servedMs;
			const isDue = isChanged || (isOften && age >= found.dueMs);
			found.servedCount += 1;
			if (!isDue) return found.bytes;
			const next = writing(question, bookVersion, write);
			if (!isOften) return next;
			// Nobody waits for it: a failure is that of whoever asks when this answer is too old.
			next.catch(() => undefined);
			return found.bytes;
		},
	};
}
