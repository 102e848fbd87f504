import type { Migration } from './migration.ts';

/** Binds logins to the browser's origin. All existing browser sessions end. */
export const loginOrigins: Migration = {
	id: 22,
	name: 'login-origins',
	compatibleFrom: 22,
	sql: `
	DELETE FROM web_session;
	ALTER TABLE web_session ADD COLUMN origin_hash TEXT NOT NULL DEFAULT '';
	`,
};
