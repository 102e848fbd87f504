/**
 * Combines all writes from one turn of the event loop into one synced transaction. A commit costs one disk sync
 * whatever its size, so simultaneous executions share that cost. Writers that write again as soon as a commit
 * resolves share the next commit, which runs before the event loop continues. The order intents that follow a plan
 * are therefore stored before the loop handles other messages.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { TurnEnd } from '../ports/clock.ts';
import { type StoreMeter, UNMETERED } from '../ports/metrics.ts';
import { inTransaction } from './database.ts';

/** Maximum writes per transaction. Each write blocks the event loop for about 50 µs. */
const GROUP_MAX = 250;

type Write = {
	readonly work: () => void;
	readonly resolve: () => void;
	readonly reject: (error: unknown) => void;
};

/** Writes that share one transaction per turn of the event loop. */
export type GroupCommit = {
	/**
	 * Runs `work` in this turn's transaction, after all earlier writes, and resolves when the transaction is synced.
	 * If `work` throws, the call rejects with that error and only this write is undone. If the commit fails, the call
	 * rejects with the commit's error and the whole group is undone.
	 */
	readonly write: (work: () => void) => Promise<void>;
};

/** Creates the group commit. `turnEnd` calls back at the end of the turn. */
export function createGroupCommit(
	database: DatabaseSync,
	turnEnd: TurnEnd,
	meter: StoreMeter = UNMETERED.store,
): GroupCommit {
	const begin = database.prepare('SAVEPOINT write');
	const undo = database.prepare('ROLLBACK TO write');
	const keep = database.prepare('RELEASE write');
	const waiting: Write[] = [];
	/** True if a commit is scheduled. */
	let isDue = false;

	function schedule(when: 'turn' | 'settled'): void {
		if (isDue) return;
		isDue = true;
		turnEnd(commitGroup, when);
	}

	function commitGroup(): void {
		isDue = false;
		const group = waiting.splice(0, GROUP_MAX);
		if (group.length === 0) return;
		schedule(waiting.length > 0 ? 'turn' : 'settled');
		const committed = meter.committing(group.length);
		try {
			const refusals = inTransaction(database, () => new Map(group.flatMap(refusal)));
			committed(true);
			for (const write of group) {
				if (refusals.has(write)) write.reject(refusals.get(write));
				else write.resolve();
			}
		} catch (error) {
			committed(false);
			for (const write of group) write.reject(error);
		}
	}

	/** Runs one write. Returns an empty array, or the write with its error if it failed. */
	function refusal(write: Write): [Write, unknown][] {
		begin.run();
		try {
			write.work();
			return [];
		} catch (error) {
			// After some errors, such as a full disk, SQLite rolls back the entire transaction, and with it the
			// group.
			if (!database.isTransaction) throw error;
			undo.run();
			return [[write, error]];
		} finally {
			if (database.isTransaction) keep.run();
		}
	}

	return {
		write: (work) =>
			new Promise((resolve, reject) => {
				waiting.push({ work, resolve, reject });
				schedule('turn');
			}),
	};
}
