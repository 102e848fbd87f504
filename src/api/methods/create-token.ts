import * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { SCOPES } from '../../identity/scopes.ts';
import { requireOwnScopes } from '../rpc/agent-rights.ts';
import { scopedMethod } from '../rpc/method.ts';
import { integerOr, text } from '../rpc/params.ts';
import { RIGHTS_TEXT } from '../rpc/text.ts';
import { ISSUED_TOKEN_EXAMPLE, issuedTokenRow, issuedTokenSchema } from '../rpc/token.ts';

const HOUR_MS = 3_600_000;

/** Creates an API token whose scopes must be among the caller's. */
export const createToken = scopedMethod({
	name: 'create_token',
	summary:
		'Creates an API token for a program that acts for you. The calling token must have each of its scopes. Only this answer contains the token itself. Needs a logged-in browser.',
	scope: 'agents:manage',
	isOfLogin: true,
	tradesMoney: false,
	params: z.strictObject({
		name: text(64, 'Name of the token.'),
		scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length).describe('Scopes of the token.'),
		lifetime_hours: integerOr(1, { description: 'Hours until it expires.', atLeast: 1, atMost: 720 }),
	}),
	result: issuedTokenSchema,
	example: {
		params: { name: 'my notebook', scopes: ['arb:read'], lifetime_hours: 24 },
		result: ISSUED_TOKEN_EXAMPLE,
	},
	errors: ['RISK_LIMIT'],
	async handle({ name, scopes, lifetime_hours: hours }, { services, caller }) {
		const terms = { name, scopes: SCOPES.filter((one) => scopes.includes(one)), ttlMs: hours * HOUR_MS };
		requireOwnScopes(caller, terms.scopes);
		const { userId } = caller;
		const user = await services.access.users.find(userId);
		if (user === undefined) throw new CarrywireError('UNAUTHORIZED', RIGHTS_TEXT.userGone());
		return issuedTokenRow(await services.access.tokens.issueTo({ userId, userName: user.name }, terms));
	},
});
