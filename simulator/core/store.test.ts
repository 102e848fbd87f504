import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ZERO } from '../../src/domain/decimal.ts';
import { openStore, StoreError } from './store.ts';
import { SCHEMA_STEPS } from './store-schema.ts';

let dataDir: string;
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'carrywire-store-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Creates a database as an earlier version wrote it, and returns its path. */
function written(version: number): string {
	const path = join(dataDir, 'simulator-bybit.db');
	const db = new DatabaseSync(path);
	db.exec(`${SCHEMA_STEPS.slice(0, version).join('')} PRAGMA user_version = ${version};`);
	db.exec("INSERT INTO meta VALUES ('exchange', 'bybit')");
	db.exec("INSERT INTO api_keys VALUES ('key-1', 'me', 'secret', '', 1, 0, 4)");
	if (version === 1) {
		db.exec(
			"INSERT INTO fills VALUES (7, 'me', 3, NULL, 'AAAUSDT', 'buy', '100', '1', '0.055', '0.00055', 0, '0', '0', '100', 5)",
		);
	}
	db.close();
	return path;
}

test('a database of an earlier version is upgraded and keeps its rows', () => {
	const store = openStore(written(1), 'bybit');
	expect(store.fills('me', { limit: 5 })).toMatchObject([
		{ origin: 'user', feeAsset: 'USDT', realizedPnl: ZERO },
	]);
	expect(store.lastId()).toBe(7);
	expect(store.apiKeys()).toEqual([
		{
			accountId: 'me',
			key: 'key-1',
			secret: 'secret',
			passphrase: '',
			canTrade: true,
			canWithdraw: false,
			canTransfer: false,
			createdAt: 4,
			application: undefined,
			revokedAt: undefined,
			expiresAt: undefined,
		},
	]);
	store.close();
	const again = openStore(join(dataDir, 'simulator-bybit.db'), 'bybit');
	expect(again.fills('me', { limit: 5 })).toHaveLength(1);
	again.close();
});

test('a database of a later version is refused', () => {
	const path = written(1);
	const db = new DatabaseSync(path);
	db.exec('PRAGMA user_version = 99');
	db.close();
	expect(() => openStore(path, 'bybit')).toThrow(StoreError);
});
