import * as z from 'zod';
import { scopedMethod } from '../rpc/method.ts';
import { TOKEN_EXAMPLE, tokenId } from '../rpc/token.ts';

/** A token that has ended already may be revoked again. */
export const revokeToken = scopedMethod({
	name: 'revoke_token',
	summary: 'Ends a token at once. For a browser that is logged in.',
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
