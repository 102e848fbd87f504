/** Stores users' exchange accounts in SQLite. Callers pass secrets in sealed. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
	type AccountChange,
	DuplicateAccountError,
	type ExchangeAccountStore,
	type StoredExchangeAccount,
} from '../ports/exchange-accounts.ts';
import { changesOf, inTransaction } from './database.ts';
import { DATABASE_TEXT } from './text.ts';

type Row = Record<string, unknown>;
type Columns = Readonly<Record<string, SQLInputValue>>;

/** Creates the store for exchange accounts with their sealed keys. */
export function createSqliteExchangeAccountStore(database: DatabaseSync): ExchangeAccountStore {
	const run = (sql: string, ...values: SQLInputValue[]): void => {
		changesOf(database, sql, ...values);
	};
	return {
		async listConnected() {
			const rows = database
				.prepare(
					'SELECT * FROM exchange_account WHERE disconnected_at IS NULL ORDER BY connected_at, account_id',
				)
				.all() as Row[];
			return rows.map(accountOf);
		},
		async venuesEver(userId) {
			const rows = database
				.prepare('SELECT DISTINCT venue FROM exchange_account WHERE user_id = ? ORDER BY venue')
				.all(userId);
			return rows.map(({ venue }) => String(venue));
		},
		async hasJournalId(journalId) {
			return (
				database.prepare('SELECT 1 FROM exchange_account WHERE journal_id = ?').get(journalId) !== undefined
			);
		},
		async insert(account) {
			const { accountId, userId, venue, journalId, connectedAt, ...rest } = account;
			const columns: Columns = {
				account_id: accountId,
				user_id: userId,
				venue,
				journal_id: journalId,
				connected_at: connectedAt,
				...columnsOf(rest),
			};
			const names = Object.keys(columns);
			refusingDuplicates(() =>
				run(
					`INSERT INTO exchange_account (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
					...Object.values(columns),
				),
			);
		},
		async change(accountId, change) {
			const columns = columnsOf(change);
			const names = Object.keys(columns);
			if (names.length === 0) return;
			refusingDuplicates(() =>
				run(
					`UPDATE exchange_account SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE account_id = ?`,
					...Object.values(columns),
					accountId,
				),
			);
		},
		async use({ accountId, userId, venue }) {
			inTransaction(database, () => {
				run('UPDATE exchange_account SET in_use = 0 WHERE user_id = ? AND venue = ?', userId, venue);
				run('UPDATE exchange_account SET in_use = 1 WHERE account_id = ?', accountId);
			});
		},
	};
}

const flag = (value: boolean | null): SQLInputValue => (value === null ? null : value ? 1 : 0);

function columnsOf(change: AccountChange): Columns {
	const { health } = change;
	const columns: Record<string, SQLInputValue | undefined> = {
		label: change.label,
		kind: change.kind,
		credentials: change.credentials,
		key_fingerprint: change.keyFingerprint,
		uid_fingerprint: change.uidFingerprint,
		permissions: change.permissions === undefined ? undefined : JSON.stringify(change.permissions),
		can_trade: change.canTrade === undefined ? undefined : flag(change.canTrade),
		can_withdraw: change.canWithdraw === undefined ? undefined : flag(change.canWithdraw),
		key_expires_at: change.keyExpiresAt,
		disconnected_at: change.disconnectedAt,
		leaving_since: change.leavingSince,
		in_use: change.inUse === undefined ? undefined : flag(change.inUse),
		...(health === undefined
			? {}
			: { last_ok_at: health.lastOkAt, last_error: health.lastError, refused_at: health.refusedAt }),
	};
	return Object.fromEntries(
		Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	);
}

/** SQLITE_CONSTRAINT_UNIQUE, extended result code 2067 (sqlite.org/rescode.html). */
const UNIQUE_VIOLATED = 2_067;

/** @throws DuplicateAccountError if a unique index refuses the write */
function refusingDuplicates(write: () => void): void {
	try {
		write();
	} catch (error) {
		if (error instanceof Error && 'errcode' in error && error.errcode === UNIQUE_VIOLATED)
			throw new DuplicateAccountError(DATABASE_TEXT.duplicateAccount, { cause: error });
		throw error;
	}
}

function accountOf(row: Row): StoredExchangeAccount {
	const text = (name: string): string | null => (row[name] === null ? null : String(row[name]));
	const number = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
	const truth = (name: string): boolean | null => (row[name] === null ? null : row[name] === 1);
	return {
		accountId: String(row.account_id),
		userId: String(row.user_id),
		venue: String(row.venue),
		label: String(row.label),
		kind: row.kind === 'oauth' ? 'oauth' : 'api_key',
		journalId: String(row.journal_id),
		credentials: text('credentials'),
		keyFingerprint: String(row.key_fingerprint),
		uidFingerprint: text('uid_fingerprint'),
		permissions: JSON.parse(String(row.permissions)) as readonly string[],
		canTrade: truth('can_trade'),
		canWithdraw: truth('can_withdraw'),
		keyExpiresAt: number('key_expires_at'),
		connectedAt: Number(row.connected_at),
		disconnectedAt: number('disconnected_at'),
		leavingSince: number('leaving_since'),
		inUse: row.in_use === 1,
		health: {
			lastOkAt: number('last_ok_at'),
			lastError: text('last_error'),
			refusedAt: number('refused_at'),
		},
	};
}
