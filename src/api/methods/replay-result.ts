import * as z from 'zod';
import { REPLAY_PARTS, type ReplayPart } from '../../ports/replays.ts';
import { scopedMethod } from '../rpc/method.ts';
import { integerOr, text } from '../rpc/params.ts';
import { REPLAY_SUMMARY_EXAMPLE } from '../rpc/replay-example.ts';
import { REPLAY_JOB_EXAMPLE, reportPath } from '../rpc/replay-record.ts';
import {
	replayColumnsSchema,
	replayPositionsSchema,
	replaySummarySchema,
	replaySweepSchema,
} from '../rpc/replay-result-record.ts';

/** Returns a part of a result. The process of the replay wrote it in the form of the API. */
export const replayResult = scopedMethod({
	name: 'replay_result',
	summary:
		'Reads the result of a replay, part by part; figures are rounded to nine places. The same as a page: GET report, with the same token.',
	scope: 'replay:run',
	tradesMoney: false,
	params: z.strictObject({
		replay_id: text(64, 'Id from replay_start.'),
		part: z
			.enum(REPLAY_PARTS)
			.describe(
				'summary: the outcome with its waterfall, comparisons and tests. positions: with their journals, page by page. columns: the portfolio over time. sweep: all trials. Default: summary, or sweep for a sweep.',
			)
			.optional(),
		page: integerOr(1, { description: 'Page of the positions.', atLeast: 1, atMost: 1_000_000 }),
	}),
	result: z.strictObject({
		replay_id: z.string().describe('Id of the replay.'),
		part: z.enum(REPLAY_PARTS).describe('The part of this answer; the member with its name is present.'),
		report: z.string().describe('Path of the report as HTML.'),
		summary: replaySummarySchema.describe('The outcome.').optional(),
		positions: replayPositionsSchema.describe('One page of positions.').optional(),
		columns: replayColumnsSchema
			.describe('The portfolio over time, at most 1,000 points; the report’s JSON and CSV have all.')
			.optional(),
		sweep: replaySweepSchema.describe('The trials of a sweep.').optional(),
	}),
	example: {
		params: { replay_id: REPLAY_JOB_EXAMPLE.replay_id },
		result: {
			replay_id: REPLAY_JOB_EXAMPLE.replay_id,
			part: 'summary',
			report: reportPath(REPLAY_JOB_EXAMPLE.replay_id),
			summary: REPLAY_SUMMARY_EXAMPLE,
		},
	},
	errors: ['UNKNOWN_REPLAY', 'REPLAY_NOT_DONE', 'REPLAY_NO_RESULT'],
	async handle({ replay_id: id, part: wanted, page }, { services: { replays }, caller: { userId } }) {
		const { request } = replays.find(userId, id);
		const usual: ReplayPart = Object.keys(request.sweep).length === 0 ? 'summary' : 'sweep';
		const part = wanted ?? usual;
		return {
			replay_id: id,
			part,
			report: reportPath(id),
			[part]: await replays.read(userId, id, part, page),
		};
	},
});
