import * as z from 'zod';
import { approximately } from '../../domain/estimate.ts';
import { scopedMethod } from '../rpc/method.ts';
import { decimal, text } from '../rpc/params.ts';
import { SHOCK_EXAMPLE } from '../rpc/what-if-example.ts';
import { shockOf, shockParams, shockRecord, shockSchema } from '../rpc/what-if-record.ts';

/** Says what a shock would do to the caller's positions. Fails with UNKNOWN_EXECUTION for an id that is not the caller's. */
export const whatIf = scopedMethod({
	name: 'what_if',
	summary:
		'Shows what a sudden market change would do to your open positions: profit, funding, margin and liquidations, and what the service would do. Sends nothing to an exchange but reads.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		shock: shockParams.describe('The change. Parts may be combined; at least one figure is needed.'),
		execution_id: text(64, 'Show only this execution. The margin is that of all positions.').optional(),
		leverage: decimal({
			description: 'Planned leverage L for the levels of margin. Default: that of each position.',
			atLeast: '1',
			atMost: '100',
		}).optional(),
	}),
	result: shockSchema,
	example: { params: { shock: { move_pct: -45 } }, result: SHOCK_EXAMPLE },
	errors: ['UNKNOWN_EXECUTION', 'UNKNOWN_SYMBOL'],
	async handle({ shock, execution_id: executionId, leverage }, { services, caller }) {
		const result = await services.whatIf.shock(caller.userId, shockOf(services, shock), {
			executionId,
			leverage: leverage === undefined ? undefined : approximately(leverage),
		});
		return shockRecord(result);
	},
});
