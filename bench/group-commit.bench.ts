/**
 * Measures the time for 200 simultaneous opens until every order has been passed to a venue and all plans and intents
 * are synced to disk. There are two baselines. One makes the 400 separate commits that these opens need without
 * grouping; the other makes the same opens one after another.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UNMETERED } from '../src/ports/metrics.ts';
import { systemClock, systemTurnEnd } from '../src/runtime/clock.ts';
import { openDatabase } from '../src/store/sqlite/database.ts';
import { createSqliteJournal } from '../src/store/sqlite/journal.ts';
import { composeBench, NO_ACCOUNTS } from './bench-execution.ts';
import { createFullScanner } from './full-scanner.ts';
import { interleave, percentile } from './measure.ts';
import { createQuietVenue } from './quiet-venue.ts';
import { deliver, summarize } from './report.ts';
import { planOf } from './running-executions.ts';
import { createUniverse } from './universe.ts';

const OPENS = 200;
/** One commit for the plan and one for the intents of both legs. */
const COMMITS_PER_OPEN = 2;
const ROUNDS = 20;
const BARE = '400 single commits of a kilobyte';

const dataDir = mkdtempSync(join(tmpdir(), 'carrywire-bench-'));
const database = openDatabase(dataDir);
const universe = createUniverse(2, OPENS, systemClock.now);
const scanner = createFullScanner(universe, systemClock);
let commits = 0;
const journal = createSqliteJournal(database, systemTurnEnd, {
	...UNMETERED.store,
	committing() {
		commits += 1;
		return () => {};
	},
});
let sent = 0;
let allSent = (): void => {};
let index = 0;
const commitsOfRounds: number[] = [];

function onOrder(): void {
	sent += 1;
	if (sent === 2 * OPENS) allSent();
}
const venues = new Map(
	universe.market.venues.map((venue) => [
		venue,
		createQuietVenue({ venue, clock: systemClock, answerMs: 60_000, positions: () => [], onOrder }),
	]),
);

function openAll(together: boolean): () => Promise<void> {
	return async () => {
		sent = 0;
		const { executionService, close } = composeBench({
			journal,
			database,
			clock: systemClock,
			market: universe.market,
			opportunities: scanner,
			accounts: { ...NO_ACCOUNTS, trading: (_userId, venue) => venues.get(venue) },
		});
		const done = new Promise<void>((resolve) => {
			allSent = resolve;
		});
		const open = async (coin: number): Promise<void> => {
			const [long, short] = [universe.instruments[coin], universe.instruments[OPENS + coin]];
			if (long === undefined || short === undefined) throw new Error('The universe is too small.');
			index += 1;
			const { plan } = await executionService.driver.admit(
				planOf(index, 'user_a', { long, short }),
				undefined,
			);
			executionService.driver.start(plan.executionId);
		};
		commits = 0;
		if (together) await Promise.all(Array.from({ length: OPENS }, (_, coin) => open(coin)));
		else for (let coin = 0; coin < OPENS; coin += 1) await open(coin);
		await done;
		void close();
		if (together) commitsOfRounds.push(commits);
	};
}

/**
 * Returns a case that commits rows of one kilobyte, one per commit. It makes as many commits as the opens need
 * without grouping, with the journal's durability.
 */
function bareCommits(): () => void {
	const bare = new DatabaseSync(join(dataDir, 'bare.db'));
	bare.exec(
		'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT)',
	);
	const insert = bare.prepare('INSERT INTO line (text) VALUES (?)');
	const text = 'x'.repeat(1_024);
	return () => {
		for (let count = 0; count < OPENS * COMMITS_PER_OPEN; count += 1) insert.run(text);
	};
}

try {
	const samples = await interleave(ROUNDS, {
		[BARE]: bareCommits(),
		'200 opens at once': openAll(true),
		'200 opens one after another': openAll(false),
	});
	const report = summarize(
		'Many opens at once',
		'One round: 200 plans journaled, the engine started, both intents of each journaled, until all 400 orders are handed to the venue port.',
		samples,
		BARE,
	);
	deliver({
		...report,
		figures: [
			{ name: '200 opens at once: commits', value: percentile(commitsOfRounds, 0.5), unit: 'commits' },
		],
	});
} finally {
	database.close();
	rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
