import * as z from 'zod';
import { changeNumbers, decisionId } from '../rpc/autopilot-params.ts';
import { DECISION_EXAMPLE, decisionRecord, decisionSchema } from '../rpc/decision-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Declines suggested changes of a pot. Repeating the call changes nothing. */
export const autopilotDecline = scopedMethod({
	name: 'autopilot_decline',
	summary:
		'Declines suggested changes of a decision, which are then never made. The next decision plans again.',
	scope: 'arb:trade',
	tradesMoney: true,
	isStop: true,
	params: z.strictObject({ decision_id: decisionId, changes: changeNumbers }),
	result: z.strictObject({
		success: z.literal(true),
		decision: decisionSchema.describe('The decision after the answer.'),
	}),
	example: {
		params: { decision_id: DECISION_EXAMPLE.decision_id, changes: [0] },
		result: {
			success: true,
			decision: {
				...DECISION_EXAMPLE,
				changes: [
					{ ...DECISION_EXAMPLE.changes[0], state: 'declined', by: 'token_9d2e4f6081a3c5e73f9a1c5b' },
				],
			},
		},
	},
	errors: ['UNKNOWN_DECISION', 'NOTHING_TO_CONFIRM', 'STORE_UNAVAILABLE'],
	async handle({ decision_id: id, changes }, { services, caller }) {
		const { userId, agent, tokenId, actsForOwner } = caller;
		// A linked chat that acts for its owner may answer for pots that its agent did not start.
		const by = { userId, agent: actsForOwner === true ? undefined : agent, name: agent?.agentId ?? tokenId };
		return {
			success: true,
			decision: decisionRecord(await services.autopilot.answer(by, id, changes, false)),
		};
	},
});
