import * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';
import { PARAM_TEXT } from '../rpc/text.ts';

/**
 * Revokes an application with its grants and tokens. Fails with UNKNOWN_TOKEN for an application that is not the
 * caller’s.
 */
export const revokeApplication = scopedMethod({
	name: 'revoke_application',
	summary: 'Revokes an application and all its tokens immediately. Needs a logged-in browser.',
	scope: 'agents:manage',
	isOfLogin: true,
	tradesMoney: false,
	isStop: true,
	params: z.strictObject({ application_id: text(128, 'Id from list_tokens.') }),
	result: z.strictObject({
		success: z.literal(true),
		application_id: z.string().describe('Id of the application.'),
	}),
	example: {
		params: { application_id: 'app_1' },
		result: { success: true, application_id: 'app_1' },
	},
	errors: ['UNKNOWN_TOKEN'],
	async handle({ application_id: id }, { services, caller }) {
		if (await services.access.applications.revoke(caller.userId, id))
			return { success: true, application_id: id };
		throw new CarrywireError(
			'UNKNOWN_TOKEN',
			PARAM_TEXT.application({ was: JSON.stringify(id.slice(0, 80)) }),
			{
				field: 'application_id',
			},
		);
	},
});
