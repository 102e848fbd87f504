/**
 * Written answers of `get_opportunities` at default terms. One is served again while the book has not changed and
 * it is younger than the bound, so that ages in it are never off by more than that.
 */
import type { Clock } from '../ports/clock.ts';

/** Different questions kept at a time; the oldest makes room. */
const QUESTIONS_MAX = 64;

export interface KeptAnswers {
	/** The kept answer, or what `write` gives, which is then kept, as UTF-8. */
	get(question: string, bookVersion: number, write: () => string): Uint8Array;
}

type Kept = { readonly bookVersion: number; readonly writtenAt: number; readonly bytes: Uint8Array };

export function createKeptAnswers(clock: Clock, ageMsMax: number): KeptAnswers {
	const kept = new Map<string, Kept>();
	return {
		get(question, bookVersion, write) {
			const now = clock.monotonic();
			const found = kept.get(question);
			if (found !== undefined && found.bookVersion === bookVersion && now - found.writtenAt < ageMsMax)
				return found.bytes;
			const bytes = Buffer.from(write());
			kept.delete(question);
			if (kept.size >= QUESTIONS_MAX) {
				const oldest = kept.keys().next();
				if (!oldest.done) kept.delete(oldest.value);
			}
			kept.set(question, { bookVersion, writtenAt: now, bytes });
			return bytes;
		},
	};
}
