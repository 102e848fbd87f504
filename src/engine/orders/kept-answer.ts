/**
 * Encodes and decodes the first response to an idempotency key, and encodes the call's parameters. Both are stored in
 * the journal's database, as JSON with the API's names, so that a key from before an upgrade still finds its
 * response. Pure functions.
 */
import { decodePayload, encodePayload } from '../../domain/journal-codec.ts';
import { camelNamed, snakeNamed } from '../../domain/snake-case.ts';
import type { ExecuteAnswer, ExecuteRequest } from '../../ports/order-service.ts';

/** Returns the canonical text of the caller's terms. Two requests are the same if their texts are equal. */
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

/** Returns the text of a response for storage. */
export function answerText(answer: ExecuteAnswer): string {
	return encodePayload(snakeNamed(answer));
}

/**
 * Parses a response from a text that `answerText` or an earlier version wrote. @throws SyntaxError or DecimalError
 * for any other text
 */
export function keptAnswer(text: string): ExecuteAnswer {
	return camelNamed(decodePayload(text)) as ExecuteAnswer;
}
