/** Provides an autopilot whose planner wants 500 USD of BTC, for conversations. */
import type { Autopilot } from '../../src/ports/autopilot-service.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { potWorldAt } from '../support/pot-world.ts';

export function inMemoryAutopilot(clock: Clock): Autopilot {
	const world = potWorldAt(clock);
	world.guardMs = 0;
	world.targets.set('BTC', 500);
	const opened = world.open();
	return {
		status: async (...given) => (await opened).status(...given),
		start: async (...given) => (await opened).start(...given),
		change: async (...given) => (await opened).change(...given),
		commanded: async (...given) => (await opened).commanded(...given),
		pause: async (...given) => (await opened).pause(...given),
		stop: async (...given) => (await opened).stop(...given),
		answer: async (...given) => (await opened).answer(...given),
	};
}
