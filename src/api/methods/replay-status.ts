import * as z from 'zod';
import { scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';
import {
	REPLAY_CHOICES_EXAMPLE,
	REPLAY_JOB_EXAMPLE,
	replayChoicesRecord,
	replayChoicesSchema,
	replayJobRecord,
	replayJobSchema,
} from '../rpc/replay-record.ts';

/** Lists the caller's replays with their progress, and the choices for a new one. */
export const replayStatus = scopedMethod({
	name: 'replay_status',
	summary: 'Lists your replays with their progress, and the data and policies for a new one.',
	scope: 'replay:run',
	tradesMoney: false,
	params: z.strictObject({
		replay_id: text(64, 'Id from replay_start, for one replay. Default: all of yours.').optional(),
	}),
	result: z.strictObject({
		replays: z.array(replayJobSchema).describe('Your replays, newest first.'),
		choices: replayChoicesSchema,
	}),
	example: {
		params: { replay_id: REPLAY_JOB_EXAMPLE.replay_id },
		result: { replays: [REPLAY_JOB_EXAMPLE], choices: REPLAY_CHOICES_EXAMPLE },
	},
	errors: ['UNKNOWN_REPLAY'],
	async handle({ replay_id: id }, { services: { replays }, caller: { userId } }) {
		const jobs = id === undefined ? replays.list(userId) : [replays.find(userId, id)];
		return {
			replays: jobs.map(replayJobRecord),
			choices: replayChoicesRecord(await replays.choices(), replays),
		};
	},
});
