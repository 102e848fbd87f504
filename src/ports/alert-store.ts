import type { AlertTarget, DeliveryState, ToldAlert } from './alert-targets.ts';
import type { Alert, AlertKind } from './alerts.ts';

/** Something that stands until it is over, such as an exchange that is down for a user. */
export type StandingCondition = {
	readonly userId: string;
	readonly kind: AlertKind;
	/** What it is about: an execution, an exchange. */
	readonly thing: string;
	/** When it was first seen: names the episode. */
	readonly since: number;
};

/** A target at rest, with its sealed address. */
export type StoredTarget = AlertTarget & {
	/** The address and the signing secret, sealed together. */
	readonly sealed: string;
	/** How many of the dropped ones the target has been told of. */
	readonly droppedSaid: number;
};

/** Members of a target that a delivery changes; an absent one stays as it is. */
export type TargetChange = Partial<
	Pick<StoredTarget, 'pausedAt' | 'failingSince' | 'failure' | 'lastDeliveredAt' | 'droppedSaid'>
>;

/** An event of an execution's journal by which alerts are raised. */
export type JournalMark = { readonly executionId: string; readonly streamSeq: number };

/** Everything that one round of raising alerts writes, stored in one transaction: all of it or nothing. */
export type AlertBatch = {
	/** Each with the targets that it goes to. One whose id is stored already is left as it is. */
	readonly alerts: readonly { readonly alert: Alert; readonly targetIds: readonly string[] }[];
	readonly began?: readonly StandingCondition[];
	readonly over?: readonly StandingCondition[];
	/** The journal has been read up to here. */
	readonly journalReadTo?: number;
	readonly targets?: readonly { readonly targetId: string; readonly change: TargetChange }[];
};

/** An alert that a target has not taken yet; `seq` is the number of the alert, `attempts` counts the failed tries so far. */
export type WaitingDelivery = { readonly seq: number; readonly alert: Alert; readonly attempts: number };

/** Result of one delivery and the change of its target, stored together; `at` is milliseconds. */
export type DeliveryOutcome = {
	readonly targetId: string;
	/** Of the alert. */
	readonly seq: number;
	readonly state: DeliveryState;
	readonly failure: string | null;
	readonly at: number;
	readonly change: TargetChange;
};

/** The state that a start goes on from. */
export type AlertsAtStart = {
	readonly standing: readonly StandingCondition[];
	/** The journal has been read up to here. */
	readonly journalReadTo: number;
	/** Oldest first. */
	readonly targets: readonly StoredTarget[];
};

/** The records that alerting keeps. Every write is durable when it resolves, or rejects and nothing of it is stored. */
export interface AlertStore {
	/** All or nothing. Answers the alerts that are new. */
	record(batch: AlertBatch): Promise<readonly Alert[]>;
	/** Read once, at a start. */
	atStart(): Promise<AlertsAtStart>;
	/** Events of the types behind `after`, oldest first, and up to where the journal has been looked through. */
	journalMarks(
		after: number,
		types: readonly string[],
		limit: number,
	): Promise<{ readonly marks: readonly JournalMark[]; readonly readTo: number }>;
	/** Executions of the user that have ended at `since` or later, and had begun before `begunBefore`. */
	endedSince(userId: string, since: number, begunBefore: number): Promise<readonly string[]>;
	recent(userId: string, limit: number): Promise<readonly Alert[]>;
	told(userId: string, limit: number): Promise<readonly ToldAlert[]>;
	has(alertId: string): Promise<boolean>;
	insertTarget(target: StoredTarget): Promise<void>;
	/** With what waits for it. */
	removeTarget(targetId: string): Promise<void>;
	/** The oldest that waits. */
	nextWaiting(targetId: string): Promise<WaitingDelivery | undefined>;
	waitingCount(targetId: string): Promise<number>;
	/** Drops of those that wait the oldest beyond so many, or what was raised before then; answers how many. */
	drop(
		targetId: string,
		which: { readonly beyond: number } | { readonly raisedBefore: number },
		reason: string,
		at: number,
	): Promise<number>;
	settle(outcome: DeliveryOutcome): Promise<void>;
	/** Alerts raised before `before` go, with their deliveries. */
	prune(before: number): Promise<void>;
}
