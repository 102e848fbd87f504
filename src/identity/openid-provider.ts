/** An external OpenID provider as its discovery document describes it: found when it is first needed, and kept. */
import {
	allowInsecureRequests,
	type ClientAuth,
	ClientSecretBasic,
	ClientSecretPost,
	type Configuration,
	customFetch,
	discovery,
	enableNonRepudiationChecks,
	None,
} from 'openid-client';
import { isSecureUrl } from '../domain/secure-url.ts';
import type { Clock } from '../ports/clock.ts';
import { createBoundedFetch, noAnswerUnder } from './bounded-fetch.ts';
import { unavailable } from './proven-identity.ts';

/** An OpenID provider as it is configured. */
export type OpenidSettings = {
	readonly id: string;
	readonly name: string;
	/** Exactly as the provider writes it in `iss`. */
	readonly issuer: string;
	readonly clientId: string;
	/** Undefined for a public client. */
	readonly clientSecret: string | undefined;
	/** How the secret is sent: `client_secret_basic` or `client_secret_post`. */
	readonly clientAuthentication: 'basic' | 'post';
	readonly scopes: readonly string[];
	/** Signature algorithms of ID tokens, asymmetric ones only. */
	readonly algorithms: readonly string[];
	readonly subjectClaim: string;
	readonly walletClaim: string | undefined;
};

/** For each request to the provider. */
export const PROVIDER_TIME_LIMIT_MS = 5_000;
/** Endpoints move seldom: a discovery document is read again after this long. */
const DISCOVERY_AGE_MS_MAX = 3_600_000;

/**
 * Answers the provider's configuration, from memory where it is fresh. A failure is not kept: the next call asks anew.
 * @throws CarrywireError LOGIN_UNAVAILABLE when the provider does not answer or its document cannot be used.
 */
export function createOpenidDiscovery(settings: OpenidSettings, clock: Clock): () => Promise<Configuration> {
	let kept: { readonly configuration: Promise<Configuration>; readonly at: number } | undefined;
	return () => {
		const now = clock.now();
		if (kept !== undefined && now - kept.at < DISCOVERY_AGE_MS_MAX) return kept.configuration;
		const entry = { configuration: discover(settings, clock), at: now };
		kept = entry;
		entry.configuration.catch(() => {
			if (kept === entry) kept = undefined;
		});
		return entry.configuration;
	};
}

async function discover(settings: OpenidSettings, clock: Clock): Promise<Configuration> {
	const { issuer, clientId, name } = settings;
	let configuration: Configuration;
	try {
		configuration = await discovery(new URL(issuer), clientId, {}, clientAuth(settings), {
			// The signature of an ID token is checked although it came over TLS. Loopback issuers have no TLS; the
			// bounded fetch sees to it that nobody else is asked without.
			execute: [
				enableNonRepudiationChecks,
				...(new URL(issuer).protocol === 'http:' ? [allowInsecureRequests] : []),
			],
			[customFetch]: createBoundedFetch({ clock, timeLimitMs: PROVIDER_TIME_LIMIT_MS }),
		});
	} catch (error) {
		const silence = noAnswerUnder(error);
		throw unavailable(
			`The identity provider ${name} ${silence?.message ?? 'has no discovery document of this issuer that could be used'}. Try again.`,
		);
	}
	const metadata = configuration.serverMetadata();
	if (metadata.issuer !== issuer)
		throw unavailable(
			`The identity provider ${name} must call itself as it is configured, ${issuer}, and does not.`,
		);
	if (!isSecureUrl(metadata.authorization_endpoint ?? ''))
		throw unavailable(
			`The identity provider ${name} must have an authorization endpoint over https, has none.`,
		);
	return configuration;
}

function clientAuth({ clientSecret, clientAuthentication }: OpenidSettings): ClientAuth {
	if (clientSecret === undefined) return None();
	return clientAuthentication === 'basic' ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
}
