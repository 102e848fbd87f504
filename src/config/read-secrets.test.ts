import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-flags.ts';
import { readSecrets } from './read-secrets.ts';

const COMPANY = {
	id: 'company',
	kind: 'openid',
	name: 'Company',
	issuer: 'https://login.example.org',
	clientId: 'carrywire',
	clientSecretVariable: 'COMPANY_SECRET',
};
const WALLETS = { id: 'wallet', kind: 'wallet', name: 'Wallets' };

function config(identityProviders: readonly object[] = [WALLETS, COMPANY]) {
	const read = readConfig({
		auth: { identityProviders: identityProviders as never },
		exchangeOAuth: { kucoin: { clientId: 'abc', clientSecretVariable: 'KUCOIN_SECRET' } },
	});
	if ('faults' in read) throw new Error(JSON.stringify(read.faults));
	return read.config;
}

function thrownBy(env: Readonly<Record<string, string | undefined>>): unknown {
	try {
		readSecrets(config(), env);
	} catch (error) {
		return error;
	}
	throw new Error('No error was thrown.');
}

test('reads every secret that the settings name', () => {
	const env = {
		COMPANY_SECRET: 'of the company',
		KUCOIN_SECRET: 'of kucoin\n',
		BYBIT_SECRET: 'not needed',
	};
	expect(readSecrets(config(), env)).toMatchObject({
		identityProviders: [
			{ id: 'wallet', chains: [{ chainId: 1 }] },
			{ id: 'company', clientSecret: 'of the company' },
		],
		exchangeClients: { kucoin: { clientId: 'abc', clientSecret: 'of kucoin' } },
	});
	expect(readSecrets(config(), env).exchangeClients).not.toHaveProperty('bybit');
});

test('needs no variable for a public client of a provider', () => {
	const provider = { ...COMPANY, clientSecretVariable: null };
	const { identityProviders } = readSecrets(config([provider]), { KUCOIN_SECRET: 'x' });
	expect(identityProviders).toEqual([expect.objectContaining({ id: 'company', clientSecret: undefined })]);
});

test.each([
	{},
	{ COMPANY_SECRET: '', KUCOIN_SECRET: ' ' },
	{ COMPANY_SECRET: undefined, KUCOIN_SECRET: undefined },
])('names all empty variables at once: %j', (env) => {
	const error = thrownBy(env);
	expect(error).toBeInstanceOf(ConfigError);
	expect(String(error)).toBe(
		[
			'ConfigError: The environment variable COMPANY_SECRET must contain the client secret of company; it is empty or not set.',
			'exchangeOAuth.kucoin.clientSecretVariable names an environment variable that is empty or not set.',
		].join('\n'),
	);
});

test('shows no other secret in a fault', () => {
	for (const env of [{ COMPANY_SECRET: 's3cr3t' }, { KUCOIN_SECRET: 's3cr3t' }])
		expect(String(thrownBy(env))).not.toContain('s3cr3t');
});
