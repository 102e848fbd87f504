/** Provides everything that a scanner reads except the market, using the real parts and an in-memory database. */

import { PRIOR_CARRY_MODEL } from '../../src/domain/carry-prior.ts';
import { createForecastLedger } from '../../src/opportunities/forecast-ledger.ts';
import { createLives } from '../../src/opportunities/lives.ts';
import type { ScannerOptions } from '../../src/opportunities/scanner.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { FundingHistory } from '../../src/ports/funding-history.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { createForecastStore } from '../../src/store/forecasts.ts';
import { createLifeStore } from '../../src/store/lives.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { openMemoryDatabase } from './memory-database.ts';

export function createScannerSources(clock: Clock, fundingHistory: FundingHistory) {
	const database = openMemoryDatabase();
	return {
		fundingHistory,
		model: PRIOR_CARRY_MODEL,
		forecasts: createForecastLedger({
			store: createForecastStore(createSqliteDatabase(database)),
			history: fundingHistory,
			endedExecution: async () => 'unknown',
			isListed: () => true,
			clock,
			log: SILENT_LOGGER,
		}),
		lives: createLives({
			open: [],
			store: createLifeStore(createSqliteDatabase(database)),
			clock,
			log: SILENT_LOGGER,
		}),
	} satisfies Partial<ScannerOptions>;
}
