import type { Migration } from './migration.ts';

/** Adds connections started at an exchange's OAuth page. */
export const begunConnections: Migration = {
	id: 10,
	name: 'begun-connections',
	compatibleFrom: 10,
	sql: `
	-- Connections begun at an exchange's OAuth page that have not come back.
	CREATE TABLE oauth_pending (
		state_hash TEXT PRIMARY KEY,
		user_id TEXT NOT NULL,
		browser TEXT NOT NULL,
		venue TEXT NOT NULL,
		payload TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		expires_at INTEGER NOT NULL
	) STRICT;
	CREATE INDEX oauth_pending_by_user ON oauth_pending (user_id, created_at DESC, state_hash);
	CREATE INDEX oauth_pending_by_end ON oauth_pending (expires_at);
	`,
};
