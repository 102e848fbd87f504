/**
 * The first answer to an idempotency key and its parameters, as stored in the journal's database: JSON with wire names,
 * so that a key from before an upgrade still finds its answer. Pure.
 */
import { decodePayload, encodePayload } from '../../domain/journal-codec.ts';
import { camelNamed, snakeNamed } from '../../domain/snake-case.ts';
import type { ExecuteAnswer, ExecuteRequest } from '../../ports/order-service.ts';

/** Canonical text of the caller's terms: two requests are the same when their texts are equal. */
export function termsText(request: ExecuteRequest): string {
	const {
		userId: _user,
		agent: _agent,
		idempotencyKey: _key,
		isRerun: _isRerun,
		preview: _preview,
		previewId: _previewId,
		exit,
		...terms
	} = request;
	return encodePayload({ ...terms, exit: snakeNamed(exit) });
}

/** The stored text of an answer. */
export function answerText(answer: ExecuteAnswer): string {
	return encodePayload(snakeNamed(answer));
}

/**
 * The answer from a text of `answerText` or of an earlier version. @throws SyntaxError or DecimalError for another text
 */
export function keptAnswer(text: string): ExecuteAnswer {
	return camelNamed(decodePayload(text)) as ExecuteAnswer;
}
