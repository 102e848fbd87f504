/** Types of an admin route's handler and its context. */
import type { SimulatedExchange } from './exchange.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { VenueServer } from './venue-server.ts';

export type AdminContext = {
	readonly exchange: SimulatedExchange;
	readonly venue: VenueServer;
	readonly faults: FaultPlan;
	readonly seed: number;
	readonly startedAt: number;
	readonly hosts: readonly string[];
	/** Returns the host names that requests and streams have used since the start, in alphabetical order. */
	readonly askedHosts: () => readonly string[];
	/** Sets how far the exchange's clock is ahead of the machine's, milliseconds. */
	readonly setClockAhead: (aheadMs: number) => void;
};

/**
 * Handles an admin call. `name` and `inner` are the second and fourth path segments, if the route's pattern has a `*`
 * there.
 */
export type AdminRoute = (context: AdminContext, body: unknown, name: string, inner: string) => unknown;
