/**
 * Defines which process serves which user when several processes share a database. A unit is a user: an execution has
 * legs on two accounts, and claims, caps and kill switches are per user. A process holds a lease that it renews; each of
 * its units has an epoch that increases whenever the unit changes hands. Leases are compared with the database's clock.
 * They decide when a unit may be taken over. Safety never depends on them (`docs/design/cluster.md`).
 */

/** A process, as the other processes know it. */
export type NodeEntry = {
	/** Name of the process, the same after a restart. */
	readonly node: string;
	/** New with every start of the process. */
	readonly incarnation: string;
	/** URL at which other processes reach it without the bus; null if it listens nowhere. */
	readonly address: string | null;
	/** Version of the program. */
	readonly version: string;
	/** Ids of the oldest and newest migration with which the program works. */
	readonly schemaMin: number;
	readonly schemaMax: number;
	/** Newest version of an event that it can read. */
	readonly journalVersionMax: number;
};

/** `draining`: the process gives its units away and takes none. */
export type NodeState = 'up' | 'draining';

/** A unit and its epoch. */
export type UnitEpoch = { readonly unit: string; readonly epoch: number };

/** A unit that the process owns. */
export type UnitGrant = UnitEpoch & {
	/** True if the last owner gave the unit back with nothing in flight, and the new one has not accepted it yet. */
	readonly isClean: boolean;
	/** Increases with every stop that concerns the unit: a kill switch, a stopped agent. */
	readonly stopVersion: number;
};

/** Name and start of a process. */
export type NodeStart = Pick<NodeEntry, 'node' | 'incarnation'>;

/** A process whose lease has not ended. */
export type LiveNode = Pick<NodeEntry, 'node' | 'incarnation' | 'address' | 'version'> & {
	readonly state: NodeState;
	readonly units: number;
};

/** The owner of a unit. */
export type UnitOwner = Pick<LiveNode, 'node' | 'address' | 'state'> & { readonly epoch: number };

/** Stores leases and owners. Every method rejects with the store's error; then its outcome is unknown. */
export interface UnitStore {
	/**
	 * Extends the lease to `ttlMs` from now. The first call of a start also frees the units of the earlier start.
	 * Returns false if another start of the same node holds the lease.
	 */
	renew(entry: NodeEntry, state: NodeState, ttlMs: number): Promise<boolean>;
	/** Ends the lease. Units that were not given away may then be taken over at once. */
	leave(entry: NodeStart): Promise<void>;
	/** Takes at most `limit` units that no live process owns. A user without a unit gets one. Takes none without a lease. */
	take(entry: NodeStart, limit: number): Promise<readonly UnitGrant[]>;
	/** Takes this unit if no live process owns it. */
	takeOne(entry: NodeStart, unit: string): Promise<UnitGrant | undefined>;
	/** Notes that the process begins to trade for a unit that another one gave it. Returns false if it has moved on. */
	accept(unit: UnitEpoch, node: string): Promise<boolean>;
	/**
	 * Gives a unit to another process, or to nobody. Returns the new epoch; undefined if the unit was not this process's
	 * under this epoch.
	 */
	give(unit: UnitEpoch, from: string, to: string | null, isClean: boolean): Promise<number | undefined>;
	/** Returns the units of a process. */
	owned(entry: NodeStart): Promise<readonly UnitGrant[]>;
	/** Returns the live owner of a unit; undefined if it has none. */
	ownerOf(unit: string): Promise<UnitOwner | undefined>;
	/** Returns all live processes with the number of their units, by name. */
	nodes(): Promise<readonly LiveNode[]>;
	/** Number of units, and of those without a live owner. */
	counts(): Promise<{ readonly units: number; readonly free: number }>;
}
