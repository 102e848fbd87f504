/** The ways to log in that the settings name, as the login pages offer them. */

import { areGuestsOffered } from '../config/guests.ts';
import { createGuestLogin } from '../identity/guest-login.ts';
import { createJwtLogin } from '../identity/jwt-login.ts';
import { createOpenidLogin } from '../identity/openid-login.ts';
import type { LoginMethods } from '../identity/pages/login-pages.ts';
import { createWalletLogin } from '../identity/wallet-login.ts';
import type { IdentityParts } from './identity-parts.ts';

/** `origin`: scheme and authority of the service, asked when somebody logs in. */
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
				const login = createWalletLogin({
					provider: id,
					chains,
					origin,
					clock,
					random,
					nonces: store.nonces,
				});
				methods.wallets.push({ id, chains, ...login });
				break;
			}
			case 'openid': {
				const { pendingLogins } = store;
				const login = createOpenidLogin({ settings: provider, clock, random, pendingLogins, seal });
				methods.openIds.push({ id, name, ...login });
				break;
			}
			case 'jwt': {
				const login = createJwtLogin({ settings: provider, clock, spentTokens: store.spentTokens });
				methods.jwts.push({ id, name, ...login });
			}
		}
	}
	return methods;
}
