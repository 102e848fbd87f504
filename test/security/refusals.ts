/** What a refusal must be: exactly the one that is meant, and nothing given beside it. */
import { expect } from 'vitest';
import type { Fixture } from './fixture.ts';

/** The error object of RFC 6749, section 5.2, and no token in it. */
export async function expectOAuthError(
	answer: Response | Promise<Response>,
	status: number,
	error: string,
): Promise<void> {
	const response = await answer;
	const body = (await response.clone().json()) as Record<string, unknown>;
	expect({ status: response.status, error: body.error }).toEqual({ status, error });
	expect(
		Object.keys(body).filter((name) => !/^(?:error|error_description|scope|iss|state)$/.test(name)),
	).toEqual([]);
}

/** Runs what must be refused, and holds the count of all that was ever given to what it was. */
export async function givesNothing<T>(fixture: Pick<Fixture, 'given'>, work: () => Promise<T>): Promise<T> {
	const before = fixture.given();
	const result = await work();
	expect(fixture.given(), 'tokens, codes and logins that are there').toBe(before);
	return result;
}

export type RpcAnswer = {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	readonly result: unknown;
	/** Code of `error.data`; undefined for a result. */
	readonly code: string | undefined;
};

/** One JSON-RPC call with these headers. */
export async function call(
	fixture: Pick<Fixture, 'url' | 'fetch'>,
	method: string,
	params: unknown = {},
	headers: Readonly<Record<string, string>> = {},
): Promise<RpcAnswer> {
	const sent = new Headers(headers);
	sent.set('content-type', 'application/json');
	const response = await fixture.fetch(`${fixture.url}/jsonrpc/`, {
		method: 'POST',
		headers: sent,
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
	});
	const text = await response.text();
	const answer = JSON.parse(text) as {
		readonly result?: unknown;
		readonly error?: { readonly data: { readonly code: string } };
	};
	const { status, headers: got } = response;
	return { status, headers: got, text, result: answer.result, code: answer.error?.data.code };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Reads with a token: the smallest thing that needs one. */
export const read = (fixture: Pick<Fixture, 'url' | 'fetch'>, token: string) =>
	call(fixture, 'account_exchange_pair', {}, bearer(token));

/** 401 with the challenge of RFC 6750, section 3. */
export async function expectUnauthorized(answer: Promise<RpcAnswer>, error = 'invalid_token'): Promise<void> {
	const { status, code, headers, result } = await answer;
	expect({ status, code, result }).toEqual({ status: 401, code: 'UNAUTHORIZED', result: undefined });
	expect(headers.get('www-authenticate')).toContain(`error="${error}"`);
}

export async function expectTaken(answer: Promise<RpcAnswer>): Promise<void> {
	const { status, code } = await answer;
	expect({ status, code }).toEqual({ status: 200, code: undefined });
}
