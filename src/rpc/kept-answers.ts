/**
 * Written answers of `get_opportunities` at default terms. One is served again while the book has not changed and it is
 * younger than the bound; and whatever changes, for a millisecond, so that a burst of readers costs one writing.
 */
import type { Clock } from '../ports/clock.ts';

/** Different questions kept at a time; the oldest makes room. */
const QUESTIONS_MAX = 64;
const BURST_MS = 1;

export interface KeptAnswers {
	/** The kept answer, or what `write` gives, which is then kept, as UTF-8. Calls while one is written share it. */
	get(question: string, bookVersion: number, write: () => Promise<string>): Promise<Uint8Array> | Uint8Array;
}

type Kept = { readonly bookVersion: number; readonly writtenAt: number; readonly bytes: Uint8Array };

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
		kept.set(question, { bookVersion, writtenAt, bytes });
		return bytes;
	}

	function isCurrent(found: Kept, bookVersion: number): boolean {
		const age = clock.monotonic() - found.writtenAt;
		return age < ageMsMax && (found.bookVersion === bookVersion || age < BURST_MS);
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
