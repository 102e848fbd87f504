/** Assembles the result of an order from what its plays did. */

import { DAY_MS } from '../../domain/funding.ts';
import { codeHash } from '../../runtime/code-hash.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { VERSION } from '../../runtime/version.ts';
import type { Dataset } from '../data/dataset.ts';
import { honestyOf, outcomeOf } from '../report/outcome-of.ts';
import {
	type Comparison,
	type Honesty,
	type Outcome,
	type Position,
	type ProfitParts,
	RESULT_FORM,
	type ReplayResult,
	type ReplaySettings,
} from '../report/result.ts';
import type { Course } from './measure.ts';
import type { ReplayOrder } from './order.ts';
import { commandOf } from './order-command.ts';
import type { OrderPlan } from './order-plan.ts';
import type { PlayedTask } from './play-task.ts';

/** Everything that a result is made of. */
export type ResultParts = {
	readonly order: ReplayOrder;
	readonly dataset: Dataset;
	readonly plan: OrderPlan;
	/** The policy's complete settings, and the time between two of its decisions. */
	readonly program: Pick<PlayedTask, 'settings' | 'stepMs'>;
	/** Plays by name: the ordered one, the late one, and the comparisons. A canceled order lacks the last ones. */
	readonly courses: ReadonlyMap<string, Course>;
	/** Names of the plays that were stopped or not started. */
	readonly missing: readonly string[];
};

const YEAR_MS = 365 * DAY_MS;
/** Name of the ordered play. */
export const POLICY_COURSE = 'policy';
/** Name of the play of the same policy one step later. */
export const LATE_COURSE = 'one step late';

/** Assembles the result. */
export function resultOf(parts: ResultParts): ReplayResult {
	const { order, dataset, plan, program, courses } = parts;
	const main = courses.get(POLICY_COURSE);
	if (main === undefined) throw new Error('Invariant broken: every order plays its policy.');
	const outcome = judge(parts, main);
	const statusReason = statusReasonOf(parts, main);
	return {
		form: RESULT_FORM,
		status: statusReason === null ? 'complete' : 'partial',
		statusReason,
		playedUntil: main.playedUntil,
		settings: settingsOf(order, { dataset, plan, settings: program.settings }),
		command: commandOf(order),
		service: { version: VERSION, codeHash: codeHash() },
		data: dataOf(dataset),
		assumptions: plan.assumptions,
		notKnown: notKnownOf(parts),
		outcome,
		comparisons: comparisonsOf(parts, main),
		honesty: judgeHonesty(parts, outcome),
		columns: main.columns,
		positions: main.positions,
		funding: main.funding,
		refusals: main.refusals,
		transfers: main.transfers,
	};
}

/** Returns why the result is partial; null if it is complete. */
function statusReasonOf({ missing }: ResultParts, { wasStopped }: Course): string | null {
	if (wasStopped) return 'It was stopped before its end.';
	return missing.length === 0 ? null : 'It was stopped before its comparisons were done.';
}

function judge({ order, plan }: ResultParts, course: Course): Outcome {
	const capitalUsd = order.capitalUsd * plan.pairs.length;
	return outcomeOf({
		parts: sumParts(course, order),
		trades: course.trades,
		columns: course.columns,
		capitalUsd,
		from: plan.from,
		until: Math.max(course.playedUntil, plan.from + 1),
		unit: seededRandom(order.seed).unit,
	});
}

/** Adds up the parts of all positions, and the interest of the capital that none of them used. */
function sumParts({ positions, columns }: Course, { idleRatePct }: ReplayOrder): ProfitParts {
	const idleMs = columns.at.map((at, index) => (columns.at[index + 1] ?? at) - at);
	const idleInterest = columns.idle.reduce(
		(sum, usd, index) => sum + (usd * idleRatePct * (idleMs[index] ?? 0)) / (100 * YEAR_MS),
		0,
	);
	const sumOf = (part: keyof ProfitParts): number =>
		positions.reduce((sum, { parts }: Position) => sum + (parts[part] ?? 0), 0);
	const hasBasis = positions.every(({ parts }) => parts.basis !== null);
	return {
		fundingReceived: sumOf('fundingReceived'),
		fundingPaid: sumOf('fundingPaid'),
		fees: sumOf('fees'),
		slippage: sumOf('slippage'),
		basis: hasBasis ? sumOf('basis') : null,
		idleInterest,
		net: sumOf('net') + idleInterest,
	};
}

/** Returns what was replayed. @param settings the policy's settings */
export function settingsOf(
	order: ReplayOrder,
	{
		dataset,
		plan,
		settings,
	}: Pick<ResultParts, 'dataset' | 'plan'> & { readonly settings: ReplaySettings['set'] },
): ReplaySettings {
	return {
		data: order.data,
		grade: dataset.grade,
		from: plan.from,
		until: plan.until,
		policy: order.policy,
		set: settings,
		capitalUsd: order.capitalUsd,
		users: plan.pairs.length,
		exchanges: plan.exchanges,
		coins: order.coins ?? null,
		walkForward: order.walkForward ?? null,
		seed: order.seed,
		without: order.without,
	};
}

function dataOf(dataset: Dataset): ReplayResult['data'] {
	const { hash, files, from, until, tracks, gaps, intervalChanges } = dataset;
	return {
		hash,
		files,
		from,
		until,
		contracts: tracks.length,
		coins: new Set(tracks.map(({ coin }) => coin)).size,
		gaps,
		intervalChanges,
	};
}

function notKnownOf({ dataset, courses }: ResultParts): readonly string[] {
	const positions = courses.get(POLICY_COURSE)?.positions ?? [];
	const silent = positions.filter(({ forecast }) => forecast === null).length;
	return [
		...(dataset.grade === 'C' ? ['The price basis is not known, because the data has no prices.'] : []),
		...(silent > 0 ? [`Positions without a forecast: ${silent} of ${positions.length}.`] : []),
		...(dataset.gaps.length > 0
			? [
					`The data has ${dataset.gaps.length === 1 ? 'one gap' : `${dataset.gaps.length} gaps`}, in which nothing is received or paid.`,
				]
			: []),
		...dataset.notes,
	];
}

function comparisonsOf(parts: ResultParts, main: Course): readonly Comparison[] {
	const { courses, missing, order, plan } = parts;
	const rivals = [...courses].filter(([name]) => name !== POLICY_COURSE && name !== LATE_COURSE);
	return [
		{ name: 'cash', outcome: cashOf(order, plan, main), reason: null },
		...rivals.map(([name, course]) => ({ name, outcome: judge(parts, course), reason: null })),
		...missing
			.filter((name) => name !== LATE_COURSE)
			.map((name) => ({ name, outcome: null, reason: 'The replay was stopped before this comparison.' })),
		{
			name: 'spot-carry',
			outcome: null,
			reason: 'The data has no spot prices and no interest rates for loans.',
		},
	];
}

/** Returns the interest on cash for the time that the policy was played, which a stop may have shortened. */
function cashOf(
	{ capitalUsd, cashRatePct }: ReplayOrder,
	{ pairs, from }: OrderPlan,
	{ playedUntil }: Course,
): Outcome {
	const rate = cashRatePct / 100;
	const interest = capitalUsd * pairs.length * rate * (Math.max(0, playedUntil - from) / YEAR_MS);
	return {
		parts: {
			fundingReceived: 0,
			fundingPaid: 0,
			fees: 0,
			slippage: 0,
			basis: 0,
			idleInterest: interest,
			net: interest,
		},
		netPerYear: rate,
		interval: { low: rate, high: rate },
		trades: 0,
		drawdown: { usd: 0, share: 0 },
		sharpe: null,
	};
}

function judgeHonesty(parts: ResultParts, outcome: Outcome): Honesty {
	const { courses, program } = parts;
	const late = courses.get(LATE_COURSE);
	return honestyOf(
		outcome,
		late === undefined ? null : { stepMs: program.stepMs, outcome: judge(parts, late) },
	);
}
