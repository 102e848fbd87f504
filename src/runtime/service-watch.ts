/** Reads the service's current figures at a limited rate, because anyone who reaches the port may request them. */
import type { Clock } from '../ports/clock.ts';
import type { ServiceReading, ServiceWatch } from '../ports/service-watch.ts';
import type { Metrics } from './metrics.ts';

const CHECK_AGE_MS_MAX = 1_000;

/** Creates the watch, which keeps the latest reading for a second and serves all requests from it. */
export function createServiceWatch(parts: {
	readonly metrics: Pick<Metrics, 'readings' | 'counts'>;
	readonly readiness: () => ServiceReading['readiness'];
	readonly limits: ServiceWatch['limits'];
	readonly areSumsPublic: boolean;
	readonly clock: Clock;
}): ServiceWatch {
	const { metrics, readiness, limits, areSumsPublic, clock } = parts;
	let kept: { readonly at: number; readonly reading: Promise<ServiceReading> } | undefined;

	async function readNow(): Promise<ServiceReading> {
		return {
			at: clock.now(),
			readiness: readiness(),
			readings: metrics.readings(),
			counts: await metrics.counts(),
		};
	}

	return {
		startedAt: clock.now(),
		limits,
		areSumsPublic,
		async read() {
			const at = clock.monotonic();
			if (kept === undefined || at - kept.at >= CHECK_AGE_MS_MAX) kept = { at, reading: readNow() };
			const { reading } = kept;
			try {
				return await reading;
			} catch (error) {
				// A failed reading is not kept, so the next request reads again.
				if (kept?.reading === reading) kept = undefined;
				throw error;
			}
		},
	};
}
