/** Stores linked chats, link codes, confirmations and received commands. */
import type { ChatAct, ChatEntry, ChatPlace, LinkedChat } from '../ports/chat.ts';
import type { ChatStore, WaitingEntry } from '../ports/chat-store.ts';
import { changesOf, type Row, rowsOf, type SqlDatabase, type Steps } from './sql-database.ts';

/** Creates the store of chats. Taking a code or a confirmation is one transaction. */
export function createChatStore(database: SqlDatabase): ChatStore {
	return { ...links(database), ...confirmations(database), ...entries(database) };
}

/** Condition on a link's place, and its values. */
const AT_PLACE = 'platform = ? AND chat_id = ? AND person_id = ?';
const placeOf = ({ platform, chatId, personId }: ChatPlace) => [platform, chatId, personId] as const;

function links(
	database: SqlDatabase,
): Pick<ChatStore, 'putCode' | 'redeem' | 'find' | 'listOf' | 'remove' | 'touch'> {
	return {
		putCode: ({ codeHash, userId, agentId, actsForOwner, expiresAt }) =>
			database.transaction(function* () {
				yield* changesOf('DELETE FROM chat_code WHERE user_id = ?', userId);
				yield* changesOf(
					'INSERT INTO chat_code (code_hash, user_id, agent_id, acts_for_owner, expires_at) VALUES (?, ?, ?, ?, ?)',
					codeHash,
					userId,
					agentId,
					actsForOwner ? 1 : 0,
					expiresAt,
				);
			}),
		redeem: (codeHash, link) => database.transaction(() => redeem(codeHash, link)),
		find: async (place) =>
			(await database.rows(`SELECT * FROM chat_link WHERE ${AT_PLACE}`, ...placeOf(place))).map(linkOf)[0],
		listOf: async (userId) =>
			(
				await database.rows('SELECT * FROM chat_link WHERE user_id = ? ORDER BY linked_at, link_id', userId)
			).map(linkOf),
		remove: async (userId, linkId) =>
			(await database.changes('DELETE FROM chat_link WHERE user_id = ? AND link_id = ?', userId, linkId)) ===
			1,
		async touch(linkId, now) {
			await database.changes('UPDATE chat_link SET last_used_at = ? WHERE link_id = ?', now, linkId);
		},
	};
}

function* redeem(codeHash: string, link: Parameters<ChatStore['redeem']>[1]): Steps<LinkedChat | undefined> {
	const [code] = yield* rowsOf(
		'SELECT * FROM chat_code WHERE code_hash = ? AND expires_at > ?',
		codeHash,
		link.at,
	);
	if (code === undefined) return undefined;
	if (code.link_id !== null) {
		// The platform may deliver the same message again after a restart.
		const [present] = yield* rowsOf(
			`SELECT * FROM chat_link WHERE ${AT_PLACE} AND link_id = ?`,
			...placeOf(link),
			String(code.link_id),
		);
		return present === undefined ? undefined : linkOf(present);
	}
	yield* changesOf(`DELETE FROM chat_link WHERE ${AT_PLACE}`, ...placeOf(link));
	const made = yield* rowsOf(
		`INSERT INTO chat_link (link_id, user_id, agent_id, platform, chat_id, person_id, chat_name, person_name, acts_for_owner, linked_at)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
		link.linkId,
		String(code.user_id),
		String(code.agent_id),
		...placeOf(link),
		link.chatName,
		link.personName,
		Number(code.acts_for_owner),
		link.at,
	);
	yield* changesOf('UPDATE chat_code SET link_id = ? WHERE code_hash = ?', link.linkId, codeHash);
	return made.map(linkOf)[0];
}

function confirmations(
	database: SqlDatabase,
): Pick<ChatStore, 'putConfirmation' | 'linkOfButton' | 'take' | 'finish' | 'unfinished'> {
	return {
		linkOfButton: async (nonce, { platform, personId }) =>
			(
				await database.rows(
					`SELECT chat_link.* FROM chat_confirmation JOIN chat_link USING (link_id)
					 WHERE nonce = ? AND platform = ? AND person_id = ?`,
					nonce,
					platform,
					personId,
				)
			).map(linkOf)[0],
		async putConfirmation({ nonce, linkId, act, expiresAt }) {
			await database.changes(
				'INSERT INTO chat_confirmation (nonce, link_id, act, expires_at) VALUES (?, ?, ?, ?)',
				nonce,
				linkId,
				JSON.stringify(act),
				expiresAt,
			);
		},
		async take(nonce, linkId, at) {
			const [row] = await database.rows(
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
			await database.changes('UPDATE chat_confirmation SET ended_at = ? WHERE nonce = ?', at, nonce);
		},
		unfinished: async () =>
			(
				await database.rows(
					`SELECT nonce, act, chat_link.* FROM chat_confirmation JOIN chat_link USING (link_id)
					 WHERE taken_at IS NOT NULL AND ended_at IS NULL ORDER BY taken_at`,
				)
			).map((row) => ({ nonce: String(row.nonce), link: linkOf(row), act: actOf(row.act) })),
	};
}

function entries(database: SqlDatabase): Pick<ChatStore, 'accept' | 'waiting' | 'handled' | 'prune'> {
	return {
		accept: (platform, received, at) =>
			database.transaction(function* () {
				const fresh: WaitingEntry[] = [];
				for (const { key, entry } of received) {
					const [row] = yield* rowsOf(
						`INSERT INTO chat_entry (platform, entry_key, received_at, entry) VALUES (?, ?, ?, ?)
						 ON CONFLICT (platform, entry_key) DO NOTHING RETURNING seq`,
						platform,
						key,
						at,
						JSON.stringify(entry),
					);
					if (row !== undefined) fresh.push({ seq: Number(row.seq), entry });
				}
				return fresh;
			}),
		waiting: async () =>
			(await database.rows('SELECT seq, entry FROM chat_entry WHERE entry IS NOT NULL ORDER BY seq')).map(
				(row): WaitingEntry => ({
					seq: Number(row.seq),
					entry: JSON.parse(String(row.entry)) as ChatEntry,
				}),
			),
		async handled(seq) {
			await database.changes('UPDATE chat_entry SET entry = NULL WHERE seq = ?', seq);
		},
		prune: (before) =>
			database.transaction(function* () {
				yield* changesOf('DELETE FROM chat_entry WHERE entry IS NULL AND received_at < ?', before);
				yield* changesOf('DELETE FROM chat_code WHERE expires_at < ?', before);
				yield* changesOf(
					'DELETE FROM chat_confirmation WHERE expires_at < ? AND (taken_at IS NULL OR ended_at IS NOT NULL)',
					before,
				);
			}),
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
