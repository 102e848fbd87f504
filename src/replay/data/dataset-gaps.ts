/** Finds what a contract's settlements leave open: hours without data, and changes of the interval. */

import { HOUR_MS } from '../../domain/funding.ts';
import type { DataGap, IntervalChange, Track } from './dataset.ts';

/** Settlements that are more than this many usual intervals apart leave a gap. */
const INTERVALS_MAX = 3;
/** An interval counts as changed once this many settlements in a row keep the new one. */
const CHANGED_ROWS = 3;

/** Returns the spans in which settlements are missing. */
export function gapsOf({ venue, symbol, settled: { at } }: Track): readonly DataGap[] {
	const limit = INTERVALS_MAX * medianOf(stepsOf(at));
	const gaps: DataGap[] = [];
	for (let index = 1; index < at.length; index += 1) {
		const from = at[index - 1] as number;
		const until = at[index] as number;
		if (until - from > limit) gaps.push({ venue, symbol, from, until });
	}
	return gaps;
}

/** Returns the changes of the settlement interval, as the distances between settlements show them. */
export function intervalChangesOf({ venue, symbol, settled: { at } }: Track): readonly IntervalChange[] {
	const steps = stepsOf(at).map((step) => Math.round(step / HOUR_MS) * HOUR_MS);
	const changes: IntervalChange[] = [];
	let usual = steps[0];
	for (let index = 1; index < steps.length && usual !== undefined; index += 1) {
		const step = steps[index] as number;
		const stays = steps.slice(index, index + CHANGED_ROWS).every((next) => next === step);
		if (step === usual || !stays || index + CHANGED_ROWS > steps.length) continue;
		changes.push({ venue, symbol, at: at[index + 1] as number, fromMs: usual, toMs: step });
		usual = step;
	}
	return changes;
}

function stepsOf(at: Float64Array): readonly number[] {
	return Array.from(
		{ length: Math.max(0, at.length - 1) },
		(_, index) => (at[index + 1] as number) - (at[index] as number),
	);
}

function medianOf(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.POSITIVE_INFINITY;
}
