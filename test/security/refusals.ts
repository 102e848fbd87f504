/** Checks that a refusal is exactly the expected one, and that no credential was issued. */
import { expect } from 'vitest';
import type { Fixture } from './fixture.ts';

/** Expects the error object that RFC 6749, section 5.2 defines, without a token in it. */
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

/** Runs a request that must be refused, and expects the number of stored credentials to stay the same. */
export async function givesNothing<T>(fixture: Pick<Fixture, 'given'>, work: () => Promise<T>): Promise<T> {
	const before = fixture.given();
	const result = await work();
	expect(fixture.given(), 'stored tokens, codes and logins').toBe(before);
	return result;
}

export type RpcAnswer = {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	readonly result: unknown;
	/** Code from `error.data`; undefined for a result. */
	readonly code: string | undefined;
};

/** Sends one JSON-RPC call with these headers. */
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

/** Makes a read call, which is the simplest call that needs a token. */
export const read = (fixture: Pick<Fixture, 'url' | 'fetch'>, token: string) =>
	call(fixture, 'account_exchange_pair', {}, bearer(token));

/** Expects 401 with the challenge that RFC 6750, section 3 defines. */
export async function expectUnauthorized(answer: Promise<RpcAnswer>, error = 'invalid_token'): Promise<void> {
	const { status, code, headers, result } = await answer;
	expect({ status, code, result }).toEqual({ status: 401, code: 'UNAUTHORIZED', result: undefined });
	expect(headers.get('www-authenticate')).toContain(`error="${error}"`);
}

export async function expectTaken(answer: Promise<RpcAnswer>): Promise<void> {
	const { status, code } = await answer;
	expect({ status, code }).toEqual({ status: 200, code: undefined });
}
