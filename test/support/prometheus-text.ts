/**
 * Parses the Prometheus text format strictly: ambiguities that Prometheus would tolerate are faults here
 * (prometheus.io/docs/instrumenting/exposition_formats, read 2026-11).
 */

export type Sample = {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly value: number;
};

export type MetricFamily = {
	readonly name: string;
	readonly help: string;
	readonly type: string;
	readonly samples: readonly Sample[];
};

export class MetricsTextError extends Error {}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;
const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]Inf|NaN)$/;
const TYPES = new Set(['counter', 'gauge', 'histogram']);

/** Parses a metrics text and returns its families, keyed by name. @throws MetricsTextError with the faulty line */
export function readMetricsText(text: string): ReadonlyMap<string, MetricFamily> {
	if (!text.endsWith('\n')) throw new MetricsTextError('The last line must end.');
	const families = new Map<string, { help: string; type: string; samples: Sample[] }>();
	let present = '';
	for (const line of text.slice(0, -1).split('\n')) {
		// prom-client separates families with empty lines, which the format allows.
		if (line === '') continue;
		const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
		if (keyword === 'HELP') {
			if (!NAME.test(name) || families.has(name) || rest === '') fail(line);
			families.set(name, { help: rest, type: '', samples: [] });
			present = name;
		} else if (keyword === 'TYPE') {
			const family = families.get(name);
			if (name !== present || family?.type !== '' || !TYPES.has(rest)) fail(line);
			else family.type = rest;
		} else {
			const sample = readSample(line);
			const family = families.get(present);
			if (family === undefined || family.type === '' || !belongs(sample.name, present, family.type))
				fail(line);
			else family.samples.push(sample);
		}
	}
	const read = new Map([...families].map(([name, family]) => [name, { name, ...family }]));
	for (const family of read.values()) check(family);
	return read;
}

/**
 * Returns the value of every series, by name and labels. The label `le` is moved to the end; the order of labels does
 * not matter.
 */
export function valuesOf(families: ReadonlyMap<string, MetricFamily>): ReadonlyMap<string, number> {
	const samples = [...families.values()].flatMap((family) => family.samples);
	return new Map(samples.map((sample) => [keyOf(sample), sample.value]));
}

function readSample(line: string): Sample {
	const [, name = '', labelText = '', value = ''] = SAMPLE.exec(line) ?? fail(line);
	if (!NUMBER.test(value)) fail(line);
	const labels: Record<string, string> = {};
	for (let rest = labelText; rest !== ''; ) {
		const [whole, label = '', text = ''] = LABEL.exec(rest) ?? fail(line);
		if (Object.hasOwn(labels, label)) fail(line);
		labels[label] = text.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
		rest = rest.slice(whole.length);
	}
	return { name, labels, value: numberOf(value) };
}

function numberOf(text: string): number {
	if (text.endsWith('Inf')) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	return Number(text);
}

function belongs(sample: string, family: string, type: string): boolean {
	if (type !== 'histogram') return sample === family;
	return ['_bucket', '_sum', '_count'].some((end) => sample === `${family}${end}`);
}

function check({ name, type, samples }: MetricFamily): void {
	if (type === '') throw new MetricsTextError(`${name} has no type.`);
	const keys = samples.map(keyOf);
	if (new Set(keys).size !== keys.length) throw new MetricsTextError(`${name} has a series twice.`);
	if (type === 'counter' && samples.some(({ value }) => !(value >= 0) || !Number.isFinite(value)))
		throw new MetricsTextError(`${name} is a counter and must be 0 or above.`);
	if (type === 'histogram') checkHistogram(name, samples);
}

/**
 * Checks that bucket counts never decrease from a lower to a higher bound, and that the bucket `+Inf` equals the
 * histogram's count.
 */
function checkHistogram(name: string, samples: readonly Sample[]): void {
	const series = Map.groupBy(samples, (sample) => keyOf(withoutBound(sample)));
	for (const [key, of] of series) {
		const buckets = of.filter((sample) => sample.name.endsWith('_bucket'));
		const [sum, count] = ['_sum', '_count'].map((end) =>
			of.filter((sample) => sample.name === `${name}${end}`),
		);
		const bounds = buckets.map(({ labels }) => numberOf(labels.le ?? 'NaN'));
		const isGrowing = buckets.every(
			({ value }, index) =>
				index === 0 ||
				((buckets[index - 1]?.value ?? 0) <= value &&
					(bounds[index - 1] ?? 0) < (bounds[index] ?? Number.NaN)),
		);
		if (!isGrowing || bounds.at(-1) !== Number.POSITIVE_INFINITY)
			throw new MetricsTextError(`The buckets of ${key} must grow up to +Inf.`);
		if (sum?.length !== 1 || count?.length !== 1 || count[0]?.value !== buckets.at(-1)?.value)
			throw new MetricsTextError(`${key} must have one sum, and a count that is its last bucket.`);
	}
}

function withoutBound({ name, labels, value }: Sample): Sample {
	const { le: _bound, ...others } = labels;
	return { name: name.replace(/_(?:bucket|sum|count)$/, ''), labels: others, value };
}

function keyOf({ name, labels }: Sample): string {
	const { le, ...others } = labels;
	const inOrder = le === undefined ? labels : { ...others, le };
	const text = Object.entries(inOrder).map(([label, value]) => `${label}="${value}"`);
	return text.length === 0 ? name : `${name}{${text.join(',')}}`;
}

function fail(line: string): never {
	throw new MetricsTextError(`Not a line of the format: ${line}`);
}
