import * as z from 'zod';
import { potId } from '../rpc/autopilot-params.ts';
import { scopedMethod } from '../rpc/method.ts';
import { integerOr } from '../rpc/params.ts';
import { POT_EXAMPLE, potRecord, potSchema } from '../rpc/pot-record.ts';
import { plannedTransferRecords, plannedTransfersSchema } from '../rpc/transfer-record.ts';

const DECISIONS_MAX = 100;

/** Returns the caller's pots with their latest decisions. An agent sees all pots of its owner. */
export const autopilotStatus = scopedMethod({
	name: 'autopilot_status',
	summary:
		'Returns your pots: state, equity and profit against cash and the shadow pot, and the latest decisions with their reasons and what happened to each change.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		pot_id: potId.optional(),
		decisions: integerOr(10, {
			description: 'Number of the latest decisions of each pot.',
			atLeast: 0,
			atMost: DECISIONS_MAX,
		}),
	}),
	result: z.strictObject({
		pots: z.array(potSchema).describe('Your pots, oldest first.'),
		planned_transfers: plannedTransfersSchema,
	}),
	example: { params: { decisions: 1 }, result: { pots: [POT_EXAMPLE], planned_transfers: [] } },
	errors: ['UNKNOWN_POT'],
	async handle({ pot_id: id, decisions }, { services, caller }) {
		const views = await services.autopilot.status(caller.userId, { potId: id, decisions });
		return {
			pots: views.map(potRecord),
			planned_transfers: plannedTransferRecords(services.transfers.of(caller.userId)),
		};
	},
});
