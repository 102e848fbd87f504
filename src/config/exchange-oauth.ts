/**
 * Defines the settings of this service's OAuth clients at exchanges. A setting holds the client id and the name of
 * the secret's environment variable, never the secret itself.
 */
import { VENUE_FACTS } from '../venues/facts.ts';
import { optionalWords, section, variableName } from './values.ts';

const clientSchema = (name: string) =>
	section(`OAuth client that ${name} has issued to this service. Set both settings or neither.`, {
		clientId: optionalWords(256, 'Id of the client.'),
		clientSecretVariable: variableName('Name of the environment variable that holds the secret.'),
	});

/** Section `exchangeOAuth`: one client per exchange that has an authorization page. */
export const exchangeOAuthSchema = section(
	'OAuth clients registered with exchanges. They let users connect accounts on the exchange’s own page ([exchange-oauth.md](exchange-oauth.md)). In simulated mode the service registers its own clients with the simulators.',
	Object.fromEntries(
		Object.values(VENUE_FACTS)
			.filter(({ hasOAuthClient }) => hasOAuthClient)
			.map(({ name, shownName }) => [name, clientSchema(shownName)]),
	),
);

/**
 * OAuth clients by venue. `clientSecretVariable` names an environment variable. Both fields are null if no client is
 * configured.
 */
export type ExchangeOAuthSettings = Readonly<
	Record<string, { readonly clientId: string | null; readonly clientSecretVariable: string | null }>
>;

/** Finds clients with an id but no secret, or a secret but no id; returns them as [path, rule]. */
export function halfClients(settings: ExchangeOAuthSettings): [string, string][] {
	return Object.entries(settings).flatMap(([venue, { clientId, clientSecretVariable }]) =>
		(clientId === null) === (clientSecretVariable === null)
			? []
			: [
					[
						`exchangeOAuth.${venue}.${clientId === null ? 'clientId' : 'clientSecretVariable'}`,
						'must be set too: id and secret belong together',
					],
				],
	);
}
