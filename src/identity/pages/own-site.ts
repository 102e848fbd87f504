/** The name of the service by which a browser has reached it. */
import type { FastifyRequest } from 'fastify';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { passkeyOrigin } from '../../domain/secure-url.ts';

/** The names under which pages of the service may be opened. */
export type OwnNames = {
	/** Scheme and authority of the service. */
	readonly baseUrl: () => string;
	/** Whether `baseUrl` follows from where we listen: then a browser that came by another name is sent there. */
	readonly isOwnName: boolean;
};

/**
 * The name by which the browser came, of those that are the service's own: that of its address, and `localhost` beside a
 * loopback address, where browsers offer passkeys. Cookies and storage of the two are apart.
 */
export function siteOf({ headers }: FastifyRequest, { baseUrl }: Pick<OwnNames, 'baseUrl'>): string {
	const { origin } = new URL(baseUrl());
	const named = passkeyOrigin(origin);
	return named !== undefined && headers.host === new URL(named).host ? named : origin;
}

/**
 * The same address by its own name, for a GET that came by another (127.0.0.2 for 127.0.0.1); undefined where nobody is sent on.
 * @throws CarrywireError FORM_REFUSED for a form that came by another
 */
export function otherName(request: FastifyRequest, names: OwnNames): string | undefined {
	const base = new URL(names.baseUrl());
	if (!names.isOwnName) return undefined;
	if (request.headers.host === new URL(siteOf(request, names)).host) return undefined;
	if (request.method !== 'GET' && request.method !== 'HEAD')
		throw new CarrywireError('FORM_REFUSED', `This service is reached as ${base.host}.`);
	return `${base.origin}${request.url}`;
}
