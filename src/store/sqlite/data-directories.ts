/** Opens, locks, copies and checks data directories on SQLite, for operators' commands. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isUnsettled } from '../../domain/status.ts';
import type { TurnEnd } from '../../ports/clock.ts';
import type { CopyFacts, DataDirectories, OperatorStores } from '../../ports/data-directory.ts';
import { createAuditTrail } from '../audit.ts';
import { holdDataDirectory } from '../data-lock.ts';
import { createDirectoryFacts } from '../directory-facts.ts';
import { createExchangeAccountStore } from '../exchange-accounts.ts';
import { readForecastGroups, readScoreTallies } from '../forecasts.ts';
import { createHaltStore } from '../halts.ts';
import { createLoginStore } from '../logins.ts';
import { MIGRATIONS } from '../migrations.ts';
import { readPlanSums } from '../plan-forecasts.ts';
import { describeHolder } from '../run-file.ts';
import { createSelfCheckStore } from '../self-checks.ts';
import { createSettledRateStore } from '../settled-rates.ts';
import { DATABASE_TEXT } from '../text.ts';
import { createTokenStore } from '../tokens.ts';
import { createVaultStore } from '../vault.ts';
import { DATABASE_FILE, openDatabase, openDatabaseToRead } from './database.ts';
import { createSqliteJournal, foldOpen } from './journal.ts';
import { readSchemaState } from './migration-runner.ts';
import { createSqliteDatabase } from './sqlite-database.ts';

const BUSY_TIMEOUT_MS = 5_000;

/** Creates the access to data directories. @param turnEnd decides when a group of writes ends */
export function createSqliteDataDirectories(turnEnd: TurnEnd): DataDirectories {
	return {
		file: DATABASE_FILE,
		schemaKnown: MIGRATIONS.length,
		has: (dataDir) => existsSync(join(dataDir, DATABASE_FILE)),
		openToRead: (dataDir) => storesOf(openDatabaseToRead(dataDir), turnEnd),
		openRatesToRead(dataDir) {
			const database = openRates(join(dataDir, DATABASE_FILE));
			return {
				settledRates: createSettledRateStore(createSqliteDatabase(database)),
				close: () => database.close(),
			};
		},
		hold(dataDir) {
			const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
			try {
				return storesOf(openDatabase(dataDir), turnEnd, lock.release);
			} catch (error) {
				lock.release();
				throw error;
			}
		},
		open: (dataDir) => storesOf(openDatabase(dataDir), turnEnd),
		copy: copyDatabase,
		requireSound,
		schemaOf: (dataDir) => reading(join(dataDir, DATABASE_FILE), readSchemaState),
		factsOf: async (dataDir) => reading(join(dataDir, DATABASE_FILE), factsOf),
	};
}

function storesOf(file: DatabaseSync, turnEnd: TurnEnd, release = () => {}): OperatorStores {
	const database = createSqliteDatabase(file, turnEnd);
	return {
		journal: createSqliteJournal(file, turnEnd),
		directory: createDirectoryFacts(database),
		halts: createHaltStore(database),
		exchangeAccounts: createExchangeAccountStore(database),
		selfChecks: createSelfCheckStore(database),
		vault: createVaultStore(database),
		tokens: createTokenStore(database),
		loginLinks: createLoginStore(database).links,
		audit: createAuditTrail(database),
		settledRates: createSettledRateStore(database),
		forecastSums: async () => ({
			groups: await readForecastGroups(database, undefined),
			tallies: await readScoreTallies(database),
			plans: await readPlanSums(database),
		}),
		damage(limit) {
			const rows = file.prepare(`PRAGMA integrity_check(${limit})`).all();
			return rows.map((row) => String(row.integrity_check)).filter((fault) => fault !== 'ok');
		},
		close() {
			file.close();
			release();
		},
	};
}

/** @throws Error if there is no database, or if the database has no settled rates */
function openRates(path: string): DatabaseSync {
	if (!existsSync(path)) throw new Error(DATABASE_TEXT.nothingToExport(path));
	const database = new DatabaseSync(path, { readOnly: true });
	const known = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'settled_rate'").get();
	if (known !== undefined) return database;
	database.close();
	throw new Error(DATABASE_TEXT.olderVersion(path));
}

function reading<T>(path: string, read: (database: DatabaseSync) => T): T {
	const database = new DatabaseSync(path, { readOnly: true });
	try {
		return read(database);
	} finally {
		database.close();
	}
}

/**
 * Copies a database that may be in use. `VACUUM INTO` runs in a read transaction on a separate connection. In WAL
 * mode, the copy and a writer do not wait for each other (SQLite, "VACUUM", section 3, and "Write-Ahead Logging",
 * read 2026-11). The copy omits deleted data.
 */
function copyDatabase(from: string, to: string): void {
	reading(from, (database) => {
		database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
		database.prepare('VACUUM INTO ?').run(to);
	});
}

function requireSound(path: string): void {
	reading(path, (database) => {
		const found = String(database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check);
		if (found !== 'ok') throw new Error(DATABASE_TEXT.damaged(path, found));
		if (database.prepare('PRAGMA foreign_key_check').get() !== undefined)
			throw new Error(DATABASE_TEXT.missingRows(path));
	});
}

function factsOf(database: DatabaseSync): CopyFacts {
	const count = (sql: string): number => Number(database.prepare(sql).get()?.n ?? 0);
	const open = foldOpen(database);
	const mode = database.prepare('SELECT mode FROM data_mode').get()?.mode;
	return {
		schema: readSchemaState(database).last,
		mode: mode === undefined ? undefined : String(mode),
		counts: {
			events: count('SELECT count(*) AS n FROM journal'),
			executions: count('SELECT count(*) AS n FROM execution'),
			openExecutions: open.length,
			users: count('SELECT count(*) AS n FROM account_user'),
			exchangeAccounts: count('SELECT count(*) AS n FROM exchange_account WHERE disconnected_at IS NULL'),
		},
		unsettled: open.filter(isUnsettled).map(({ plan }) => plan.executionId),
	};
}
