/**
 * Makes calls with an idempotency key run once. A repeat gets the first answer: from the call in progress, or from the
 * journal.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { IdempotencyClaim, IdempotencyKey, Journal } from '../../ports/journal.ts';
import type { ExecuteAnswer } from '../../ports/order-service.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';
import { nameOf } from './idempotency.ts';
import { keptAnswer } from './kept-answer.ts';

/** A call in progress with an idempotency key. Further calls with the same key wait for it. */
type CallUnderWay = {
	readonly paramsText: string;
	/** The stored claim of an earlier call with the key; undefined if none is stored. */
	readonly stored: Promise<IdempotencyClaim | undefined>;
	readonly answer: Promise<ExecuteAnswer>;
};

/** Runs a call once per key. @throws CarrywireError IDEMPOTENCY_CONFLICT for a used key with other terms */
export type CallOnce = (
	key: IdempotencyKey,
	paramsText: string,
	open: () => Promise<ExecuteAnswer>,
) => Promise<ExecuteAnswer>;

/** Creates the calls in progress; empty at first. */
export function createIdempotentCalls(journal: Pick<Journal, 'findIdempotency'>): CallOnce {
	/** Calls in progress by idempotency key and owner. The second of two simultaneous calls waits for the first. */
	const underway = new Map<string, CallUnderWay>();

	/** Begins the first call with a key. Its response is the stored one, or the result of the opening. */
	function begin(key: IdempotencyKey, paramsText: string, open: () => Promise<ExecuteAnswer>): CallUnderWay {
		const stored = journal.findIdempotency(key);
		const answer = stored
			.then((found) => (found === undefined ? open() : keptAnswer(found.answer)))
			.finally(() => underway.delete(nameOf(key)));
		// If the journal cannot be read, `stored` rejects too, and the callers that wait for it report the error.
		answer.catch(() => {});
		const call = { paramsText, stored, answer };
		underway.set(nameOf(key), call);
		return call;
	}

	return async (key, paramsText, open) => {
		const call = underway.get(nameOf(key)) ?? begin(key, paramsText, open);
		const stored = await call.stored;
		if (paramsText !== (stored?.paramsHash ?? call.paramsText))
			throw new CarrywireError('IDEMPOTENCY_CONFLICT', REFUSAL_TEXT.usedKey({ key: key.key }), {
				field: 'idempotency_key',
			});
		return call.answer;
	};
}
