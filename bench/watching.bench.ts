/**
 * Measures the cost of watching 1,000 running executions while the market moves. The service checks their exit rules,
 * compares account reads with the journal, and books settlements. The baseline is the same process, market and
 * scanner without executions.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { type Decimal, neg } from '../src/domain/decimal.ts';
import type { TradingAccounts } from '../src/ports/accounts.ts';
import type { PositionReport } from '../src/ports/venue.ts';
import { systemClock as clock } from '../src/runtime/clock.ts';
import { MIGRATIONS } from '../src/store/migrations.ts';
import { createSqliteJournal } from '../src/store/sqlite/journal.ts';
import { migrate } from '../src/store/sqlite/migration-runner.ts';
import { composeBench, NO_ACCOUNTS } from './bench-execution.ts';
import { createFullScanner } from './full-scanner.ts';
import { createQuietVenue } from './quiet-venue.ts';
import { deliver, summarize } from './report.ts';
import { foldAt, planOf, runningEvents } from './running-executions.ts';
import { createUniverse } from './universe.ts';

const EXECUTIONS = 1_000;
const USERS = 20;
const COINS = 500;
/**
 * Interval between batches of market updates, milliseconds. The batches rotate through all instruments, so each gets
 * one ticker and one book a second.
 */
const TICK_MS = 5;
const UPDATES_PER_TICK = (2 * 2 * COINS * TICK_MS) / 1_000;
const STRIDE = 1_237;
const SETTLE_MS = 5_000;
const ROUNDS = 4;
const WATCHED_MS = 15_000;
const BARE_MS = 10_000;
const READ_MS = 20;
const BARE = 'market and scanner alone';

const universe = createUniverse(2, COINS, clock.now);
const { market } = universe;
const [longVenue] = market.venues;
const scanner = createFullScanner(universe, clock);
const plans = Array.from({ length: EXECUTIONS }, (_, index) => {
	const [long, short] = [universe.instruments[index % COINS], universe.instruments[COINS + (index % COINS)]];
	if (long === undefined || short === undefined) throw new Error('The universe is too small.');
	return planOf(index, `user_${index % USERS}`, { long, short });
});
const sessions = new Map(
	Array.from({ length: USERS }, (_, user) => `user_${user}`).flatMap((userId) =>
		market.venues.map((venue) => {
			const positions = positionsOf(userId, venue);
			return [
				`${userId}:${venue}`,
				createQuietVenue({ venue, clock, answerMs: READ_MS, positions: () => positions }),
			] as const;
		}),
	),
);
const accounts: TradingAccounts = {
	...NO_ACCOUNTS,
	users: () => Array.from({ length: USERS }, (_, user) => `user_${user}`),
	connected: () => market.venues,
	trading: (userId, venue) => sessions.get(`${userId}:${venue}`),
	tradingOn: (userId, venue) => sessions.get(`${userId}:${venue}`),
};

/** Returns the positions of the user's executions, as the venue would report them. */
function positionsOf(userId: string, venue: string): readonly PositionReport[] {
	const held = new Map<string, Decimal>();
	for (const plan of plans) {
		if (plan.userId !== userId) continue;
		const quantity = venue === longVenue ? plan.quantity : neg(plan.quantity);
		held.set(plan.symbol, ((held.get(plan.symbol) ?? 0n) + quantity) as Decimal);
	}
	return [...held].map(([symbol, quantity]) => ({
		symbol,
		quantity,
		entryPrice: null,
		markPrice: null,
		liquidationPrice: null,
		leverage: plans[0]?.leverage ?? null,
		marginMode: 'isolated',
		margin: null,
		unrealizedPnl: null,
		adlRank: null,
	}));
}

/**
 * Starts every service that watches running executions, over an in-memory journal. Returns a function that stops
 * them.
 */
function watch(): () => void {
	const database = new DatabaseSync(':memory:');
	migrate(database, MIGRATIONS);
	const journal = createSqliteJournal(database);
	const { executionService, close } = composeBench({
		journal,
		database,
		clock,
		market,
		opportunities: scanner,
		accounts,
	});
	const now = clock.now();
	executionService.driver.adopt(plans.map((plan) => foldAt(runningEvents(plan, now), now)));
	executionService.accountCache.start();
	return () => {
		void close();
		database.close();
	};
}

/** Measures for `ms` milliseconds and returns this process's processor time per second, nanoseconds. */
async function processorOver(ms: number): Promise<number> {
	const startedAt = performance.now();
	const before = process.cpuUsage();
	await wait(ms);
	const { user, system } = process.cpuUsage(before);
	return ((user + system) * 1_000_000) / (performance.now() - startedAt);
}

let at = 0;
setInterval(() => {
	for (let count = 0; count < UPDATES_PER_TICK; count += 1) {
		at = (at + STRIDE) % universe.instruments.length;
		if (count % 2 === 0) universe.tick(at);
		else universe.book(at);
	}
}, TICK_MS);

const samples = { [BARE]: [] as number[], '1,000 running executions watched': [] as number[] };
await wait(SETTLE_MS);
for (let round = 0; round < ROUNDS; round += 1) {
	samples[BARE].push(await processorOver(BARE_MS));
	const stop = watch();
	await wait(SETTLE_MS);
	samples['1,000 running executions watched'].push(await processorOver(WATCHED_MS));
	stop();
	await wait(READ_MS);
}
const median = (values: readonly number[]): number =>
	[...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
deliver({
	...summarize(
		'1,000 running executions watched',
		`Processor time per second of real time, over ${WATCHED_MS / 1_000} s. ${USERS} users, ${COINS} coins on two venues, a ticker and a book of each instrument a second; every account read every two seconds and compared with the journal, every execution's exit rules checked every second. Reads of accounts come from memory: parsing a venue's answer is not included.`,
		samples,
		BARE,
	),
	figures: [
		{
			name: 'watching alone: processor time',
			value: (median(samples['1,000 running executions watched']) - median(samples[BARE])) / 1e6,
			unit: 'ms per second',
		},
	],
});
process.exit(0);
