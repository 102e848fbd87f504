/** Counts stored alerts and the outcomes of their deliveries. */
import type { AlertStore } from '../ports/alert-store.ts';
import type { DeliveryState } from '../ports/alert-targets.ts';
import type { AlertMeter, DeliveryOutcome } from '../ports/metrics.ts';

/**
 * Outcome to count for each delivery state. A delivery that still waits after an attempt counts as failed; the
 * service will retry it.
 */
const OUTCOME_OF: Readonly<Record<DeliveryState, DeliveryOutcome>> = {
	delivered: 'delivered',
	waiting: 'failed',
	refused: 'refused',
	dropped: 'dropped',
};

/** Wraps an alert store to count stored alerts and the outcome of each delivery. */
export function meteredAlerts(store: AlertStore, meter: AlertMeter): AlertStore {
	return {
		...store,
		async record(batch) {
			const raised = await store.record(batch);
			for (const { kind } of raised) meter.raised(kind);
			return raised;
		},
		async settle(outcome) {
			await store.settle(outcome);
			meter.delivery(OUTCOME_OF[outcome.state], 1);
		},
		async drop(...dropped) {
			const count = await store.drop(...dropped);
			meter.delivery('dropped', count);
			return count;
		},
	};
}
