/** What a user is asked before an application gets tokens, and what the user has granted so far. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { isScope, SCOPES, type Scope } from '../auth/scopes.ts';
import type { Clock } from '../ports/clock.ts';
import type { OAuthRecord, OAuthRecordStore } from '../ports/oauth-record-store.ts';
import type { Vault } from '../ports/vault.ts';
import { openRecord } from './records.ts';

/** A request for access that waits for its user. */
export type WaitingRequest = {
	readonly uid: string;
	/** `login`: who the user is must be said first. */
	readonly step: 'login' | 'consent';
	/** As the server knows the user; undefined before the login. */
	readonly userId: string | undefined;
	readonly clientId: string;
	readonly applicationName: string;
	/** Where the browser goes with the answer; undefined for a terminal's request. */
	readonly redirectUri: string | undefined;
	/** What is asked for beyond what was granted before; of a program on a machine of the user's own, all of it. */
	readonly scopes: readonly Scope[];
};

export type GrantedApplication = {
	readonly applicationId: string;
	readonly clientId: string;
	readonly name: string;
	readonly scopes: readonly Scope[];
	readonly grantedAt: number;
	readonly expiresAt: number;
};

export interface Consents {
	/** Undefined when there is none, or it is another browser's, or it has expired. */
	find(request: IncomingMessage, response: ServerResponse): Promise<WaitingRequest | undefined>;
	/** Each of these answers the request, by a redirect. */
	logIn(request: IncomingMessage, response: ServerResponse, userId: string): Promise<void>;
	grant(request: IncomingMessage, response: ServerResponse, scopes: readonly Scope[]): Promise<void>;
	refuse(request: IncomingMessage, response: ServerResponse): Promise<void>;
	/** Newest first. */
	list(userId: string): Promise<readonly GrantedApplication[]>;
	/** Ends the grant and every token of it. False for one that is not the user's. */
	revoke(userId: string, applicationId: string): Promise<boolean>;
}

const ID_DIGITS = 32;

export function createConsents(parts: {
	readonly provider: Provider;
	/** Address of the protected resource, the only one there is. */
	readonly resource: string;
	readonly records: OAuthRecordStore;
	readonly vault: Pick<Vault, 'open'>;
	readonly clock: Clock;
	readonly onEnded: () => void;
}): Consents {
	const { provider, resource, records, vault, clock, onEnded } = parts;

	async function nameOf(clientId: string): Promise<string> {
		return (await provider.Client.find(clientId).catch(() => undefined))?.clientName ?? clientId;
	}

	async function details(request: IncomingMessage, response: ServerResponse) {
		return provider.interactionDetails(request, response).catch(() => undefined);
	}

	async function finish(
		request: IncomingMessage,
		response: ServerResponse,
		result: Parameters<Provider['interactionFinished']>[2],
	): Promise<void> {
		await provider.interactionFinished(request, response, result, {
			mergeWithLastSubmission: !('error' in result),
		});
	}

	async function listed(record: OAuthRecord): Promise<GrantedApplication> {
		const { resources } = (await openRecord({ vault }, record)) as {
			readonly resources?: Readonly<Record<string, string>>;
		};
		const granted = Object.values(resources ?? {})
			.join(' ')
			.split(' ');
		const clientId = record.clientId ?? '';
		return {
			applicationId: idOf(record),
			clientId,
			name: await nameOf(clientId),
			scopes: SCOPES.filter((scope) => granted.includes(scope)),
			grantedAt: record.createdAt,
			expiresAt: record.expiresAt,
		};
	}

	return {
		async find(request, response) {
			const found = await details(request, response);
			if (found === undefined) return undefined;
			const { uid, prompt, params, session } = found;
			const clientId = String(params.client_id);
			return {
				uid,
				step: prompt.name === 'login' ? 'login' : 'consent',
				userId: session?.accountId,
				clientId,
				applicationName: await nameOf(clientId),
				redirectUri: typeof params.redirect_uri === 'string' ? params.redirect_uri : undefined,
				scopes: scopesIn(missingIn(found, resource)),
			};
		},

		logIn: (request, response, userId) => finish(request, response, { login: { accountId: userId } }),

		async grant(request, response, scopes) {
			const found = await details(request, response);
			const accountId = found?.session?.accountId;
			if (found === undefined || accountId === undefined) throw new Error('No request waits for an answer.');
			const known =
				found.grantId === undefined || isOnOwnMachine(found)
					? undefined
					: await provider.Grant.find(found.grantId);
			const grant = known ?? new provider.Grant({ accountId, clientId: String(found.params.client_id) });
			const missing = missingIn(found, resource);
			const { missingOIDCScope = [] } = missing;
			if (missingOIDCScope.length > 0) grant.addOIDCScope(missingOIDCScope.join(' '));
			for (const [resource, wanted] of Object.entries(missing.missingResourceScopes ?? {})) {
				const given = wanted.filter((scope) => isScope(scope) && scopes.includes(scope));
				const withheld = wanted.filter((scope) => !given.includes(scope));
				if (given.length > 0) grant.addResourceScope(resource, given.join(' '));
				if (withheld.length > 0) grant.rejectResourceScope(resource, withheld.join(' '));
			}
			await finish(request, response, { consent: { grantId: await grant.save() } });
		},

		refuse: (request, response) =>
			finish(request, response, {
				error: 'access_denied',
				error_description: 'The user refused.',
			}),

		async list(userId) {
			const grants = await records.ofUser('Grant', userId, clock.now());
			return Promise.all(grants.map(listed));
		},

		async revoke(userId, applicationId) {
			const grants = await records.ofUser('Grant', userId, clock.now());
			const meant = grants.find((grant) => idOf(grant) === applicationId);
			if (meant === undefined) return false;
			// The grant first: a token that is being made under it this moment counts for nothing without it.
			await records.destroy('Grant', meant.idHash);
			await records.destroyByGrant(meant.idHash);
			onEnded();
			return true;
		},
	};
}

type Missing = {
	readonly missingOIDCScope?: readonly string[];
	readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>;
};

type Request = Pick<Awaited<ReturnType<Provider['interactionDetails']>>, 'prompt' | 'params'>;

/**
 * Who runs a terminal or another native program cannot be proven, so its user is asked each time (RFC 8252, 8.6, and
 * RFC 8628, 5.4): then for all that it will be able to do, and in a grant of its own, which ends alone.
 */
function isOnOwnMachine({ prompt }: Request): boolean {
	return prompt.reasons.includes('native_client_prompt');
}

function missingIn(request: Request, resource: string): Missing {
	if (!isOnOwnMachine(request)) return request.prompt.details as Missing;
	const asked = String(request.params.scope ?? '').split(' ');
	return {
		missingOIDCScope: asked.filter((scope) => scope === 'openid'),
		missingResourceScopes: { [resource]: asked.filter(isScope) },
	};
}

function scopesIn({ missingResourceScopes }: Missing): readonly Scope[] {
	const asked = Object.values(missingResourceScopes ?? {}).flat();
	return SCOPES.filter((scope) => asked.includes(scope));
}

/** Names a grant to its user; the grant's own id is a secret of the server. */
function idOf(record: OAuthRecord): string {
	return `app_${record.idHash.slice(0, ID_DIGITS)}`;
}
