import * as z from 'zod';
import { commander, potId } from '../rpc/autopilot-params.ts';
import { scopedMethod } from '../rpc/method.ts';
import { flag } from '../rpc/params.ts';
import { POT_EXAMPLE, potRecord, potSchema } from '../rpc/pot-record.ts';

/** Pauses or resumes a pot. */
export const autopilotPause = scopedMethod({
	name: 'autopilot_pause',
	summary:
		'Pauses a pot, or resumes it with paused false. A paused pot makes no voluntary change; a low margin still reduces both legs. An agent may pause its pot, but not resume it.',
	scope: 'arb:trade',
	tradesMoney: true,
	// A resumed pot begins to trade.
	isStop: ({ paused }) => paused !== false,
	params: z.strictObject({ pot_id: potId, paused: flag(true, 'False: resume the pot.') }),
	result: z.strictObject({ success: z.literal(true), pot: potSchema.describe('The pot after the call.') }),
	example: {
		params: { pot_id: POT_EXAMPLE.pot_id, paused: true },
		result: {
			success: true,
			pot: {
				...POT_EXAMPLE,
				state: 'paused',
				state_reason: { message: 'A person paused the pot.' },
				next_decision_at: null,
				decisions: [],
				samples: [],
			},
		},
	},
	errors: ['UNKNOWN_POT', 'POT_STOPPED', 'AGENT_NOT_ALLOWED', 'STORE_UNAVAILABLE'],
	async handle({ pot_id: id, paused }, { services, caller }) {
		return { success: true, pot: potRecord(await services.autopilot.pause(commander(caller), id, paused)) };
	},
});
