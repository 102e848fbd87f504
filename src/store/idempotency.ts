/** Stores the claims of idempotency keys, within the transaction of what they claim. */
import type { IdempotencyClaim, IdempotencyKey } from '../ports/journal.ts';
import { changesOf, rowsOf, type Steps } from './sql-database.ts';

/**
 * Stored in place of an agent's id for the user's own idempotency key, because a primary-key column cannot be null.
 */
export const THE_USER = '';

/** Reads the claim of a key; undefined if the key was never used. */
export function* readClaim({ userId, agentId, key }: IdempotencyKey): Steps<IdempotencyClaim | undefined> {
	const [row] = yield* rowsOf(
		'SELECT params_hash, answer FROM idempotency WHERE user_id = ? AND agent_id = ? AND key = ?',
		userId,
		agentId ?? THE_USER,
		key,
	);
	if (row === undefined) return undefined;
	return { userId, agentId, key, paramsHash: String(row.params_hash), answer: String(row.answer) };
}

/** Inserts the claim of a key. @throws the database's error if the key was used before */
export function* insertClaim(
	{ userId, agentId, key, paramsHash, answer }: IdempotencyClaim,
	recordedAt: number,
): Steps<void> {
	yield* changesOf(
		'INSERT INTO idempotency (user_id, agent_id, key, params_hash, answer, recorded_at) VALUES (?, ?, ?, ?, ?, ?)',
		userId,
		agentId ?? THE_USER,
		key,
		paramsHash,
		answer,
		recordedAt,
	);
}
