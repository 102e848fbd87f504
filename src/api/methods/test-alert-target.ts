import * as z from 'zod';
import { ALERT_TARGET_EXAMPLE, targetId } from '../rpc/alert-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Method that sends a test alert and waits for the answer. It fails with UNKNOWN_ALERT_TARGET for a foreign id. */
export const testAlertTarget = scopedMethod({
	name: 'test_alert_target',
	summary:
		'Sends one alert of kind test to a target now, and answers what came back. One that arrives ends a pause.',
	scope: 'agents:manage',
	tradesMoney: false,
	// A target has a time limit of its own to answer in.
	timeLimitMs: 20_000,
	params: z.strictObject({ target_id: targetId }),
	result: z.strictObject({
		target_id: z.string().describe('The one that was tried.'),
		delivered: z.boolean().describe('It has answered 2xx.'),
		status: z.int().nullable().describe('HTTP status; null where nobody answered.'),
		answer: z.string().describe('What came back, without what is secret.'),
		took_ms: z.int().describe('From sending to the answer, milliseconds.'),
	}),
	example: {
		params: { target_id: ALERT_TARGET_EXAMPLE.target_id },
		result: {
			target_id: ALERT_TARGET_EXAMPLE.target_id,
			delivered: true,
			status: 204,
			answer: 'It answered 204.',
			took_ms: 84,
		},
	},
	errors: ['UNKNOWN_ALERT_TARGET'],
	async handle({ target_id: id }, { services, caller }) {
		const { delivered, status, answer, tookMs } = await services.alerts.test(caller.userId, id);
		return { target_id: id, delivered, status, answer, took_ms: tookMs };
	},
});
