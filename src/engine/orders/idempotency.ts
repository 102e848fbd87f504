/** Builds the idempotency key of an opening, and the claim that is stored with its plan. Pure functions. */
import type { IdempotencyClaim, IdempotencyKey } from '../../ports/journal.ts';
import type { ExecuteAnswer, ExecuteRequest } from '../../ports/order-service.ts';
import { answerText } from './kept-answer.ts';

/** A call that may have an idempotency key. */
export type KeyedCall = Pick<ExecuteRequest, 'userId' | 'agent' | 'idempotencyKey' | 'isRerun'>;

/**
 * Returns the idempotency key with its owner. The key of a resubmission belongs to the user, even when an agent
 * resubmits the job.
 */
export function keyOf({ userId, agent, idempotencyKey, isRerun }: KeyedCall): IdempotencyKey | undefined {
	if (idempotencyKey === undefined) return undefined;
	return { userId, agentId: isRerun === true ? null : (agent?.agentId ?? null), key: idempotencyKey };
}

/** Returns a key's name within this process. */
export function nameOf({ userId, agentId, key }: IdempotencyKey): string {
	return JSON.stringify([userId, agentId, key]);
}

/**
 * Builds the claim that is stored with the plan in one transaction, so that the same key finds the same response
 * after a crash.
 */
export function claimOf(
	request: KeyedCall,
	paramsText: string,
	answer: ExecuteAnswer,
): IdempotencyClaim | undefined {
	const key = keyOf(request);
	return key === undefined ? undefined : { ...key, paramsHash: paramsText, answer: answerText(answer) };
}
