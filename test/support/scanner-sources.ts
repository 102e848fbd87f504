/** Provides everything that a scanner reads except the market, using the real parts and an in-memory database. */
import { PRIOR_CARRY_MODEL } from '../../src/domain/carry-prior.ts';
import { createForecastLedger } from '../../src/opportunities/forecast-ledger.ts';
import { createLives } from '../../src/opportunities/lives.ts';
import type { ScannerOptions } from '../../src/opportunities/scanner.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { FundingHistory } from '../../src/ports/funding-history.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { createSqliteForecastStore } from '../../src/store/sqlite-forecasts.ts';
import { createSqliteLifeStore } from '../../src/store/sqlite-lives.ts';
import { openMemoryDatabase } from './memory-database.ts';

export function createScannerSources(clock: Clock, fundingHistory: FundingHistory) {
	const database = openMemoryDatabase();
	return {
		fundingHistory,
		model: PRIOR_CARRY_MODEL,
		forecasts: createForecastLedger({
			store: createSqliteForecastStore(database),
			history: fundingHistory,
			endedExecution: async () => 'unknown',
			isListed: () => true,
			clock,
			log: SILENT_LOGGER,
		}),
		lives: createLives({ open: [], store: createSqliteLifeStore(database), clock, log: SILENT_LOGGER }),
	} satisfies Partial<ScannerOptions>;
}
