/**
 * Tracks conditions that last for a while, such as an exchange that is down. The start and the end of a condition are
 * reported once each. An active condition is stored in the same transaction as its alert, so a restart neither
 * repeats the alert nor forgets to report the end. The time at which a condition was first seen identifies that
 * occurrence.
 */
import { alertId } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { StandingCondition } from '../ports/alert-store.ts';
import type { Alert, AlertSeverity } from '../ports/alerts.ts';
import type { Words } from '../sentences/sentence.ts';
import { alertWords } from './alert-words.ts';

/** The user, the kind of condition, and the object that the condition concerns. */
export type Subject = Pick<StandingCondition, 'userId' | 'kind' | 'thing'>;

/** The message of a finding, with its execution, exchange and figures. */
export type FindingContent = {
	readonly message: Words;
	readonly executionId: string | null;
	readonly exchange: VenueName | null;
	readonly facts: Readonly<Record<string, unknown>>;
};

/**
 * Result of checking one condition. A check returns undefined instead if the figures that it needs are unknown or
 * nothing has changed.
 */
export type Finding =
	| ({ readonly is: 'active'; readonly severity: AlertSeverity } & FindingContent)
	| ({ readonly is: 'over' } & FindingContent)
	/** The condition no longer applies. It ends without an alert. */
	| { readonly is: 'gone' };

/** The alerts from one check, with the conditions that began and ended. */
export type ConditionBatch = {
	readonly alerts: Alert[];
	readonly began: StandingCondition[];
	readonly over: StandingCondition[];
};

/** Creates the registry of active conditions from those in the store. */
export function createConditions(stored: readonly StandingCondition[]) {
	const standing = new Map<string, StandingCondition>(stored.map((one) => [keyOf(one), one]));
	return {
		isActive: (subject: Subject): boolean => standing.has(keyOf(subject)),
		/** Returns when the subject's condition began, milliseconds; undefined if it is not active. */
		since: (subject: Subject): number | undefined => standing.get(keyOf(subject))?.since,
		all: (): readonly StandingCondition[] => [...standing.values()],
		/**
		 * Adds a condition's start or end to the batch if the finding shows one. Call it only once per subject and
		 * batch, because the active conditions change only in `stored`.
		 */
		judge(batch: ConditionBatch, subject: Subject, finding: Finding | undefined, now: number): void {
			if (finding === undefined) return;
			const known = standing.get(keyOf(subject));
			if (finding.is === 'active') {
				if (known !== undefined) return;
				const one: StandingCondition = { ...subject, since: now };
				batch.began.push(one);
				batch.alerts.push(alertOf(one, 'began', finding.severity, finding, now));
				return;
			}
			if (known === undefined) return;
			batch.over.push(known);
			if (finding.is === 'over') batch.alerts.push(alertOf(known, 'over', 'info', finding, now));
		},
		/** Updates the active conditions from a batch. Call this function once the batch is on disk. */
		stored({ began, over }: ConditionBatch): void {
			for (const one of began) standing.set(keyOf(one), one);
			for (const one of over) standing.delete(keyOf(one));
		},
	};
}

function alertOf(
	{ userId, kind, thing, since }: StandingCondition,
	state: 'began' | 'over',
	severity: AlertSeverity,
	{ message, executionId, exchange, facts }: FindingContent,
	now: number,
): Alert {
	return {
		alertId: alertId(userId, [kind, thing, since, state]),
		userId,
		kind,
		severity,
		raisedAt: now,
		...alertWords(message),
		executionId,
		exchange,
		facts: { state, ...facts },
	};
}

function keyOf({ userId, kind, thing }: Subject): string {
	// The line feed is a safe separator because none of the three fields contains one.
	return `${userId}\n${kind}\n${thing}`;
}
