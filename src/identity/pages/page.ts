/** What a page is: a row with its path, who may see it, and the function that answers. `page-routes.ts` serves the rows. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Login } from './browser-sessions.ts';
import type { Html } from './html.ts';

/** One request for a page. */
export type Visitor = {
	/** Names the browser: sign-ins under way are bound to it. */
	readonly browser: string;
	/** Undefined where nobody is logged in. */
	readonly login: Login | undefined;
	readonly address: string;
	/** Scheme and authority by which the browser reached this page: one of the service's own. */
	readonly site: string;
	/** Hidden field of every form. */
	readonly csrf: string;
	/** The path with its query. */
	readonly path: string;
	readonly query: URLSearchParams;
	readonly params: Readonly<Record<string, string>>;
	/** Fields of a posted form; empty for GET. */
	readonly form: URLSearchParams;
	/** Header `Cookie`, and the hash of the origin key, for a login and a logout (`browser-sessions.ts`). */
	readonly cookies: string | undefined;
	readonly origin: string | undefined;
	/** For what answers by itself: the authorization server's steps. */
	readonly raw: { readonly request: IncomingMessage; readonly response: ServerResponse };
};

/** A request in which the user is known. */
export type LoggedIn = Visitor & {
	readonly userId: string;
	readonly userName: string;
	readonly login: Login;
};

/** The content of an answer; `page-routes.ts` writes its head. */
export type PageAnswer =
	| {
			readonly kind: 'page';
			readonly title: string;
			readonly body: Html;
			readonly status?: number;
			/** Why what was sent was not done: the page has the status of that, and a title that says so. */
			readonly refusal?: CarrywireError;
			/** Origins beside our own to which a form of this page may lead, by redirects too. */
			readonly formTargets?: readonly string[];
			/** The script of `assets/` that the page loads; without it the page works all the same. */
			readonly script?: string;
	  }
	/** The dashboard, which the browser draws. */
	| { readonly kind: 'app' }
	| { readonly kind: 'json'; readonly content: Readonly<Record<string, unknown>> }
	| { readonly kind: 'redirect'; readonly to: string; readonly cookies?: readonly string[] }
	/** As a redirect, by a page of its own: after a form a browser follows redirects to listed places alone. */
	| {
			readonly kind: 'onward';
			readonly to: string;
			readonly name: string;
			readonly cookies?: readonly string[];
	  }
	| { readonly kind: 'file'; readonly name: string; readonly type: string; readonly content: Readable }
	/** The answer was written to the raw response. */
	| { readonly kind: 'answered' };

type Row = {
	readonly method: 'GET' | 'POST';
	/** Parameters as `:name`. */
	readonly path: string;
	/** The part of the navigation it belongs to. */
	readonly nav?: string;
	/** It has no form and nothing of anybody: a browser in which nobody is logged in sees it without the door page. */
	readonly isOpen?: true;
};

/** One row: a path with its access and its answer. */
export type Page =
	| (Row & {
			readonly access: 'anyone';
			readonly answer: (visitor: Visitor, userId: string | undefined) => Promise<PageAnswer>;
	  })
	| (Row & { readonly access: 'user'; readonly answer: (visitor: LoggedIn) => Promise<PageAnswer> });

/** Answers 303; `to` is a path of ours. */
export function redirect(to: string): PageAnswer {
	return { kind: 'redirect', to };
}

/** A path of ours, from a place where anybody may have written another; `/` for anything else. */
export function ownPath(text: string | null): string {
	// A second slash or a backslash would begin another authority; what browsers drop must not hide one.
	return text !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && !text.includes('\\') ? text : '/';
}
