import * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ReplayRequest } from '../../ports/replays.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam, show } from '../rpc/param-errors.ts';
import { replayParams, replayRequest } from '../rpc/replay-params.ts';
import { REPLAY_JOB_EXAMPLE, replayJobRecord, replayStatusSchema } from '../rpc/replay-record.ts';
import { REPLAY_TEXT, RULE_TEXT } from '../rpc/text.ts';

/** Largest number of trials of a sweep. */
const TRIALS_MAX = 1_000;

/** Queues a replay for the caller. */
export const replayStart = scopedMethod({
	name: 'replay_start',
	summary:
		'Tests a policy on recorded data with this service’s own rules, costs and checks, in a process of its own. Nothing is traded. Returns at once; read replay_status and then replay_result.',
	scope: 'replay:run',
	tradesMoney: false,
	params: replayParams,
	result: z.strictObject({
		success: z.literal(true),
		replay_id: z.string().describe('Id of the replay.'),
		status: replayStatusSchema,
	}),
	example: {
		params: {
			data: 'year',
			policy: 'month-mean',
			set: { enter: 0.05 },
			coins: ['BTC', 'ETH'],
			from: '2025-11-01',
			until: '2026-11-01',
		},
		result: { success: true, replay_id: REPLAY_JOB_EXAMPLE.replay_id, status: 'queued' },
	},
	errors: ['REPLAY_OFF', 'REPLAY_DATA', 'REPLAY_QUEUE_FULL'],
	async handle(params, { services: { replays }, caller }) {
		const request = replayRequest(params);
		if (!replays.isEnabled) throw new CarrywireError('REPLAY_OFF', REPLAY_TEXT.off());
		const { data, policies, rules } = await replays.choices();
		requireOneOf('data', request.data, data);
		requireOneOf(
			'policy',
			request.policy,
			policies.map(({ name }) => name),
		);
		for (const [at, rule] of request.without.entries()) requireOneOf(`without.${at}`, rule, rules);
		requireFewTrials(request);
		const { replay_id, status } = replayJobRecord(await replays.start(caller.userId, request));
		return { success: true, replay_id, status };
	},
});

/** @throws CarrywireError INVALID_PARAMS */
function requireOneOf(field: string, value: string, known: readonly string[]): void {
	if (!known.includes(value)) throw invalidParam(field, RULE_TEXT.oneOf({ values: known }), show(value));
}

/** @throws CarrywireError INVALID_PARAMS */
function requireFewTrials({ sweep }: ReplayRequest): void {
	const trials = Object.values(sweep).reduce((product, values) => product * values.length, 1);
	if (trials > TRIALS_MAX)
		throw new CarrywireError('INVALID_PARAMS', REPLAY_TEXT.manyTrials({ trials, limit: TRIALS_MAX }), {
			field: 'sweep',
		});
}
