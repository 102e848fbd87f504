/** Tests that rows which an earlier version wrote keep their meaning in the stores after the upgrade. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeSchemaBefore } from '../../../test/support/memory-database.ts';
import { parseDecimal as d, ZERO } from '../../domain/decimal.ts';
import { talliesOf } from '../../domain/forecast-scores.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { NO_SUMS } from '../../domain/track-record.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { DueForecast } from '../../ports/forecasts.ts';
import { createAlertStore } from '../alerts.ts';
import { holdDataMode } from '../data-mode.ts';
import { createDirectoryFacts } from '../directory-facts.ts';
import { createForecastStore, readScoreTallies } from '../forecasts.ts';
import { DATABASE_FILE, openDatabase } from './database.ts';
import { createSqliteDatabase } from './sqlite-database.ts';

const BEGAN = Date.UTC(2026, 10, 1);
const LATER = BEGAN + 1_000 * HOUR_MS;
let dataDir = '';

beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'carrywire-migrated-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Writes rows into a database with the schema from before a migration, and upgrades it. */
function migrated(before: string, sql: string): DatabaseSync {
	const old = new DatabaseSync(join(dataDir, DATABASE_FILE));
	writeSchemaBefore(old, before);
	old.exec(sql);
	old.close();
	return openDatabase(dataDir);
}

test('alert targets from before the alerts page count as confirmed and keep their deliveries', async () => {
	const database = migrated(
		'alert-page',
		`
		INSERT INTO alert (seq, alert_id, user_id, kind, severity, raised_at, message, facts)
			VALUES (1, 'alert_1', 'user_a', 'venue_down', 'critical', 10, 'Down.', '{}');
		INSERT INTO alert_target (target_id, user_id, kind, name, shown, sealed, least_severity, created_at, dropped, dropped_said)
			VALUES ('target_1', 'user_a', 'webhook', 'pager', 'https://a.example', 'sealed', 'info', 5, 2, 1);
		INSERT INTO alert_delivery (target_id, alert_seq, state, attempts, failure) VALUES ('target_1', 1, 'waiting', 3, 'late');
	`,
	);
	const store = createAlertStore(createSqliteDatabase(database));
	expect((await store.atStart()).targets).toMatchObject([
		{ targetId: 'target_1', confirmedAt: 5, dropped: 2, droppedSaid: 1, sealed: 'sealed' },
	]);
	expect(await store.recentAlerts('user_a', { limit: 5 })).toMatchObject([
		{
			deliveries: [
				{ targetId: 'target_1', state: 'waiting', attempts: 3, attemptedAt: null, failure: 'late' },
			],
		},
	]);
	expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
	await store.removeTarget('target_1');
	expect(database.prepare('SELECT count(*) AS n FROM alert_delivery').get()).toEqual({ n: 0 });
	database.close();
});

test('a forecast of an earlier version stays readable and counts in no score', async () => {
	const opened = migrated(
		'forecast-scores',
		`INSERT INTO promise (slot_key, long_venue, long_symbol, short_venue, short_symbol, promised_at, entry_at, ends_at,
			horizon_hours, horizon_bucket, expected_carry, carry_sd, reversal_probability, total_cost, expected_net,
			probability_positive, verdict, model_basis, kind, execution_id, state, look_at, net_state)
		VALUES ('s', 'kucoin', 'X', 'bybit', 'B', ${BEGAN}, ${BEGAN}, ${BEGAN + 8 * HOUR_MS}, 8, 8, '0.002', '0.0001', '0.1',
			'0.001', '0.001', '0.75', 'trade', 'own_history', 'shown', NULL, 'pending', ${BEGAN}, 'none')`,
	);
	const database = createSqliteDatabase(opened);
	const store = createForecastStore(database);
	const [due] = (await store.due(LATER, 10)) as [DueForecast];
	expect(due).toMatchObject({ totalCost: d('0.001'), headlineScales: null, isSameClock: null });
	const tallies = talliesOf({
		expected: 0.002,
		received: 0.01,
		sd: 0.0001,
		reversalStated: 0.1,
		forecastAt: due.forecastAt,
		horizonHours: due.horizonHours,
		verdict: due.verdict,
		totalCost: 0.001,
		probabilityPositive: 0.75,
		headlineScales: due.headlineScales,
		isSameClock: due.isSameClock,
		hasDex: false,
	});
	await store.settle([{ forecast: due, state: 'scored', received: ZERO, sums: NO_SUMS, tallies }], [], LATER);
	expect(await store.due(LATER, 10)).toEqual([]);
	expect(await readScoreTallies(database)).toEqual([]);
	opened.close();
});

async function held(mode: TradingMode): Promise<void> {
	const database = openDatabase(dataDir);
	try {
		await holdDataMode(createDirectoryFacts(createSqliteDatabase(database)), dataDir, mode);
	} finally {
		database.close();
	}
}

test('a directory with users from an earlier version has simulated mode', async () => {
	migrated(
		'data-mode',
		"INSERT INTO account_user (user_id, name, created_at) VALUES ('user_1', 'owner', 1)",
	).close();
	await expect(held('paper')).rejects.toThrow(/belongs to simulated mode/);
	await expect(held('simulated')).resolves.toBeUndefined();
});

test('a directory from before testnet mode keeps its mode', async () => {
	migrated('mode-testnet', "INSERT INTO data_mode (id, mode) VALUES (1, 'live')").close();
	await expect(held('testnet')).rejects.toThrow(/belongs to live mode/);
	await expect(held('live')).resolves.toBeUndefined();
});
