import * as z from 'zod';
import { scopedMethod } from '../rpc/method.ts';
import { ISSUED_TOKEN_EXAMPLE, issuedTokenRow, issuedTokenSchema, tokenId } from '../rpc/token.ts';

/** The new token lives as long as the old one was given, from now on. */
export const rotateToken = scopedMethod({
	name: 'rotate_token',
	summary:
		'Replaces a valid token by a new one of the same name, scopes and lifetime, whose text is in this answer and never again; the old one ends at once. For a browser that is logged in.',
	scope: 'agents:manage',
	isOfLogin: true,
	tradesMoney: false,
	params: z.strictObject({ token_id: tokenId }),
	result: issuedTokenSchema,
	example: { params: { token_id: ISSUED_TOKEN_EXAMPLE.token_id }, result: ISSUED_TOKEN_EXAMPLE },
	errors: ['UNKNOWN_TOKEN'],
	handle: async ({ token_id: id }, { services, caller }) =>
		issuedTokenRow(await services.access.tokens.rotate(caller.userId, id)),
});
