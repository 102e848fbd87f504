/** Stores identities and their users. */
import type { IdentityStore, StoredIdentity } from '../ports/identity-store.ts';
import { changesOf, type Row, rowsOf, type SqlDatabase } from './sql-database.ts';
import { userOf } from './tokens.ts';

/** Creates the store for verified identities and their users. */
export function createIdentityStore(database: SqlDatabase): IdentityStore {
	return {
		admit: ({ issuer, subject, provider, wallet }, user) =>
			database.transaction(function* () {
				const [row] = yield* rowsOf(
					'SELECT account_user.* FROM identity JOIN account_user USING (user_id) WHERE issuer = ? AND subject = ?',
					issuer,
					subject,
				);
				const known = userOf(row);
				if (known !== undefined) {
					yield* changesOf(
						'UPDATE identity SET last_login_at = ? WHERE issuer = ? AND subject = ?',
						user.createdAt,
						issuer,
						subject,
					);
					return { user: known, isNew: false };
				}
				yield* changesOf(
					'INSERT INTO account_user (user_id, name, created_at) VALUES (?, ?, ?)',
					user.userId,
					user.name,
					user.createdAt,
				);
				yield* changesOf(
					'INSERT INTO identity (issuer, subject, user_id, provider, wallet, linked_at, last_login_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
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
		findUser: async (userId) =>
			userOf((await database.rows('SELECT * FROM account_user WHERE user_id = ?', userId))[0]),
		identitiesOf: async (userId) =>
			(
				await database.rows('SELECT * FROM identity WHERE user_id = ? ORDER BY linked_at, subject', userId)
			).map(identityOf),
		hasIdentityBut: async (issuer, userId) =>
			(
				await database.rows(
					'SELECT user_id FROM identity WHERE user_id = ? AND issuer <> ? LIMIT 1',
					userId,
					issuer,
				)
			).length > 0,
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
