import * as z from 'zod';
import { ALERT_TARGET_EXAMPLE, alertTargetRow, alertTargetSchema, targetId } from '../rpc/alert-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { secretText } from '../rpc/params.ts';

/** Confirms an e-mail target with the code that its recipient got. Alerts go there from now on. */
export const confirmAlertTarget = scopedMethod({
	name: 'confirm_alert_target',
	summary:
		'Confirms the address of an e-mail target with the code from the mail. Only then does it get alerts.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({
		target_id: targetId,
		code: secretText(16, 'Code from the mail, 6 digits.'),
	}),
	result: alertTargetSchema,
	example: {
		params: { target_id: ALERT_TARGET_EXAMPLE.target_id, code: '123456' },
		result: {
			...ALERT_TARGET_EXAMPLE,
			kind: 'email',
			address: 'ann@example.com',
			confirmed_at: '2026-11-20T08:01:00.000Z',
		},
	},
	errors: ['UNKNOWN_ALERT_TARGET', 'ALERT_TARGET_CONFIRMED', 'WRONG_CONFIRMATION_CODE'],
	async handle({ target_id: id, code }, { services, caller }) {
		return alertTargetRow(await services.alerts.confirm(caller.userId, id, code));
	},
});
