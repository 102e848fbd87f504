/**
 * Combines all writes from one turn of the event loop into one synced transaction. A commit costs one disk sync
 * whatever its size, so simultaneous executions share that cost. Writers that write again as soon as a commit
 * resolves share the next commit, which runs before the event loop continues. The order intents that follow a plan
 * are therefore stored before the loop handles other messages.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { TurnEnd } from '../../ports/clock.ts';
import { type StoreMeter, UNMETERED } from '../../ports/metrics.ts';
import { inTransaction } from './database.ts';

/** Maximum writes per transaction. Each write blocks the event loop for about 50 µs. */
const GROUP_MAX = 250;

type Write = {
	readonly work: () => unknown;
	readonly resolve: (result: unknown) => void;
	readonly reject: (error: unknown) => void;
};

/** Writes that share one transaction per turn of the event loop. */
export type GroupCommit = {
	/**
	 * Runs `work` in this turn's transaction, after all earlier writes, and returns its result when the transaction is
	 * synced.
	 * If `work` throws, the call rejects with that error and only this write is undone. If the commit fails, the call
	 * rejects with the commit's error and the whole group is undone.
	 */
	readonly write: <Result>(work: () => Result) => Promise<Result>;
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
			const answers = inTransaction(database, () => group.map(performed));
			committed(true);
			for (const answer of answers) answer();
		} catch (error) {
			committed(false);
			for (const write of group) write.reject(error);
		}
	}

	/** Runs one write, and returns what answers its caller after the commit. */
	function performed({ work, resolve, reject }: Write): () => void {
		begin.run();
		try {
			const result = work();
			return () => resolve(result);
		} catch (error) {
			// After some errors, such as a full disk, SQLite rolls back the entire transaction, and with it the
			// group.
			if (!database.isTransaction) throw error;
			undo.run();
			return () => reject(error);
		} finally {
			if (database.isTransaction) keep.run();
		}
	}

	return {
		write: <Result>(work: () => Result) =>
			new Promise<Result>((resolve, reject) => {
				waiting.push({ work, resolve: resolve as Write['resolve'], reject });
				schedule('turn');
			}),
	};
}
