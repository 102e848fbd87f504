import * as z from 'zod';
import { commander, potId } from '../rpc/autopilot-params.ts';
import { scopedMethod } from '../rpc/method.ts';
import { flag } from '../rpc/params.ts';
import { POT_EXAMPLE, potRecord, potSchema } from '../rpc/pot-record.ts';

/** Stops a pot for good. */
export const autopilotStop = scopedMethod({
	name: 'autopilot_stop',
	summary:
		'Stops a pot for good. With close true, it closes all of its positions first; otherwise they stay open and are yours to manage, until a later call closes them.',
	scope: 'arb:trade',
	tradesMoney: true,
	isStop: true,
	params: z.strictObject({
		pot_id: potId,
		close: flag(false, 'True: close all positions of the pot at market prices.'),
	}),
	result: z.strictObject({ success: z.literal(true), pot: potSchema.describe('The pot after the call.') }),
	example: {
		params: { pot_id: POT_EXAMPLE.pot_id, close: true },
		result: {
			success: true,
			pot: {
				...POT_EXAMPLE,
				state: 'stopping',
				state_reason: { message: 'A person stopped the pot and closes everything.' },
				next_decision_at: null,
				decisions: [],
				samples: [],
			},
		},
	},
	errors: ['UNKNOWN_POT', 'POT_STOPPED', 'STORE_UNAVAILABLE'],
	async handle({ pot_id: id, close }, { services, caller }) {
		return { success: true, pot: potRecord(await services.autopilot.stop(commander(caller), id, close)) };
	},
});
