import * as z from 'zod';
import { ALERT_TARGET_EXAMPLE, targetId } from '../rpc/alert-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Sends a new confirmation code to an unconfirmed e-mail target; earlier codes end. */
export const sendAlertCode = scopedMethod({
	name: 'send_alert_code',
	summary: 'Sends a new confirmation code to an e-mail target that is not confirmed. Earlier codes end.',
	scope: 'agents:manage',
	tradesMoney: false,
	// The mail server's answer has a time limit of its own.
	timeLimitMs: 20_000,
	params: z.strictObject({ target_id: targetId }),
	result: z.strictObject({
		success: z.literal(true),
		target_id: z.string().describe('Id of the target.'),
	}),
	example: {
		params: { target_id: ALERT_TARGET_EXAMPLE.target_id },
		result: { success: true, target_id: ALERT_TARGET_EXAMPLE.target_id },
	},
	errors: ['UNKNOWN_ALERT_TARGET', 'ALERT_TARGET_CONFIRMED', 'MAIL_NOT_CONFIGURED', 'MAIL_NOT_SENT'],
	async handle({ target_id: id }, { services, caller }) {
		await services.alerts.sendCode(caller.userId, id);
		return { success: true, target_id: id };
	},
});
