/**
 * Conditions that stand for a while, such as an exchange that is down: told when they begin and when they are over, each
 * once. What stands is stored in the transaction that stores its alert, so that a restart neither tells it again nor forgets
 * to tell its end. The episode is named by when it was first seen.
 */
import { alertId } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { StandingCondition } from '../ports/alert-store.ts';
import type { Alert, AlertSeverity } from '../ports/alerts.ts';

/** Whom and what a condition is about. */
export type Subject = Pick<StandingCondition, 'userId' | 'kind' | 'thing'>;

/** The sentence of a finding, and the execution that it names. */
export type Words = {
	readonly message: string;
	readonly executionId: string | null;
	readonly exchange: VenueName | null;
	readonly facts: Readonly<Record<string, unknown>>;
};

/** What a look has found. Where nothing is known, or nothing is to be changed, there is no finding. */
export type Finding =
	| ({ readonly is: 'stands'; readonly severity: AlertSeverity } & Words)
	| ({ readonly is: 'over' } & Words)
	/** Over, and of no interest any more. */
	| { readonly is: 'gone' };

/** The alerts of one look, with the conditions that began and ended. */
export type ConditionBatch = {
	readonly alerts: Alert[];
	readonly began: StandingCondition[];
	readonly over: StandingCondition[];
};

/** Makes the standing conditions from those that are stored. */
export function createConditions(stored: readonly StandingCondition[]) {
	const standing = new Map<string, StandingCondition>(stored.map((one) => [keyOf(one), one]));
	return {
		stands: (subject: Subject): boolean => standing.has(keyOf(subject)),
		all: (): readonly StandingCondition[] => [...standing.values()],
		/** Adds to the batch what is news. Each subject is judged once in a batch. */
		judge(batch: ConditionBatch, subject: Subject, finding: Finding | undefined, now: number): void {
			if (finding === undefined) return;
			const known = standing.get(keyOf(subject));
			if (finding.is === 'stands') {
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
		/** The batch is on disk. */
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
	{ message, executionId, exchange, facts }: Words,
	now: number,
): Alert {
	return {
		alertId: alertId(userId, [kind, thing, since, state]),
		userId,
		kind,
		severity,
		raisedAt: now,
		message,
		executionId,
		exchange,
		facts: { state, ...facts },
	};
}

function keyOf({ userId, kind, thing }: Subject): string {
	// None of the three has a line feed.
	return `${userId}\n${kind}\n${thing}`;
}
