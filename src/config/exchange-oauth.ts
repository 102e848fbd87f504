/** Settings of the clients that this service has at exchanges: an id, and where its secret is, never the secret itself. */
import { VENUE_FACTS } from '../venues/facts.ts';
import { optionalWords, section, variableName } from './values.ts';

const clientSchema = (name: string) =>
	section(`What ${name} gave this service when it was registered there. Both or none.`, {
		clientId: optionalWords(256, 'The id of the client.'),
		clientSecretVariable: variableName('Name of the environment variable that holds the secret.'),
	});

/** Section `exchangeOAuth`: one client for each exchange that has an authorization page. */
export const exchangeOAuthSchema = section(
	'Clients of this service at exchanges, so that users connect accounts by the exchange’s own page ([exchange-oauth.md](exchange-oauth.md)). Mode simulated registers clients of its own at the simulators instead.',
	Object.fromEntries(
		Object.values(VENUE_FACTS)
			.filter(({ hasOAuthClient }) => hasOAuthClient)
			.map(({ name, shownName }) => [name, clientSchema(shownName)]),
	),
);

/** By venue; `clientSecretVariable` names an environment variable. */
export type ExchangeOAuthSettings = Readonly<
	Record<string, { readonly clientId: string | null; readonly clientSecretVariable: string | null }>
>;

/** An id without a secret, or a secret without an id, as [path, rule]. */
export function halfClients(settings: ExchangeOAuthSettings): [string, string][] {
	return Object.entries(settings).flatMap(([venue, { clientId, clientSecretVariable }]) =>
		(clientId === null) === (clientSecretVariable === null)
			? []
			: [
					[
						`exchangeOAuth.${venue}.${clientId === null ? 'clientId' : 'clientSecretVariable'}`,
						'must be given where its other half is: id and secret belong together',
					],
				],
	);
}
