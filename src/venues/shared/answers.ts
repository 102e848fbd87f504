/**
 * Keeps beside each error of ccxt the answer that it was made of. ccxt's own message has the body or a part of it, a sentence of
 * ccxt, or an address, by exchange and status; only the answer itself says for sure what the exchange said.
 */
import type { CcxtExchange } from './ccxt-exchange.ts';

/** An exchange's answer, or one of something on the way to it. */
export type Answer = {
	/** HTTP status. */
	readonly status: number;
	readonly body: string;
	/** The body read as JSON; undefined where it is none. */
	readonly json: unknown;
};

const answers = new WeakMap<Error, Answer>();

/** The parts of ccxt that make an error of an answer. */
type Judging = {
	id: string;
	handleErrors: (...answer: readonly unknown[]) => unknown;
	handleHttpStatusCode: (...answer: readonly unknown[]) => unknown;
};

/** From now on `answerOf` knows the answer of each error. @throws Error when this ccxt has not the internals that are used */
export function noteAnswers(exchange: CcxtExchange): void {
	const judging = exchange as unknown as Judging;
	// ccxt 4.5.84 passes (status, reason, url, method, headers, body, …) and (status, reason, url, method, body).
	for (const [judge, bodyAt] of [
		['handleErrors', 5],
		['handleHttpStatusCode', 4],
	] as const) {
		const plain = judging[judge];
		if (typeof plain !== 'function')
			throw new Error(`ccxt's ${judging.id} has no ${judge}; it is not the pinned version.`);
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

/** From now on ccxt takes the class of an error from the exchange's code, and from no sentence or part of one. */
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

/** Says of which answer the error was made. */
export function noteAnswer<E extends Error>(error: E, status: number, body: string): E {
	answers.set(error, { status, body, json: jsonOf(body) });
	return error;
}

/** Undefined where no answer came: what the request did is not known. */
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
