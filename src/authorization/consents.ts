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
	/** What is asked for beyond what was granted before. */
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
	readonly records: OAuthRecordStore;
	readonly vault: Pick<Vault, 'open'>;
	readonly clock: Clock;
	readonly onEnded: () => void;
}): Consents {
	const { provider, records, vault, clock, onEnded } = parts;

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

	/** Whoever used this browser before is not who is here now: nothing of that session goes on. */
	async function endOtherSession(
		request: IncomingMessage,
		response: ServerResponse,
		userId: string,
	): Promise<void> {
		const found = await details(request, response);
		const known = found?.session;
		if (found === undefined || known?.accountId === undefined || known.accountId === userId) return;
		await (await provider.Session.findByUid(known.uid))?.destroy();
		delete found.session;
		await found.save(found.exp - Math.floor(clock.now() / 1_000));
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
				scopes: missingScopes(prompt.details),
			};
		},

		async logIn(request, response, userId) {
			await endOtherSession(request, response, userId);
			await finish(request, response, { login: { accountId: userId } });
		},

		async grant(request, response, scopes) {
			const found = await details(request, response);
			const accountId = found?.session?.accountId;
			if (found === undefined || accountId === undefined) throw new Error('No request waits for an answer.');
			const known = found.grantId === undefined ? undefined : await provider.Grant.find(found.grantId);
			const grant = known ?? new provider.Grant({ accountId, clientId: String(found.params.client_id) });
			const missing = found.prompt.details as Missing;
			if (missing.missingOIDCScope !== undefined) grant.addOIDCScope(missing.missingOIDCScope.join(' '));
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

function missingScopes(details: unknown): readonly Scope[] {
	const { missingResourceScopes } = details as Missing;
	const asked = Object.values(missingResourceScopes ?? {}).flat();
	return SCOPES.filter((scope) => asked.includes(scope));
}

/** Names a grant to its user; the grant's own id is a secret of the server. */
function idOf(record: OAuthRecord): string {
	return `app_${record.idHash.slice(0, ID_DIGITS)}`;
}
