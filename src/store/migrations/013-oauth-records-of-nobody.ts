import type { Migration } from './migration.ts';

/** Adds an index of authorization records that belong to no user. */
export const oauthRecordsOfNobody: Migration = {
	id: 13,
	name: 'oauth-records-of-nobody',
	compatibleFrom: 13,
	sql: `
	-- What the authorization server keeps for nobody in particular, in the order in which it makes room.
	CREATE INDEX oauth_record_of_nobody ON oauth_record (model, created_at) WHERE user_id IS NULL;
	`,
};
