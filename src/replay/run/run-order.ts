/** Carries out an order: reads the data, plays the policy and the comparisons, and writes the result. */

import type { Logger } from '../../ports/logger.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { VERSION } from '../../runtime/version.ts';
import { openDatabase, openDatabaseInMemory } from '../../store/database.ts';
import type { Dataset } from '../data/dataset.ts';
import { readDataset } from '../data/read-dataset.ts';
import type { ReplayResult } from '../report/result.ts';
import { type Course, measure } from './measure.ts';
import type { OrderProgress, ReplayOrder } from './order.ts';
import { type OrderPlan, planOrder } from './order-plan.ts';
import { type PlayParts, play } from './play.ts';
import { samplePortfolio } from './portfolio-samples.ts';
import { type Program, programOf } from './programs.ts';
import { resultOf } from './result-of.ts';

/** What an order needs from its process. */
export type RunParts = {
	readonly onProgress: (progress: OrderProgress) => void;
	/** Asked between two steps of time; true ends the replay, whose result is then partial. */
	readonly isCanceled: () => boolean;
	readonly log: Logger;
};

/** A policy to play beside the ordered one. */
type Rival = { readonly name: string; readonly policy: string };

/** Built-in policies with which every result is compared. */
const RIVALS: readonly Rival[] = [
	{ name: 'month-mean', policy: 'month-mean' },
	{ name: 'month-mean-hysteresis', policy: 'month-mean-hysteresis' },
	{ name: 'top-headline', policy: 'top-headline' },
];

/**
 * Carries out an order. @throws DataError for data that cannot be replayed, PolicyError for a policy that cannot run
 */
export async function runOrder(order: ReplayOrder, parts: RunParts): Promise<ReplayResult> {
	parts.onProgress({ step: 'reading', done: 0, at: null, rate: null });
	const program = programOf(order.policy, order.set);
	const dataset = await readDataset({
		paths: order.data,
		grade: order.grade,
		venues: order.exchanges,
		coins: order.coins,
	});
	const plan = planOrder(order, dataset);
	const steps = stepsOf(order, program);
	const courses = new Map<string, Course>();
	for (const [number, step] of steps.entries()) {
		if (parts.isCanceled() && number > 0) break;
		const progress = trackProgress(plan, step.name, { number, count: steps.length }, parts);
		courses.set(step.name, await runStep(order, { dataset, plan, step, progress }, parts));
	}
	return resultOf({ order, dataset, plan, program, courses });
}

/** One play of an order. */
type Step = {
	readonly name: string;
	readonly program: Program;
	/** Age of what the policy sees of the market, ms. */
	readonly lateMs: number;
	/** Folder for the journal; undefined for memory. */
	readonly keep: string | undefined;
};

function stepsOf(order: ReplayOrder, program: Program): readonly Step[] {
	const main: Step = { name: 'policy', program, lateMs: 0, keep: order.keep };
	if (!order.compare) return [main];
	return [
		main,
		{ ...main, name: 'one step late', lateMs: program.stepMs, keep: undefined },
		...RIVALS.filter(({ policy }) => policy !== order.policy).map(
			({ name, policy }): Step => ({ name, program: programOf(policy, {}), lateMs: 0, keep: undefined }),
		),
	];
}

async function runStep(
	order: ReplayOrder,
	{
		dataset,
		plan,
		step,
		progress,
	}: {
		readonly dataset: Dataset;
		readonly plan: OrderPlan;
		readonly step: Step;
		readonly progress: (at: number) => Promise<void>;
	},
	parts: RunParts,
): Promise<Course> {
	const database = step.keep === undefined ? openDatabaseInMemory() : openDatabase(step.keep);
	const samples = samplePortfolio(plan.exchanges);
	const playParts: PlayParts = {
		database,
		random: seededRandom(order.seed),
		log: parts.log,
		version: VERSION,
		async onLeap(at, { seats }) {
			if (at >= plan.from) await samples.takeUpTo(seats, at);
			await progress(at);
			return !parts.isCanceled();
		},
	};
	try {
		const played = await play(
			{
				...plan,
				dataset,
				users: plan.pairs.length,
				refits: step.program.usesForecasts,
				rulesOff: new Set(order.without),
				program: (ground) => step.program.run(ground, plan.pairs, step.lateMs),
			},
			playParts,
		);
		try {
			return await measure(played, { dataset, samples });
		} finally {
			await played.stage.close();
		}
	} finally {
		database.close();
	}
}

/** Time between two reports of progress, ms of the machine. */
const REPORT_MS = 250;

/** Returns a function that reports progress, and lets the process hear messages meanwhile. */
function trackProgress(
	{ from, until }: OrderPlan,
	step: string,
	{ number, count }: { readonly number: number; readonly count: number },
	{ onProgress }: RunParts,
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
