import type { Migration } from './migration.ts';

/** Adds tokens that end together with a browser login. */
export const tokensOfLogins: Migration = {
	id: 19,
	name: 'tokens-of-logins',
	compatibleFrom: 19,
	sql: `
	-- Tokens that a page of the dashboard holds: they end with the login in that browser, by the hash of its session.
	ALTER TABLE token ADD COLUMN login TEXT;
	CREATE INDEX token_by_login ON token (login) WHERE login IS NOT NULL;
	`,
};
