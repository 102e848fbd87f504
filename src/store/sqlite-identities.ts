/** Stores identities and their users in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { IdentityStore, StoredIdentity } from '../ports/identity-store.ts';
import { inTransaction } from './database.ts';
import { userOf } from './sqlite-tokens.ts';

type Row = Record<string, unknown>;

/** Creates the store for verified identities and their users. */
export function createSqliteIdentityStore(database: DatabaseSync): IdentityStore {
	const byIdentity = database.prepare(
		'SELECT account_user.* FROM identity JOIN account_user USING (user_id) WHERE issuer = ? AND subject = ?',
	);
	const addUser = database.prepare('INSERT INTO account_user (user_id, name, created_at) VALUES (?, ?, ?)');
	const addIdentity = database.prepare(
		'INSERT INTO identity (issuer, subject, user_id, provider, wallet, linked_at, last_login_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
	);
	const noteLogin = database.prepare(
		'UPDATE identity SET last_login_at = ? WHERE issuer = ? AND subject = ?',
	);
	const byId = database.prepare('SELECT * FROM account_user WHERE user_id = ?');
	const ofUser = database.prepare('SELECT * FROM identity WHERE user_id = ? ORDER BY linked_at, subject');
	const other = database.prepare('SELECT 1 FROM identity WHERE user_id = ? AND issuer <> ? LIMIT 1');

	return {
		admit: async ({ issuer, subject, provider, wallet }, user) =>
			inTransaction(database, () => {
				const known = userOf(byIdentity.get(issuer, subject) as Row | undefined);
				if (known !== undefined) {
					noteLogin.run(user.createdAt, issuer, subject);
					return { user: known, isNew: false };
				}
				addUser.run(user.userId, user.name, user.createdAt);
				addIdentity.run(
					issuer,
					subject,
					user.userId,
					provider,
					wallet ?? null,
					user.createdAt,
					user.createdAt,
				);
				return { user, isNew: true };
			}),
		findUser: async (userId) => userOf(byId.get(userId) as Row | undefined),
		identitiesOf: async (userId) => (ofUser.all(userId) as Row[]).map(identityOf),
		hasIdentityBut: async (issuer, userId) => other.get(userId, issuer) !== undefined,
	};
}

function identityOf(row: Row): StoredIdentity {
	return {
		issuer: String(row.issuer),
		subject: String(row.subject),
		userId: String(row.user_id),
		provider: String(row.provider),
		wallet: row.wallet === null ? undefined : String(row.wallet),
		linkedAt: Number(row.linked_at),
		lastLoginAt: Number(row.last_login_at),
	};
}
