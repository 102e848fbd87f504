import type { Migration } from './migration.ts';

/** Adds links that let a user log in a single time. */
export const loginLinks: Migration = {
	id: 20,
	name: 'login-links',
	compatibleFrom: 20,
	sql: `
	CREATE TABLE login_link (
		user_id TEXT PRIMARY KEY REFERENCES account_user (user_id),
		code_hash TEXT NOT NULL UNIQUE,
		expires_at INTEGER NOT NULL
	) STRICT;
`,
};
