/** Keeps the statistics of many seeds as plain counts, which can be added, saved to a file and loaded. */
import type { SeedResult } from './run-seed.ts';

type Counts = Record<string, number>;

export type Statistics = {
	seeds: number;
	crashes: number;
	executions: number;
	orders: number;
	readonly faults: Counts;
	/** Number of seeds in which a pot met an event, by its name. */
	readonly potSeeds: Counts;
	/** Number of executions by mode and end. */
	readonly outcomes: Counts;
	/** Number of times that attention was raised, by cause. */
	readonly called: Counts;
	/** Number of executions that still need attention at the end, by cause. */
	readonly stillNeeded: Counts;
	/** Number of executions by unhedged time in milliseconds, rounded to three significant digits. */
	readonly unhedgedMs: Counts;
	readonly violations: { readonly seed: number; readonly sentence: string }[];
};

export function newStatistics(): Statistics {
	return {
		seeds: 0,
		crashes: 0,
		executions: 0,
		orders: 0,
		faults: {},
		potSeeds: {},
		outcomes: {},
		called: {},
		stillNeeded: {},
		unhedgedMs: {},
		violations: [],
	};
}

export function addResult(total: Statistics, result: SeedResult): void {
	total.seeds += 1;
	total.crashes += result.crashes;
	for (const [kind, count] of result.faults) increase(total.faults, kind, count);
	for (const kind of result.pots.keys()) increase(total.potSeeds, kind, 1);
	for (const [kind, count] of result.called) increase(total.called, kind, count);
	for (const { mode, phase, attentionKind, unhedgedMs, orders } of result.executions) {
		total.executions += 1;
		total.orders += orders;
		increase(total.outcomes, `${mode} ${phase}`, 1);
		if (attentionKind !== null) increase(total.stillNeeded, attentionKind, 1);
		increase(total.unhedgedMs, String(Number(unhedgedMs.toPrecision(3))), 1);
	}
	for (const sentence of result.violations) total.violations.push({ seed: result.seed, sentence });
}

export function addStatistics(total: Statistics, part: Statistics): void {
	total.seeds += part.seeds;
	total.crashes += part.crashes;
	total.executions += part.executions;
	total.orders += part.orders;
	for (const name of ['faults', 'potSeeds', 'outcomes', 'called', 'stillNeeded', 'unhedgedMs'] as const)
		for (const [kind, count] of Object.entries(part[name])) increase(total[name], kind, count);
	total.violations.push(...part.violations);
}

function increase(counts: Counts, kind: string, by: number): void {
	counts[kind] = (counts[kind] ?? 0) + by;
}

/** Returns the quantile: the smallest value with at least the fraction `share` of all values at or below it. */
function quantile(counts: Counts, share: number): number {
	const sorted = Object.entries(counts)
		.map(([value, count]) => ({ value: Number(value), count }))
		.sort((a, b) => a.value - b.value);
	const total = sorted.reduce((sum, { count }) => sum + count, 0);
	let passed = 0;
	for (const { value, count } of sorted) {
		passed += count;
		if (passed >= share * total) return value;
	}
	return 0;
}

/** Formats the report as lines. */
export function reportLines(total: Statistics, seconds: number, seedsNow: number): readonly string[] {
	const violating = new Set(total.violations.map(({ seed }) => seed)).size;
	const time = (share: number): string => `${quantile(total.unhedgedMs, share)} ms`;
	return [
		`seeds: ${total.seeds}, ${(seedsNow / Math.max(seconds, 0.001)).toFixed(0)} per second`,
		`executions: ${total.executions}, orders ${total.orders}, crashes ${total.crashes}`,
		...section('executions by mode and end', total.outcomes),
		...section('faults injected', total.faults),
		...section('seeds in which a pot met', total.potSeeds),
		`one leg without the other, per execution: p50 ${time(0.5)}, p90 ${time(0.9)}, p99 ${time(0.99)}, max ${time(1)}`,
		...section('a person was called', total.called),
		...section('a person was still needed at the end', total.stillNeeded),
		`violations: ${total.violations.length} in ${violating} seeds`,
	];
}

function section(title: string, counts: Counts): readonly string[] {
	const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
	if (rows.length === 0) return [`${title}: none`];
	return [`${title}:`, ...rows.map(([kind, count]) => `  ${String(count).padStart(9)}  ${kind}`)];
}
