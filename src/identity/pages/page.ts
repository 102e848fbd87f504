/** Type of a page: path, access and answer. `page-routes.ts` serves pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Login } from './browser-sessions.ts';
import type { Html } from './html.ts';

/** One page request. */
export type Visitor = {
	/** Name of the browser; pending sign-ins are bound to it. */
	readonly browser: string;
	/** Undefined without a login. */
	readonly login: Login | undefined;
	readonly address: string;
	/** Scheme and authority in the browser's address: one of the service's own. */
	readonly site: string;
	/** Value of the hidden field in every form. */
	readonly csrf: string;
	/** Path with query. */
	readonly path: string;
	readonly query: URLSearchParams;
	readonly params: Readonly<Record<string, string>>;
	/** Fields of a posted form; empty for GET. */
	readonly form: URLSearchParams;
	/** The header `Cookie` and the hash of the origin key, for login and logout (`browser-sessions.ts`). */
	readonly cookies: string | undefined;
	readonly origin: string | undefined;
	/** For the authorization server, which answers on its own. */
	readonly raw: { readonly request: IncomingMessage; readonly response: ServerResponse };
};

/** A request of a logged-in user. */
export type LoggedIn = Visitor & {
	readonly userId: string;
	readonly userName: string;
	readonly login: Login;
};

/** Content of an answer; `page-routes.ts` adds status and headers. */
export type PageAnswer =
	| {
			readonly kind: 'page';
			readonly title: string;
			readonly body: Html;
			readonly status?: number;
			/** The error of a refused form; it sets the status and the title prefix. */
			readonly refusal?: CarrywireError;
			/** Further origins that forms of this page may reach, also by redirects. */
			readonly formTargets?: readonly string[];
			/** Optional script of `assets/`; the page works without it. */
			readonly script?: string;
	  }
	/** The shell of the dashboard. */
	| { readonly kind: 'app' }
	| { readonly kind: 'json'; readonly content: Readonly<Record<string, unknown>> }
	| { readonly kind: 'redirect'; readonly to: string; readonly cookies?: readonly string[] }
	/** A redirect by a page: after a form, browsers follow HTTP redirects only to listed targets. */
	| {
			readonly kind: 'onward';
			readonly to: string;
			readonly name: string;
			readonly cookies?: readonly string[];
	  }
	| { readonly kind: 'file'; readonly name: string; readonly type: string; readonly content: Readable }
	/** The handler has written to the raw response. */
	| { readonly kind: 'answered' };

type Row = {
	readonly method: 'GET' | 'POST';
	/** Path with parameters as `:name`. */
	readonly path: string;
	/** Its part of the navigation. */
	readonly nav?: string;
	/** No forms and no user data: visitors without a login skip the door page. */
	readonly isOpen?: true;
};

/** One page. */
export type Page =
	| (Row & {
			readonly access: 'anyone';
			readonly answer: (visitor: Visitor, userId: string | undefined) => Promise<PageAnswer>;
	  })
	| (Row & { readonly access: 'user'; readonly answer: (visitor: LoggedIn) => Promise<PageAnswer> });

/** A redirect (303) to a path of ours. */
export function redirect(to: string): PageAnswer {
	return { kind: 'redirect', to };
}

/** The given path if it is a path of ours, else `/`. Use it for untrusted input. */
export function ownPath(text: string | null): string {
	// A second slash or a backslash would start an authority, and characters that browsers drop must not hide one.
	return text !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && !text.includes('\\') ? text : '/';
}
