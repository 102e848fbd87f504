/**
 * Measures recovery after a restart with 10,000 running executions in the journal: the time until the service has
 * recovered each execution and checked it once. The same rounds measure a bare read of the same journal rows. One
 * database has the stored folds that a service writes while it runs; a copy has none.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ExecutionState } from '../src/domain/execution.ts';
import { lacksTooMuch } from '../src/engine/drive/fold-cache.ts';
import { begunSince } from '../src/engine/orders/begun-today.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { DATABASE_FILE, openDatabase } from '../src/store/sqlite/database.ts';
import { createSqliteJournal } from '../src/store/sqlite/journal.ts';
import { composeBench, NO_ACCOUNTS } from './bench-execution.ts';
import { createFullScanner } from './full-scanner.ts';
import { interleave } from './measure.ts';
import { deliver, summarize } from './report.ts';
import { foldAt, planOf, runningEvents, storeRunning } from './running-executions.ts';
import { createUniverse } from './universe.ts';

const EXECUTIONS = 10_000;
const COINS = 500;
const USERS = 100;
const ROUNDS = 5;
const BARE = 'bare read of the same rows';
/** Number of folds stored per transaction while the bench prepares the database. */
const PORTION = 100;

/**
 * Returns the number of events in an execution's latest stored fold. A running service stores a new fold only when
 * the previous one has fallen too many events behind. Settlements arrive in pairs, one on each leg.
 */
function keptCountOf(events: ReturnType<typeof runningEvents>): number {
	let kept = 0;
	for (
		let count = events.findIndex(({ type }) => type === 'ExecutionOpened') + 1;
		count <= events.length;
		count += 2
	)
		if (lacksTooMuch(kept, count)) kept = count;
	return kept;
}

const dataDir = mkdtempSync(join(tmpdir(), 'carrywire-bench-'));
const plainDir = join(dataDir, 'plain');
let database = openDatabase(dataDir);
try {
	const universe = createUniverse(2, COINS, systemClock.now);
	const scanner = createFullScanner(universe, systemClock);
	const plans = Array.from({ length: EXECUTIONS }, (_, index) => {
		const [long, short] = [
			universe.instruments[index % COINS],
			universe.instruments[COINS + (index % COINS)],
		];
		if (long === undefined || short === undefined) throw new Error('The universe is too small.');
		return planOf(index, `user_${index % USERS}`, { long, short });
	});
	const now = systemClock.now();
	await storeRunning(createSqliteJournal(database), plans, now);
	database.close();
	cpSync(join(dataDir, DATABASE_FILE), join(plainDir, DATABASE_FILE));
	const plain = openDatabase(plainDir);
	database = openDatabase(dataDir);
	const journal = createSqliteJournal(database);
	let keptCount = 0;
	for (let from = 0; from < plans.length; from += PORTION) {
		const states = plans.slice(from, from + PORTION).map((plan): ExecutionState => {
			const events = runningEvents(plan, now);
			keptCount = keptCountOf(events);
			return foldAt(events.slice(0, keptCount), now);
		});
		await journal.keepFolds(states);
	}
	const rowCount = Number(database.prepare('SELECT count(*) AS n FROM journal').get()?.n);

	/** Reads the rows from SQLite in recovery order and does nothing else. */
	function bareRead(): void {
		const rows = database
			.prepare(
				'SELECT stream, stream_seq, type, version, recorded_at, payload FROM journal ORDER BY stream, stream_seq',
			)
			.all();
		if (rows.length !== rowCount) throw new Error(`${rows.length} rows were read, ${rowCount} are there.`);
	}

	async function recover(database: DatabaseSync): Promise<void> {
		const journal = createSqliteJournal(database);
		const { executionService, close } = composeBench({
			journal,
			database,
			clock: systemClock,
			market: universe.market,
			opportunities: scanner,
			accounts: NO_ACCOUNTS,
		});
		executionService.recover(await journal.atStart(begunSince(systemClock.now())));
		await new Promise((resolve) => setImmediate(resolve));
		const running = executionService.driver.states().filter(({ phase }) => phase === 'running').length;
		void close();
		if (running !== EXECUTIONS) throw new Error(`${running} executions run, ${EXECUTIONS} were stored.`);
	}

	const samples = await interleave(
		ROUNDS,
		{
			[BARE]: bareRead,
			'recovery of 10,000 running executions': () => recover(database),
			'the same where no fold is kept': () => recover(plain),
		},
		{ warmupRounds: 1 },
	);
	deliver(
		summarize(
			'Recovery',
			`One round: ${EXECUTIONS} running executions of ${USERS} users, ${rowCount} events on disk, ${keptCount} of each in its kept fold, are read, folded, handed to the driver and stepped once.`,
			samples,
			BARE,
		),
	);
	plain.close();
} finally {
	database.close();
	rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
