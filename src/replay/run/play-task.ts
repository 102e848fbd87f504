/** Performs one play of an order: the ordered policy, a comparison, or a trial of a sweep. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { VERSION } from '../../runtime/version.ts';
import { DATABASE_FILE, openDatabase, openDatabaseInMemory } from '../../store/sqlite/database.ts';
import type { Dataset } from '../data/dataset.ts';
import type { PolicySettings } from '../policies/policy.ts';
import { ReplayStopped } from '../service/replay-time.ts';
import { type Course, measure } from './measure.ts';
import type { ReplayOrder } from './order.ts';
import type { OrderPlan } from './order-plan.ts';
import { play } from './play.ts';
import { samplePortfolio } from './portfolio-samples.ts';
import { openProgram } from './programs.ts';

/** Parts that all plays of an order share. */
export type PlayGround = { readonly order: ReplayOrder; readonly dataset: Dataset; readonly plan: OrderPlan };

/** One play of an order. */
export type PlayTask = {
	readonly name: string;
	readonly policy: string;
	readonly set: ReplayOrder['set'];
	/** True if the policy sees the market as it was one step before. */
	readonly isLate: boolean;
	/** Folder for the journal and all stores; undefined for memory. */
	readonly keep: string | undefined;
};

/** Records of a play, and the complete settings of its policy. */
export type PlayedTask = {
	readonly course: Course;
	readonly settings: PolicySettings;
	/** Time between two decisions of the policy, ms. */
	readonly stepMs: number;
};

/** Reports and questions of a running play. */
export type PlayHooks = {
	/** Called after each leap with the share of the span that is done, and the replay's time. Waits if it must. */
	readonly onLeap: (share: number, at: number) => Promise<void>;
	readonly isCanceled: () => boolean;
	readonly log: Logger;
	/** The machine's clock, for limits on real time. */
	readonly machine: Pick<Clock, 'after'>;
};

/** Plays. @throws PolicyError for a policy that cannot run, ReplayStopped if it is canceled before its span begins */
export async function playTask(
	{ order, dataset, plan }: PlayGround,
	{ policy, set, isLate, keep }: PlayTask,
	{ onLeap, isCanceled, log, machine }: PlayHooks,
): Promise<PlayedTask> {
	const { from, until } = plan;
	const { data, seed } = order;
	const program = await openProgram({ policy, set, data, seed, log, now: from, watch: machine });
	const database = keep === undefined ? openDatabaseInMemory() : openDatabase(keep);
	let isPlayed = true;
	try {
		const samples = samplePortfolio(plan);
		const played = await play(
			{
				...plan,
				dataset,
				users: plan.pairs.length,
				usesForecasts: program.usesForecasts,
				isKept: keep !== undefined,
				rulesOff: new Set(order.without),
				program: (ground) => program.run(ground, plan.pairs, isLate ? program.stepMs : 0),
			},
			{
				database,
				random: seededRandom(seed),
				log,
				version: VERSION,
				async onLeap(at, { seats, during }) {
					if (at >= from) await during(samples.takeUpTo(seats, at));
					await onLeap(Math.min(1, Math.max(0, (at - from) / (until - from))), at);
					return !isCanceled();
				},
			},
		);
		try {
			const course = await played.during(measure(played, { dataset, samples, ...plan.assumed }));
			return { course, settings: program.settings, stepMs: program.stepMs };
		} finally {
			await played.during(played.replayed.close());
		}
	} catch (error) {
		if (error instanceof ReplayStopped) isPlayed = false;
		throw error;
	} finally {
		await program.close();
		database.close();
		// A journal of nothing is not kept. Its directory is empty again, as the order needs it.
		if (!isPlayed && keep !== undefined) rmSync(join(keep, DATABASE_FILE), { force: true });
	}
}
