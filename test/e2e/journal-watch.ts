/**
 * Follows a running service's journal from the test process, so that a test can act at a precise point of an
 * execution.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ExecutionEvent } from '../../src/domain/event.ts';
import { decodePayload } from '../../src/domain/journal-codec.ts';
import { upcastExecutionEvent } from '../../src/domain/journal-upcast.ts';
import { DATABASE_FILE } from '../../src/store/sqlite/database.ts';
import { until } from './polling.ts';

const POLL_MS = 4;

export type JournalWatch = Disposable & {
	/** Returns the execution events written since this was opened, oldest first. */
	events(): readonly ExecutionEvent[];
	/**
	 * Resolves with the first value that `wanted` returns for an event; undefined if it returns none within the
	 * limit.
	 */
	first<T>(wanted: (event: ExecutionEvent) => T | undefined, limitMs: number): Promise<T | undefined>;
};

export function watchJournal(dataDir: string): JournalWatch {
	const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
	const last = database.prepare('SELECT coalesce(max(seq), 0) AS seq FROM journal').get();
	let seq = Number(last?.seq);
	const newer = database.prepare(
		"SELECT seq, type, version, payload FROM journal WHERE seq > ? AND stream LIKE 'exec_%' ORDER BY seq",
	);
	const seen: ExecutionEvent[] = [];
	const events = (): readonly ExecutionEvent[] => {
		for (const row of newer.all(seq)) {
			seq = Number(row.seq);
			seen.push(
				upcastExecutionEvent(String(row.type), Number(row.version), decodePayload(String(row.payload))),
			);
		}
		return seen;
	};
	return {
		events,
		async first(wanted, limitMs) {
			const giveUpAt = performance.now() + limitMs;
			const found = await until({ what: 'an event', periodMs: POLL_MS, limitMs: 2 * limitMs }, () => {
				for (const event of events()) {
					const answer = wanted(event);
					if (answer !== undefined) return { answer };
				}
				return performance.now() < giveUpAt ? undefined : { answer: undefined };
			});
			return found.answer;
		},
		[Symbol.dispose]: () => database.close(),
	};
}
