/** What the service knows of itself now, read at most so often: anybody who reaches the port may ask. */
import type { Clock } from '../ports/clock.ts';
import type { ServiceLook, ServiceWatch } from '../ports/service-watch.ts';
import type { Metrics } from './metrics.ts';

const LOOK_AGE_MS_MAX = 1_000;

/** Keeps the latest reading for a second, and answers everybody from it. */
export function createServiceWatch(parts: {
	readonly metrics: Pick<Metrics, 'readings' | 'counts'>;
	readonly readiness: () => ServiceLook['readiness'];
	readonly limits: ServiceWatch['limits'];
	readonly areSumsPublic: boolean;
	readonly clock: Clock;
}): ServiceWatch {
	const { metrics, readiness, limits, areSumsPublic, clock } = parts;
	let kept: { readonly at: number; readonly look: Promise<ServiceLook> } | undefined;

	async function readNow(): Promise<ServiceLook> {
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
		async look() {
			const at = clock.monotonic();
			if (kept === undefined || at - kept.at >= LOOK_AGE_MS_MAX) kept = { at, look: readNow() };
			const { look } = kept;
			try {
				return await look;
			} catch (error) {
				// The next caller reads again.
				if (kept?.look === look) kept = undefined;
				throw error;
			}
		},
	};
}
