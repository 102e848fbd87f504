/** Defines what the parts of the autopilot share. */
import type { VenueName } from '../domain/instrument.ts';
import type {
	Pot,
	PotBooks,
	PotMargins,
	PotOrders,
	PotPlanner,
	PotQueues,
	PotSignals,
} from '../ports/autopilot.ts';
import type { DecidedChange, Decision, PotStore } from '../ports/autopilot-store.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { CallingAgent } from '../ports/order-service.ts';
import type { PlannedTransfers } from '../ports/planned-transfers.ts';
import type { PotAlerts } from '../ports/pot-alerts.ts';
import type { Words } from '../sentences/sentence.ts';
import type { Motions } from './motions.ts';
import type { PotBook } from './pot-book.ts';

/** Dependencies of the autopilot. */
export type AutopilotParts = {
	readonly store: PotStore;
	readonly planner: PotPlanner;
	readonly orders: PotOrders;
	readonly books: PotBooks;
	readonly margins: PotMargins;
	readonly queues: PotQueues;
	readonly signals: PotSignals;
	readonly transfers: Pick<PlannedTransfers, 'ask'>;
	/** Returns an agent with its present caps; undefined once it is stopped. */
	readonly agentOf: (agentId: string) => Promise<CallingAgent | undefined>;
	/** Returns why the user may open nothing at the exchanges; undefined if no halt covers them. */
	readonly haltOf: (userId: string, exchanges: readonly VenueName[]) => Words | undefined;
	readonly alerts: PotAlerts;
	/** No voluntary change begins within this time around a settlement, milliseconds. */
	readonly settlementGuardMs: number;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
};

/** The autopilot in memory. */
export type AutopilotState = AutopilotParts & {
	readonly book: PotBook;
	/** Why each pot waits with its decision, by pot id. */
	readonly waits: Map<string, Words>;
	/** The changes that are being made. */
	readonly motions: Motions;
	/** Triggers of each pot for which the planner had no plan, with the time of that answer, by pot id. */
	readonly unplanned: Map<string, { readonly keys: string; readonly at: number }>;
	/** Time of the last sample of each pot in this process, by pot id. */
	readonly sampledAt: Map<string, number>;
	/** True once the service stops: nothing is stored or sent anymore. */
	isClosed: boolean;
};

/** A change of a decision of a pot, by its number. */
export type NumberedChange = {
	readonly pot: Pot;
	readonly decision: Decision;
	readonly n: number;
	readonly change: DecidedChange;
};

/** Returns the key under which the execution service knows a change. */
export function changeKey(decisionId: string, n: number): string {
	return `${decisionId}:${n}`;
}
