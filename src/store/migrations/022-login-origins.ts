import type { Migration } from './migration.ts';

/** Logins bound to the origin of the browser. */
export const loginOrigins: Migration = {
	id: 22,
	name: 'login-origins',
	compatibleFrom: 22,
	sql: `
	DELETE FROM web_session;
	ALTER TABLE web_session ADD COLUMN origin_hash TEXT NOT NULL DEFAULT '';
	`,
};
