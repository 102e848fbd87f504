/** Opens, locks, copies and checks data directories on SQLite, for operators' commands. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isUnsettled } from '../domain/status.ts';
import type { TurnEnd } from '../ports/clock.ts';
import type { CopyFacts, DataDirectories, OperatorStores } from '../ports/data-directory.ts';
import { holdDataDirectory } from './data-lock.ts';
import { DATABASE_FILE, openDatabase, openDatabaseToRead } from './database.ts';
import { readSchemaState } from './migration-runner.ts';
import { MIGRATIONS } from './migrations.ts';
import { describeHolder } from './run-file.ts';
import { createSqliteAuditTrail } from './sqlite-audit.ts';
import { createSqliteDirectoryFacts } from './sqlite-directory-facts.ts';
import { createSqliteExchangeAccountStore } from './sqlite-exchange-accounts.ts';
import { readForecastGroups, readScoreTallies } from './sqlite-forecasts.ts';
import { createSqliteFundingHistory } from './sqlite-funding-history.ts';
import { createSqliteHaltStore } from './sqlite-halts.ts';
import { createSqliteJournal, foldOpen } from './sqlite-journal.ts';
import { createSqliteLoginStore } from './sqlite-login-store.ts';
import { readPlanSums } from './sqlite-plan-forecasts.ts';
import { createSqliteSelfCheckStore } from './sqlite-self-checks.ts';
import { createSqliteTokenStore } from './sqlite-tokens.ts';
import { createSqliteVaultStore } from './sqlite-vault.ts';
import { DATABASE_TEXT } from './text.ts';

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
			return { settledRates: createSqliteFundingHistory(database), close: () => database.close() };
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

function storesOf(database: DatabaseSync, turnEnd: TurnEnd, release = () => {}): OperatorStores {
	const opened = new Map<keyof OperatorStores, unknown>();
	function once<Store>(name: keyof OperatorStores, open: () => Store): Store {
		if (!opened.has(name)) opened.set(name, open());
		return opened.get(name) as Store;
	}
	return {
		get journal() {
			return once('journal', () => createSqliteJournal(database, turnEnd));
		},
		get directory() {
			return once('directory', () => createSqliteDirectoryFacts(database));
		},
		get halts() {
			return once('halts', () => createSqliteHaltStore(database));
		},
		get exchangeAccounts() {
			return once('exchangeAccounts', () => createSqliteExchangeAccountStore(database));
		},
		get selfChecks() {
			return once('selfChecks', () => createSqliteSelfCheckStore(database));
		},
		get vault() {
			return once('vault', () => createSqliteVaultStore(database));
		},
		get tokens() {
			return once('tokens', () => createSqliteTokenStore(database));
		},
		get loginLinks() {
			return once('loginLinks', () => createSqliteLoginStore(database).links);
		},
		get audit() {
			return once('audit', () => createSqliteAuditTrail(database, turnEnd));
		},
		get settledRates() {
			return once('settledRates', () => createSqliteFundingHistory(database));
		},
		forecastSums: () => ({
			groups: readForecastGroups(database, undefined),
			tallies: readScoreTallies(database),
			plans: readPlanSums(database),
		}),
		damage(limit) {
			const rows = database.prepare(`PRAGMA integrity_check(${limit})`).all();
			return rows.map((row) => String(row.integrity_check)).filter((fault) => fault !== 'ok');
		},
		close() {
			database.close();
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
