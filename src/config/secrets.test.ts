import { expect, test } from 'vitest';
import { createJwtLogin } from '../identity/jwt-login.ts';
import { createOpenidLogin } from '../identity/openid-login.ts';
import { createWalletLogin } from '../identity/wallet-login.ts';
import { systemClock } from '../runtime/clock.ts';
import { systemRandom } from '../runtime/random.ts';
import { readConfig } from './config.ts';
import type { IdentityProvider } from './identity.ts';
import { withSecrets } from './secrets.ts';

function providers(): readonly IdentityProvider[] {
	const read = readConfig({
		auth: {
			identityProviders: [
				{ id: 'wallet', kind: 'wallet', name: 'Wallet' },
				{
					id: 'company',
					kind: 'openid',
					name: 'Company',
					issuer: 'https://login.example.org',
					clientId: 'carrywire',
					clientSecretVariable: 'COMPANY_SECRET',
				},
				{
					id: 'embedded',
					kind: 'jwt',
					name: 'Embedded',
					issuer: 'privy.io',
					jwksUrl: 'https://auth.example.org/jwks',
					audiences: ['app'],
				},
			],
		},
	});
	if (!('config' in read)) throw new Error(JSON.stringify(read.faults));
	return read.config.auth.identityProviders;
}

test('reads secrets only from the variables in the settings', () => {
	const [wallet, company, embedded] = providers();
	if (wallet?.kind !== 'wallet' || company === undefined || embedded === undefined)
		throw new Error('No provider.');
	const base = { chainId: 8453, name: 'Base', rpcUrl: null, rpcUrlVariable: 'BASE_NODE' };
	const ethereum = { chainId: 1, name: 'Ethereum', rpcUrl: 'https://node.example', rpcUrlVariable: null };
	const other = { chainId: 10, name: 'Optimism', rpcUrl: null, rpcUrlVariable: null };
	const env = { COMPANY_SECRET: 'the secret', BASE_NODE: 'https://base.example/key', SECRET: 'x' };
	expect(withSecrets([{ ...wallet, chains: [base, ethereum, other] }, company, embedded], env)).toMatchObject(
		{
			providers: [
				{
					chains: [
						{ chainId: 8453, name: 'Base', rpcUrl: 'https://base.example/key' },
						{ chainId: 1, name: 'Ethereum', rpcUrl: 'https://node.example' },
						{ chainId: 10, name: 'Optimism', rpcUrl: undefined },
					],
				},
				{ id: 'company', clientSecret: 'the secret', walletClaim: undefined },
				{ id: 'embedded', typ: undefined, walletClaim: undefined },
			],
		},
	);
});

test('names a variable that is missing, empty or not a URL, without its value', () => {
	const [wallet, company] = providers();
	if (wallet?.kind !== 'wallet' || company === undefined) throw new Error('No provider.');
	const chain = { chainId: 8453, name: 'Base', rpcUrl: null, rpcUrlVariable: 'BASE_NODE' };
	const faults = [
		'The environment variable BASE_NODE must contain the URL of a node for Base: an https URL, or an http URL on this machine. It does not.',
		'The environment variable COMPANY_SECRET must contain the client secret of company; it is empty or not set.',
	];
	for (const env of [{}, { COMPANY_SECRET: '', BASE_NODE: 'http://base.example/key' }])
		expect(withSecrets([{ ...wallet, chains: [chain] }, company], env)).toEqual({ faults });
});

test('gives a ready provider the parts of its login', () => {
	const ready = withSecrets(providers(), { COMPANY_SECRET: 'x' });
	if (!('providers' in ready)) throw new Error(ready.faults.join(' '));
	const waiting = { put: async () => {}, deleteExpired: async () => {} };
	const logins = ready.providers.map((provider) => {
		switch (provider.kind) {
			case 'wallet':
				return createWalletLogin({
					provider: provider.id,
					chains: provider.chains,
					origin: () => 'https://carry.example',
					clock: systemClock,
					random: systemRandom,
					nonces: { ...waiting, take: async () => false },
				});
			case 'openid':
				return createOpenidLogin({
					settings: provider,
					clock: systemClock,
					random: systemRandom,
					pendingLogins: { ...waiting, take: async () => undefined },
					seal: { seal: (text) => text, open: (text) => text },
				});
			case 'jwt':
				return createJwtLogin({
					settings: provider,
					clock: systemClock,
					spentTokens: { spend: async () => true, deleteExpired: async () => {} },
				});
		}
		throw new Error('Another kind.');
	});
	expect(logins.map((login) => 'begin' in login)).toEqual([true, true, false]);
});
