/** Stores the claims of idempotency keys, within the transaction of what they claim. */
import type { IdempotencyClaim, IdempotencyKey } from '../ports/journal.ts';
import { changesOf, type Row, rowsOf, type Steps } from './sql-database.ts';

/**
 * Stored in place of an agent's id for the user's own idempotency key, because a primary-key column cannot be null.
 */
export const THE_USER = '';

/** Selects the claim of a key, by the key's values. */
export const SELECT_CLAIM =
	'SELECT params_hash, answer FROM idempotency WHERE user_id = ? AND agent_id = ? AND key = ?';

/** Returns the values of a key in the order of `SELECT_CLAIM`. */
export function claimValues({ userId, agentId, key }: IdempotencyKey): readonly [string, string, string] {
	return [userId, agentId ?? THE_USER, key];
}

/** Returns the claim of a key from the rows of `SELECT_CLAIM`; undefined if the key was never used. */
export function claimOf(
	{ userId, agentId, key }: IdempotencyKey,
	[row]: readonly Row[],
): IdempotencyClaim | undefined {
	if (row === undefined) return undefined;
	return { userId, agentId, key, paramsHash: String(row.params_hash), answer: String(row.answer) };
}

/** Reads the claim of a key; undefined if the key was never used. */
export function* readClaim(key: IdempotencyKey): Steps<IdempotencyClaim | undefined> {
	return claimOf(key, yield* rowsOf(SELECT_CLAIM, ...claimValues(key)));
}

/** Inserts the claim of a key. @throws the database's error if the key was used before */
export function* insertClaim(
	{ userId, agentId, key, paramsHash, answer }: IdempotencyClaim,
	recordedAt: number,
): Steps<void> {
	yield* changesOf(
		'INSERT INTO idempotency (user_id, agent_id, key, params_hash, answer, recorded_at) VALUES (?, ?, ?, ?, ?, ?)',
		...claimValues({ userId, agentId, key }),
		paramsHash,
		answer,
		recordedAt,
	);
}
