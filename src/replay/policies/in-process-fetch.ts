/** Answers the client's HTTP requests by calls within the process, so that a replay runs the client's own code. */

import type { FetchLike } from '../../../client/client.ts';

/** Calls a method as one user. Resolves to the text of a JSON-RPC response, whose id is 1. */
export type CallInProcess = (method: string, params: object) => Promise<string>;

type Request = { readonly id: number; readonly method: string; readonly params: object };

/** Tail of every response, which `CallAs` gives the id 1. */
const TAIL = '"id":1}';

/** Creates a `fetch` for the client that calls methods within the process. */
export function fetchInProcess(call: CallInProcess): FetchLike {
	return async (_url, { body }) => {
		const sent = JSON.parse(body) as Request | readonly Request[];
		const text = Array.isArray(sent) ? await answersTo(call, sent) : await answerTo(call, sent as Request);
		return { status: 200, headers: { get: () => null }, text: async () => text };
	};
}

async function answersTo(call: CallInProcess, requests: readonly Request[]): Promise<string> {
	const answers: string[] = [];
	for (const request of requests) answers.push(await answerTo(call, request));
	return `[${answers.join(',')}]`;
}

async function answerTo(call: CallInProcess, { id, method, params }: Request): Promise<string> {
	const text = await call(method, params);
	// Large answers are not parsed twice only to change their id.
	if (text.endsWith(TAIL)) return `${text.slice(0, -TAIL.length)}"id":${id}}`;
	return JSON.stringify({ ...JSON.parse(text), id });
}
