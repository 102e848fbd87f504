/** Reads the secrets once at startup from the environment variables that the settings name. */

import type { ExchangeOAuthClient } from '../ports/exchange-oauth.ts';
import { type ChatTokens, readChatTokens } from './chat.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-flags.ts';
import { exchangeOAuthClients } from './exchange-oauth-clients.ts';
import { type ReadyMailServer, readMailServer } from './mail.ts';
import { type ReadyProvider, withSecrets } from './secrets.ts';
import { readHeaders } from './tracing.ts';

/** All secrets that the settings refer to. */
export type Secrets = {
	readonly identityProviders: readonly ReadyProvider[];
	readonly exchangeClients: Readonly<Record<string, ExchangeOAuthClient>>;
	/** Tokens of the chat bots. */
	readonly chat: ChatTokens;
	/** Headers for requests to the trace receiver. */
	readonly tracingHeaders: Readonly<Record<string, string>>;
	/** SMTP server for alert mails; undefined if none is configured. */
	readonly mailServer: ReadyMailServer;
};

/** @throws ConfigError that names each invalid variable, without its value */
export function readSecrets(
	config: Pick<Config, 'auth' | 'chat' | 'exchangeOAuth' | 'mail' | 'tracing'>,
	env: Readonly<Record<string, string | undefined>>,
): Secrets {
	const providers = withSecrets(config.auth.identityProviders, env);
	const { clients, unset } = exchangeOAuthClients(config.exchangeOAuth, env);
	const mail = readMailServer(config.mail, env);
	const chat = readChatTokens(config.chat, env);
	const { headersVariable } = config.tracing;
	const tracingHeaders = headersVariable === null ? {} : readHeaders(env[headersVariable] ?? '');
	const faults = [
		...('faults' in providers ? providers.faults : []),
		...(tracingHeaders === undefined
			? [
					'tracing.headersVariable names an environment variable that must contain name=value,name=value; it does not.',
				]
			: []),
		...chat.faults,
		...[...unset, ...mail.unset].map(
			(setting) => `${setting} names an environment variable that is empty or not set.`,
		),
	];
	if ('faults' in providers || tracingHeaders === undefined || faults.length > 0)
		throw new ConfigError(faults.join('\n'));
	return {
		identityProviders: providers.providers,
		exchangeClients: clients,
		tracingHeaders,
		mailServer: mail.server,
		chat: chat.tokens,
	};
}
