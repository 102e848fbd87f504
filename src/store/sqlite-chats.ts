/** Stores linked chats, link codes, confirmations and received commands in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { ChatAct, ChatEntry, ChatPlace, LinkedChat } from '../ports/chat.ts';
import type { ChatStore, WaitingEntry } from '../ports/chat-store.ts';
import { changesOf, inTransaction, type Row, rowsOf } from './database.ts';

/** Creates the store of chats. Taking a code or a confirmation is one transaction. */
export function createSqliteChatStore(database: DatabaseSync): ChatStore {
	return { ...links(database), ...confirmations(database), ...entries(database) };
}

function links(
	database: DatabaseSync,
): Pick<ChatStore, 'putCode' | 'redeem' | 'find' | 'listOf' | 'remove' | 'touch'> {
	const at = (place: ChatPlace): LinkedChat | undefined =>
		rowsOf(
			database,
			'SELECT * FROM chat_link WHERE platform = ? AND chat_id = ? AND person_id = ?',
			place.platform,
			place.chatId,
			place.personId,
		).map(linkOf)[0];
	return {
		async putCode({ codeHash, userId, agentId, actsForOwner, expiresAt }) {
			inTransaction(database, () => {
				changesOf(database, 'DELETE FROM chat_code WHERE user_id = ?', userId);
				changesOf(
					database,
					'INSERT INTO chat_code (code_hash, user_id, agent_id, acts_for_owner, expires_at) VALUES (?, ?, ?, ?, ?)',
					codeHash,
					userId,
					agentId,
					actsForOwner ? 1 : 0,
					expiresAt,
				);
			});
		},
		redeem: async (codeHash, link) => inTransaction(database, () => redeem(database, codeHash, link, at)),
		find: async (place) => at(place),
		listOf: async (userId) =>
			rowsOf(database, 'SELECT * FROM chat_link WHERE user_id = ? ORDER BY linked_at, link_id', userId).map(
				linkOf,
			),
		remove: async (userId, linkId) =>
			changesOf(database, 'DELETE FROM chat_link WHERE user_id = ? AND link_id = ?', userId, linkId) === 1,
		async touch(linkId, now) {
			changesOf(database, 'UPDATE chat_link SET last_used_at = ? WHERE link_id = ?', now, linkId);
		},
	};
}

function redeem(
	database: DatabaseSync,
	codeHash: string,
	link: Parameters<ChatStore['redeem']>[1],
	find: (place: ChatPlace) => LinkedChat | undefined,
): LinkedChat | undefined {
	const [code] = rowsOf(
		database,
		'SELECT * FROM chat_code WHERE code_hash = ? AND expires_at > ?',
		codeHash,
		link.at,
	);
	if (code === undefined) return undefined;
	if (code.link_id !== null) {
		// The platform may deliver the same message again after a restart.
		const present = find(link);
		return present?.linkId === code.link_id ? present : undefined;
	}
	changesOf(
		database,
		'DELETE FROM chat_link WHERE platform = ? AND chat_id = ? AND person_id = ?',
		link.platform,
		link.chatId,
		link.personId,
	);
	changesOf(
		database,
		`INSERT INTO chat_link (link_id, user_id, agent_id, platform, chat_id, person_id, chat_name, person_name, acts_for_owner, linked_at)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		link.linkId,
		String(code.user_id),
		String(code.agent_id),
		link.platform,
		link.chatId,
		link.personId,
		link.chatName,
		link.personName,
		Number(code.acts_for_owner),
		link.at,
	);
	changesOf(database, 'UPDATE chat_code SET link_id = ? WHERE code_hash = ?', link.linkId, codeHash);
	return find(link);
}

function confirmations(
	database: DatabaseSync,
): Pick<ChatStore, 'putConfirmation' | 'linkOfButton' | 'take' | 'finish' | 'unfinished'> {
	return {
		linkOfButton: async (nonce, { platform, personId }) =>
			rowsOf(
				database,
				`SELECT chat_link.* FROM chat_confirmation JOIN chat_link USING (link_id)
				 WHERE nonce = ? AND platform = ? AND person_id = ?`,
				nonce,
				platform,
				personId,
			).map(linkOf)[0],
		async putConfirmation({ nonce, linkId, act, expiresAt }) {
			changesOf(
				database,
				'INSERT INTO chat_confirmation (nonce, link_id, act, expires_at) VALUES (?, ?, ?, ?)',
				nonce,
				linkId,
				JSON.stringify(act),
				expiresAt,
			);
		},
		async take(nonce, linkId, at) {
			const [row] = rowsOf(
				database,
				`UPDATE chat_confirmation SET taken_at = ?
				 WHERE nonce = ? AND link_id = ? AND taken_at IS NULL AND expires_at > ? RETURNING act`,
				at,
				nonce,
				linkId,
				at,
			);
			return row === undefined ? undefined : actOf(row.act);
		},
		async finish(nonce, at) {
			changesOf(database, 'UPDATE chat_confirmation SET ended_at = ? WHERE nonce = ?', at, nonce);
		},
		unfinished: async () =>
			rowsOf(
				database,
				`SELECT nonce, act, chat_link.* FROM chat_confirmation JOIN chat_link USING (link_id)
				 WHERE taken_at IS NOT NULL AND ended_at IS NULL ORDER BY taken_at`,
			).map((row) => ({ nonce: String(row.nonce), link: linkOf(row), act: actOf(row.act) })),
	};
}

function entries(database: DatabaseSync): Pick<ChatStore, 'accept' | 'waiting' | 'handled' | 'prune'> {
	return {
		accept: async (platform, received, at) =>
			inTransaction(database, () =>
				received.flatMap(({ key, entry }) => {
					const [row] = rowsOf(
						database,
						`INSERT INTO chat_entry (platform, entry_key, received_at, entry) VALUES (?, ?, ?, ?)
						 ON CONFLICT (platform, entry_key) DO NOTHING RETURNING seq`,
						platform,
						key,
						at,
						JSON.stringify(entry),
					);
					return row === undefined ? [] : [{ seq: Number(row.seq), entry }];
				}),
			),
		waiting: async () =>
			rowsOf(database, 'SELECT seq, entry FROM chat_entry WHERE entry IS NOT NULL ORDER BY seq').map(
				(row): WaitingEntry => ({
					seq: Number(row.seq),
					entry: JSON.parse(String(row.entry)) as ChatEntry,
				}),
			),
		async handled(seq) {
			changesOf(database, 'UPDATE chat_entry SET entry = NULL WHERE seq = ?', seq);
		},
		async prune(before) {
			inTransaction(database, () => {
				changesOf(database, 'DELETE FROM chat_entry WHERE entry IS NULL AND received_at < ?', before);
				changesOf(database, 'DELETE FROM chat_code WHERE expires_at < ?', before);
				changesOf(
					database,
					'DELETE FROM chat_confirmation WHERE expires_at < ? AND (taken_at IS NULL OR ended_at IS NOT NULL)',
					before,
				);
			});
		},
	};
}

function actOf(text: unknown): ChatAct {
	return JSON.parse(String(text)) as ChatAct;
}

function linkOf(row: Row): LinkedChat {
	const text = (value: unknown): string | null => (value === null ? null : String(value));
	return {
		linkId: String(row.link_id),
		userId: String(row.user_id),
		agentId: String(row.agent_id),
		platform: row.platform as LinkedChat['platform'],
		chatId: String(row.chat_id),
		personId: String(row.person_id),
		chatName: text(row.chat_name),
		personName: text(row.person_name),
		actsForOwner: row.acts_for_owner === 1,
		linkedAt: Number(row.linked_at),
		lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
	};
}
