/** Stores users' exchange accounts. Callers pass secrets in sealed. */
import {
	type AccountChange,
	DuplicateAccountError,
	type ExchangeAccountStore,
	type StoredExchangeAccount,
} from '../ports/exchange-accounts.ts';
import {
	changesOf,
	marksOf,
	ownedRows,
	type Row,
	rowsOf,
	type SqlDatabase,
	type SqlValue,
	type Steps,
} from './sql-database.ts';
import { DATABASE_TEXT } from './text.ts';

type Columns = Readonly<Record<string, SqlValue>>;

/** Creates the store for exchange accounts with their sealed keys. */
export function createExchangeAccountStore(database: SqlDatabase, owner?: string): ExchangeAccountStore {
	const { and, values } = ownedRows(owner);
	return {
		listConnected: async () =>
			(
				await database.rows(
					`SELECT * FROM exchange_account WHERE disconnected_at IS NULL ${and} ORDER BY connected_at, account_id`,
					...values,
				)
			).map(accountOf),
		venuesEver: async (userId) =>
			(
				await database.rows(
					'SELECT DISTINCT venue FROM exchange_account WHERE user_id = ? ORDER BY venue',
					userId,
				)
			).map(({ venue }) => String(venue)),
		hasJournalId: async (journalId) =>
			(await database.rows('SELECT 1 FROM exchange_account WHERE journal_id = ?', journalId)).length > 0,
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
			const inserted = await database.changes(
				`INSERT INTO exchange_account (${names.join(', ')}) VALUES (${marksOf(names)}) ON CONFLICT DO NOTHING`,
				...Object.values(columns),
			);
			if (inserted === 0) throw new DuplicateAccountError(DATABASE_TEXT.duplicateAccount);
		},
		async change(accountId, change) {
			const columns = columnsOf(change);
			const names = Object.keys(columns);
			if (names.length === 0) return;
			await database.transaction(function* () {
				yield* refuseDuplicate(accountId, change);
				yield* changesOf(
					`UPDATE exchange_account SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE account_id = ?`,
					...Object.values(columns),
					accountId,
				);
			});
		},
		use: ({ accountId, userId, venue }) =>
			database.transaction(function* () {
				yield* changesOf(
					'UPDATE exchange_account SET in_use = 0 WHERE user_id = ? AND venue = ?',
					userId,
					venue,
				);
				yield* changesOf('UPDATE exchange_account SET in_use = 1 WHERE account_id = ?', accountId);
			}),
	};
}

/**
 * Compares the new fingerprints of a connected account with those of all others at its venue.
 * @throws DuplicateAccountError if another connected account has one of them
 */
function* refuseDuplicate(accountId: string, { keyFingerprint, uidFingerprint }: AccountChange): Steps<void> {
	if (keyFingerprint === undefined && (uidFingerprint ?? null) === null) return;
	const others = yield* rowsOf(
		`SELECT 1 FROM exchange_account AS own JOIN exchange_account AS other ON other.venue = own.venue AND other.account_id <> own.account_id
		 WHERE own.account_id = ? AND own.disconnected_at IS NULL AND other.disconnected_at IS NULL
		 AND (other.key_fingerprint = ? OR other.uid_fingerprint = ?)`,
		accountId,
		keyFingerprint ?? null,
		uidFingerprint ?? null,
	);
	if (others.length > 0) throw new DuplicateAccountError(DATABASE_TEXT.duplicateAccount);
}

const flag = (value: boolean | null): SqlValue => (value === null ? null : value ? 1 : 0);

function columnsOf(change: AccountChange): Columns {
	const { health } = change;
	const columns: Record<string, SqlValue | undefined> = {
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
