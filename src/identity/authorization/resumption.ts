/**
 * Lets a request for access continue only in its user's browser. The server's cookies reach every port on the host. A
 * program with those cookies could start its own request and direct the user's browser to our page for it. There, the
 * browser identifies the user at once. The program could then continue the request itself and get a code for its own
 * PKCE verifier. The URL for continuing therefore carries a proof that only the response to the user's browser
 * contains.
 */
import { createHmac } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isSameHash } from '../secrets.ts';
import { type AuthorizationPages, ROUTES } from './pages-and-paths.ts';
import { REFUSAL_TEXT } from './text.ts';

const PROOF = 'proof';
const PATHS = [`${ROUTES.authorization}/`, `${ROUTES.code_verification}/`];

/** Ensures that a request for access continues only in the browser that identified its user. */
export interface Resumption {
	/**
	 * Adds the proof to the URL that continues the request. @param address that URL, whose path ends with the
	 * request's id
	 */
	resumeUrl(address: string): string;
	/** Refuses to continue a request without its proof. */
	check(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void>;
}

/**
 * Creates the resumption. The proof is a keyed hash of the request's id, in the query. A request without the proof
 * gets a page with HTTP 400.
 */
export function createResumption({
	key,
	cookie,
	pages,
}: {
	readonly key: Uint8Array;
	/** Name of the cookie that contains the request's id. */
	readonly cookie: string;
	readonly pages: Pick<AuthorizationPages, 'failure'>;
}): Resumption {
	const proofOf = (id: string) => createHmac('sha256', key).update(`go on ${id}`).digest('hex');

	return {
		resumeUrl(address) {
			const url = new URL(address);
			url.searchParams.set(PROOF, proofOf(url.pathname.split('/').at(-1) ?? ''));
			return url.href;
		},
		async check(ctx, next) {
			const id = PATHS.some((path) => ctx.path.startsWith(path))
				? ctx.cookies.get(cookie, { signed: true })
				: undefined;
			if (id === undefined || isSameHash(String(ctx.query[PROOF]), proofOf(id))) return void (await next());
			ctx.status = 400;
			ctx.type = 'html';
			ctx.body = pages.failure('invalid_request', REFUSAL_TEXT.otherBrowser());
		},
	};
}
