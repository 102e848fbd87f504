/** Reads and caches an external OpenID provider's discovery document. */
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
import { OPENID_TEXT } from './text.ts';

/** A configured OpenID provider. */
export type OpenidSettings = {
	readonly id: string;
	readonly name: string;
	/** Exact value of the provider's `iss`. */
	readonly issuer: string;
	readonly clientId: string;
	/** Secret of this client at the provider; undefined for a public client. */
	readonly clientSecret: string | undefined;
	/** How the secret is sent: `client_secret_basic` or `client_secret_post`. */
	readonly clientAuthentication: 'basic' | 'post';
	readonly scopes: readonly string[];
	/** Accepted signature algorithms for ID tokens, asymmetric only. */
	readonly algorithms: readonly string[];
	readonly subjectClaim: string;
	readonly walletClaim: string | undefined;
};

/** Time limit for each request to the provider, milliseconds. */
export const PROVIDER_TIME_LIMIT_MS = 5_000;
/** Age at which a discovery document is fetched again. Endpoints rarely change. */
const DISCOVERY_AGE_MS_MAX = 3_600_000;

/**
 * Returns a function that reads the provider's configuration, from memory while it is fresh. A failure is not cached,
 * so the next call tries again.
 * @throws CarrywireError LOGIN_UNAVAILABLE if the provider does not respond or its document is unusable
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
			// Signatures on ID tokens are checked even though the tokens arrive over TLS, because loopback issuers
			// have no TLS. The bounded fetch requires TLS for all others.
			execute: [
				enableNonRepudiationChecks,
				...(new URL(issuer).protocol === 'http:' ? [allowInsecureRequests] : []),
			],
			[customFetch]: createBoundedFetch({ clock, timeLimitMs: PROVIDER_TIME_LIMIT_MS }),
		});
	} catch (error) {
		const noAnswer = noAnswerUnder(error);
		throw unavailable(
			OPENID_TEXT.noAnswer({ provider: name, fault: noAnswer?.message ?? OPENID_TEXT.noDiscovery() }),
		);
	}
	const metadata = configuration.serverMetadata();
	if (metadata.issuer !== issuer) throw unavailable(OPENID_TEXT.otherIssuer({ provider: name, issuer }));
	if (!isSecureUrl(metadata.authorization_endpoint ?? ''))
		throw unavailable(OPENID_TEXT.insecureEndpoint({ provider: name }));
	return configuration;
}

function clientAuth({ clientSecret, clientAuthentication }: OpenidSettings): ClientAuth {
	if (clientSecret === undefined) return None();
	return clientAuthentication === 'basic' ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
}
