/** Builds a bench's report, and the Markdown page with the results of all benches. */
import { percentile, type Ratio, ratio, type Samples } from './measure.ts';

export type BenchReport = {
	/** Short name of the measurement. */
	readonly title: string;
	/** Explanation of the result: the work done in one round. */
	readonly round: string;
	readonly rows: readonly { readonly name: string; readonly p50Ns: number; readonly p99Ns: number }[];
	readonly ratios: readonly (Ratio & { readonly slower: string; readonly faster: string })[];
	/** Figures other than durations per round: rates, memory, longest delays. */
	readonly figures?: readonly Figure[];
};

export type Figure = {
	readonly name: string;
	readonly value: number;
	readonly unit:
		| 'per change'
		| 'per second'
		| 'MB'
		| 'MB a day'
		| 's'
		| 'bytes'
		| 'ms'
		| 'ms per second'
		| 'commits'
		| 'blocks'
		| '%'
		| '×';
};

/**
 * Summarizes one bench. Every other case is compared with the case `baseline`.
 * @throws RangeError when a case has no samples.
 */
export function summarize<Name extends string>(
	title: string,
	round: string,
	samples: Samples<Name>,
	baseline: NoInfer<Name>,
): BenchReport {
	return {
		title,
		round,
		rows: rowsOf(samples),
		ratios: (Object.keys(samples) as Name[])
			.filter((name) => name !== baseline)
			.map((name) => ({ slower: name, faster: baseline, ...ratio(samples[name], samples[baseline]) })),
	};
}

/** Computes the ratios of some cases to one other case. @throws RangeError when their rounds differ. */
export function ratioRows(
	samples: Readonly<Record<string, readonly number[]>>,
	faster: string,
	slower: readonly string[],
): BenchReport['ratios'] {
	return slower.map((name) => ({
		slower: name,
		faster,
		...ratio(samples[name] ?? [], samples[faster] ?? []),
	}));
}

/** Computes the median and the 99th percentile of each case. @throws RangeError when a case has no samples. */
export function rowsOf<Name extends string>(samples: Samples<Name>): BenchReport['rows'] {
	return (Object.keys(samples) as Name[]).map((name) => ({
		name,
		p50Ns: percentile(samples[name], 0.5),
		p99Ns: percentile(samples[name], 0.99),
	}));
}

/** Passes a report to the runner. A bench writes nothing else to its standard output. */
export function deliver(report: BenchReport): void {
	process.stdout.write(`${JSON.stringify(report)}\n`);
}

export type Machine = {
	readonly date: string;
	readonly cpu: string;
	readonly cores: number;
	readonly node: string;
	readonly platform: string;
};

const HEAD = [
	'# Bench results',
	'',
	'Written by `npm run bench`; do not edit. A section is of the run that it names; absolute times belong to that machine. The ratios',
	'compare cases measured in the same rounds and last longer: median, with the tenth and ninetieth percentile.',
];

/**
 * Renders the page with the given results. Each replaces the earlier result with the same title; all other earlier
 * results stay.
 */
export function withResults(page: string, machine: Machine, reports: readonly BenchReport[]): string {
	const sections = new Map<string, string>(
		page
			.split(/^## /m)
			.slice(1)
			.map((text) => [text.split('\n', 1)[0] ?? '', `## ${text.trim()}`]),
	);
	for (const report of reports) sections.set(report.title, section(machine, report));
	const sorted = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
	return `${[HEAD.join('\n'), ...sorted].join('\n\n')}\n`;
}

/** Renders one result as Markdown. */
function section(machine: Machine, report: BenchReport): string {
	const { date, cpu, cores, platform, node } = machine;
	const measured = `Measured on ${date}: ${cpu}, ${cores} cores, ${platform}, Node ${node}.`;
	const lines = [`## ${report.title}`, '', `${report.round} ${measured}`, ''];
	lines.push('| case | p50 | p99 |', '|---|---|---|');
	for (const row of report.rows)
		lines.push(`| ${row.name} | ${duration(row.p50Ns)} | ${duration(row.p99Ns)} |`);
	if (report.ratios.length > 0) lines.push('', '| ratio | median | p10 to p90 |', '|---|---|---|');
	for (const row of report.ratios) {
		lines.push(
			`| ${row.slower} / ${row.faster} | ${row.median.toFixed(2)} | ${row.p10.toFixed(2)} to ${row.p90.toFixed(2)} |`,
		);
	}
	const { figures = [] } = report;
	if (figures.length > 0) lines.push('', '| figure | value |', '|---|---|');
	for (const figure of figures) lines.push(`| ${figure.name} | ${figureText(figure)} |`);
	return lines.join('\n');
}

/**
 * Formats rates, commit counts and values from 1,000 as whole numbers, other values with three significant digits:
 * `1,234,567 per second`, `187 MB`, `2.31 ms`.
 */
export function figureText({ value, unit }: Figure): string {
	const isWhole = unit === 'per second' || unit === 'commits' || value >= 1_000;
	return `${isWhole ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3)} ${unit}`;
}

/** Formats a duration in a readable unit: `950 ns`, `12.3 µs`, `4.56 ms`, `1.20 s`. */
export function duration(ns: number): string {
	if (ns < 1e3) return `${Math.round(ns)} ns`;
	if (ns < 1e6) return `${(ns / 1e3).toPrecision(3)} µs`;
	if (ns < 1e9) return `${(ns / 1e6).toPrecision(3)} ms`;
	return `${(ns / 1e9).toPrecision(3)} s`;
}
