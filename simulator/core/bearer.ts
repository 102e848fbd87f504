/**
 * Parses the credentials and parameters of token and resource requests from headers and forms, in the same way for
 * every exchange with OAuth.
 */
import { OAuthRefusal } from './oauth-refusal.ts';
import type { FrontEndRequest } from './types.ts';

/**
 * Returns the access token from `Authorization: Bearer …`; the scheme is case-insensitive. @throws OAuthRefusal
 * `accessToken`
 */
export function bearerToken({ headers }: FrontEndRequest): string {
	const token = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
	if (token === undefined)
		throw new OAuthRefusal('accessToken', 'The Authorization header has no bearer token.');
	return token;
}

/**
 * Returns the fields of a posted form, or of the query for a GET. A repeated field is refused. @throws OAuthRefusal
 * `request`
 */
export function readForm(request: FrontEndRequest): ReadonlyMap<string, string> {
	const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
	if (request.method === 'POST' && !isForm) {
		throw new OAuthRefusal('request', 'The body must be application/x-www-form-urlencoded.');
	}
	const pairs = [...new URLSearchParams(request.method === 'POST' ? request.body : request.query)];
	const fields = new Map(pairs);
	if (fields.size < pairs.length) throw new OAuthRefusal('request', 'A parameter is sent more than once.');
	return fields;
}

/** @throws OAuthRefusal `request` if the field is missing or empty */
export function requiredField(form: ReadonlyMap<string, string>, name: string): string {
	const value = form.get(name) ?? '';
	if (value === '') throw new OAuthRefusal('request', `The parameter ${name} is missing.`);
	return value;
}
