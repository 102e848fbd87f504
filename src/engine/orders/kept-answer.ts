/**
 * The first answer to an idempotency key and the params that it was given for, as the journal's database keeps them: JSON with
 * the names of the wire, so that a key that was used before an upgrade finds its answer after it. Pure.
 */
import { decodePayload, encodePayload } from '../../domain/journal-codec.ts';
import { camelNamed, snakeNamed } from '../../domain/snake-case.ts';
import type { ExecuteAnswer, ExecuteRequest } from '../../ports/order-service.ts';

/** Canonical text of the terms that a caller asked for: two requests are the same when these texts are. */
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

/** The text that is kept of an answer. */
export function answerText(answer: ExecuteAnswer): string {
	return encodePayload(snakeNamed(answer));
}

/** The answer of a text that `answerText` or an earlier version wrote. @throws SyntaxError or DecimalError for another text. */
export function keptAnswer(text: string): ExecuteAnswer {
	return camelNamed(decodePayload(text)) as ExecuteAnswer;
}
