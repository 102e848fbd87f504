import type { Migration } from './migration.ts';

/** Adds linked chats with their codes, confirmations and received commands. */
export const chatBindings: Migration = {
	id: 30,
	name: 'chat-bindings',
	compatibleFrom: 24,
	sql: `
	CREATE TABLE chat_link (
		link_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		agent_id TEXT NOT NULL,
		platform TEXT NOT NULL,
		chat_id TEXT NOT NULL,
		person_id TEXT NOT NULL,
		chat_name TEXT,
		person_name TEXT,
		acts_for_owner INTEGER NOT NULL,
		linked_at INTEGER NOT NULL,
		last_used_at INTEGER,
		UNIQUE (platform, chat_id, person_id)
	) STRICT;
	CREATE INDEX chat_link_by_user ON chat_link (user_id, linked_at);
	-- link_id: the link that the code created; null while the code is unused.
	CREATE TABLE chat_code (
		code_hash TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		agent_id TEXT NOT NULL,
		acts_for_owner INTEGER NOT NULL,
		expires_at INTEGER NOT NULL,
		link_id TEXT REFERENCES chat_link (link_id) ON DELETE CASCADE
	) STRICT;
	-- act: JSON.
	CREATE TABLE chat_confirmation (
		nonce TEXT PRIMARY KEY,
		link_id TEXT NOT NULL REFERENCES chat_link (link_id) ON DELETE CASCADE,
		act TEXT NOT NULL,
		expires_at INTEGER NOT NULL,
		taken_at INTEGER,
		ended_at INTEGER
	) STRICT;
	-- entry: JSON, null once the entry is handled. entry_key identifies an entry at its platform.
	CREATE TABLE chat_entry (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		platform TEXT NOT NULL,
		entry_key TEXT NOT NULL,
		received_at INTEGER NOT NULL,
		entry TEXT,
		UNIQUE (platform, entry_key)
	) STRICT;
	CREATE INDEX chat_entry_waiting ON chat_entry (seq) WHERE entry IS NOT NULL;
	`,
};
