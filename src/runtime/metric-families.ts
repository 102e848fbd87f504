/** Creates the metrics of `metrics-table.ts` as prom-client metrics in one registry. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type MetricName, type MetricRow, type MetricType } from './metrics-table.ts';

type Table = typeof METRICS;

/** Names of the service's own metrics of one type. */
export type NameOf<Type extends MetricType> = {
	[Name in MetricName]: Table[Name] extends { readonly isOfProcess: true }
		? never
		: Table[Name]['type'] extends Type
			? Name
			: never;
}[MetricName];

/** Exactly one value for each label of a metric. */
type LabelsOf<Name extends MetricName> = Readonly<Record<Table[Name]['labels'][number], string>>;

/** An empty list if the metric has no labels. */
type LabelArguments<Name extends MetricName> = keyof LabelsOf<Name> extends never ? [] : [LabelsOf<Name>];

/** One value at a scrape, with its labels. An unknown value is not written. */
export type Sample<Name extends MetricName> = readonly [
	value: number | null | undefined,
	...labels: LabelArguments<Name>,
];

type Labels = Readonly<Record<string, string>>;

/** Returns a metric's values at every scrape; undefined leaves them unchanged. */
export type SampleReader = () =>
	| readonly (readonly [value: number | null | undefined, labels?: Labels])[]
	| undefined;

/** One counter series. `inc` accepts no negative number. */
type KeptCounter = Counter.Internal;
/** One gauge series, which can also decrease. */
type KeptGauge = Gauge.Internal<string>;
/** One histogram series. It ignores values that are not finite, because counting must never throw. */
type KeptHistogram = { observe(value: number): void };

/** Series of the table's metrics, typed by name and labels. */
export type MetricFamilies = {
	readonly registry: Registry;
	/** Returns the counter series for these labels, starting at 0. Keep the result, because each call is a lookup. */
	readonly counter: <Name extends NameOf<'counter'>>(
		name: Name,
		...labels: LabelArguments<Name>
	) => KeptCounter;
	/** Returns the gauge series for these labels. */
	readonly gauge: <Name extends NameOf<'gauge'>>(name: Name, ...labels: LabelArguments<Name>) => KeptGauge;
	/** Returns the histogram series for these labels. */
	readonly histogram: <Name extends NameOf<'histogram'>>(
		name: Name,
		...labels: LabelArguments<Name>
	) => KeptHistogram;
	/** Returns all current values of a metric. Histogram buckets are cumulative, as in the scraped text. */
	readonly valuesOf: (name: NameOf<MetricType>) => Promise<readonly MetricValue[]>;
};

/** One value of a metric. For a histogram, `metricName` is the name with `_bucket`, `_sum` or `_count`. */
export type MetricValue = {
	readonly value: number;
	readonly labels: Readonly<Partial<Record<string, string | number>>>;
	readonly metricName?: string;
};

/** @param readers functions that return the values of metrics with a source, by metric name */
export function createMetricFamilies(readers: ReadonlyMap<string, SampleReader>): MetricFamilies {
	const registry = new Registry();
	const counters = new Map<string, Counter>();
	const gauges = new Map<string, Gauge>();
	const histograms = new Map<string, Histogram>();
	const rows: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);
	for (const [name, { type, help, labels, buckets = [], isOfProcess }] of rows) {
		if (isOfProcess === true) continue;
		const read = readers.get(name);
		const common = { name, help, labelNames: labels, registers: [registry] };
		if (type === 'histogram') histograms.set(name, new Histogram({ ...common, buckets: [...buckets] }));
		else if (type === 'counter')
			counters.set(name, new Counter({ ...common, ...collecting(read, increase) }));
		else gauges.set(name, new Gauge({ ...common, ...collecting(read, set) }));
	}
	return {
		registry,
		counter(name, ...[given]) {
			const labels = given ?? {};
			const counter = of(counters, name);
			counter.inc(labels, 0);
			return counter.labels(labels);
		},
		gauge(name, ...[given]) {
			const labels = given ?? {};
			const gauge = of(gauges, name);
			gauge.set(labels, 0);
			return gauge.labels(labels);
		},
		histogram(name, ...[given]) {
			const labels = given ?? {};
			const histogram = of(histograms, name);
			histogram.zero(labels);
			const { observe } = histogram.labels(labels);
			return {
				observe(value) {
					if (Number.isFinite(value)) observe(value);
				},
			};
		},
		async valuesOf(name) {
			const family = counters.get(name) ?? gauges.get(name) ?? of(histograms, name);
			return (await family.get()).values;
		},
	};
}

function of<Family>(families: ReadonlyMap<string, Family>, name: string): Family {
	const family = families.get(name);
	if (family === undefined) throw new Error(`The table has no ${name} of this type.`);
	return family;
}

/** Creates the `collect` function that prom-client calls for each metric when it writes the text. */
function collecting<Family extends Counter | Gauge>(
	read: SampleReader | undefined,
	put: (family: Family, labels: Labels, value: number) => void,
): { collect?: (this: Family) => void } {
	if (read === undefined) return {};
	return {
		collect() {
			const samples = read();
			if (samples === undefined) return;
			this.reset();
			// `reset` sets a metric without labels to 0, so an unknown value must be removed.
			for (const [value, labels = {}] of samples)
				if (value === undefined || value === null) this.remove(labels);
				else put(this, labels, value);
		},
	};
}

function increase(counter: Counter, labels: Labels, value: number): void {
	counter.inc(labels, value);
}

function set(gauge: Gauge, labels: Labels, value: number): void {
	gauge.set(labels, value);
}
