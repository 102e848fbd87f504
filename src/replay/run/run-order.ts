/** Carries out an order: reads the data, plays the policy and the comparisons or the trials, and judges them. */

import type { Dataset } from '../data/dataset.ts';
import { readDataset } from '../data/read-dataset.ts';
import { areRecordings, readRecordedDataset } from '../data/recorded-dataset.ts';
import type { ReplayResult, SweepResult } from '../report/result.ts';
import { warmUpMs } from '../service/open-markets.ts';
import { ReplayStopped } from '../service/replay-time.ts';
import type { ReplayOrder } from './order.ts';
import { planOrder, withMainContracts } from './order-plan.ts';
import { performPlays } from './play-pool.ts';
import type { PlayedTask, PlayGround, PlayTask } from './play-task.ts';
import { LATE_COURSE, POLICY_COURSE, resultOf } from './result-of.ts';
import type { RunParts } from './run-parts.ts';
import { runSweep } from './run-sweep.ts';
import { trackOrder } from './track-order.ts';

/** Built-in policies with which every result is compared. */
const RIVALS = ['month-mean', 'month-mean-hysteresis', 'top-headline'] as const;
/** Time between two checks whether the order was canceled while its data is read, ms of the machine. */
const CANCEL_CHECK_MS = 100;

/**
 * Carries out an order, which is a sweep if it has values to try.
 * @throws DataError for data that cannot be replayed, PolicyError for a policy that cannot run, SweepError for a sweep
 * that cannot be judged, ReplayStopped if it is canceled before anything was played
 */
export function runOrder(order: ReplayOrder, parts: RunParts): Promise<ReplayResult | SweepResult> {
	const isSweep = Object.keys(order.sweep).length > 0;
	return isSweep
		? readGround(order, parts).then((ground) => runSweep(ground, parts))
		: runReplay(order, parts);
}

/** @throws ReplayStopped if the order is canceled meanwhile */
async function readGround(order: ReplayOrder, parts: RunParts): Promise<PlayGround> {
	parts.onProgress({ step: 'reading', done: 0, at: null, rate: null });
	const dataset = withMainContracts(await unlessCanceled(readData(order), parts));
	return { order, dataset, plan: planOrder(order, dataset) };
}

/** Waits for work that cannot be ended. A canceled order ignores its outcome. @throws ReplayStopped */
async function unlessCanceled<T>(work: Promise<T>, { isCanceled, machine }: RunParts): Promise<T> {
	const canceled = Promise.withResolvers<never>();
	const stopWatch = machine.every(CANCEL_CHECK_MS, () => {
		if (isCanceled()) canceled.reject(new ReplayStopped());
	});
	try {
		const done = await Promise.race([work, canceled.promise]);
		if (isCanceled()) throw new ReplayStopped();
		return done;
	} finally {
		stopWatch();
	}
}

/** Reads recordings at grade A, unless the order names another grade; tables at grade B or C. @throws DataError */
function readData({
	data: paths,
	grade,
	from,
	until,
	exchanges: venues,
	coins,
}: ReplayOrder): Promise<Dataset> {
	const isRecorded = grade === 'A' || (grade === undefined && areRecordings(paths));
	return isRecorded
		? readRecordedDataset({ paths, from, until, venues, coins, warmUpMs: warmUpMs('A') })
		: readDataset({ paths, grade, venues, coins });
}

/** Carries out an order without values to try. @throws DataError, PolicyError, ReplayStopped */
export async function runReplay(order: ReplayOrder, parts: RunParts): Promise<ReplayResult> {
	const ground = await readGround(order, parts);
	const tasks = tasksOf(ground.order);
	const hooks = { ...parts, onProgress: trackOrder(ground.plan, tasks, parts) };
	const played = new Map<string, PlayedTask>();
	for await (const done of performPlays(ground, tasks, ground.order.workers, hooks))
		played.set(done.task.name, done.played);
	const main = played.get(POLICY_COURSE);
	if (main === undefined) throw new ReplayStopped();
	// A comparison over another span would compare nothing.
	const isWhole = ({ name }: PlayTask): boolean => played.get(name)?.course.wasStopped === false;
	const shown = tasks.filter((task) => task.name === POLICY_COURSE || isWhole(task));
	const courses = new Map(shown.flatMap(({ name }) => coursesNamed(name, played)));
	const missing = tasks.flatMap(({ name }) => (courses.has(name) ? [] : [name]));
	return resultOf({ ...ground, program: main, courses, missing });
}

function coursesNamed(
	name: string,
	played: ReadonlyMap<string, PlayedTask>,
): readonly (readonly [string, PlayedTask['course']])[] {
	const course = played.get(name)?.course;
	return course === undefined ? [] : [[name, course]];
}

/** Returns the plays of an order: its policy, the same one step later, and those with which it is compared. */
function tasksOf({ policy, set, keep, compare }: ReplayOrder): readonly PlayTask[] {
	const main: PlayTask = { name: POLICY_COURSE, policy, set, isLate: false, keep };
	if (!compare) return [main];
	return [
		main,
		{ ...main, name: LATE_COURSE, isLate: true, keep: undefined },
		...RIVALS.filter((rival) => rival !== policy).map(
			(rival): PlayTask => ({ name: rival, policy: rival, set: {}, isLate: false, keep: undefined }),
		),
	];
}
