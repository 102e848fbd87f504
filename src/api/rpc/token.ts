/** Defines the records of tokens and applications as their owner sees them. */
import * as z from 'zod';
import type { AuthorizedApplication } from '../../identity/own-access.ts';
import type { TokenListing } from '../../identity/tokens.ts';
import { text } from './params.ts';
import { instant, instantOrNull } from './record-fields.ts';

/** Parameter for a token's id, at most 64 characters. */
export const tokenId = text(64, 'Id from list_tokens.');

/** An API token without its secret. */
export const tokenSchema = z.strictObject({
	token_id: z.string().describe('Id of the token; it is not a secret.'),
	name: z.string().describe('Name given by its owner.'),
	scopes: z.array(z.string()).describe('Scopes of the token.'),
	created_at: instant('Time of creation.'),
	expires_at: instant('Time of expiry.'),
	revoked_at: instantOrNull('Time of revocation; null: not revoked.'),
	last_used_at: instantOrNull('Time of last use, to the minute; null: never.'),
});

type TokenRow = z.output<typeof tokenSchema>;

/** Converts a token to its record on the wire. */
export function tokenRow(token: TokenListing): TokenRow {
	return {
		token_id: token.tokenId,
		name: token.name,
		scopes: [...token.scopes],
		created_at: iso(token.createdAt),
		expires_at: iso(token.expiresAt),
		revoked_at: token.revokedAt === null ? null : iso(token.revokedAt),
		last_used_at: token.lastUsedAt === null ? null : iso(token.lastUsedAt),
	};
}

/** An application that the user has authorized. */
export const applicationSchema = z.strictObject({
	application_id: z.string().describe('Id of the application, unique per user.'),
	name: z.string().describe('Name that the application gives itself.'),
	scopes: z.array(z.string()).describe('Scopes that the user granted.'),
	granted_at: instant('Time of the grant.'),
	expires_at: instant('Time of expiry.'),
});

/** Converts an application to its record on the wire. */
export function applicationRow(application: AuthorizedApplication): z.output<typeof applicationSchema> {
	return {
		application_id: application.applicationId,
		name: application.name,
		scopes: [...application.scopes],
		granted_at: iso(application.grantedAt),
		expires_at: iso(application.expiresAt),
	};
}

/** A new token. Only the response that creates it contains its secret. */
export const issuedTokenSchema = z.strictObject({
	token_id: z.string().describe('Id of the token; it is not a secret.'),
	name: z.string().describe('Name given by its owner.'),
	scopes: z.array(z.string()).describe('Scopes of the token.'),
	expires_at: instant('Time of expiry.'),
	token: z.string().describe('Secret text of the token, shown only in this answer.'),
});

/** Converts a new token to its record, including the secret. */
export function issuedTokenRow(issued: {
	readonly tokenId: string;
	readonly name: string;
	readonly scopes: readonly string[];
	readonly expiresAt: number;
	readonly token: string;
}): z.output<typeof issuedTokenSchema> {
	const { tokenId: id, name, scopes, expiresAt, token } = issued;
	return { token_id: id, name, scopes: [...scopes], expires_at: iso(expiresAt), token };
}

/** The token that the documentation uses as an example. */
export const TOKEN_EXAMPLE: TokenRow = {
	token_id: 'tok_9d2e4f6081a3c5e7',
	name: 'my notebook',
	scopes: ['arb:read'],
	created_at: '2026-11-20T08:00:00.000Z',
	expires_at: '2026-11-21T08:00:00.000Z',
	revoked_at: null,
	last_used_at: null,
};

/** The new token that the documentation uses as an example. */
export const ISSUED_TOKEN_EXAMPLE = {
	token_id: TOKEN_EXAMPLE.token_id,
	name: TOKEN_EXAMPLE.name,
	scopes: TOKEN_EXAMPLE.scopes,
	expires_at: TOKEN_EXAMPLE.expires_at,
	token: 'cw_shown-once',
};

function iso(at: number): string {
	return new Date(at).toISOString();
}
