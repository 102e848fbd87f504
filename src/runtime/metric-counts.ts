/** Reads counts from the same series as the scraped text, so that pages and scrapes show the same figures. */
import {
	EXECUTION_ENDS,
	REQUEST_CLASSES,
	REQUEST_OUTCOMES,
	UNHEDGED_PHASES,
	type UnhedgedPhase,
} from '../ports/metrics.ts';
import type { DistributionReading, RequestCounts, ServiceCounts } from '../ports/service-watch.ts';
import type { MetricFamilies, MetricValue } from './metric-families.ts';

/** Returns a copy of the counts so far. The series continue to count. */
export async function countsOf(
	{ valuesOf }: MetricFamilies,
	venues: readonly string[],
): Promise<ServiceCounts> {
	const [unhedged, begun, ended, requests] = await Promise.all([
		valuesOf('carrywire_unhedged_seconds'),
		valuesOf('carrywire_executions_begun_total'),
		valuesOf('carrywire_executions_ended_total'),
		valuesOf('carrywire_venue_requests_total'),
	]);
	const ends = new Map(ended.map(({ labels, value }) => [labels.outcome, value]));
	const requestsAt = Map.groupBy(requests, ({ labels }) => labels.venue);
	return {
		unhedged: record(UNHEDGED_PHASES, (phase) => distributionOf(unhedged, phase)),
		begun: begun[0]?.value ?? 0,
		ended: record(EXECUTION_ENDS, (outcome) => ends.get(outcome) ?? 0),
		requests: new Map(venues.map((venue) => [venue, requestsOf(requestsAt.get(venue) ?? [])])),
	};
}

function requestsOf(values: readonly MetricValue[]): RequestCounts {
	const counts = new Map(values.map(({ labels, value }) => [`${labels.class} ${labels.outcome}`, value]));
	return record(REQUEST_CLASSES, (name) =>
		record(REQUEST_OUTCOMES, (outcome) => counts.get(`${name} ${outcome}`) ?? 0),
	);
}

function distributionOf(values: readonly MetricValue[], phase: UnhedgedPhase): DistributionReading {
	const own = values.filter(({ labels }) => labels.phase === phase);
	const buckets = own.filter(({ metricName = '' }) => metricName.endsWith('_bucket'));
	return {
		bounds: buckets.flatMap(({ labels: { le } }) => (typeof le === 'number' ? [le] : [])),
		counts: buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0)),
		sum: own.find(({ metricName = '' }) => metricName.endsWith('_sum'))?.value ?? 0,
	};
}

function record<Key extends string, Value>(
	keys: readonly Key[],
	read: (key: Key) => Value,
): Readonly<Record<Key, Value>> {
	return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<Key, Value>;
}
