/**
 * Series of metrics as plain numbers: whoever counts holds the series and adds to it, and nothing is looked up. They become text,
 * in the format of Prometheus (prometheus.io/docs/instrumenting/exposition_formats, read 2026-11), when they are asked for.
 */
import { METRICS, type MetricName, type MetricRow } from './metrics-table.ts';

export type Labels = Readonly<Record<string, string>>;

/** A counter or a gauge; undefined is not written. */
export type Tally = { value: number | undefined };

/** A counter: it only grows. */
export type Counter = { value: number };

export class Distribution {
	readonly bounds: readonly number[];
	/** One more than there are bounds. */
	readonly counts: number[];
	sum = 0;

	constructor(bounds: readonly number[]) {
		this.bounds = bounds;
		this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
	}

	observe(value: number): void {
		const { bounds, counts } = this;
		let bucket = 0;
		while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket += 1;
		counts[bucket] = (counts[bucket] as number) + 1;
		this.sum += value;
	}
}

type Family = {
	readonly row: MetricRow;
	readonly head: string;
	/** By the text of the labels, without braces. */
	readonly tallies: Map<string, Tally>;
	readonly distributions: Map<string, Distribution>;
};

export type MetricSeries = {
	/** The series of these labels, made where there is none; a new one stands at 0. */
	readonly counter: (name: MetricName, labels?: Labels) => Counter;
	/** Of a gauge: as a counter, and it may be unknown. */
	readonly gauge: (name: MetricName, labels?: Labels) => Tally;
	readonly histogram: (name: MetricName, labels?: Labels) => Distribution;
	readonly text: () => string;
};

export function createMetricSeries(): MetricSeries {
	const rows: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);
	const families = new Map<string, Family>(
		rows.flatMap(([name, row]) =>
			row.isOfProcess === true
				? []
				: [
						[
							name,
							{
								row,
								head: `# HELP ${name} ${escapeHelp(row.help)}\n# TYPE ${name} ${row.type}\n`,
								tallies: new Map(),
								distributions: new Map(),
							},
						] as const,
					],
		),
	);

	function familyOf(name: MetricName, type: MetricRow['type']): Family {
		const family = families.get(name);
		if (family?.row.type !== type) throw new Error(`The table has no ${type} ${name}.`);
		return family;
	}

	function tally(name: MetricName, type: 'counter' | 'gauge', labels: Labels): Counter {
		const { row, tallies } = familyOf(name, type);
		const key = labelText(row, name, labels);
		const known = tallies.get(key);
		if (known !== undefined) return known as Counter;
		const made = { value: 0 };
		tallies.set(key, made);
		return made;
	}

	return {
		counter: (name, labels = {}) => tally(name, 'counter', labels),
		gauge: (name, labels = {}) => tally(name, 'gauge', labels),
		histogram(name, labels = {}) {
			const { row, distributions } = familyOf(name, 'histogram');
			const key = labelText(row, name, labels);
			const known = distributions.get(key) ?? new Distribution(row.buckets ?? []);
			distributions.set(key, known);
			return known;
		},
		text: () => [...families].map(([name, family]) => familyText(name, family)).join(''),
	};
}

function familyText(name: string, { head, tallies, distributions }: Family): string {
	let text = head;
	for (const [labels, { value }] of tallies)
		if (value !== undefined) text += `${name}${braced(labels)} ${numberText(value)}\n`;
	for (const [labels, distribution] of distributions) text += distributionText(name, labels, distribution);
	return text;
}

function distributionText(name: string, labels: string, { bounds, counts, sum }: Distribution): string {
	const before = labels === '' ? '' : `${labels},`;
	let count = 0;
	let text = '';
	for (const [index, bound] of [...bounds, Number.POSITIVE_INFINITY].entries()) {
		count += counts[index] ?? 0;
		text += `${name}_bucket{${before}le="${numberText(bound)}"} ${count}\n`;
	}
	return `${text}${name}_sum${braced(labels)} ${numberText(sum)}\n${name}_count${braced(labels)} ${count}\n`;
}

/** Labels in the order of the table, all of them and no others. */
function labelText({ labels: names }: MetricRow, metric: string, labels: Labels): string {
	if (Object.keys(labels).length !== names.length)
		throw new Error(`${metric} has the labels ${names.join(', ')}; was ${Object.keys(labels).join(', ')}.`);
	return names
		.map((name) => {
			const value = labels[name];
			if (value === undefined) throw new Error(`${metric} lacks the label ${name}.`);
			return `${name}="${escapeLabel(value)}"`;
		})
		.join(',');
}

function braced(labels: string): string {
	return labels === '' ? '' : `{${labels}}`;
}

function numberText(value: number): string {
	if (value === Number.POSITIVE_INFINITY) return '+Inf';
	return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}

function escapeLabel(value: string): string {
	return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function escapeHelp(help: string): string {
	return help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
