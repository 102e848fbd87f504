/** Creates the metrics of a service with two exchanges, as the product does. No event has been counted yet. */

import { METHODS } from '../../src/api/methods/registry.ts';
import type { ExecutionGauges } from '../../src/ports/metrics.ts';
import { createMetrics, type Metrics } from '../../src/runtime/metrics.ts';

export function newMetrics(): Metrics {
	return createMetrics({
		venues: ['bybit', 'kucoin'],
		methods: METHODS,
		build: { version: '1.2.3', mode: 'simulated' },
	});
}

export const NO_EXECUTIONS: ExecutionGauges = {
	byStatus: { queued: 0, opening: 0, running: 0, closing: 0, needs_attention: 0 },
	unhedgedNotionalUsd: 0,
	unknownOrders: 0,
};
