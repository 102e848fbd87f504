/** Finds differences between the metrics that a service reports and the documented table of metrics. */
import { METRICS, type MetricRow } from '../../src/runtime/metrics-table.ts';
import type { MetricFamily } from './prometheus-text.ts';

/**
 * Returns a sentence about each difference. Metrics of the process may be missing, because they depend on the
 * operating system.
 */
export function tableFaults(families: ReadonlyMap<string, MetricFamily>): readonly string[] {
	const rows: Readonly<Record<string, MetricRow>> = METRICS;
	const faults: string[] = [];
	for (const [name, { type, help, isOfProcess }] of Object.entries(rows)) {
		const family = families.get(name);
		if (family === undefined) {
			if (isOfProcess !== true) faults.push(`${name} is in the table and not in the text.`);
			continue;
		}
		if (family.type !== type) faults.push(`${name} is a ${family.type}, in the table a ${type}.`);
		if (isOfProcess !== true && family.help !== help) faults.push(`${name} has another help than the table.`);
	}
	for (const { name, samples } of families.values()) {
		const row = rows[name];
		if (row === undefined) {
			faults.push(`${name} is in the text and not in the table.`);
			continue;
		}
		for (const { labels } of samples) {
			const shown = Object.keys(labels).filter((label) => label !== 'le');
			if (shown.toSorted().join() !== row.labels.toSorted().join())
				faults.push(`${name} has the labels ${shown.join()}, in the table ${row.labels.join()}.`);
		}
	}
	return [...new Set(faults)];
}

/** Returns the counters, histogram counts and histogram buckets whose values have decreased between two reads. */
export function shrunken(
	before: ReadonlyMap<string, MetricFamily>,
	after: ReadonlyMap<string, MetricFamily>,
): readonly string[] {
	const growing = (families: ReadonlyMap<string, MetricFamily>) =>
		[...families.values()]
			.filter(({ type }) => type !== 'gauge')
			.flatMap(({ samples }) =>
				samples.map((sample) => [JSON.stringify([sample.name, sample.labels]), sample.value] as const),
			);
	const now = new Map(growing(after));
	return growing(before).flatMap(([key, value]) => ((now.get(key) ?? -1) < value ? [key] : []));
}
