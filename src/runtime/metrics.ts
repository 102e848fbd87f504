/** The service's metrics in the text format of Prometheus. Names carry their units; counters begin at 0 with the process. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
	type ExecutionGauges,
	type ExecutionMetrics,
	ORDER_OUTCOMES,
	UNHEDGED_PHASES,
} from '../ports/metrics.ts';

/** A request takes tens of milliseconds; from five seconds on the heavier leg is cut; a minute needs a person. */
const UNHEDGED_BUCKETS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];

export type Metrics = ExecutionMetrics & {
	/** Of the text that `render` writes. */
	readonly contentType: string;
	readonly render: (gauges: ExecutionGauges) => Promise<string>;
};

export function createMetrics(venues: readonly string[]): Metrics {
	const registry = new Registry();
	const registers = [registry];
	const unhedged = new Histogram({
		name: 'carrywire_unhedged_seconds',
		help: "Time for which one leg of an execution stood without the other, by the venues' times of the fills. phase open: until it ran; close: from then to its end.",
		labelNames: ['phase'],
		buckets: UNHEDGED_BUCKETS_S,
		registers,
	});
	const orders = new Counter({
		name: 'carrywire_orders_total',
		help: 'Orders whose end is proven, by how they ended. partial: a part was filled; absent: it never reached the venue.',
		labelNames: ['venue', 'outcome'],
		registers,
	});
	const executions = new Gauge({
		name: 'carrywire_executions',
		help: 'Executions that have not ended, by status.',
		labelNames: ['status'],
		registers,
	});
	const attention = new Gauge({
		name: 'carrywire_needs_attention',
		help: 'Executions for which a person is needed.',
		registers,
	});
	const notional = new Gauge({
		name: 'carrywire_unhedged_notional_usd',
		help: 'By how much legs are ahead of each other now, summed over executions, USD.',
		registers,
	});
	// A series that begins at 0 tells "none" from "not measured".
	for (const phase of UNHEDGED_PHASES) unhedged.zero({ phase });
	for (const venue of venues) for (const outcome of ORDER_OUTCOMES) orders.inc({ venue, outcome }, 0);

	return {
		unhedged: (phase, seconds) => unhedged.observe({ phase }, seconds),
		order: (venue, outcome) => orders.inc({ venue, outcome }),
		contentType: registry.contentType,
		render({ byStatus, unhedgedNotionalUsd }) {
			for (const [status, count] of Object.entries(byStatus)) executions.set({ status }, count);
			attention.set(byStatus.needs_attention);
			notional.set(unhedgedNotionalUsd);
			return registry.metrics();
		},
	};
}
