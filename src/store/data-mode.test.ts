import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeSchemaBefore } from '../../test/support/memory-database.ts';
import { TRADING_MODES } from '../domain/trading-mode.ts';
import { DataModeError, holdDataMode } from './data-mode.ts';
import { DATABASE_FILE, openDatabase } from './database.ts';

let dataDir = '';

beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'carrywire-mode-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function used<T>(work: (database: DatabaseSync) => T): T {
	const database = openDatabase(dataDir);
	try {
		return work(database);
	} finally {
		database.close();
	}
}

describe.each(TRADING_MODES)('a directory of mode %s', (mode) => {
	test('is used in it again, over a restart', () => {
		used((database) => holdDataMode(database, dataDir, mode));
		expect(() => used((database) => holdDataMode(database, dataDir, mode))).not.toThrow();
	});

	test.each(TRADING_MODES.filter((other) => other !== mode))('is refused by mode %s', (other) => {
		used((database) => holdDataMode(database, dataDir, mode));
		expect(() => used((database) => holdDataMode(database, dataDir, other))).toThrow(
			new DataModeError(
				`The data directory ${dataDir} belongs to mode ${mode} and cannot be used in mode ${other}: what is simulated, on paper, test money and real is never kept together. Choose another --data-dir, or --mode ${mode}.`,
			),
		);
	});
});

test('what an earlier version left with users in it was simulated', () => {
	const old = new DatabaseSync(join(dataDir, DATABASE_FILE));
	writeSchemaBefore(old, 'data-mode');
	old.exec("INSERT INTO account_user (user_id, name, created_at) VALUES ('user_1', 'owner', 1)");
	old.close();
	expect(() => used((database) => holdDataMode(database, dataDir, 'paper'))).toThrow(
		/belongs to mode simulated/,
	);
	expect(() => used((database) => holdDataMode(database, dataDir, 'simulated'))).not.toThrow();
});

test('a directory from before mode testnet keeps its mode', () => {
	const old = new DatabaseSync(join(dataDir, DATABASE_FILE));
	writeSchemaBefore(old, 'mode-testnet');
	old.exec("INSERT INTO data_mode (id, mode) VALUES (1, 'live')");
	old.close();
	expect(() => used((database) => holdDataMode(database, dataDir, 'testnet'))).toThrow(
		/belongs to mode live/,
	);
	expect(() => used((database) => holdDataMode(database, dataDir, 'live'))).not.toThrow();
});
