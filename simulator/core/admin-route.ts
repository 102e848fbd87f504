/** What a route of the admin port is given, and what it answers. */
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
	/** Hosts that requests and streams were meant for. */
	readonly askedHosts: () => readonly string[];
	/** By how much the exchange's clock is ahead of the machine's from now on, milliseconds. */
	readonly setClockAhead: (aheadMs: number) => void;
};

/** `name` and `inner` are the second and the fourth segment of the path, where its pattern has a `*`. */
export type AdminRoute = (context: AdminContext, body: unknown, name: string, inner: string) => unknown;
