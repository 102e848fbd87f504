/** Reads the service's answers to a seat, with the types that the published client has for them. */

import type { MethodName, MethodResult } from '../../../client/methods.ts';

/** A refusal: the error's code and sentence. */
export type Refused = { readonly code: string; readonly sentence: string };

/** Reads the text of a JSON-RPC answer. @throws Error for an answer that is neither a result nor an error */
export function readAnswer<M extends MethodName>(
	method: M,
	text: string,
): { readonly result: MethodResult<M> } | { readonly refused: Refused } {
	const answer = JSON.parse(text) as {
		readonly result?: MethodResult<M>;
		readonly error?: { readonly message: string; readonly data?: { code?: string; message?: string } };
	};
	if (answer.result !== undefined) return { result: answer.result };
	const { error } = answer;
	if (error === undefined) throw new Error(`Invariant broken: ${method} answered ${text.slice(0, 200)}`);
	return {
		refused: { code: error.data?.code ?? 'INTERNAL', sentence: error.data?.message ?? error.message },
	};
}
