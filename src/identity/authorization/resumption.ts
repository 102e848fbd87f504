/**
 * A request for access goes on only where its user was known. The server's cookies reach every port of the host: a program that has
 * them could begin a request of its own, lead the user's browser to our page for it, where the user is known at once, and
 * then go on by itself to a code for its own verifier. So the way on carries a proof that only the answer to the user's browser holds.
 */
import { createHmac } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isSameHash } from '../secrets.ts';
import { type AuthorizationPages, ROUTES } from './pages-and-paths.ts';
import { REFUSAL_TEXT } from './text.ts';

const PROOF = 'proof';
const PATHS = [`${ROUTES.authorization}/`, `${ROUTES.code_verification}/`];

/** Proves that a request for access goes on in the browser in which its user was known. */
export interface Resumption {
	/** The address at which the request goes on, with its proof. @param address its path ends with the id of the request */
	wayOn(address: string): string;
	/** Refuses a request that goes on without its proof. */
	check(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void>;
}

/** The proof is a keyed hash of the request's id, in the query of the way on; a request without it is answered by a page with 400. */
export function createResumption({
	key,
	cookie,
	pages,
}: {
	readonly key: Uint8Array;
	/** Name of the cookie by which the server knows the request. */
	readonly cookie: string;
	readonly pages: Pick<AuthorizationPages, 'failure'>;
}): Resumption {
	const proofOf = (id: string) => createHmac('sha256', key).update(`go on ${id}`).digest('hex');

	return {
		wayOn(address) {
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
			ctx.body = pages.failure('invalid_request', REFUSAL_TEXT.otherBrowser);
		},
	};
}
