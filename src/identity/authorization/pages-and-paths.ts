/** Declares the authorization server's paths, and the pages that it shows there. */

import type { Words } from '../../sentences/sentence.ts';

/** Paths of the authorization server, published in its metadata (RFC 8414). */
export const ROUTES = {
	authorization: '/oauth/authorize',
	token: '/oauth/token',
	jwks: '/oauth/keys',
	revocation: '/oauth/revoke',
	introspection: '/oauth/introspect',
	device_authorization: '/oauth/device-authorization',
	code_verification: '/oauth/device',
	pushed_authorization_request: '/oauth/par',
} as const;

/** Paths of metadata that scripts from other sites can read. */
export const PUBLIC_PATHS: ReadonlySet<string> = new Set([
	ROUTES.jwks,
	'/.well-known/openid-configuration',
	'/.well-known/oauth-authorization-server',
]);

/** A form on the pages for terminals: the path it posts to, and its CSRF token. */
export type TerminalForm = { readonly action: string; readonly xsrf: string };

/** Our HTML for the pages that `oidc-provider` serves itself. */
export type AuthorizationPages = {
	/**
	 * Page where the user enters a code. `code` is already filled in; `fault` says why the previous code was refused.
	 */
	readonly enterCode: (form: TerminalForm, code: string, fault: Words | undefined) => string;
	readonly confirmCode: (form: TerminalForm, applicationName: string, code: string) => string;
	readonly deviceDone: () => string;
	readonly deviceRefused: () => string;
	readonly failure: (code: string, description: Words | undefined) => string;
};
