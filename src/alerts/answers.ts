/** What follows from what a target has answered. Pure. */
import type { AlertAnswer } from '../ports/alert-sender.ts';
import type { AlertTargetKind } from '../ports/alert-targets.ts';

/** `gone`: the target wants nothing from us any more, so it is paused (Standard Webhooks, "410 Gone"). */
export type Verdict =
	| { readonly is: 'delivered' }
	| { readonly is: 'retry'; readonly failure: string; readonly afterMs: number }
	| { readonly is: 'refused' | 'gone'; readonly failure: string };

/** Beside 5xx: a request that came too slowly, too early, or was one too many. */
const TRIED_AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);
const GONE = 410;
/** A target that asks for longer is asked again after this. */
export const RETRY_AFTER_MS_MAX = 3_600_000;
const ANSWER_SHOWN_MAX = 200;

/** Whether a target's answer means delivered, again later, refused, or gone for good. */
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

/** The answer in a sentence, without what is secret of the request. */
export function answerWords(answer: AlertAnswer, secrets: readonly string[]): string {
	if (answer.kind === 'unanswered') return answer.reason;
	const redirect =
		answer.status >= 300 && answer.status <= 399 ? ' Redirects are not followed: name the new address.' : '';
	const body = shownBody(answer.body, secrets);
	return `It answered ${answer.status}${body === '' ? '' : `: ${body}`}.${redirect}`;
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

/** Milliseconds that the target asks for; 0 where it does not, or not in a way that can be read. */
function askedDelay(
	kind: AlertTargetKind,
	{ retryAfter, body }: AlertAnswer & { readonly kind: 'answered' },
	now: number,
): number {
	const seconds = retryAfter ?? (kind === 'telegram' ? telegramDelay(body) : undefined);
	if (seconds === undefined) return 0;
	if (/^\d{1,9}$/.test(seconds)) return Number(seconds) * 1_000;
	// An HTTP date (RFC 9110, 10.2.3).
	const at = Date.parse(seconds);
	return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

/** `parameters.retry_after`, seconds (core.telegram.org/bots/api#responseparameters, read 2026-11-22). */
function telegramDelay(body: string): string | undefined {
	return /"retry_after"\s*:\s*(\d{1,9})/.exec(body)?.[1];
}
