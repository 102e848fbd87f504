import type { AlertQuery, AlertTarget, AlertWithDeliveries, DeliveryState } from './alert-targets.ts';
import type { Alert, AlertKind, AlertSeverity } from './alerts.ts';

/** A lasting condition, such as an exchange that cannot be read while a user has executions there. */
export type StandingCondition = {
	readonly userId: string;
	readonly kind: AlertKind;
	/** Subject of the condition: an exchange, a kill switch, an execution, or one leg of an execution. */
	readonly thing: string;
	/**
	 * Time at which the condition was first seen, milliseconds. It distinguishes this episode from earlier and later
	 * ones.
	 */
	readonly since: number;
};

/** A stored target, with its sealed address. */
export type StoredTarget = AlertTarget & {
	/** The address and the signing secret, sealed together. */
	readonly sealed: string;
	/** Number of dropped alerts that have already been reported to the target. */
	readonly droppedSaid: number;
};

/** The fields of a target that a delivery or its owner changes. An absent field stays unchanged. */
export type TargetChange = Partial<
	Pick<
		StoredTarget,
		| 'pausedAt'
		| 'failingSince'
		| 'failure'
		| 'lastDeliveredAt'
		| 'droppedSaid'
		| 'confirmedAt'
		| 'name'
		| 'kinds'
		| 'leastSeverity'
	>
>;

/**
 * Selects waiting alerts to drop: the oldest ones beyond a maximum number, those raised before a time, or the oldest
 * ones that are not critical beyond a maximum number.
 */
export type DropSelection =
	| { readonly beyond: number }
	| { readonly raisedBefore: number }
	| { readonly uncriticalBeyond: number };

/** Position of a journal event that raises alerts. */
export type JournalMark = { readonly executionId: string; readonly streamSeq: number };

/** Writes from one round of raising alerts, stored in one transaction: all or nothing. */
export type AlertBatch = {
	/** Each alert with its targets. An alert whose id is already stored is not changed. */
	readonly alerts: readonly { readonly alert: Alert; readonly targetIds: readonly string[] }[];
	readonly began?: readonly StandingCondition[];
	readonly over?: readonly StandingCondition[];
	/** Position up to which the journal has been searched for alerts. */
	readonly journalReadTo?: number;
	readonly targets?: readonly { readonly targetId: string; readonly change: TargetChange }[];
};

/** A target's undelivered alert. `seq` is the alert's sequence number; `attempts` counts the failed tries so far. */
export type WaitingDelivery = { readonly seq: number; readonly alert: Alert; readonly attempts: number };

/** Result of one delivery and the resulting change to its target, stored together. `at` is milliseconds. */
export type DeliveryOutcome = {
	readonly targetId: string;
	/** Sequence number of the alert. */
	readonly seq: number;
	readonly state: DeliveryState;
	readonly failure: string | null;
	readonly at: number;
	readonly change: TargetChange;
};

/** Stored state from which alerting continues when the service starts. */
export type AlertsAtStart = {
	readonly standing: readonly StandingCondition[];
	/** Position up to which the journal has been searched for alerts. */
	readonly journalReadTo: number;
	/** All targets, oldest first. */
	readonly targets: readonly StoredTarget[];
};

/** Stores alerting records. Every write is durable when it resolves; a rejected write stores nothing. */
export interface AlertStore {
	/** Stores the whole batch or nothing. Returns the alerts that were not stored before. */
	record(batch: AlertBatch): Promise<readonly Alert[]>;
	/** Returns the stored state. The service reads it once, at startup. */
	atStart(): Promise<AlertsAtStart>;
	/**
	 * Returns journal events with these types after position `after`, oldest first, and the position up to which the
	 * journal was searched.
	 */
	journalMarks(
		after: number,
		types: readonly string[],
		limit: number,
	): Promise<{ readonly marks: readonly JournalMark[]; readonly readTo: number }>;
	/** Returns the ids of the user's executions that ended at `since` or later and started before `begunBefore`. */
	endedSince(userId: string, since: number, begunBefore: number): Promise<readonly string[]>;
	recent(userId: string, limit: number): Promise<readonly Alert[]>;
	/** Returns alerts with their deliveries, newest first; undefined if `before` names no alert of the user. */
	recentAlerts(userId: string, query: AlertQuery): Promise<readonly AlertWithDeliveries[] | undefined>;
	has(alertId: string): Promise<boolean>;
	insertTarget(target: StoredTarget): Promise<void>;
	/** Removes a target with its waiting alerts. */
	removeTarget(targetId: string): Promise<void>;
	/** Returns the target's oldest waiting alert of at least this severity; undefined if none is waiting. */
	nextWaiting(targetId: string, least: AlertSeverity): Promise<WaitingDelivery | undefined>;
	waitingCount(targetId: string): Promise<number>;
	/** Drops the selected waiting alerts of the target. Returns the number of dropped alerts. */
	drop(targetId: string, which: DropSelection, reason: string, at: number): Promise<number>;
	settle(outcome: DeliveryOutcome): Promise<void>;
	/** Deletes alerts raised before `before`, with their deliveries. */
	prune(before: number): Promise<void>;
}
