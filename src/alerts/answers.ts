/**
 * Decides from a target's response whether a delivery succeeded, is retried, or has failed for good. Pure functions.
 */
import { DELIVERY_TEXT } from '../domain/delivery-words.ts';
import type { AlertAnswer } from '../ports/alert-sender.ts';
import type { AlertTargetKind } from '../ports/alert-targets.ts';

/**
 * Outcome of a delivery attempt. `gone` means that the target no longer exists, so the service pauses the target
 * (Standard Webhooks, "410 Gone").
 */
export type Verdict =
	| { readonly is: 'delivered' }
	| { readonly is: 'retry'; readonly failure: string; readonly afterMs: number }
	| { readonly is: 'refused' | 'gone'; readonly failure: string };

/** HTTP statuses that are retried in addition to 5xx: request timeout, too early, too many requests. */
const TRIED_AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);
const GONE = 410;
/** Maximum retry delay that a target can request, milliseconds. */
export const RETRY_AFTER_MS_MAX = 3_600_000;
const ANSWER_SHOWN_MAX = 200;

/** Decides whether a target's response means delivered, retry, refused, or gone for good. */
export function verdictOf(
	kind: AlertTargetKind,
	answer: AlertAnswer,
	now: number,
	secrets: readonly string[],
): Verdict {
	if (answer.kind === 'unanswered') return { is: 'retry', failure: answer.reason, afterMs: 0 };
	const { status } = answer;
	if (status >= 200 && status <= 299) return { is: 'delivered' };
	const failure = answerWords(answer, secrets);
	if (status >= 500 || TRIED_AGAIN.has(status))
		return { is: 'retry', failure, afterMs: Math.min(RETRY_AFTER_MS_MAX, askedDelay(kind, answer, now)) };
	return { is: status === GONE ? 'gone' : 'refused', failure };
}

/** Describes the response in one sentence, without the secrets of the request. */
export function answerWords(answer: AlertAnswer, secrets: readonly string[]): string {
	if (answer.kind === 'unanswered') return answer.reason;
	const { status, body } = answer;
	const isRedirect = status >= 300 && status <= 399;
	return DELIVERY_TEXT.answered({ status, body: shownBody(body, secrets), isRedirect }).text;
}

function shownBody(body: string, secrets: readonly string[]): string {
	let shown = body;
	for (const secret of secrets) if (secret.length > 1) shown = shown.replaceAll(secret, '…');
	return shown
		.replace(/[^\x20-\x7e…]+/g, ' ')
		.trim()
		.slice(0, ANSWER_SHOWN_MAX)
		.replace(/\.$/, '');
}

/** Returns the delay that the target requests, milliseconds; 0 if it requests none or the format is unknown. */
function askedDelay(
	kind: AlertTargetKind,
	{ retryAfter, body }: AlertAnswer & { readonly kind: 'answered' },
	now: number,
): number {
	const seconds = retryAfter ?? (kind === 'telegram' ? telegramDelay(body) : undefined);
	if (seconds === undefined) return 0;
	if (/^\d{1,9}$/.test(seconds)) return Number(seconds) * 1_000;
	// `Retry-After` can also be an HTTP date (RFC 9110, 10.2.3).
	const at = Date.parse(seconds);
	return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

/**
 * Returns `parameters.retry_after` of a Telegram response, in seconds as text; undefined if absent
 * (core.telegram.org/bots/api#responseparameters, read 2026-11-22).
 */
function telegramDelay(body: string): string | undefined {
	return /"retry_after"\s*:\s*(\d{1,9})/.exec(body)?.[1];
}
