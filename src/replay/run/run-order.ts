/** Carries out an order: reads the data, plays the policy and the comparisons, and writes the result. */

import type { Logger } from '../../ports/logger.ts';
import { systemClock } from '../../runtime/clock.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { VERSION } from '../../runtime/version.ts';
import { openDatabase, openDatabaseInMemory } from '../../store/database.ts';
import type { Dataset } from '../data/dataset.ts';
import { readDataset } from '../data/read-dataset.ts';
import type { ReplayResult } from '../report/result.ts';
import { type Course, measure } from './measure.ts';
import type { OrderProgress, ReplayOrder } from './order.ts';
import { type OrderPlan, planOrder } from './order-plan.ts';
import { play } from './play.ts';
import { samplePortfolio } from './portfolio-samples.ts';
import { openProgram, type Program } from './programs.ts';
import { LATE_COURSE, POLICY_COURSE, resultOf } from './result-of.ts';

/** What an order needs from its process. */
export type RunParts = {
	readonly onProgress: (progress: OrderProgress) => void;
	/** Asked between two steps of time; true ends the replay, whose result is then partial. */
	readonly isCanceled: () => boolean;
	readonly log: Logger;
};

/** Built-in policies with which every result is compared. */
const RIVALS = ['month-mean', 'month-mean-hysteresis', 'top-headline'] as const;

/**
 * Carries out an order. @throws DataError for data that cannot be replayed, PolicyError for a policy that cannot run
 */
export async function runOrder(order: ReplayOrder, parts: RunParts): Promise<ReplayResult> {
	parts.onProgress({ step: 'reading', done: 0, at: null, rate: null });
	const dataset = await readDataset({
		paths: order.data,
		grade: order.grade,
		venues: order.exchanges,
		coins: order.coins,
	});
	const plan = planOrder(order, dataset);
	const ground = { order, dataset, plan };
	const main = await runStep(ground, { ...MAIN, policy: order.policy, set: order.set }, parts);
	const steps = order.compare ? stepsAfter(order, main.program) : [];
	const courses = new Map([[MAIN.name, main.course]]);
	for (const step of steps) {
		if (parts.isCanceled()) break;
		const { course } = await runStep(ground, step, parts);
		// A comparison over another span would compare nothing.
		if (!course.wasStopped) courses.set(step.name, course);
	}
	const missing = steps.flatMap(({ name }) => (courses.has(name) ? [] : [name]));
	return resultOf({ ...ground, program: main.program, courses, missing });
}

/** What all plays of an order share. */
type Ground = { readonly order: ReplayOrder; readonly dataset: Dataset; readonly plan: OrderPlan };

/** One play of an order. */
type Step = {
	readonly name: string;
	readonly policy: string;
	readonly set: ReplayOrder['set'];
	/** Age of what the policy sees of the market, ms. */
	readonly lateMs: number;
	/** Number of the play among all plays of the order, from 0. */
	readonly number: number;
};

/** The ordered play. */
const MAIN = { name: POLICY_COURSE, lateMs: 0, number: 0 };

/** Returns the plays with which the ordered one is compared. */
function stepsAfter({ policy, set }: ReplayOrder, { stepMs }: Program): readonly Step[] {
	return [
		{ name: LATE_COURSE, policy, set, lateMs: stepMs, number: 1 },
		...rivalsOf(policy).map(
			(rival, index): Step => ({ name: rival, policy: rival, set: {}, lateMs: 0, number: index + 2 }),
		),
	];
}

function rivalsOf(policy: string): readonly string[] {
	return RIVALS.filter((rival) => rival !== policy);
}

/** Returns the number of plays of an order. */
function playsOf({ policy, compare }: ReplayOrder): number {
	return compare ? 2 + rivalsOf(policy).length : 1;
}

async function runStep(
	{ order, dataset, plan }: Ground,
	step: Step,
	parts: RunParts,
): Promise<{ readonly course: Course; readonly program: Program }> {
	const program = await openProgram({ ...order, ...step, ...parts, now: plan.from, watch: systemClock });
	const keep = step.number === 0 ? order.keep : undefined;
	const database = keep === undefined ? openDatabaseInMemory() : openDatabase(keep);
	try {
		const samples = samplePortfolio(plan);
		const progress = trackProgress(plan, step, playsOf(order), parts);
		const played = await play(
			{
				...plan,
				dataset,
				users: plan.pairs.length,
				usesForecasts: program.usesForecasts,
				isKept: keep !== undefined,
				rulesOff: new Set(order.without),
				program: (ground) => program.run(ground, plan.pairs, step.lateMs),
			},
			{
				database,
				random: seededRandom(order.seed),
				log: parts.log,
				version: VERSION,
				async onLeap(at, { seats }) {
					if (at >= plan.from) await samples.takeUpTo(seats, at);
					await progress(at);
					return !parts.isCanceled();
				},
			},
		);
		try {
			return { course: await measure(played, { dataset, samples, ...plan.assumed }), program };
		} finally {
			await played.stage.close();
		}
	} finally {
		await program.close();
		database.close();
	}
}

/** Time between two reports of progress, ms of the machine. */
const REPORT_MS = 250;

/** Returns a function that reports progress, and lets the process hear messages meanwhile. */
function trackProgress(
	{ from, until }: OrderPlan,
	{ name: step, number }: Pick<Step, 'name' | 'number'>,
	count: number,
	{ onProgress }: Pick<RunParts, 'onProgress'>,
): (at: number) => Promise<void> {
	let reportedAt = performance.now();
	let lastAt = from;
	return async (at) => {
		const now = performance.now();
		if (now - reportedAt < REPORT_MS) return;
		const share = Math.min(1, Math.max(0, (at - from) / (until - from)));
		const rate = (at - lastAt) / (now - reportedAt);
		[reportedAt, lastAt] = [now, at];
		onProgress({ step, done: (number + share) / count, at, rate });
		await new Promise((resolve) => setImmediate(resolve));
	};
}
