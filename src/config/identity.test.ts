/** Loads section `auth` from a settings file through the service's loader. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GUEST_ISSUER } from '../identity/guest-login.ts';
import { WALLET_ISSUER } from '../identity/proven-identity.ts';
import { CONFIG_FILE } from './config-flags.ts';
import { loadConfig } from './load-config.ts';

let cwd = '';

beforeEach(() => {
	cwd = mkdtempSync(join(tmpdir(), 'carrywire-auth-'));
});

afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function load(auth?: unknown) {
	if (auth !== undefined) writeFileSync(join(cwd, CONFIG_FILE), JSON.stringify({ auth }));
	return loadConfig({ flags: {}, env: {}, cwd }).auth;
}

const WALLET = { id: 'wallet', kind: 'wallet', name: 'Ethereum wallet' };
const OPENID = {
	id: 'company',
	kind: 'openid',
	name: 'Company',
	issuer: 'https://login.example.org/',
	clientId: 'carrywire',
};
const JWT = {
	id: 'embedded',
	kind: 'jwt',
	name: 'Embedded wallets',
	issuer: 'privy.io',
	jwksUrl: 'https://auth.example.org/jwks.json',
	audiences: ['app-1'],
};
const ETHEREUM = { chainId: 1, name: 'Ethereum', rpcUrl: null, rpcUrlVariable: null };

describe('identity providers', () => {
	test('allow only key wallets on Ethereum by default', () => {
		expect(load()).toEqual({
			admitEverybody: false,
			admitted: [],
			applications: [],
			clientDocuments: true,
			guests: 'auto',
			identityProviders: [{ ...WALLET, chains: [ETHEREUM] }],
		});
	});

	test('keep each kind with its defaults, in the order of the file', () => {
		expect(load({ identityProviders: [JWT, OPENID, WALLET] })).toMatchObject({
			identityProviders: [
				{
					...JWT,
					algorithms: ['ES256', 'RS256', 'EdDSA'],
					typ: null,
					maxAgeMs: 600_000,
					subjectClaim: 'sub',
					walletClaim: null,
				},
				{
					...OPENID,
					clientSecretVariable: null,
					clientAuthentication: 'basic',
					scopes: ['openid'],
					algorithms: ['RS256', 'ES256', 'PS256', 'EdDSA'],
					subjectClaim: 'sub',
					walletClaim: null,
				},
				{ ...WALLET, chains: [ETHEREUM] },
			],
		});
	});

	test('accept every setting', () => {
		const providers = [
			{
				...WALLET,
				chains: [
					{ chainId: 8453, name: 'Base', rpcUrl: 'http://127.0.0.1:8545', rpcUrlVariable: null },
					{ ...ETHEREUM, rpcUrlVariable: 'ETHEREUM_NODE' },
				],
			},
			{
				...OPENID,
				issuer: 'http://localhost:4000',
				clientSecretVariable: 'COMPANY_SECRET',
				clientAuthentication: 'post',
				scopes: ['openid', 'email'],
				algorithms: ['ES256'],
				subjectClaim: 'oid',
				walletClaim: 'wallet',
			},
			{
				...JWT,
				algorithms: ['EdDSA'],
				typ: 'id+jwt',
				maxAgeMs: 60_000,
				subjectClaim: 'id',
				walletClaim: 'wallets',
			},
		];
		expect(load({ identityProviders: providers }).identityProviders).toEqual(providers);
	});

	test('may be empty: then nobody can log in on a page', () => {
		expect(load({ identityProviders: [] }).identityProviders).toEqual([]);
	});
});

describe('refuses a provider', () => {
	test.each<[unknown, string]>([
		[{ ...OPENID, kind: 'saml' }, '0.kind must be one of wallet, openid, jwt; was "saml".'],
		[{ id: 'x', name: 'X' }, '0.kind must be one of wallet, openid, jwt; was absent.'],
		['wallet', '0 must be an object; was "wallet".'],
		[
			{ ...WALLET, id: 'Wallet' },
			'0.id must be 1 to 32 characters from a-z, 0-9 and -, beginning with a letter; was "Wallet".',
		],
		[{ ...WALLET, issuer: 'x' }, '0.issuer must be absent: there is no such setting; was "x".'],
		[{ ...OPENID, issuer: undefined }, '0.issuer must be a string; was absent.'],
		[
			{ ...OPENID, issuer: 'http://login.example.org' },
			'0.issuer must be an https URL, or an http URL on this machine (localhost, 127.x.x.x, [::1]); was "http://login.example.org".',
		],
		[
			{ ...OPENID, scopes: ['email'] },
			'0.scopes must contain openid, because without it there is no ID token; was ["email"].',
		],
		[{ ...OPENID, algorithms: [] }, '0.algorithms must have at least 1 entry; was [].'],
		[
			{ ...OPENID, clientAuthentication: 'none' },
			'0.clientAuthentication must be one of basic, post; was "none".',
		],
		[{ ...JWT, jwksUrl: 'ftp://x' }, '0.jwksUrl must be an https URL'],
		[{ ...JWT, audiences: [] }, '0.audiences must have at least 1 entries; was [].'],
		[
			{ ...JWT, issuer: WALLET_ISSUER },
			'0.issuer must not be wallet: that is the issuer of wallets; was "wallet".',
		],
		[
			{ ...JWT, issuer: GUEST_ISSUER },
			'0.issuer must not be guest: that is the issuer of guests; was "guest".',
		],
		[{ ...JWT, maxAgeMs: 9_999 }, '0.maxAgeMs must be a whole number (ms) from 10000 to 86400000; was 9999.'],
		[{ ...WALLET, chains: [] }, '0.chains must have at least 1 entry; was [].'],
		[{ ...WALLET, chains: [ETHEREUM, ETHEREUM] }, '0.chains must list each chain only once'],
		[{ ...WALLET, chains: [{ name: 'X' }] }, '0.chains.0.chainId must be a whole number (chain id) from 1'],
		[
			{ ...WALLET, chains: [{ chainId: 0, name: 'X' }] },
			'0.chains.0.chainId must be a whole number (chain id) from 1',
		],
		[
			{ ...WALLET, chains: [{ ...ETHEREUM, rpcUrl: 'https://x', rpcUrlVariable: 'X' }] },
			'0.chains must set rpcUrl or rpcUrlVariable of a chain, not both',
		],
	])('%j', (provider, message) => {
		expect(() => load({ identityProviders: [provider] })).toThrow(
			`carrywire.config.json: auth.identityProviders.${message}`,
		);
	});

	test.each(['none', 'HS256', 'HS384', 'HS512', 'RSA1_5', 'ES256K', 'rs256'])(
		'RFC 8725 3.2: with %s, which is not a verifiable public-key signature',
		(algorithm) => {
			for (const provider of [OPENID, JWT])
				expect(() =>
					load({ identityProviders: [{ ...provider, algorithms: ['ES256', algorithm] }] }),
				).toThrow(
					`auth.identityProviders.0.algorithms.1 must be one of ES256, ES384, ES512, RS256, RS384, RS512, PS256, PS384, PS512, EdDSA, Ed25519; was "${algorithm}".`,
				);
		},
	);

	test.each<[string, unknown[], string]>([
		[
			'an id',
			[WALLET, { ...OPENID, id: 'wallet' }],
			'1.id must be unique, but a provider above already uses it; was "wallet".',
		],
		[
			'an issuer',
			[JWT, { ...JWT, id: 'other' }],
			'1.issuer must be unique, but a provider above already uses it; was "privy.io".',
		],
		[
			'wallets',
			[WALLET, { ...WALLET, id: 'other' }],
			'1.kind may be wallet only once, because one provider covers all chains; was "wallet".',
		],
	])('that repeats %s of another', (_what, providers, message) => {
		expect(() => load({ identityProviders: providers })).toThrow(`auth.identityProviders.${message}`);
	});

	test('refuses more than sixteen providers', () => {
		const many = Array.from({ length: 17 }, (_, at) => ({ ...JWT, id: `p${at}`, issuer: `issuer-${at}` }));
		expect(() => load({ identityProviders: many })).toThrow('must have at most 16 entries');
	});
});

describe('admitted users', () => {
	test('are wallets and subjects, unchanged', () => {
		const admitted = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'did:privy:cm3np', 'a'.repeat(255)];
		expect(load({ admitted }).admitted).toEqual(admitted);
	});

	test.each<[unknown, string]>([
		['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'admitted must be an array'],
		[[''], 'admitted.0 must have at least 1 characters; was "".'],
		[['a'.repeat(256)], 'admitted.0 must have at most 255 characters'],
		[[7], 'admitted.0 must be a string; was 7.'],
		[Array.from({ length: 10_001 }, (_, at) => `user-${at}`), 'admitted must have at most 10000 entries'],
	])('%j is refused', (admitted, message) => {
		expect(() => load({ admitted })).toThrow(`carrywire.config.json: auth.${message}`);
	});
});

const APP = { clientId: 'dashboard', name: 'Dashboard', redirectUris: ['https://dash.example/back'] };

describe('applications', () => {
	test('keep their settings, with web as the default kind', () => {
		const native = { ...APP, clientId: 'desk', kind: 'native', redirectUris: ['com.example.desk:/back'] };
		expect(load({ applications: [APP, native], clientDocuments: false })).toMatchObject({
			applications: [{ ...APP, kind: 'web' }, native],
			clientDocuments: false,
		});
	});

	test.each([
		'http://127.0.0.1/back',
		'http://127.0.0.9:7/back',
		'http://localhost:3000/',
		'https://a.example/b?c=d',
	])('may redirect web applications to %s', (uri) => {
		expect(load({ applications: [{ ...APP, redirectUris: [uri] }] }).applications[0]?.redirectUris).toEqual([
			uri,
		]);
	});

	test.each(['http://127.0.0.1/back', 'http://[::1]/', 'https://a.example/b', 'com.example.app:/back'])(
		'may redirect native applications to %s',
		(uri) => {
			const application = { ...APP, kind: 'native', redirectUris: [uri] };
			expect(load({ applications: [application] }).applications).toEqual([application]);
		},
	);

	const WEB = 'must be an https URL, or an http URL on this machine, without a fragment';
	const NATIVE =
		'must be an http URL on localhost, 127.0.0.1 or [::1], an https URL on another host, or a URL with a private scheme (com.example.app:/back), without a fragment';

	test.each<[object, string]>([
		[
			{ clientId: 'Dashboard' },
			'0.clientId must be 1 to 64 characters from a-z 0-9 . _ -, beginning with a letter; was "Dashboard".',
		],
		[{ clientId: 'carrywire-cli' }, '0.clientId must be unique, and not carrywire-cli; was "carrywire-cli".'],
		[{ clientId: undefined }, '0.clientId must be a string; was absent.'],
		[{ name: '' }, '0.name must have at least 1 characters; was "".'],
		[{ redirectUris: [] }, '0.redirectUris must have at least 1 entries; was [].'],
		[{ redirectUris: ['http://dash.example/back'] }, `0.redirectUris.0 ${WEB}`],
		[{ redirectUris: ['https://dash.example/back#'] }, `0.redirectUris.0 ${WEB}`],
		[{ redirectUris: ['https://dash.example/', 'com.example.app:/back'] }, `0.redirectUris.1 ${WEB}`],
		[{ redirectUris: ['javascript:alert(1)'] }, `0.redirectUris.0 ${WEB}`],
		[{ redirectUris: ['/back'] }, `0.redirectUris.0 ${WEB}; was "/back".`],
		[{ kind: 'native', redirectUris: ['http://127.0.0.9/back'] }, `0.redirectUris.0 ${NATIVE}`],
		[{ kind: 'native', redirectUris: ['https://localhost/back'] }, `0.redirectUris.0 ${NATIVE}`],
		[{ kind: 'native', redirectUris: ['javascript:alert(1)'] }, `0.redirectUris.0 ${NATIVE}`],
		[{ kind: 'native', redirectUris: ['myapp:/back'] }, `0.redirectUris.0 ${NATIVE}`],
		[{ kind: 'native', redirectUris: ['com.example.app:/back#a'] }, `0.redirectUris.0 ${NATIVE}`],
		[{ kind: 'service' }, '0.kind must be one of web, native; was "service".'],
		[
			{ clientSecret: 's3cr3t' },
			'0.clientSecret must be absent: there is no such setting; was not shown here.',
		],
	])('%j is refused', (change, message) => {
		expect(() => load({ applications: [{ ...APP, ...change }] })).toThrow(
			`carrywire.config.json: auth.applications.${message}`,
		);
	});

	test('must have different ids', () => {
		expect(() => load({ applications: [APP, { ...APP, name: 'Other' }] })).toThrow(
			'auth.applications.1.clientId must be unique, and not carrywire-cli; was "dashboard".',
		);
	});

	test('accepts only true or false for clientDocuments', () => {
		expect(() => load({ clientDocuments: 'yes' })).toThrow(
			'auth.clientDocuments must be a boolean; was "yes".',
		);
	});
});

test.each<[string, object]>([
	['instead of the name of a variable', { ...OPENID, clientSecretVariable: 's3cr3t-value' }],
	['under an unknown name', { ...OPENID, clientSecret: 's3cr3t-value' }],
	[
		'inside the URL of a node',
		{ ...WALLET, chains: [{ ...ETHEREUM, rpcUrl: 'http://node.example/s3cr3t-value' }] },
	],
	['next to a fault of the whole section', { ...OPENID, kind: { clientSecret: 's3cr3t-value' } }],
	['next to a fault of a list', { ...WALLET, chains: { rpcUrl: 's3cr3t-value' } }],
])('does not show a secret that was written into the file %s', (_where, provider) => {
	const error = thrownBy(() => load({ identityProviders: [provider] }));
	expect(error).toContain('auth.identityProviders.0.');
	expect(error).toContain('not shown here');
	expect(error).not.toContain('s3cr3t');
});

function thrownBy(work: () => unknown): string {
	try {
		work();
	} catch (error) {
		return String(error);
	}
	throw new Error('No error was thrown.');
}
