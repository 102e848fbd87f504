/** What the service knows of itself now, read at most so often: anybody who reaches the port may ask. */
import type { Clock } from '../ports/clock.ts';
import type { ServiceLook, ServiceWatch } from '../ports/service-watch.ts';
import type { Metrics } from './metrics.ts';

const LOOK_AGE_MS_MAX = 1_000;

export function createServiceWatch(parts: {
	readonly metrics: Pick<Metrics, 'readings' | 'counts'>;
	readonly readiness: () => ServiceLook['readiness'];
	readonly limits: ServiceWatch['limits'];
	readonly areSumsPublic: boolean;
	readonly clock: Clock;
}): ServiceWatch {
	const { metrics, readiness, limits, areSumsPublic, clock } = parts;
	let kept: { readonly at: number; readonly look: ServiceLook } | undefined;
	return {
		startedAt: clock.now(),
		limits,
		areSumsPublic,
		look() {
			const at = clock.monotonic();
			if (kept === undefined || at - kept.at >= LOOK_AGE_MS_MAX)
				kept = {
					at,
					look: {
						at: clock.now(),
						readiness: readiness(),
						readings: metrics.readings(),
						counts: metrics.counts(),
					},
				};
			return kept.look;
		},
	};
}
