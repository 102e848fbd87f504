import * as z from 'zod';
import { HALT_REASON_LENGTH_MAX } from '../../ports/halts.ts';
import { ownersAlone } from '../rpc/agent-rights.ts';
import { scopedMethod } from '../rpc/method.ts';
import { flag, text } from '../rpc/params.ts';
import { instant } from '../rpc/record-fields.ts';

/** Method that stops the caller's openings. It fails with AGENT_NOT_ALLOWED when an agent asks for `close_all`. */
export const haltTrading = scopedMethod({
	name: 'halt_trading',
	summary:
		"The caller's kill switch: from now on nothing of the caller's is opened and nothing that is opening grows, until resume_trading, also over a restart. Closing goes on. An agent halts for its owner, without close_all.",
	scope: 'arb:trade',
	tradesMoney: true,
	isStop: true,
	params: z.strictObject({
		reason: text(HALT_REASON_LENGTH_MAX, 'Said to whoever is refused by it.').optional(),
		close_all: flag(
			false,
			"Also closes the caller's running executions, and cancels those that are queued or opening.",
		),
	}),
	result: z.strictObject({
		success: z.literal(true),
		trading: z.literal('halted'),
		reason: z.string().nullable().describe('Said to whoever is refused by it.'),
		halted_at: instant('Since when it stands: a halt that is repeated keeps its beginning.'),
		close_all: z.boolean().describe('While the halt stands, what runs is closed.'),
		closing: z.array(z.string()).describe('Executions that are being closed now.'),
		canceling: z.array(z.string()).describe('Executions that are being cancelled now.'),
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
		if (closeAll) ownersAlone(caller, 'halt_trading with close_all');
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
