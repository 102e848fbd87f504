/** A token and an application as their owner sees them. */
import * as z from 'zod';
import type { AuthorizedApplication } from '../../identity/own-access.ts';
import type { TokenListing } from '../../identity/tokens.ts';
import { text } from './params.ts';
import { instant, instantOrNull } from './record-fields.ts';

/** Parameter that names a token of the caller. */
export const tokenId = text(64, 'From list_tokens.');

/** A copied token, without its text. */
export const tokenSchema = z.strictObject({
	token_id: z.string().describe('Names the token; it opens nothing.'),
	name: z.string().describe('The name that its owner gave it.'),
	scopes: z.array(z.string()).describe('The scopes of the token.'),
	created_at: instant('When it was created.'),
	expires_at: instant('When it ends.'),
	revoked_at: instantOrNull('When it was revoked; null: it was not.'),
	last_used_at: instantOrNull('Exact to a minute; null: never.'),
});

type TokenRow = z.output<typeof tokenSchema>;

/** The record of a token; times are ISO 8601, UTC. */
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

/** An application that its user has let in. */
export const applicationSchema = z.strictObject({
	application_id: z.string().describe('Names the application among those of its user.'),
	name: z.string().describe('As the application calls itself.'),
	scopes: z.array(z.string()).describe('The scopes that its user has allowed.'),
	granted_at: instant('Since when.'),
	expires_at: instant('Until when.'),
});

/** The record of an application; times are ISO 8601, UTC. */
export function applicationRow(application: AuthorizedApplication): z.output<typeof applicationSchema> {
	return {
		application_id: application.applicationId,
		name: application.name,
		scopes: [...application.scopes],
		granted_at: iso(application.grantedAt),
		expires_at: iso(application.expiresAt),
	};
}

/** A token that was just made: the only answer that holds its text. */
export const issuedTokenSchema = z.strictObject({
	token_id: z.string().describe('Names the token; it opens nothing.'),
	name: z.string().describe('The name that its owner gave it.'),
	scopes: z.array(z.string()).describe('The scopes of the token.'),
	expires_at: instant('When it ends.'),
	token: z.string().describe('Shown once.'),
});

/** The record of a new token. It holds the secret text. */
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

/** A token as the reference pages show it. */
export const TOKEN_EXAMPLE: TokenRow = {
	token_id: 'tok_9d2e4f6081a3c5e7',
	name: 'my notebook',
	scopes: ['arb:read'],
	created_at: '2026-11-20T08:00:00.000Z',
	expires_at: '2026-11-21T08:00:00.000Z',
	revoked_at: null,
	last_used_at: null,
};

/** A new token as the reference pages show it. */
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
