/** Asks users for consent before an application gets tokens, and lists and revokes their grants. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { OAuthRecord, OAuthRecordStore } from '../../ports/oauth-record-store.ts';
import type { Vault } from '../../ports/vault.ts';
import { SCOPES, type Scope } from '../scopes.ts';
import { openRecord } from './records.ts';
import { REFUSAL_TEXT, SERVER_LOG } from './text.ts';

/** An access request that is waiting for the user's decision. */
export type WaitingRequest = {
	readonly uid: string;
	/** Next step of the request. With `login`, the user must log in first. */
	readonly step: 'login' | 'consent';
	/** User whom the authorization server's session identifies; undefined before the login. */
	readonly userId: string | undefined;
	readonly clientId: string;
	readonly applicationName: string;
	/** Redirect URI that receives the response; undefined for a terminal's request. */
	readonly redirectUri: string | undefined;
	/**
	 * All requested scopes, including those already granted, because the requester may be another program with the
	 * same name.
	 */
	readonly scopes: readonly Scope[];
};

/** Everything that a user has granted to an application, in one or more decisions. */
type GrantedApplication = {
	readonly applicationId: string;
	readonly clientId: string;
	readonly name: string;
	readonly scopes: readonly Scope[];
	readonly grantedAt: number;
	readonly expiresAt: number;
};

/** Completes requests for access, and lists and revokes users' grants. */
export interface Consents {
	/** Returns this browser's waiting request; undefined if there is none or it has expired. */
	find(request: IncomingMessage, response: ServerResponse): Promise<WaitingRequest | undefined>;
	/** Logs the user in for the waiting request. Responds with a redirect, as `grant` and `refuse` do. */
	logIn(request: IncomingMessage, response: ServerResponse, userId: string): Promise<void>;
	grant(request: IncomingMessage, response: ServerResponse, scopes: readonly Scope[]): Promise<void>;
	refuse(request: IncomingMessage, response: ServerResponse): Promise<void>;
	/** Lists the applications with access, newest first. */
	list(userId: string): Promise<readonly GrantedApplication[]>;
	/**
	 * Ends every grant to the application, and all tokens of these grants. False if the application has no grant from
	 * this user.
	 */
	revoke(userId: string, applicationId: string): Promise<boolean>;
}

const ID_DIGITS = 32;

type ConsentParts = {
	readonly provider: Provider;
	/** URL of the protected resource whose scopes are granted. */
	readonly resource: string;
	readonly records: OAuthRecordStore;
	readonly vault: Pick<Vault, 'open'>;
	readonly clock: Clock;
	readonly logger: Logger;
	/** The `resumeUrl` method of the server's `Resumption`. */
	readonly resumeUrl: (address: string) => string;
	readonly onEnded: () => void;
};

/** Creates the consents from the provider's interactions; `onEnded` runs after each revocation. */
export function createConsents(parts: ConsentParts): Consents {
	const { provider, records, clock } = parts;
	return {
		async find(request, response) {
			const found = await details(provider, request, response);
			if (found === undefined) return undefined;
			const { uid, prompt, params, session } = found;
			const clientId = String(params.client_id);
			return {
				uid,
				step: prompt.name === 'login' ? 'login' : 'consent',
				userId: session?.accountId,
				clientId,
				applicationName: await nameOf(provider, clientId),
				redirectUri: typeof params.redirect_uri === 'string' ? params.redirect_uri : undefined,
				scopes: requestedScopes(params),
			};
		},
		async logIn(request, response, userId) {
			await endOtherSession(provider, request, response, userId);
			await finish(parts, request, response, { login: { accountId: userId } });
		},
		async grant(request, response, scopes) {
			const grantId = await newGrant(parts, await details(provider, request, response), scopes);
			await finish(parts, request, response, { consent: { grantId } });
		},
		refuse: (request, response) =>
			finish(parts, request, response, {
				error: 'access_denied',
				error_description: REFUSAL_TEXT.byUser,
			}),
		async list(userId) {
			const byClient = Map.groupBy(
				await records.ofUser('Grant', userId, clock.now()),
				({ clientId }) => clientId ?? '',
			);
			const found = await Promise.all(
				[...byClient].map(([clientId, grants]) => listed(parts, clientId, grants)),
			);
			return found.flat();
		},
		revoke: (userId, applicationId) => revoke(parts, userId, applicationId),
	};
}

async function details(provider: Provider, request: IncomingMessage, response: ServerResponse) {
	return provider.interactionDetails(request, response).catch(() => undefined);
}

async function nameOf(provider: Provider, clientId: string): Promise<string> {
	const client = await provider.Client.find(clientId).catch(() => undefined);
	return shownName(client?.clientName) ?? clientId;
}

/**
 * Saves a grant and returns its id. Each decision gets its own grant, so that a request never gets more than the user
 * ticked for it.
 */
async function newGrant(
	{ provider, resource }: ConsentParts,
	found: Awaited<ReturnType<typeof details>>,
	scopes: readonly Scope[],
): Promise<string> {
	const accountId = found?.session?.accountId;
	if (found === undefined || accountId === undefined)
		throw new Error('No access request is waiting for an answer.');
	const grant = new provider.Grant({ accountId, clientId: String(found.params.client_id) });
	if (wordsOf(found.params.scope).includes('openid')) grant.addOIDCScope('openid');
	const asked = requestedScopes(found.params);
	const given = asked.filter((scope) => scopes.includes(scope));
	const withheld = asked.filter((scope) => !given.includes(scope));
	for (const address of requestedAddresses(found.params.resource, resource)) {
		if (given.length > 0) grant.addResourceScope(address, given.join(' '));
		if (withheld.length > 0) grant.rejectResourceScope(address, withheld.join(' '));
	}
	return grant.save();
}

/**
 * Ends the server's session if it belongs to another user. Otherwise the server would ask the user to confirm the
 * change on its own page instead of ours.
 */
async function endOtherSession(
	provider: Provider,
	request: IncomingMessage,
	response: ServerResponse,
	userId: string,
): Promise<void> {
	const found = await details(provider, request, response);
	if (found?.session === undefined || found.session.accountId === userId) return;
	const { uid } = found.session;
	delete found.session;
	await found.persist();
	await (await provider.Session.findByUid(uid))?.destroy();
}

async function finish(
	{ provider, resumeUrl }: ConsentParts,
	request: IncomingMessage,
	response: ServerResponse,
	result: Parameters<Provider['interactionResult']>[2],
): Promise<void> {
	const mergeWithLastSubmission = !('error' in result);
	const address = await provider.interactionResult(request, response, result, { mergeWithLastSubmission });
	response.writeHead(303, { location: resumeUrl(address), 'content-length': '0' }).end();
}

/** Combines the grants to one application, which must be sorted newest first. */
async function listed(
	parts: ConsentParts,
	clientId: string,
	grants: readonly OAuthRecord[],
): Promise<GrantedApplication[]> {
	const [newest] = grants;
	if (newest === undefined) return [];
	const granted = (await Promise.all(grants.map((grant) => grantedIn(parts, grant)))).flat();
	const application = {
		applicationId: idOf(newest),
		clientId,
		name: await nameOf(parts.provider, clientId),
		scopes: SCOPES.filter((scope) => granted.includes(scope)),
		grantedAt: newest.createdAt,
		expiresAt: Math.max(...grants.map(({ expiresAt }) => expiresAt)),
	};
	return [application];
}

/** Returns the scopes of a grant. Empty if the grant cannot be decrypted; the user can then only revoke it. */
async function grantedIn({ vault, logger }: ConsentParts, record: OAuthRecord): Promise<readonly string[]> {
	const opened = await openRecord({ vault }, record).catch((error: unknown) => {
		logger.error({ clientId: record.clientId, error }, SERVER_LOG.grantUnreadable);
		return {};
	});
	const { resources = {} } = opened as { readonly resources?: Readonly<Record<string, string>> };
	return Object.values(resources).flatMap((scopes) => scopes.split(' '));
}

async function revoke(
	{ records, clock, onEnded }: ConsentParts,
	userId: string,
	applicationId: string,
): Promise<boolean> {
	const grants = await records.ofUser('Grant', userId, clock.now());
	const meant = grants.find((grant) => idOf(grant) === applicationId);
	if (meant === undefined) return false;
	for (const { idHash } of grants.filter(({ clientId }) => clientId === meant.clientId)) {
		// The grant is deleted first, so that a token issued at the same time is invalid for lack of a grant.
		await records.destroy('Grant', idHash);
		await records.destroyByGrant(idHash);
	}
	onEnded();
	return true;
}

function requestedScopes({ scope }: { readonly scope?: unknown }): readonly Scope[] {
	const asked = wordsOf(scope);
	return SCOPES.filter((known) => asked.includes(known));
}

/** Returns the URLs by which the request names the resource. The server stores granted scopes under each of them. */
function requestedAddresses(asked: unknown, resource: string): readonly string[] {
	if (typeof asked === 'string') return [asked];
	return Array.isArray(asked) && asked.length > 0 ? asked.map(String) : [resource];
}

function wordsOf(scope: unknown): readonly string[] {
	return typeof scope === 'string' ? scope.split(' ') : [];
}

/** Returns the application's id for the user's list of grants. The grant's own id is a secret of the server. */
function idOf(record: OAuthRecord): string {
	return `app_${record.idHash.slice(0, ID_DIGITS)}`;
}

const NAME_LENGTH_MAX = 64;

/**
 * Cleans an application's name, which strangers choose, for a page that shows it beside its id. Characters that are
 * invisible, break the line or change the text direction become spaces. The name is cut to the maximum length of our
 * own names.
 */
export function shownName(name: string | undefined): string | undefined {
	const [...letters] = (name ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
	return letters.length === 0 ? undefined : letters.slice(0, NAME_LENGTH_MAX).join('').trim();
}
