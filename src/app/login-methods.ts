/** Creates the login methods that the settings configure, for the login pages. */

import { areGuestsOffered } from '../config/guests.ts';
import { createGuestLogin } from '../identity/guest-login.ts';
import type { LoginMethods } from '../identity/pages/login-pages.ts';
import type { IdentityParts } from './identity-parts.ts';

/**
 * Creates the login methods. `origin` returns the service's scheme and authority and is called at each login. A
 * method is loaded on first use, because logins are rare and its libraries would otherwise make up most of the code
 * loaded at startup.
 */
export function loginMethods(
	{ config, identityProviders, vault, stores, clock, random }: IdentityParts,
	origin: () => string,
): LoginMethods {
	const store = stores.logins;
	const binding = { table: 'pending_login', record: '', user: '', field: 'sealed' };
	const seal = {
		seal: (text: string) => vault.seal(text, binding),
		open: async (sealed: string) => (await vault.open(sealed, binding)).toString('utf8'),
	};
	const guest = areGuestsOffered(config) ? createGuestLogin({ random }) : undefined;
	const methods = { wallets: [], openIds: [], jwts: [], guest } as {
		guest: LoginMethods['guest'];
		wallets: LoginMethods['wallets'][number][];
		openIds: LoginMethods['openIds'][number][];
		jwts: LoginMethods['jwts'][number][];
	};
	for (const provider of identityProviders) {
		const { id, name } = provider;
		switch (provider.kind) {
			case 'wallet': {
				const { chains } = provider;
				const { nonces } = store;
				const login = atFirstUse(async () => {
					const { createWalletLogin } = await import('../identity/wallet-login.ts');
					return createWalletLogin({ provider: id, chains, origin, clock, random, nonces });
				});
				methods.wallets.push({
					...{ id, chains },
					begin: async (request) => (await login()).begin(request),
					finish: async (answer) => (await login()).finish(answer),
				});
				break;
			}
			case 'openid': {
				const { pendingLogins } = store;
				const login = atFirstUse(async () => {
					const { createOpenidLogin } = await import('../identity/openid-login.ts');
					return createOpenidLogin({ settings: provider, clock, random, pendingLogins, seal });
				});
				methods.openIds.push({
					...{ id, name },
					begin: async (request) => (await login()).begin(request),
					finish: async (answer) => (await login()).finish(answer),
				});
				break;
			}
			case 'jwt': {
				const { spentTokens } = store;
				const login = atFirstUse(async () => {
					const { createJwtLogin } = await import('../identity/jwt-login.ts');
					return createJwtLogin({ settings: provider, clock, spentTokens });
				});
				methods.jwts.push({ ...{ id, name }, finish: async (answer) => (await login()).finish(answer) });
			}
		}
	}
	return methods;
}

/** Creates the value once, on first use. */
function atFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
	let made: Promise<T> | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
