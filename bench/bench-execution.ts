/**
 * Composes the trading services as the product does, with default settings. The bench supplies the market, the
 * accounts and the journal.
 */

import { tmpdir } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { NO_SELF_CHECKS } from '../src/accounts/self-checks.ts';
import { composeExecution, type Execution } from '../src/app/compose-execution.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { fromInteger } from '../src/domain/decimal.ts';
import { journalId } from '../src/domain/ids.ts';
import { FIXED_LIMITS } from '../src/engine/decide/surroundings.ts';
import { createVenueStability } from '../src/engine/risk/venue-stability.ts';
import type { TradingAccounts } from '../src/ports/accounts.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Journal } from '../src/ports/journal.ts';
import { SILENT_LOGGER } from '../src/ports/logger.ts';
import type { Market } from '../src/ports/market.ts';
import type { OpportunityBook } from '../src/ports/opportunities.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { createHaltStore } from '../src/store/halts.ts';
import { createSqliteDatabase } from '../src/store/sqlite/sqlite-database.ts';

const QUIET = { ...SILENT_LOGGER, error: console.error };
/**
 * Replace the age limits for market data and the limits on unhedged exposure, so that these limits refuse no trade in
 * a bench.
 */
const STALE_MS = 600_000;
const UNHEDGED_MAX = fromInteger(1_000_000_000);
const STABILITY_WINDOW_MS = 60_000;

export function composeBench(parts: {
	readonly journal: Journal;
	readonly database: DatabaseSync;
	readonly clock: Clock;
	readonly market: Market;
	readonly opportunities: OpportunityBook;
	readonly accounts: TradingAccounts;
}): Execution {
	const { clock } = parts;
	const config = loadConfig({ flags: {}, env: {}, cwd: tmpdir() });
	return composeExecution({
		...parts,
		standingHalts: [],
		haltStore: createHaltStore(createSqliteDatabase(parts.database)),
		log: QUIET,
		random: systemRandom,
		stability: createVenueStability({ clock, windowMs: STABILITY_WINDOW_MS }),
		isAgentStopped: () => false,
		selfChecks: NO_SELF_CHECKS,
		remainingNetOf: () => undefined,
		settledRates: async () => [],
		limits: {
			...FIXED_LIMITS,
			...config.execution,
			...config.risk,
			...config.marketData,
			bookStaleMs: STALE_MS,
			tickerStaleMs: STALE_MS,
			settlementGuardMs: 0,
			unhedgedUserMaxUsd: UNHEDGED_MAX,
			unhedgedServiceMaxUsd: UNHEDGED_MAX,
		},
	});
}

/** Accounts without users or venues, for benches that never read an account. */
export const NO_ACCOUNTS: TradingAccounts = {
	users: () => [],
	connected: () => [],
	trading: () => undefined,
	ensure: async () => {},
	journalId,
	tradingOn: () => undefined,
	isLeaving: () => false,
	onOpened() {},
	onSwitch: () => () => {},
};
