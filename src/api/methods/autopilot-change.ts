import * as z from 'zod';
import {
	changedSettings,
	commander,
	POT_CHANGE_PARAMS,
	potId,
	requireLeverage,
} from '../rpc/autopilot-params.ts';
import { scopedMethod } from '../rpc/method.ts';
import { requireLiveNamed, tradesMore } from '../rpc/pot-confirmation.ts';
import { POT_EXAMPLE, potRecord, potSchema } from '../rpc/pot-record.ts';

/** Changes the settings of a pot. In live mode, a change that lets a pot trade more needs the confirmation again. */
export const autopilotChange = scopedMethod({
	name: 'autopilot_change',
	summary:
		'Changes settings of a pot; those that you omit stay. A new decision follows at once and replaces what was suggested. The shadow pot beside it changes along.',
	scope: 'arb:trade',
	tradesMoney: true,
	params: z.strictObject({ pot_id: potId, ...POT_CHANGE_PARAMS }),
	result: z.strictObject({ success: z.literal(true), pot: potSchema.describe('The pot after the call.') }),
	example: {
		params: { pot_id: POT_EXAMPLE.pot_id, coin_share: 0.2 },
		result: { success: true, pot: { ...POT_EXAMPLE, decisions: [], samples: [] } },
	},
	errors: [
		'UNKNOWN_POT',
		'POT_STOPPED',
		'POT_NOT_CONFIRMED',
		'RISK_LIMIT',
		'AGENT_NOT_ALLOWED',
		'STORE_UNAVAILABLE',
	],
	async handle({ pot_id: id, confirm_live: named, ...params }, { services, caller }) {
		const by = commander(caller);
		const { kind, settings: present } = await services.autopilot.commanded(by, id);
		const settings = changedSettings(present, params);
		requireLeverage(settings, services);
		if (kind === 'live' && tradesMore(present, settings)) requireLiveNamed(settings, named, services);
		return { success: true, pot: potRecord(await services.autopilot.change(by, id, settings)) };
	},
});
