/**
 * Keeps the exchange's response with each ccxt error. Depending on exchange and status, ccxt's message is the body, a
 * part of it, ccxt's own text, or a URL. Only the response itself shows reliably what the exchange sent.
 */
import type { CcxtExchange } from './ccxt-exchange.ts';
import { otherCcxt } from './text.ts';

/** A response from the exchange, or from a proxy in between. */
export type Answer = {
	/** HTTP status. */
	readonly status: number;
	readonly body: string;
	/** The parsed body; undefined if the body is not JSON. */
	readonly json: unknown;
};

const answers = new WeakMap<Error, Answer>();

/** ccxt's methods that convert a response to an error. */
type Judging = {
	id: string;
	handleErrors: (...answer: readonly unknown[]) => unknown;
	handleHttpStatusCode: (...answer: readonly unknown[]) => unknown;
};

/** Records responses for `answerOf` from now on. @throws Error if this ccxt lacks either of the two methods */
export function noteAnswers(exchange: CcxtExchange): void {
	const judging = exchange as unknown as Judging;
	// In ccxt 4.5.84 `handleErrors` takes (status, reason, url, method, headers, body, …), and `handleHttpStatusCode`
	// takes (status, reason, url, method, body).
	for (const [judge, bodyAt] of [
		['handleErrors', 5],
		['handleHttpStatusCode', 4],
	] as const) {
		const plain = judging[judge];
		if (typeof plain !== 'function') throw new Error(otherCcxt(judging.id, `no ${judge}`));
		judging[judge] = (...answer) => {
			try {
				return plain.apply(exchange, [...answer]);
			} catch (error) {
				if (error instanceof Error) noteAnswer(error, Number(answer[0]), String(answer[bodyAt] ?? ''));
				throw error;
			}
		};
	}
}

type Classes = { readonly [key: string]: unknown };

const CODE = /^-?\d+$/;

/** Makes ccxt choose an error's class only by the exchange's code, never by its text. */
export function classByCodesAlone(exchange: CcxtExchange): void {
	const judging = exchange as unknown as { exceptions: Classes };
	judging.exceptions = codesOf(judging.exceptions);
}

function codesOf(classes: Classes): Classes {
	const kept = Object.entries(classes).flatMap(([key, value]) => {
		if (typeof value === 'object' && value !== null) return [[key, codesOf(value as Classes)] as const];
		return CODE.test(key) ? [[key, value] as const] : [];
	});
	return Object.fromEntries(kept);
}

/** Records the response behind the error. */
export function noteAnswer<E extends Error>(error: E, status: number, body: string): E {
	answers.set(error, { status, body, json: jsonOf(body) });
	return error;
}

/**
 * Returns the response behind an error. Returns undefined if no response arrived; the request's effect is then
 * unknown.
 */
export function answerOf(error: unknown): Answer | undefined {
	return error instanceof Error ? answers.get(error) : undefined;
}

function jsonOf(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
