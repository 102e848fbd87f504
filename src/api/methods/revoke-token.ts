import * as z from 'zod';
import { scopedMethod } from '../rpc/method.ts';
import { TOKEN_EXAMPLE, tokenId } from '../rpc/token.ts';

/** Revokes an API token. Revoking an expired or revoked token succeeds. */
export const revokeToken = scopedMethod({
	name: 'revoke_token',
	summary: 'Revokes an API token immediately. Needs a logged-in browser.',
	scope: 'agents:manage',
	isOfLogin: true,
	tradesMoney: false,
	isStop: true,
	params: z.strictObject({ token_id: tokenId }),
	result: z.strictObject({ success: z.literal(true), token_id: z.string().describe('Id of the token.') }),
	example: {
		params: { token_id: TOKEN_EXAMPLE.token_id },
		result: { success: true, token_id: TOKEN_EXAMPLE.token_id },
	},
	errors: ['UNKNOWN_TOKEN'],
	async handle({ token_id: id }, { services, caller }) {
		await services.access.tokens.revokeOf(caller.userId, id);
		return { success: true, token_id: id };
	},
});
