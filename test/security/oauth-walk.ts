/** Runs an application's OAuth flow with an independent client library (oauth4webapi) and a user's browser. */
import * as oauth from 'oauth4webapi';
import type { Scope } from '../../src/identity/scopes.ts';
import { type FormBrowser, type Page, unescaped } from '../support/form-browser.ts';
import { APPLICATIONS, type Fixture } from './fixture.ts';
import type { MadeAgent } from './people.ts';

export type AppName = keyof typeof APPLICATIONS;

/** State that an application keeps between redirecting the user and the user's return. */
export type Journey = {
	readonly client: oauth.Client;
	readonly redirectUri: string;
	readonly verifier: string;
	readonly state: string;
	readonly path: string;
};

export type Tokens = {
	readonly access: string;
	readonly refresh: string;
	readonly idToken: string | undefined;
	readonly scope: string;
};

export type OAuthWalk = {
	readonly as: oauth.AuthorizationServer;
	/** Request options for the library. */
	readonly http: {
		[oauth.allowInsecureRequests]: true;
		[oauth.customFetch]: (url: string, options: object) => Promise<Response>;
	};
	/** Starts a flow; `path` is the URL for the user's browser. A null parameter is omitted. */
	readonly begin: (app: AppName, change?: Readonly<Record<string, string | null>>) => Promise<Journey>;
	/** Plays the user's part: opens the consent page and grants the request. Returns the redirect target. */
	readonly consent: (browser: FormBrowser, journey: Journey, scopes?: readonly Scope[]) => Promise<URL>;
	/** Sends the redirect's parameters to the token endpoint and returns the response. */
	readonly redeem: (journey: Journey, back: URL, dpop?: oauth.DPoPHandle) => Promise<Response>;
	readonly refresh: (journey: Journey, token: string, more?: Record<string, string>) => Promise<Response>;
	/** Runs the whole flow and returns the tokens. */
	readonly connect: (
		browser: FormBrowser,
		app?: AppName,
		change?: Readonly<Record<string, string>>,
		scopes?: readonly Scope[],
	) => Promise<Tokens & { readonly journey: Journey; readonly back: URL }>;
	/** Requests a token by `client_credentials`, for an agent with a key issued by the service. */
	readonly agentToken: (agent: MadeAgent, parameters?: Record<string, string>) => Promise<Response>;
};

export const SCOPE_ASKED = 'arb:read arb:trade';

export async function oauthWalk(fixture: Fixture): Promise<OAuthWalk> {
	const http: OAuthWalk['http'] = {
		[oauth.allowInsecureRequests]: true,
		[oauth.customFetch]: (url, options) => fixture.fetch(url, options),
	};
	const issuer = new URL(fixture.publicUrl);
	const found = await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oauth2' });
	const as = await oauth.processDiscoveryResponse(issuer, found);

	const begin: OAuthWalk['begin'] = async (app, change = {}) => {
		const { clientId, redirectUris } = APPLICATIONS[app];
		const verifier = oauth.generateRandomCodeVerifier();
		const state = oauth.generateRandomState();
		fixture.traffic.note(verifier, 'a code verifier');
		const asked: Record<string, string | null> = {
			client_id: clientId,
			redirect_uri: redirectUris[0],
			response_type: 'code',
			scope: SCOPE_ASKED,
			state,
			code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
			code_challenge_method: 'S256',
			...change,
		};
		const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== null);
		return {
			client: { client_id: clientId },
			redirectUri: asked.redirect_uri ?? '',
			verifier,
			state,
			path: `/oauth/authorize?${new URLSearchParams(given)}`,
		};
	};

	const consent: OAuthWalk['consent'] = async (browser, journey, scopes) => {
		const page = await browser.open(journey.path);
		if (page.leftFor !== undefined) return page.leftFor;
		const { leftFor, text, status } = await answerConsent(browser, page, 'grant', scopes);
		if (leftFor === undefined) throw new Error(`The consent page did not redirect: HTTP ${status} ${text}`);
		return leftFor;
	};

	const redeem: OAuthWalk['redeem'] = async ({ client, redirectUri, verifier, state }, back, DPoP) => {
		const answer = oauth.validateAuthResponse(as, client, back, state);
		return oauth.authorizationCodeGrantRequest(as, client, oauth.None(), answer, redirectUri, verifier, {
			...http,
			...(DPoP === undefined ? {} : { DPoP }),
		});
	};

	return {
		as,
		http,
		begin,
		consent,
		redeem,
		refresh: ({ client }, token, additionalParameters = {}) =>
			oauth.refreshTokenGrantRequest(as, client, oauth.None(), token, { ...http, additionalParameters }),
		async connect(browser, app = 'notebook', change = {}, scopes = undefined) {
			const journey = await begin(app, change);
			const back = await consent(browser, journey, scopes);
			return { journey, back, ...(await tokensOf(await redeem(journey, back))) };
		},
		agentToken: ({ agentId, key }, parameters = {}) =>
			oauth.clientCredentialsGrantRequest(
				as,
				{ client_id: agentId },
				oauth.ClientSecretBasic(key),
				parameters,
				http,
			),
	};
}

/** Submits the consent page with the decision. If `scopes` is given, only those scopes are ticked. */
export function answerConsent(
	browser: FormBrowser,
	page: Page,
	decision: 'grant' | 'refuse',
	scopes?: readonly string[],
): Promise<Page> {
	const [, path = ''] = /action="(\/interaction\/[^"]+)"/.exec(page.text) ?? [];
	return browser.submit(unescaped(path), { decision, ...(scopes === undefined ? {} : { scope: scopes }) });
}

export async function tokensOf(response: Response): Promise<Tokens> {
	const answer = (await response.clone().json()) as Record<string, string | undefined>;
	const { access_token: access, refresh_token: refresh = '', id_token: idToken, scope = '' } = answer;
	if (access === undefined) throw new Error(`No token: HTTP ${response.status} ${JSON.stringify(answer)}`);
	return { access, refresh, idToken, scope };
}
