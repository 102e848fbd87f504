import * as z from 'zod';
import { POT_KINDS } from '../../ports/autopilot.ts';
import { POT_PARAMS, potSettings, requireLeverage } from '../rpc/autopilot-params.ts';
import { scopedMethod } from '../rpc/method.ts';
import { flag, oneOf } from '../rpc/params.ts';
import { requireLiveNamed } from '../rpc/pot-confirmation.ts';
import { POT_EXAMPLE, potRecord, potSchema } from '../rpc/pot-record.ts';

/** Starts a pot of the autopilot. An agent's pot stays within the agent's caps. */
export const autopilotStart = scopedMethod({
	name: 'autopilot_start',
	summary:
		'Starts a pot of the autopilot: capital that the service plans and trades by itself within your limits. Its first decision follows at once. In mode suggest, you confirm each change with autopilot_confirm.',
	scope: 'arb:trade',
	tradesMoney: true,
	params: z.strictObject({
		...POT_PARAMS,
		kind: oneOf(
			POT_KINDS,
			'live',
			'live: trades on your accounts. shadow: makes the same decisions on paper accounts of its own.',
		),
		with_shadow: flag(false, 'True: also start a shadow pot beside a live one, to compare them.'),
	}),
	result: z.strictObject({ success: z.literal(true), pot: potSchema.describe('The pot after the call.') }),
	example: {
		params: { name: 'Main', capital: 10_000, exchanges: ['bybit', 'kucoin'] },
		result: { success: true, pot: { ...POT_EXAMPLE, decisions: [], samples: [] } },
	},
	errors: ['POT_NOT_CONFIRMED', 'TOO_MANY_POTS', 'RISK_LIMIT', 'IDEMPOTENCY_CONFLICT', 'STORE_UNAVAILABLE'],
	async handle(given, { services, caller }) {
		const {
			kind,
			with_shadow: withShadow,
			confirm_live: named,
			idempotency_key: idempotencyKey,
			...params
		} = given;
		const settings = potSettings(params);
		requireLeverage(settings, services);
		if (kind === 'live') requireLiveNamed(settings, named, services);
		const view = await services.autopilot.start(caller, { settings, kind, withShadow, idempotencyKey });
		return { success: true, pot: potRecord(view) };
	},
});
