import * as z from 'zod';
import { scopedMethod } from '../rpc/method.ts';
import { applicationRow, applicationSchema, TOKEN_EXAMPLE, tokenRow, tokenSchema } from '../rpc/token.ts';

/**
 * Lists API tokens and applications. Tokens of dashboard pages are only counted, because users never see or copy
 * them.
 */
export const listTokens = scopedMethod({
	name: 'list_tokens',
	summary:
		'Lists your API tokens, valid ones first, and the applications with access. Needs a logged-in browser.',
	scope: 'arb:read',
	isOfLogin: true,
	tradesMoney: false,
	params: z.strictObject({}),
	result: z.strictObject({
		tokens: z.array(tokenSchema).describe('API tokens, valid ones first.'),
		applications: z.array(applicationSchema).describe('Applications with access, newest first.'),
		page_tokens: z
			.int()
			.describe(
				'Number of tokens that dashboard pages hold now. Each is valid for at most 15 minutes; logout revokes it.',
			),
	}),
	example: {
		params: {},
		result: {
			tokens: [TOKEN_EXAMPLE],
			applications: [
				{
					application_id: 'app_1',
					name: 'Notebook',
					scopes: ['arb:read'],
					granted_at: '2026-11-20T08:00:00.000Z',
					expires_at: '2026-12-20T08:00:00.000Z',
				},
			],
			page_tokens: 2,
		},
	},
	errors: [],
	async handle(_params, { services, caller: { userId } }) {
		const [own, applications] = await Promise.all([
			services.access.tokens.listOf(userId),
			services.access.applications.list(userId),
		]);
		const now = services.clock.now();
		return {
			tokens: own.filter(({ login }) => login === null).map(tokenRow),
			applications: applications.map(applicationRow),
			page_tokens: own.filter(
				({ login, revokedAt, expiresAt }) => login !== null && revokedAt === null && expiresAt > now,
			).length,
		};
	},
});
