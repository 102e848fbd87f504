/**
 * One synced transaction for all writes that are asked for within one turn of the event loop. A commit costs a sync of
 * the disk whatever it holds, so many executions at work at once pay for one. Those who hear of a commit and write again at once
 * share the next one, which comes before the loop takes anything else: a plan's intents do not wait for what others sent.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { TurnEnd } from '../ports/clock.ts';
import { type StoreMeter, UNMETERED } from '../ports/metrics.ts';
import { inTransaction } from './database.ts';

/** Writes of one transaction: it holds up the event loop for as long as it takes, some 50 µs a write. */
const GROUP_MAX = 250;

type Write = {
	readonly work: () => void;
	readonly resolve: () => void;
	readonly reject: (error: unknown) => void;
};

/** Writes that share the transaction of a turn of the event loop. */
export type GroupCommit = {
	/**
	 * Runs `work` in the transaction of this turn, after all that was asked for before it; resolves when that is synced.
	 * Rejects with what `work` threw, and then nothing of it alone is stored; or with what the commit failed by, and then
	 * nothing of the whole group is.
	 */
	readonly write: (work: () => void) => Promise<void>;
};

/** Groups the writes of one turn. `turnEnd` is asked to call back when the turn is over. */
export function createGroupCommit(
	database: DatabaseSync,
	turnEnd: TurnEnd,
	meter: StoreMeter = UNMETERED.store,
): GroupCommit {
	const begin = database.prepare('SAVEPOINT write');
	const undo = database.prepare('ROLLBACK TO write');
	const keep = database.prepare('RELEASE write');
	const waiting: Write[] = [];
	/** Whether a commit is to come. */
	let isDue = false;

	function ask(when: 'turn' | 'settled'): void {
		if (isDue) return;
		isDue = true;
		turnEnd(commitGroup, when);
	}

	function commitGroup(): void {
		isDue = false;
		const group = waiting.splice(0, GROUP_MAX);
		if (group.length === 0) return;
		ask(waiting.length > 0 ? 'turn' : 'settled');
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

	/** Nothing when the write was taken, else what it threw. */
	function refusal(write: Write): [Write, unknown][] {
		begin.run();
		try {
			write.work();
			return [];
		} catch (error) {
			// SQLite itself rolls the transaction back after some errors, of a full disk for one: then the group is gone.
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
				ask('turn');
			}),
	};
}
