/**
 * Written answers of `get_opportunities` at default terms. One is served again while the book has not changed and it is
 * younger than the bound; and whatever changes, for nine times as long as it took to write, so that at most a tenth of the
 * time goes into writing the answers to one question, however fast the market moves and however many ask.
 */
import type { Clock } from '../../ports/clock.ts';

/** Different questions kept at a time; the oldest makes room. */
const QUESTIONS_MAX = 64;
/** How long an answer is served whatever changes: at least a millisecond, and so many times what writing it took. */
const SERVED_MS_MIN = 1;
const SERVED_PER_WRITING = 9;

/** Cache of written answers by question, each valid for one version of the opportunity book or a short time. */
export interface KeptAnswers {
	/** The kept answer, or what `write` gives, which is then kept, as UTF-8. Calls while one is written share it. */
	get(question: string, bookVersion: number, write: () => Promise<string>): Promise<Uint8Array> | Uint8Array;
}

type Kept = {
	readonly bookVersion: number;
	/** When its writing began: it says nothing of what came later. */
	readonly writtenAt: number;
	readonly servedMs: number;
	readonly bytes: Uint8Array;
};

/** Creates an empty cache; an answer older than `ageMsMax` milliseconds is written again in any case. */
export function createKeptAnswers(clock: Clock, ageMsMax: number): KeptAnswers {
	const kept = new Map<string, Kept>();
	const inWriting = new Map<string, Promise<Uint8Array>>();

	async function writeAnew(question: string, bookVersion: number, write: () => Promise<string>) {
		const writtenAt = clock.monotonic();
		const bytes = Buffer.from(await write());
		kept.delete(question);
		if (kept.size >= QUESTIONS_MAX) {
			const oldest = kept.keys().next();
			if (!oldest.done) kept.delete(oldest.value);
		}
		const writingMs = clock.monotonic() - writtenAt;
		const servedMs = writingMs + Math.max(SERVED_MS_MIN, SERVED_PER_WRITING * writingMs);
		kept.set(question, { bookVersion, writtenAt, servedMs, bytes });
		return bytes;
	}

	function isCurrent(found: Kept, bookVersion: number): boolean {
		const age = clock.monotonic() - found.writtenAt;
		return age < ageMsMax && (found.bookVersion === bookVersion || age < found.servedMs);
	}

	return {
		get(question, bookVersion, write) {
			const found = kept.get(question);
			if (found !== undefined && isCurrent(found, bookVersion)) return found.bytes;
			const shared = inWriting.get(question);
			if (shared !== undefined) return shared;
			const writing = writeAnew(question, bookVersion, write).finally(() => inWriting.delete(question));
			inWriting.set(question, writing);
			return writing;
		},
	};
}
