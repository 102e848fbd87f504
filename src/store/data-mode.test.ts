import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeSchemaBefore } from '../../test/support/memory-database.ts';
import { TRADING_MODES, type TradingMode } from '../domain/trading-mode.ts';
import { DataModeError, holdDataMode } from './data-mode.ts';
import { createDirectoryFacts } from './directory-facts.ts';
import { DATABASE_FILE, openDatabase } from './sqlite/database.ts';
import { createSqliteDatabase } from './sqlite/sqlite-database.ts';

let dataDir = '';

beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'carrywire-mode-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function held(mode: TradingMode): Promise<void> {
	const database = openDatabase(dataDir);
	try {
		await holdDataMode(createDirectoryFacts(createSqliteDatabase(database)), dataDir, mode);
	} finally {
		database.close();
	}
}

describe.each(TRADING_MODES)('a directory of mode %s', (mode) => {
	test('is accepted in the same mode after a restart', async () => {
		await held(mode);
		await expect(held(mode)).resolves.toBeUndefined();
	});

	test.each(TRADING_MODES.filter((other) => other !== mode))('is refused in mode %s', async (other) => {
		await held(mode);
		await expect(held(other)).rejects.toThrow(
			new DataModeError(
				`The data directory ${dataDir} belongs to ${mode} mode and cannot be used in ${other} mode: simulated, paper, testnet and real money never share a directory. Choose another --data-dir, or --mode ${mode}.`,
			),
		);
	});
});

test('a directory with users from an earlier version has simulated mode', async () => {
	const old = new DatabaseSync(join(dataDir, DATABASE_FILE));
	writeSchemaBefore(old, 'data-mode');
	old.exec("INSERT INTO account_user (user_id, name, created_at) VALUES ('user_1', 'owner', 1)");
	old.close();
	await expect(held('paper')).rejects.toThrow(/belongs to simulated mode/);
	await expect(held('simulated')).resolves.toBeUndefined();
});

test('a directory from before testnet mode keeps its mode', async () => {
	const old = new DatabaseSync(join(dataDir, DATABASE_FILE));
	writeSchemaBefore(old, 'mode-testnet');
	old.exec("INSERT INTO data_mode (id, mode) VALUES (1, 'live')");
	old.close();
	await expect(held('testnet')).rejects.toThrow(/belongs to live mode/);
	await expect(held('live')).resolves.toBeUndefined();
});
