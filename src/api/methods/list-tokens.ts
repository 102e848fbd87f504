import * as z from 'zod';
import { scopedMethod } from '../rpc/method.ts';
import { applicationRow, applicationSchema, TOKEN_EXAMPLE, tokenRow, tokenSchema } from '../rpc/token.ts';

/** Tokens that pages of the dashboard hold are counted, not listed: nobody copied them. */
export const listTokens = scopedMethod({
	name: 'list_tokens',
	summary:
		"The caller's copied tokens, those that are valid first, and the applications that have access. For a browser that is logged in.",
	scope: 'arb:read',
	isOfLogin: true,
	tradesMoney: false,
	params: z.strictObject({}),
	result: z.strictObject({
		tokens: z.array(tokenSchema).describe('Copied tokens, those that are valid first.'),
		applications: z.array(applicationSchema).describe('Applications with access, newest first.'),
		page_tokens: z
			.int()
			.describe(
				'Tokens that pages of the dashboard hold now, 15 minutes each at most; they end with the login.',
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
