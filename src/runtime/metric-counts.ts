/** Reads back what was counted, from the series that become the text: whoever shows a figure shows the one that is scraped. */
import { EXECUTION_ENDS, REQUEST_CLASSES, REQUEST_OUTCOMES, UNHEDGED_PHASES } from '../ports/metrics.ts';
import type { DistributionReading, RequestCounts, ServiceCounts } from '../ports/service-watch.ts';
import type { Distribution, MetricSeries } from './metric-series.ts';

export function countsOf(series: MetricSeries, venues: readonly string[]): ServiceCounts {
	const { counter, histogram } = series;
	return {
		unhedged: record(UNHEDGED_PHASES, (phase) =>
			readingOf(histogram('carrywire_unhedged_seconds', { phase })),
		),
		begun: counter('carrywire_executions_begun_total').value,
		ended: record(
			EXECUTION_ENDS,
			(outcome) => counter('carrywire_executions_ended_total', { outcome }).value,
		),
		requests: new Map(venues.map((venue) => [venue, requestsOf(series, venue)])),
	};
}

function requestsOf({ counter }: MetricSeries, venue: string): RequestCounts {
	return record(REQUEST_CLASSES, (name) =>
		record(
			REQUEST_OUTCOMES,
			(outcome) => counter('carrywire_venue_requests_total', { venue, class: name, outcome }).value,
		),
	);
}

/** A copy: the series goes on counting. */
function readingOf({ bounds, counts, sum }: Distribution): DistributionReading {
	return { bounds, counts: [...counts], sum };
}

function record<Key extends string, Value>(
	keys: readonly Key[],
	read: (key: Key) => Value,
): Readonly<Record<Key, Value>> {
	return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<Key, Value>;
}
