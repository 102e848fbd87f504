/**
 * Composes the scanner over a universe as in the service, but with age limits for market data that no bench reaches.
 */

import { DatabaseSync } from 'node:sqlite';
import { composeScanner, type Scanning } from '../src/app/compose-opportunities.ts';
import { PRIOR_CARRY_MODEL } from '../src/domain/carry-prior.ts';
import { fromInteger } from '../src/domain/decimal.ts';
import type { Scanner } from '../src/opportunities/scanner.ts';
import type { Clock } from '../src/ports/clock.ts';
import { SILENT_LOGGER } from '../src/ports/logger.ts';
import { createForecastStore } from '../src/store/forecasts.ts';
import { createLifeStore } from '../src/store/lives.ts';
import { MIGRATIONS } from '../src/store/migrations.ts';
import { migrate } from '../src/store/sqlite/migration-runner.ts';
import { createSqliteDatabase } from '../src/store/sqlite/sqlite-database.ts';
import type { Universe } from './universe.ts';

const STALE_MS = 600_000;

/**
 * Creates the scanner. Like the service, it records displayed opportunities and their lifetimes, here in an in-memory
 * database.
 */
export function createFullScanner(universe: Universe, clock: Clock): Scanner {
	return openFullScanner(universe, clock).opportunities;
}

/** Creates the same scanner, with a function that ends all its timers. */
export function openFullScanner(universe: Universe, clock: Clock): Pick<Scanning, 'opportunities' | 'close'> {
	const database = new DatabaseSync(':memory:');
	migrate(database, MIGRATIONS);
	const log = { ...SILENT_LOGGER, warn: console.error, error: console.error };
	return composeScanner({
		market: universe.market,
		clock,
		fundingHistory: universe.history,
		model: PRIOR_CARRY_MODEL,
		openLives: [],
		lifeStore: createLifeStore(createSqliteDatabase(database)),
		forecastStore: createForecastStore(createSqliteDatabase(database)),
		endedExecution: async () => 'unknown',
		log,
		limits: {
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
			tooGoodApr: fromInteger(5),
			tickerStaleMs: STALE_MS,
			bookStaleMs: STALE_MS,
		},
	});
}
