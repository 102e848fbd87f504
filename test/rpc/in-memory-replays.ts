/** Provides replays that end at once with the result of the reference's example, for conversations. */
import { REPLAY_SUMMARY_EXAMPLE } from '../../src/api/rpc/replay-example.ts';
import { REPLAY_CHOICES_EXAMPLE } from '../../src/api/rpc/replay-record.ts';
import { CarrywireError } from '../../src/domain/carrywire-error.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { ReplayJob, ReplayPart, Replays } from '../../src/ports/replays.ts';
import { REPLAY_TEXT } from '../../src/replay/jobs/text.ts';

const QUEUE_MAX = 2;

/** Replays of the coin BTC stay in the queue, all others end at once. */
export function inMemoryReplays(clock: Clock): Replays {
	const jobs = new Map<string, ReplayJob>();
	let count = 0;
	const find = (userId: string, replayId: string): ReplayJob => {
		const job = jobs.get(replayId);
		if (job?.userId === userId) return job;
		throw new CarrywireError('UNKNOWN_REPLAY', REPLAY_TEXT.unknown({ was: replayId }), {
			field: 'replay_id',
		});
	};
	const finished = (userId: string, replayId: string): ReplayJob => {
		const job = find(userId, replayId);
		if (job.state === 'queued') throw new CarrywireError('REPLAY_NOT_DONE', REPLAY_TEXT.notDone());
		if (job.state === 'complete') return job;
		throw new CarrywireError('REPLAY_NO_RESULT', REPLAY_TEXT.noResult());
	};
	return {
		isEnabled: true,
		queueMax: QUEUE_MAX,
		choices: async () => ({
			data: REPLAY_CHOICES_EXAMPLE.data,
			names: REPLAY_CHOICES_EXAMPLE.names,
			policies: REPLAY_CHOICES_EXAMPLE.policies,
			rules: REPLAY_CHOICES_EXAMPLE.rules,
		}),
		async start(userId, request) {
			const waits = request.coins?.length === 1;
			const waiting = [...jobs.values()].filter((job) => job.userId === userId && job.state === 'queued');
			if (waits && waiting.length >= QUEUE_MAX)
				throw new CarrywireError('REPLAY_QUEUE_FULL', REPLAY_TEXT.queueFull({ limit: QUEUE_MAX }), {
					facts: { limit: QUEUE_MAX },
				});
			count += 1;
			const replayId = `replay_${String(count).padStart(24, '0')}`;
			const at = clock.now();
			const job: ReplayJob = {
				replayId,
				userId,
				request,
				state: waits ? 'queued' : 'complete',
				reason: null,
				createdAt: at,
				startedAt: waits ? null : at,
				endedAt: waits ? null : at,
				ahead: waits ? waiting.length : null,
				progress: null,
			};
			jobs.set(replayId, job);
			return job;
		},
		list: (userId) => [...jobs.values()].filter((job) => job.userId === userId).reverse(),
		find,
		cancel(userId, replayId) {
			const job = find(userId, replayId);
			if (job.state !== 'queued') return job;
			const canceled: ReplayJob = {
				...job,
				state: 'canceled',
				reason: REPLAY_TEXT.canceled(),
				endedAt: clock.now(),
				ahead: null,
			};
			jobs.set(replayId, canceled);
			return canceled;
		},
		async read(userId, replayId, part: ReplayPart) {
			finished(userId, replayId);
			if (part === 'summary') return REPLAY_SUMMARY_EXAMPLE;
			throw new CarrywireError('REPLAY_NO_RESULT', REPLAY_TEXT.noPart({ part }));
		},
		async report(userId, replayId) {
			finished(userId, replayId);
			return '<!doctype html><title>Replay</title><script>alert(1)</script>';
		},
	};
}
