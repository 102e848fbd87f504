/** Everything that trades, opened as the service opens it, with the settings' own defaults, over a market and accounts by hand. */

import { tmpdir } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { loadConfig } from '../src/cli/load-config.ts';
import { NO_SELF_CHECKS } from '../src/connections/self-checks.ts';
import { fromInteger, ZERO } from '../src/domain/decimal.ts';
import { journalId } from '../src/domain/ids.ts';
import { type ExecutionRoom, openExecutionRoom } from '../src/execution/room.ts';
import { FIXED_LIMITS } from '../src/execution/surroundings.ts';
import type { TradingAccounts } from '../src/ports/accounts.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Journal } from '../src/ports/journal.ts';
import type { Market } from '../src/ports/market.ts';
import type { OpportunityBook } from '../src/ports/opportunities.ts';
import { createVenueStability } from '../src/risk/venue-stability.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { createSqliteHaltStore } from '../src/store/sqlite-halts.ts';

const QUIET = { debug() {}, info() {}, warn() {}, error: console.error };
/** No bench is about the age of a market that it moves itself, nor about what may stand on one leg. */
const STALE_MS = 600_000;
const UNHEDGED_MAX = fromInteger(1_000_000_000);
const STABILITY_WINDOW_MS = 60_000;

export function openBenchRoom(parts: {
	readonly journal: Journal;
	readonly database: DatabaseSync;
	readonly clock: Clock;
	readonly market: Market;
	readonly opportunities: OpportunityBook;
	readonly accounts: TradingAccounts;
}): ExecutionRoom {
	const { clock } = parts;
	const config = loadConfig({ flags: {}, env: {}, cwd: tmpdir() });
	return openExecutionRoom({
		...parts,
		standingHalts: [],
		haltStore: createSqliteHaltStore(parts.database),
		log: QUIET,
		random: systemRandom,
		stability: createVenueStability({ clock, windowMs: STABILITY_WINDOW_MS }),
		profitToday: () => ZERO,
		blockingGuards: () => [],
		isAgentStopped: () => false,
		selfChecks: NO_SELF_CHECKS,
		remainingNetOf: () => undefined,
		onAdmitted: () => {},
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
		settlements: {
			readDelaysMs: [400, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
			sweepPeriodMs: 60_000,
			lateRecordMs: 600_000,
		},
	});
}

/** Accounts of whom nobody asks anything. */
export const NO_ACCOUNTS: TradingAccounts = {
	users: () => [],
	connected: () => [],
	trading: () => undefined,
	ensure: async () => {},
	journalId,
	tradingOn: () => undefined,
	isLeaving: () => false,
	onSwitch: () => () => {},
};
