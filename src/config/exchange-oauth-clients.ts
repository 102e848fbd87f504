/** Builds this service's OAuth clients at exchanges, with their secrets from the environment. */

import type { ExchangeOAuthClient } from '../ports/exchange-oauth.ts';
import type { Config } from './config.ts';

/** Returns the configured clients by venue. `unset` lists the settings whose variable is missing or empty. */
export function exchangeOAuthClients(
	settings: Config['exchangeOAuth'],
	env: Readonly<Record<string, string | undefined>>,
): { readonly clients: Readonly<Record<string, ExchangeOAuthClient>>; readonly unset: readonly string[] } {
	const clients: Record<string, ExchangeOAuthClient> = {};
	const unset: string[] = [];
	for (const [venue, { clientId, clientSecretVariable }] of Object.entries(settings)) {
		if (clientId === null || clientSecretVariable === null) continue;
		const clientSecret = env[clientSecretVariable]?.trim() ?? '';
		if (clientSecret === '') unset.push(`exchangeOAuth.${venue}.clientSecretVariable`);
		else clients[venue] = { clientId, clientSecret };
	}
	return { clients, unset };
}
