import * as z from 'zod';
import { scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';
import { REPLAY_JOB_EXAMPLE, replayJobRecord, replayStatusSchema } from '../rpc/replay-record.ts';

/** Ends a replay of the caller early. */
export const replayCancel = scopedMethod({
	name: 'replay_cancel',
	summary:
		'Ends a replay. One that runs keeps the result so far, as partial; one that has ended stays as it is. The answer may come before the end.',
	scope: 'replay:run',
	tradesMoney: false,
	params: z.strictObject({ replay_id: text(64, 'Id from replay_start.') }),
	result: z.strictObject({
		success: z.literal(true),
		replay_id: z.string().describe('Id of the replay.'),
		status: replayStatusSchema,
	}),
	example: {
		params: { replay_id: REPLAY_JOB_EXAMPLE.replay_id },
		result: { success: true, replay_id: REPLAY_JOB_EXAMPLE.replay_id, status: 'running' },
	},
	errors: ['UNKNOWN_REPLAY'],
	async handle({ replay_id: id }, { services: { replays }, caller }) {
		const { replay_id, status } = replayJobRecord(replays.cancel(caller.userId, id));
		return { success: true, replay_id, status };
	},
});
