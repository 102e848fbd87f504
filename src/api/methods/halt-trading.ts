import * as z from 'zod';
import { HALT_REASON_LENGTH_MAX } from '../../ports/halts.ts';
import { requireOwner } from '../rpc/agent-rights.ts';
import { scopedMethod } from '../rpc/method.ts';
import { flag, text } from '../rpc/params.ts';
import { instant } from '../rpc/record-fields.ts';

/**
 * Sets the caller's kill switch, which stops the caller from opening positions. Fails with AGENT_NOT_ALLOWED if an
 * agent sets `close_all`.
 */
export const haltTrading = scopedMethod({
	name: 'halt_trading',
	summary:
		'Sets your kill switch: until you call resume_trading, even after a restart, no execution opens and no opening execution grows. Closing continues. An agent halts for its owner and may not set close_all.',
	scope: 'arb:trade',
	tradesMoney: true,
	isStop: true,
	params: z.strictObject({
		reason: text(HALT_REASON_LENGTH_MAX, 'Reason shown in refusals.').optional(),
		close_all: flag(false, 'True: also close your running executions and cancel queued and opening ones.'),
	}),
	result: z.strictObject({
		success: z.literal(true),
		trading: z.literal('halted'),
		reason: z.string().nullable().describe('Reason shown in refusals.'),
		halted_at: instant('Time at which it was set; a repeated halt keeps the first time.'),
		close_all: z.boolean().describe('True when the halt also closes running executions.'),
		closing: z.array(z.string()).describe('Ids of executions that are closing now.'),
		canceling: z.array(z.string()).describe('Ids of executions that are being cancelled now.'),
	}),
	example: {
		params: { reason: 'Going on holiday', close_all: true },
		result: {
			success: true,
			trading: 'halted',
			reason: 'Going on holiday',
			halted_at: '2026-11-20T08:00:00.000Z',
			close_all: true,
			closing: ['exec_9d2e4f6081a3c5e73f9a1c5b'],
			canceling: [],
		},
	},
	errors: ['AGENT_NOT_ALLOWED', 'STORE_UNAVAILABLE'],
	async handle({ reason, close_all: closeAll }, { services, caller }) {
		if (closeAll) requireOwner(caller, 'halt_trading with close_all');
		const { halt, closing, canceling } = await services.switches.halt({
			target: { scope: 'user', userId: caller.userId },
			reason: reason ?? null,
			by: caller.agent?.agentId ?? caller.tokenId,
			closeAll,
		});
		return {
			success: true,
			trading: 'halted',
			reason: halt.reason,
			halted_at: new Date(halt.at).toISOString(),
			close_all: halt.closeAll,
			closing,
			canceling,
		};
	},
});
