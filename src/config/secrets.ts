/** Reads identity providers' secrets from the environment variables that the settings name. */

import { isSecureUrl } from '../domain/secure-url.ts';
import type { IdentityProvider, JwtProvider, OpenidProvider, WalletProvider } from './identity.ts';

/** An identity provider with the values of its environment variables. A value is undefined if its setting is null. */
export type ReadyProvider = ReadyWalletProvider | ReadyOpenidProvider | ReadyJwtProvider;

type ReadyWalletProvider = Omit<WalletProvider, 'chains'> & {
	readonly chains: readonly {
		readonly chainId: number;
		readonly name: string;
		readonly rpcUrl: string | undefined;
	}[];
};

type ReadyOpenidProvider = Omit<OpenidProvider, 'clientSecretVariable' | 'walletClaim'> & {
	readonly clientSecret: string | undefined;
	readonly walletClaim: string | undefined;
};

type ReadyJwtProvider = Omit<JwtProvider, 'typ' | 'walletClaim'> & {
	readonly typ: string | undefined;
	readonly walletClaim: string | undefined;
};

/** The environment variables, and a message for each invalid one. A message never contains the variable's value. */
type Environment = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly faults: string[];
};

/** Returns the providers with their secrets, or a message for each invalid variable. */
export function withSecrets(
	providers: readonly IdentityProvider[],
	env: Readonly<Record<string, string | undefined>>,
): { readonly providers: readonly ReadyProvider[] } | { readonly faults: readonly string[] } {
	const environment = { env, faults: [] };
	const ready = providers.map((provider) => readyProvider(provider, environment));
	return environment.faults.length === 0 ? { providers: ready } : { faults: environment.faults };
}

function readyProvider(provider: IdentityProvider, environment: Environment): ReadyProvider {
	switch (provider.kind) {
		case 'wallet':
			return { ...provider, chains: provider.chains.map((chain) => readyChain(chain, environment)) };
		case 'openid': {
			const { clientSecretVariable, walletClaim, ...rest } = provider;
			const clientSecret = held(clientSecretVariable, environment);
			if (clientSecret === '')
				environment.faults.push(
					`The environment variable ${clientSecretVariable} must contain the client secret of ${provider.id}; it is empty or not set.`,
				);
			return { ...rest, clientSecret, walletClaim: walletClaim ?? undefined };
		}
		case 'jwt':
			return {
				...provider,
				typ: provider.typ ?? undefined,
				walletClaim: provider.walletClaim ?? undefined,
			};
	}
}

function readyChain(
	{ chainId, name, rpcUrl, rpcUrlVariable }: WalletProvider['chains'][number],
	environment: Environment,
): ReadyWalletProvider['chains'][number] {
	const url = rpcUrl ?? held(rpcUrlVariable, environment);
	if (url !== undefined && !isSecureUrl(url))
		environment.faults.push(
			`The environment variable ${rpcUrlVariable} must contain the URL of a node for ${name}: an https URL, or an http URL on this machine. It does not.`,
		);
	return { chainId, name, rpcUrl: url };
}

/**
 * Returns the variable's value, or an empty text if the variable is not set; undefined if the setting names no
 * variable.
 */
function held(variable: string | null, { env }: Environment): string | undefined {
	return variable === null ? undefined : (env[variable] ?? '');
}
