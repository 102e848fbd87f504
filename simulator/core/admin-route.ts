/** Types of an admin route: its input and its answer. */
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
	/** Hosts that requests and streams were addressed to. */
	readonly askedHosts: () => readonly string[];
	/** New lead of the exchange's clock over the machine's, milliseconds. */
	readonly setClockAhead: (aheadMs: number) => void;
};

/** `name` and `inner` are the second and the fourth segment of the path, if its pattern has a `*`. */
export type AdminRoute = (context: AdminContext, body: unknown, name: string, inner: string) => unknown;
