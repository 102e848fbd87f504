/** Defines the two methods that answer what a pot suggests: autopilot_confirm and autopilot_decline. */
import * as z from 'zod';
import { changeNumbers, commander, decisionId } from './autopilot-params.ts';
import { DECISION_EXAMPLE, decisionRecord, decisionSchema } from './decision-record.ts';
import { type Method, scopedMethod } from './method.ts';

const result = z.strictObject({
	success: z.literal(true),
	decision: decisionSchema.describe('The decision after the answer.'),
});

/** Defines a method that confirms or declines changes. @param isStop true for the one that opens nothing */
export function answeringMethod(terms: {
	readonly name: 'autopilot_confirm' | 'autopilot_decline';
	readonly summary: string;
	readonly isStop: boolean;
}): Method {
	const { name, summary, isStop } = terms;
	const isConfirmed = name === 'autopilot_confirm';
	const answered = {
		...DECISION_EXAMPLE.changes[0],
		state: isConfirmed ? ('confirmed' as const) : ('declined' as const),
		by: 'token_9d2e4f6081a3c5e73f9a1c5b',
	};
	return scopedMethod({
		name,
		summary,
		scope: 'arb:trade',
		tradesMoney: true,
		isStop,
		params: z.strictObject({ decision_id: decisionId, changes: changeNumbers }),
		result,
		example: {
			params: { decision_id: DECISION_EXAMPLE.decision_id, changes: [0] },
			result: { success: true, decision: { ...DECISION_EXAMPLE, changes: [answered] } },
		},
		errors: [
			'UNKNOWN_DECISION',
			'NOTHING_TO_CONFIRM',
			...(isConfirmed ? (['AGENT_NOT_ALLOWED'] as const) : []),
			'STORE_UNAVAILABLE',
		],
		async handle({ decision_id: id, changes }, { services, caller }) {
			const by = { ...commander(caller), name: caller.agent?.agentId ?? caller.tokenId };
			const decision = await services.autopilot.answer(by, id, changes, isConfirmed);
			return { success: true, decision: decisionRecord(decision) };
		},
	});
}
