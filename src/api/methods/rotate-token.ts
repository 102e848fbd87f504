import * as z from 'zod';
import { scopedMethod } from '../rpc/method.ts';
import { ISSUED_TOKEN_EXAMPLE, issuedTokenRow, issuedTokenSchema, tokenId } from '../rpc/token.ts';

/** Replaces an API token. The new token has the same total lifetime as the old one, starting now. */
export const rotateToken = scopedMethod({
	name: 'rotate_token',
	summary:
		'Replaces a valid API token with a new one with the same name, scopes and lifetime; the old one stops working immediately. Only this answer contains the new token itself. Needs a logged-in browser.',
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
