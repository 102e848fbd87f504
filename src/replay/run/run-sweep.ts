/**
 * Carries out a sweep: plays every combination of the settings once, and judges them on training and test windows.
 * Each finished trial is written to a file at once, so that a sweep that was ended goes on where it stopped.
 */

import { DAY_MS } from '../../domain/funding.ts';
import { codeHash } from '../../runtime/code-hash.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { VERSION } from '../../runtime/version.ts';
import { dailyReturns, judgeTrials } from '../report/outcome-of.ts';
import { RESULT_FORM, type SweepResult, type SweepTrial } from '../report/result.ts';
import type { Course } from './measure.ts';
import type { ReplayOrder } from './order.ts';
import { commandOf } from './order-command.ts';
import { performPlays } from './play-pool.ts';
import type { PlayGround, PlayTask } from './play-task.ts';
import { settingsOf } from './result-of.ts';
import type { RunParts } from './run-parts.ts';
import {
	chooseInWindows,
	measureDays,
	type TrialDays,
	testDays,
	trainingDays,
	USUAL_WINDOWS,
	walkForward,
	windowsOf,
} from './sweep-windows.ts';
import { trackOrder } from './track-order.ts';
import { openTrialFile } from './trial-file.ts';
import { trialsKey } from './trials-key.ts';

/** A sweep that cannot be judged. */
export class SweepError extends Error {
	override readonly name = 'SweepError';
}

/** Maximum number of trials. More cannot be told apart from luck. */
const TRIALS_MAX = 1_000;

/** Carries out a sweep. @throws SweepError, PolicyError */
export async function runSweep(ground: PlayGround, parts: RunParts): Promise<SweepResult> {
	const { order, plan } = ground;
	const sets = combinationsOf(order);
	const days = Math.floor((plan.until - plan.from) / DAY_MS);
	const windows = windowsOf(days, order.walkForward ?? USUAL_WINDOWS);
	if (windows.length === 0) throw new SweepError(tooShort(days, order));
	const file = openTrialFile(order.keep, () => trialsKey(ground, codeHash()));
	const known = file.known();
	const tasks = sets.flatMap((set, index) => (known.has(index) ? [] : [taskOf(order, set, index)]));
	const indexOf = new Map(tasks.map((task) => [task, sets.indexOf(task.set)]));
	const hooks = {
		...parts,
		onProgress: trackOrder(plan, tasks, parts, sets.length - tasks.length),
	};
	const capitalUsd = order.capitalUsd * plan.pairs.length;
	for await (const { task, played } of performPlays(ground, tasks, order.workers, hooks)) {
		const index = indexOf.get(task) as number;
		if (played.course.wasStopped) break;
		const trial = daysOf(played.course, { from: plan.from, days, capitalUsd });
		known.set(index, trial);
		file.add(index, trial);
	}
	const finished = [...known.keys()].sort((a, b) => a - b);
	if (finished.length === 0)
		throw new SweepError('The sweep was canceled before its first trial ended, so there is no result.');
	return judge(ground, windows, {
		sets: finished.map((index) => sets[index] as ReplayOrder['set']),
		trials: finished.map((index) => known.get(index) as TrialDays),
		count: sets.length,
	});
}

function tooShort(days: number, { walkForward: asked }: ReplayOrder): string {
	const { trainDays, testDays: test } = asked ?? USUAL_WINDOWS;
	return `The span has ${days} whole days; a training window of ${trainDays} days and a test window of up to ${test} need more than ${trainDays}. Choose shorter windows with --walk-forward, or a longer span.`;
}

/** Returns every combination of the values to try, in the order of the settings as given. */
export function combinationsOf({
	set,
	sweep,
}: Pick<ReplayOrder, 'set' | 'sweep'>): readonly ReplayOrder['set'][] {
	const sets = Object.entries(sweep).reduce<readonly ReplayOrder['set'][]>(
		(some, [name, values]) => some.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
		[set],
	);
	if (sets.length <= TRIALS_MAX) return sets;
	throw new SweepError(
		`The sweep has ${sets.length} combinations; the limit is ${TRIALS_MAX}. Try fewer values, or fewer settings.`,
	);
}

function taskOf({ policy }: ReplayOrder, set: ReplayOrder['set'], index: number): PlayTask {
	return { name: `trial ${index + 1}`, policy, set, isLate: false, keep: undefined };
}

function daysOf(
	{ columns, positions }: Course,
	{ from, days, capitalUsd }: { readonly from: number; readonly days: number; readonly capitalUsd: number },
): TrialDays {
	const opened = Array.from({ length: days }, () => 0);
	const first = Math.floor(from / DAY_MS);
	for (const { openedAt } of positions) {
		const day = Math.floor(openedAt / DAY_MS) - first;
		if (day >= 0 && day < days) opened[day] = (opened[day] as number) + 1;
	}
	const returns = dailyReturns(columns, capitalUsd, from);
	return { returns: Array.from({ length: days }, (_, day) => returns[day] ?? 0), opened };
}

function judge(
	{ order, dataset, plan }: PlayGround,
	windows: ReturnType<typeof windowsOf>,
	{
		sets,
		trials,
		count,
	}: {
		readonly sets: readonly ReplayOrder['set'][];
		readonly trials: readonly TrialDays[];
		readonly count: number;
	},
): SweepResult {
	const capitalUsd = order.capitalUsd * plan.pairs.length;
	const { unit } = seededRandom(order.seed);
	const training = trainingDays(windows);
	const test = testDays(windows);
	const judged = trials.map(
		(trial, index): SweepTrial => ({
			set: sets[index] as ReplayOrder['set'],
			training: measureDays(trial, training, capitalUsd, unit),
			test: measureDays(trial, test, capitalUsd, unit),
			dailyReturns: trial.returns,
		}),
	);
	const chosen = chooseInWindows(trials, windows, plan.from);
	const forward = walkForward(trials, windows, chosen);
	return {
		form: RESULT_FORM,
		status: trials.length === count ? 'complete' : 'partial',
		settings: settingsOf(order, { dataset, plan, settings: order.set }),
		command: commandOf(order),
		service: { version: VERSION, codeHash: codeHash() },
		dataHash: dataset.hash,
		trials: judged,
		windows: chosen,
		walkedForward: measureDays(
			forward,
			forward.returns.map((_, day) => day),
			capitalUsd,
			unit,
		),
		...judgeTrials(judged),
	};
}
