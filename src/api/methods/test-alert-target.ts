import * as z from 'zod';
import { deliveryWords } from '../../domain/delivery-words.ts';
import { ALERT_TARGET_EXAMPLE, targetId } from '../rpc/alert-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { sentenceMember, sentenceSchema } from '../rpc/record-fields.ts';

/**
 * Sends a test alert and waits for the target's response. Fails with UNKNOWN_ALERT_TARGET for an id that is not the
 * caller's.
 */
export const testAlertTarget = scopedMethod({
	name: 'test_alert_target',
	summary:
		'Sends a test alert to a target now and returns its answer. A successful delivery ends a pause of the target.',
	scope: 'agents:manage',
	tradesMoney: false,
	// Longer than the default of 10 s, because the call waits for the target, whose response has a time limit of its
	// own.
	timeLimitMs: 20_000,
	params: z.strictObject({ target_id: targetId }),
	result: z.strictObject({
		target_id: z.string().describe('Id of the tested target.'),
		delivered: z.boolean().describe('True when the target answered 2xx.'),
		status: z.int().nullable().describe('HTTP status; null: no answer.'),
		answer: z.string().describe('Answer of the target without secrets.'),
		sentence: sentenceSchema,
		took_ms: z.int().describe('Time from sending to the answer, milliseconds.'),
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
		return {
			target_id: id,
			delivered,
			status,
			answer,
			...sentenceMember(deliveryWords(answer)),
			took_ms: tookMs,
		};
	},
});
