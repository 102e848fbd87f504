/** Finds what a contract's rows leave open: hours without data, and changes of the settlement interval. */

import { HOUR_MS } from '../../domain/funding.ts';
import type { DataGap, IntervalChange, Track } from './dataset.ts';

/** Rows that are more than this many intervals apart leave a gap. Times may be late by a part of an interval. */
const INTERVALS_MAX = 1.5;
/** Number of rows on each side that show the interval around a row. */
const REACH = 4;
/** An interval counts as changed once this many settlements in a row keep the new one. */
const CHANGED_ROWS = 3;

/** Returns the spans in which settlements or prices are missing. Nothing fills them. */
export function gapsOf({ venue, symbol, settled, prices }: Track): readonly DataGap[] {
	const of = (kind: DataGap['kind'], at: Float64Array, statedMs?: Float64Array): readonly DataGap[] =>
		gapsIn(at, statedMs).map(([from, until]) => ({ venue, symbol, kind, from, until }));
	return [
		...of('rates', settled.at, settled.intervalsMs),
		...(prices === undefined ? [] : of('prices', prices.at)),
	];
}

/**
 * Returns the rows before and after each gap. @param statedMs interval that ended at each row, as the file states it,
 * ms; 0 if it does not
 */
function gapsIn(at: Float64Array, statedMs?: Float64Array): readonly (readonly [number, number])[] {
	const gaps: [number, number][] = [];
	/** Distance of the last two rows without a gap between them. */
	let usual = Number.NaN;
	for (let index = 1; index < at.length; index += 1) {
		const from = at[index - 1] as number;
		const until = at[index] as number;
		const isWithin = (intervalMs: number): boolean => until - from <= INTERVALS_MAX * intervalMs;
		if (isWithin(usual) || isWithin(statedAt(index, statedMs)) || isWithin(distanceAround(at, index)))
			usual = until - from;
		else gaps.push([from, until]);
	}
	return gaps;
}

/**
 * Returns the interval that the file states at a row, ms; 0 if it states none. An interval of one row alone does not
 * count: files that compute it from their own rows state a longer one where a row is missing.
 */
function statedAt(index: number, statedMs: Float64Array = new Float64Array()): number {
	const stated = statedMs[index] ?? 0;
	const next = statedMs[index + 1];
	return next === undefined || next === stated ? stated : 0;
}

/**
 * Returns the median of the distances around the one that ends at a row, the longer one of two. It is the new interval
 * at the first row after a change.
 */
function distanceAround(at: Float64Array, index: number): number {
	const distances: number[] = [];
	for (let other = Math.max(1, index - REACH); other <= Math.min(at.length - 1, index + REACH); other += 1)
		if (other !== index) distances.push((at[other] as number) - (at[other - 1] as number));
	distances.sort((a, b) => a - b);
	return distances[distances.length >> 1] ?? Number.POSITIVE_INFINITY;
}

/** Returns the changes of the settlement interval, as the distances between settlements show them. */
export function intervalChangesOf({ venue, symbol, settled: { at } }: Track): readonly IntervalChange[] {
	const changes: IntervalChange[] = [];
	let usual = stepTo(at, 1);
	/** First settlement after the distance that all settlements since then have. */
	let since = 1;
	for (let index = 2; index < at.length; index += 1) {
		const step = stepTo(at, index);
		if (step !== stepTo(at, since)) since = index;
		if (step === usual || index - since + 1 < CHANGED_ROWS) continue;
		changes.push({ venue, symbol, at: at[since] as number, fromMs: usual, toMs: step });
		usual = step;
	}
	return changes;
}

/** Returns the distance from the settlement before, in whole hours, ms. */
function stepTo(at: Float64Array, index: number): number {
	return Math.round(((at[index] as number) - (at[index - 1] as number)) / HOUR_MS) * HOUR_MS;
}
