/**
 * Combines writes of the journal into groups, one statement per group. Each unit belongs to one queue, so its writes are
 * stored in the order of the calls; queues commit beside each other.
 *
 * A group whose answer is lost has an unknown outcome. Its queue then repeats it until every write's outcome is proven,
 * and stores nothing else meanwhile.
 */
import type { Pool, PoolClient } from 'pg';
import type { Clock, TurnEnd } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { type StoreMeter, UNMETERED } from '../../ports/metrics.ts';
import type { JournalFence } from './journal-fence.ts';
import { commitWrites, type JournalWrite, type WriteOutcome } from './journal-statement.ts';
import { confirmCommits, hasLanded } from './landed-writes.ts';

/** Maximum writes per statement. */
const GROUP_MAX = 250;
/** Pause before a group with an unknown outcome is repeated, ms. */
const REPEAT_MS = 100;

/** Parts of the queues. */
export type QueueParts = {
	/** Has one connection per queue. */
	readonly pool: Pool;
	readonly fence: JournalFence;
	readonly clock: Pick<Clock, 'after'>;
	/** Decides when a group ends, like the groups of SQLite. */
	readonly turnEnd: TurnEnd;
	readonly log: Pick<Logger, 'warn'>;
	readonly meter?: StoreMeter | undefined;
};

/** A proven outcome; an error means that nothing was stored. */
type Settled = WriteOutcome | Error;

type Waiting = {
	readonly write: JournalWrite;
	readonly resolve: (outcome: WriteOutcome) => void;
	readonly reject: (error: Error) => void;
};

/** Commits writes. */
export type CommitQueues = {
	/** Resolves with the proven outcome. Rejects only if nothing was stored. */
	readonly commit: (write: JournalWrite) => Promise<WriteOutcome>;
};

/** Creates the queues. */
export function createCommitQueues(parts: QueueParts, queueCount: number): CommitQueues {
	const queues = Array.from({ length: queueCount }, () => createQueue(parts));
	return { commit: (write) => (queues[queueOf(write.unit, queueCount)] as CommitQueues).commit(write) };
}

function createQueue(parts: QueueParts): CommitQueues {
	const waiting: Waiting[] = [];
	let isBusy = false;

	async function work(): Promise<void> {
		while (waiting.length > 0) {
			const group = nextGroup(waiting);
			const committed = (parts.meter ?? UNMETERED.store).committing(group.length);
			const outcomes = await settle(
				parts,
				group.map(({ write }) => write),
			);
			committed(outcomes.some((outcome) => outcome === 'stored'));
			for (const [index, { resolve, reject }] of group.entries()) {
				const outcome = outcomes[index] as Settled;
				if (outcome instanceof Error) reject(outcome);
				else resolve(outcome);
			}
			// Writers that write again as soon as a commit resolves share the next group.
			await turn(parts.turnEnd, 'settled');
		}
		isBusy = false;
	}

	return {
		commit: (write) =>
			new Promise((resolve, reject) => {
				waiting.push({ write, resolve, reject });
				if (isBusy) return;
				isBusy = true;
				parts.turnEnd(() => void work(), 'turn');
			}),
	};
}

function turn(turnEnd: TurnEnd, when: 'turn' | 'settled'): Promise<void> {
	return new Promise((resolve) => turnEnd(resolve, when));
}

/** Takes the next writes, oldest first, of which no two share a stream or an idempotency key. */
function nextGroup(waiting: Waiting[]): readonly Waiting[] {
	const group: Waiting[] = [];
	const left: Waiting[] = [];
	const used = new Set<string>();
	for (const one of waiting) {
		const keys = keysOf(one.write);
		if (group.length < GROUP_MAX && !keys.some((key) => used.has(key))) group.push(one);
		else left.push(one);
		for (const key of keys) used.add(key);
	}
	waiting.splice(0, waiting.length, ...left);
	return group;
}

function keysOf({ streams, claim }: JournalWrite): readonly string[] {
	const keys = streams.map(({ stream }) => stream);
	return claim === undefined ? keys : [...keys, JSON.stringify([claim.userId, claim.agentId, claim.key])];
}

/** Returns the queue of a unit: the same for the whole life of the process. */
function queueOf(unit: string, queueCount: number): number {
	let hash = 0;
	for (let index = 0; index < unit.length; index += 1) hash = (hash * 31 + unit.charCodeAt(index)) >>> 0;
	return hash % queueCount;
}

/** Commits a group, and returns each write's proven outcome. */
async function settle(parts: QueueParts, writes: readonly JournalWrite[]): Promise<readonly Settled[]> {
	const first = await attempt(parts, (connection) => commitWrites(connection, parts.fence, writes));
	if (first.kind === 'done') return first.result;
	if (first.kind === 'unreachable') return writes.map(() => first.error);
	if (first.kind === 'refused') {
		// One bad write must not fail the others, so each is repeated alone.
		if (writes.length > 1) return (await Promise.all(writes.map((write) => settle(parts, [write])))).flat();
		return isTaken(first.error) ? [await proven(parts, writes[0] as JournalWrite)] : [first.error];
	}
	parts.log.warn({ error: first.error.message, writes: writes.length }, 'the outcome of a commit is unknown');
	const outcomes: Settled[] = [];
	for (const write of writes) outcomes.push(await proven(parts, write));
	return outcomes;
}

/** Repeats a write until its outcome is proven. */
async function proven(parts: QueueParts, write: JournalWrite): Promise<Settled> {
	for (;;) {
		const repeated = await attempt(parts, async (connection) => {
			const [outcome] = await commitWrites(connection, parts.fence, [write]);
			if (outcome === 'stored') return outcome;
			const landed = await hasLanded(connection, write);
			if (!landed) return outcome;
			await confirmCommits(connection);
			return 'stored';
		});
		// While only the lease has ended, the first attempt may still be stored. It can no longer once the unit has moved.
		if (repeated.kind === 'done' && repeated.result !== 'expired') return repeated.result as WriteOutcome;
		await new Promise<void>((resolve) => parts.clock.after(REPEAT_MS, resolve));
	}
}

type Attempt<Result> =
	| { readonly kind: 'done'; readonly result: Result }
	/** Nothing was sent. */
	| { readonly kind: 'unreachable'; readonly error: Error }
	/** Nothing was stored. */
	| { readonly kind: 'refused'; readonly error: Error }
	| { readonly kind: 'unknown'; readonly error: Error };

/**
 * Runs work on a connection. The outcome is unknown if the connection was lost, or if the server sent a warning: after
 * a canceled wait for the standby it answers as if the commit were complete (PostgreSQL 15, `synchronous_commit`,
 * section 20.5.1, read 2026-11). A connection with an unknown outcome is not used again.
 */
async function attempt<Result>(
	{ pool }: QueueParts,
	work: (connection: PoolClient) => Promise<Result>,
): Promise<Attempt<Result>> {
	let connection: PoolClient;
	try {
		connection = await pool.connect();
	} catch (error) {
		return { kind: 'unreachable', error: error as Error };
	}
	let warning: Error | undefined;
	const onNotice = (notice: {
		readonly severity?: string | undefined;
		readonly message?: string | undefined;
	}) => {
		if (notice.severity === 'WARNING') warning = new Error(notice.message);
	};
	connection.on('notice', onNotice);
	let broken: Error | undefined;
	try {
		const result = await work(connection);
		broken = warning;
		return warning === undefined ? { kind: 'done', result } : { kind: 'unknown', error: warning };
	} catch (thrown) {
		const error = thrown as Error & { readonly severity?: string };
		if (error.severity === 'ERROR') return { kind: 'refused', error };
		broken = error;
		return { kind: 'unknown', error };
	} finally {
		connection.off('notice', onNotice);
		connection.release(broken);
	}
}

/** True for a unique violation, SQLSTATE 23505: another transaction stored the same place or key first. */
function isTaken(error: Error): boolean {
	return 'code' in error && error.code === '23505';
}
