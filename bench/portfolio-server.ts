/**
 * Runs the HTTP server over one user's portfolio, in a separate process. Its argument is the number of running
 * executions (default 200). It prints its port to standard output.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Decimal, neg, ZERO } from '../src/domain/decimal.ts';
import { begunSince } from '../src/engine/orders/begun-today.ts';
import type { TradingAccounts } from '../src/ports/accounts.ts';
import { systemClock as clock } from '../src/runtime/clock.ts';
import { openDatabase } from '../src/store/sqlite/database.ts';
import { createSqliteJournal } from '../src/store/sqlite/journal.ts';
import { composeBench, NO_ACCOUNTS } from './bench-execution.ts';
import { createBenchServer } from './bench-http.ts';
import { createFullScanner } from './full-scanner.ts';
import { createQuietVenue } from './quiet-venue.ts';
import { planOf, QUANTITY, storeRunning } from './running-executions.ts';
import { createUniverse } from './universe.ts';

const EXECUTIONS = Number(process.argv[2] ?? 200);
const COINS = Math.min(100, EXECUTIONS);
const USER = 'user_a';
/** Response time of a venue, milliseconds, as from a server in the same region. */
const ANSWER_MS = 20;
/** Time after the start until the service has made every forecast. The bench begins then. */
const SETTLE_MS = 8_000;

const dataDir = mkdtempSync(join(tmpdir(), 'carrywire-bench-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
process.on('disconnect', () => process.exit(0));

const universe = createUniverse(2, COINS, clock.now);
const { market } = universe;
const scanner = createFullScanner(universe, clock);
const plans = Array.from({ length: EXECUTIONS }, (_, index) => {
	const [long, short] = [universe.instruments[index % COINS], universe.instruments[COINS + (index % COINS)]];
	if (long === undefined || short === undefined) throw new Error('The universe is too small.');
	return planOf(index, USER, { long, short });
});
const sessions = new Map(
	market.venues.map((venue, index) => [
		venue,
		createQuietVenue({ venue, clock, answerMs: ANSWER_MS, positions: () => positionsOf(index === 0) }),
	]),
);
const accounts: TradingAccounts = {
	...NO_ACCOUNTS,
	users: () => [USER],
	connected: () => market.venues,
	trading: (_userId, venue) => sessions.get(venue),
	tradingOn: (_userId, venue) => sessions.get(venue),
};

function positionsOf(isLong: boolean) {
	const perCoin = (QUANTITY * BigInt(EXECUTIONS / COINS)) as Decimal;
	return Array.from({ length: COINS }, (_, coin) => ({
		symbol: `C${coin}USDT`,
		quantity: isLong ? perCoin : neg(perCoin),
		entryPrice: null,
		markPrice: null,
		liquidationPrice: null,
		leverage: plans[0]?.leverage ?? null,
		marginMode: 'isolated' as const,
		margin: ZERO,
		unrealizedPnl: null,
		adlRank: null,
	}));
}

const database = openDatabase(dataDir);
const journal = createSqliteJournal(database);
await storeRunning(journal, plans, clock.now());
const { executionService, portfolio } = composeBench({
	journal,
	database,
	clock,
	market,
	opportunities: scanner,
	accounts,
});
executionService.recover(await journal.atStart(begunSince(clock.now())));

// Changes every mark price and funding estimate on each message from the parent.
process.on('message', () => {
	for (const index of universe.instruments.keys()) universe.tick(index);
	process.send?.('moved');
});
const server = createBenchServer(
	{ opportunities: scanner, market, portfolio, switches: executionService.switches },
	{ userId: USER, tokenId: 'token_a', scopes: new Set(['arb:read']), agent: undefined },
);
clock.after(SETTLE_MS, () => {
	void server.listen().then(({ port }) => process.stdout.write(`${JSON.stringify({ port })}\n`));
});
