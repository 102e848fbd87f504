/**
 * Defines section `auth`, the settings of identity providers. The file never contains a secret. A setting instead
 * names the environment variable that holds the secret (`secrets.ts` reads these variables at startup).
 */
import * as z from 'zod';
import { isSecureUrl } from '../domain/secure-url.ts';
import {
	choice,
	list,
	onOff,
	optionalWords,
	section,
	variableName,
	wholeOf,
	wholeText,
	words,
} from './values.ts';

/**
 * Public-key signature algorithms (RFC 7518 3.1, RFC 8037). Shared-key algorithms are excluded: everybody who holds
 * the key can sign, so a signature would not show that the provider made it.
 */
const SIGNATURE_ALGORITHMS = [
	'ES256',
	'ES384',
	'ES512',
	'RS256',
	'RS384',
	'RS512',
	'PS256',
	'PS384',
	'PS512',
	'EdDSA',
	'Ed25519',
] as const;

const PROVIDERS_MAX = 16;
const CHAINS_MAX = 32;
const AGE_MS_DEFAULT = 600_000;
/** The issuer of wallet identities, which this service verifies itself. */
const WALLET_ISSUER = 'wallet';
/** The issuer of guest identities, which are not authenticated. */
const GUEST_ISSUER = 'guest';
/** The client id of the project's own command line. */
const COMMAND_LINE_CLIENT = 'carrywire-cli';
const REDIRECT_RULES = {
	web: 'must be an https URL, or an http URL on this machine, without a fragment',
	native:
		'must be an http URL on localhost, 127.0.0.1 or [::1], an https URL on another host, or a URL with a private scheme (com.example.app:/back), without a fragment',
} as const;
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const SECURE_RULE = 'must be an https URL, or an http URL on this machine (localhost, 127.x.x.x, [::1])';

const id = z
	.string()
	.regex(/^[a-z][a-z0-9-]{0,31}$/, {
		error: 'must be 1 to 32 characters from a-z, 0-9 and -, beginning with a letter',
	})
	.meta({ description: 'Id of the provider in URLs and logs; must be unique.' });
const name = z.string().min(1).max(64).meta({ description: 'Name on the login page.' });
const secureUrl = (description: string) =>
	z.string().max(1_024).refine(isSecureUrl, { error: SECURE_RULE }).meta({ description });
const claimSettings = {
	subjectClaim: words(64, 'sub', 'Claim that identifies the user; the provider must never reuse its values.'),
	walletClaim: optionalWords(
		64,
		'Claim with one or more Ethereum addresses; null: the service reads the address from a subject such as eip155:1:0x….',
	),
};
const algorithms = (fallback: readonly (typeof SIGNATURE_ALGORITHMS)[number][], description: string) =>
	list(z.enum(SIGNATURE_ALGORITHMS), fallback, SIGNATURE_ALGORITHMS.length, description);

const chain = z.strictObject({
	chainId: wholeText(
		'chain id',
		1,
		Number.MAX_SAFE_INTEGER,
		'Chain on which wallets may sign (EIP-155).',
		null,
	)
		.meta({ default: undefined })
		.transform(wholeOf),
	name: z.string().min(1).max(64).meta({ description: 'Name of the chain on the login page.' }),
	rpcUrl: z
		.string()
		.max(1_024)
		.refine(isSecureUrl, { error: SECURE_RULE })
		.nullable()
		.meta({
			default: null,
			description:
				'JSON-RPC URL of a node, needed to verify smart-contract wallets. Without it only ordinary (EOA) wallets can log in.',
		})
		.optional()
		.transform((given) => given ?? null),
	rpcUrlVariable: variableName(
		'Environment variable that holds the URL of the node, for a URL that contains a key.',
	),
});

const walletProvider = z.strictObject({
	id,
	kind: z
		.literal('wallet')
		.meta({ description: 'Login with an Ethereum wallet, which signs a message (EIP-4361).' }),
	name,
	chains: list(
		chain,
		[{ chainId: 1, name: 'Ethereum', rpcUrl: null, rpcUrlVariable: null }],
		CHAINS_MAX,
		'Chains that a login message may name.',
	),
});

const openidProvider = z.strictObject({
	id,
	kind: z
		.literal('openid')
		.meta({ description: 'Login with an OpenID provider, discovered from its issuer URL.' }),
	name,
	issuer: secureUrl('Issuer, exactly as in the provider’s iss claim.'),
	clientId: z.string().min(1).max(255).meta({ description: 'Id of this service at the provider.' }),
	clientSecretVariable: variableName(
		'Environment variable that holds the client secret; null for a public client.',
	),
	clientAuthentication: choice(
		['basic', 'post'],
		'basic',
		'How the secret is sent: client_secret_basic (in a header) or client_secret_post (in the body).',
	),
	scopes: list(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,64}$/), ['openid'], 16, 'Requested scopes.'),
	algorithms: algorithms(['RS256', 'ES256', 'PS256', 'EdDSA'], 'Allowed signature algorithms of ID tokens.'),
	...claimSettings,
});

const jwtProvider = z.strictObject({
	id,
	kind: z
		.literal('jwt')
		.meta({ description: 'Login with a signed token that the provider’s page gives to the browser.' }),
	name,
	issuer: z.string().min(1).max(1_024).meta({ description: 'Issuer, exactly as in the token’s iss claim.' }),
	jwksUrl: secureUrl('URL of the public keys of the issuer.'),
	audiences: z
		.array(z.string().min(1).max(255))
		.min(1)
		.max(16)
		.meta({ description: 'Allowed audiences of a token: the ids of this service at the provider.' }),
	algorithms: algorithms(['ES256', 'RS256', 'EdDSA'], 'Allowed signature algorithms of tokens.'),
	typ: optionalWords(64, 'Required typ in the token header; null skips the check.'),
	maxAgeMs: wholeText('ms', 10_000, 86_400_000, 'Largest age of a token since its iat.', AGE_MS_DEFAULT)
		.optional()
		.transform((text) => (text === undefined ? AGE_MS_DEFAULT : wholeOf(text))),
	...claimSettings,
});

const provider = z.discriminatedUnion('kind', [walletProvider, openidProvider, jwtProvider], {
	error: 'must be one of wallet, openid, jwt',
});

/** Settings of a provider for logins with an Ethereum wallet, including the allowed chains. */
export type WalletProvider = z.output<typeof walletProvider>;
/** Settings of a provider for logins at an external OpenID provider. */
export type OpenidProvider = z.output<typeof openidProvider>;
/** Settings of a provider for logins with a signed token from an external issuer. */
export type JwtProvider = z.output<typeof jwtProvider>;
/** One entry of `auth.providers`, distinguished by `kind`. */
export type IdentityProvider = WalletProvider | OpenidProvider | JwtProvider;

const DEFAULT_PROVIDERS: readonly IdentityProvider[] = [
	{
		id: 'wallet',
		kind: 'wallet',
		name: 'Ethereum wallet',
		chains: [{ chainId: 1, name: 'Ethereum', rpcUrl: null, rpcUrlVariable: null }],
	},
];

const application = z
	.strictObject({
		clientId: z
			.string()
			.regex(/^[a-z][a-z0-9._-]{0,63}$/, {
				error: 'must be 1 to 64 characters from a-z 0-9 . _ -, beginning with a letter',
			})
			.meta({ description: 'Name of the application.' }),
		name,
		redirectUris: z
			.array(
				z.string().max(1_024).meta({
					description: 'Redirect URI, compared exactly; a native application on loopback may use any port.',
				}),
			)
			.min(1)
			.max(16)
			.meta({ description: 'Allowed redirect URIs.' }),
		kind: choice(
			['web', 'native'],
			'web',
			'Kind of application; native: it runs on the user’s own machine (RFC 8252).',
		),
	})
	.superRefine(({ kind, redirectUris }, context) => {
		redirectUris.forEach((uri, index) => {
			if (!isRedirectUri(uri, kind))
				context.addIssue({
					code: 'custom',
					path: ['redirectUris', index],
					message: REDIRECT_RULES[kind],
				});
		});
	});

/**
 * Section `auth`: identity providers, admitted users and applications. Settings name the environment variables that
 * hold secrets.
 */
export const authSchema = section('Users who may log in, and applications that may request access.', {
	admitted: list(
		z.string().min(1).max(255),
		[],
		10_000,
		'Users who may log in: addresses of wallets that log in here, and subjects exactly as their provider writes them; empty: everybody with a proven identity.',
	),
	admitEverybody: onOff(
		false,
		'Set to true to confirm that anyone with a proven identity may log in in live mode. Otherwise the service refuses to start in live mode while auth.admitted is empty.',
	),
	applications: list(
		application,
		[],
		64,
		'Applications that may request access from users: public clients with PKCE.',
	),
	clientDocuments: onOff(
		true,
		'Whether an application may identify itself by the https address of its metadata document, as MCP clients do.',
	),
	guests: choice(
		['auto', 'on', 'off'],
		'auto',
		'Whether guests may log in without a proof of identity, as a new user each time. Possible only in simulated mode, on a loopback address, with server.publicUrl, server.trustedProxies and auth.admitted unset. auto: wherever possible; on: the service refuses to start if that is not possible; off: never.',
	),
	identityProviders: list(
		provider,
		DEFAULT_PROVIDERS,
		PROVIDERS_MAX,
		'Login methods, in the order of the login page.',
	),
}).superRefine(({ identityProviders, applications }, context) => {
	const names = applications.map(({ clientId }) => clientId);
	names.forEach((clientId, index) => {
		if (clientId === COMMAND_LINE_CLIENT || names.indexOf(clientId) !== index)
			context.addIssue({
				code: 'custom',
				path: ['applications', index, 'clientId'],
				message: `must be unique, and not ${COMMAND_LINE_CLIENT}`,
			});
	});
	identityProviders.forEach((at, index) => {
		for (const [member, message] of faultsAmong(at, identityProviders.slice(0, index)))
			context.addIssue({ code: 'custom', path: ['identityProviders', index, member], message });
	});
});

/**
 * Checks a redirect URI by the authorization server's rule for this `kind`. The server itself would report a
 * violation only when the URI is first used.
 */
function isRedirectUri(text: string, kind: 'web' | 'native'): boolean {
	const url = URL.parse(text);
	if (url === null || text.includes('#')) return false;
	if (kind === 'web') return isSecureUrl(text);
	const isLoopback = LOOPBACK_HOSTS.includes(url.hostname);
	if (url.protocol === 'http:') return isLoopback;
	if (url.protocol === 'https:') return !isLoopback;
	return /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(url.protocol);
}

/**
 * Checks a provider's settings on their own and against the providers earlier in the list; returns the violations as
 * [field, rule].
 */
function faultsAmong(at: IdentityProvider, before: readonly IdentityProvider[]): [string, string][] {
	const faults: [string, string][] = [];
	if (before.some((other) => other.id === at.id))
		faults.push(['id', 'must be unique, but a provider above already uses it']);
	// Issuer and subject identify a user, so two providers with the same issuer could impersonate each other's users.
	if (before.some((other) => issuerOf(other) === issuerOf(at)))
		faults.push(
			at.kind === 'wallet'
				? ['kind', 'may be wallet only once, because one provider covers all chains']
				: ['issuer', 'must be unique, but a provider above already uses it'],
		);
	if (at.kind === 'jwt' && at.issuer === WALLET_ISSUER)
		faults.push(['issuer', `must not be ${WALLET_ISSUER}: that is the issuer of wallets`]);
	if (at.kind === 'jwt' && at.issuer === GUEST_ISSUER)
		faults.push(['issuer', `must not be ${GUEST_ISSUER}: that is the issuer of guests`]);
	if (at.kind === 'openid' && !at.scopes.includes('openid'))
		faults.push(['scopes', 'must contain openid, because without it there is no ID token']);
	if (at.kind !== 'wallet' && at.algorithms.length === 0)
		faults.push(['algorithms', 'must have at least 1 entry']);
	if (at.kind === 'wallet') faults.push(...faultsOfChains(at.chains));
	return faults;
}

function faultsOfChains(chains: readonly z.output<typeof chain>[]): [string, string][] {
	const faults: [string, string][] = [];
	if (chains.length === 0) faults.push(['chains', 'must have at least 1 entry']);
	if (new Set(chains.map(({ chainId }) => chainId)).size !== chains.length)
		faults.push(['chains', 'must list each chain only once']);
	if (chains.some(({ rpcUrl, rpcUrlVariable }) => rpcUrl !== null && rpcUrlVariable !== null))
		faults.push(['chains', 'must set rpcUrl or rpcUrlVariable of a chain, not both']);
	return faults;
}

function issuerOf(at: IdentityProvider): string {
	return at.kind === 'wallet' ? WALLET_ISSUER : at.issuer;
}
