import * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { approximately } from '../../domain/estimate.ts';
import type { Squeeze, SqueezeOptions } from '../../ports/what-if.ts';
import { type AuthenticatedCall, scopedMethod } from '../rpc/method.ts';
import { decimal, text } from '../rpc/params.ts';
import { squeezeRecord, squeezeSchema } from '../rpc/squeeze-record.ts';
import { MARGIN_PLAN_TEXT, REPLAY_TEXT } from '../rpc/text.ts';
import { SHOCK_EXAMPLE } from '../rpc/what-if-example.ts';
import { shockOf, shockParams, shockRecord, shockSchema, squeezeOf } from '../rpc/what-if-record.ts';

const REPLAY_SCOPE = 'replay:run';

/** Says what a shock would do to the caller's positions. Fails with UNKNOWN_EXECUTION for an id that is not the caller's. */
export const whatIf = scopedMethod({
	name: 'what_if',
	summary:
		'Shows what a sudden market change would do to your open positions: profit, funding, margin and liquidations, and what the service would do. Or starts a replay of a recorded squeeze with them. Trades nothing.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		shock: shockParams.describe('The change: figures, which may be combined, or a recorded squeeze.'),
		execution_id: text(64, 'Show only this execution. The margin is that of all positions.').optional(),
		leverage: decimal({
			description: 'Planned leverage L for the levels of margin. Default: that of each position.',
			atLeast: '1',
			atMost: '100',
		}).optional(),
	}),
	result: z.union([shockSchema, squeezeSchema]),
	example: { params: { shock: { move_pct: -45 } }, result: SHOCK_EXAMPLE },
	errors: ['UNKNOWN_EXECUTION', 'UNKNOWN_SYMBOL', 'REPLAY_OFF', 'REPLAY_DATA', 'REPLAY_QUEUE_FULL'],
	async handle({ shock, execution_id: executionId, leverage }, call) {
		const { services, caller } = call;
		const squeeze = squeezeOf(shock);
		if (squeeze !== undefined) return replayed(call, squeeze, { executionId, data: shock.data });
		const result = await services.whatIf.shock(caller.userId, shockOf(services, shock), {
			executionId,
			leverage: leverage === undefined ? undefined : approximately(leverage),
		});
		return shockRecord(result);
	},
});

/** @throws CarrywireError FORBIDDEN without the right to run replays, REPLAY_OFF */
async function replayed({ services, caller }: AuthenticatedCall, squeeze: Squeeze, options: SqueezeOptions) {
	if (!caller.scopes.has(REPLAY_SCOPE))
		throw new CarrywireError(
			'FORBIDDEN',
			MARGIN_PLAN_TEXT.needsScope({ scope: REPLAY_SCOPE, own: [...caller.scopes] }),
			{ field: 'shock.squeeze', facts: { scope: REPLAY_SCOPE } },
		);
	if (!services.replays.isEnabled) throw new CarrywireError('REPLAY_OFF', REPLAY_TEXT.off());
	return squeezeRecord(await services.whatIf.squeeze(caller.userId, squeeze, options));
}
