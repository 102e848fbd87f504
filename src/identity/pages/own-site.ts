/** Determines the name that a browser used to reach the service. */
import type { FastifyRequest } from 'fastify';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { passkeyOrigin } from '../../domain/secure-url.ts';
import { texts } from './page-language.ts';

/** Names that browsers may use to open the service's pages. */
export type OwnNames = {
	/** Scheme and authority of the service. */
	readonly baseUrl: () => string;
	/**
	 * True if `baseUrl` follows from the listening address. Browsers that use another name are then redirected to it.
	 */
	readonly isOwnName: boolean;
};

/**
 * Returns the service origin that the browser uses: that of `baseUrl`, or `localhost` for a loopback address, because
 * browsers offer passkeys there. The two have separate cookies and storage.
 */
export function siteOf({ headers }: FastifyRequest, { baseUrl }: Pick<OwnNames, 'baseUrl'>): string {
	const { origin } = new URL(baseUrl());
	const named = passkeyOrigin(origin);
	return named !== undefined && headers.host === new URL(named).host ? named : origin;
}

/**
 * Returns the redirect target for a GET or HEAD under a foreign name (127.0.0.2 for 127.0.0.1); undefined if no
 * redirect is needed.
 * @throws CarrywireError FORM_REFUSED for a form posted under a foreign name
 */
export function otherName(request: FastifyRequest, names: OwnNames): string | undefined {
	const base = new URL(names.baseUrl());
	if (!names.isOwnName) return undefined;
	if (request.headers.host === new URL(siteOf(request, names)).host) return undefined;
	if (request.method !== 'GET' && request.method !== 'HEAD')
		throw new CarrywireError('FORM_REFUSED', texts().FAILURES.wrongName(base.host));
	return `${base.origin}${request.url}`;
}
