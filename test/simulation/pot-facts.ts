/** Folds the durable writes of pots, independently of the store: settings and states over time, and each change. */
import type { Pot, PotSettings, PotState } from '../../src/ports/autopilot.ts';
import {
	type ChangeEvent,
	type DecidedChange,
	type DecisionRecord,
	isFinal,
} from '../../src/ports/autopilot-store.ts';

/** A value and the time from which it held. */
type Dated<Value> = { readonly since: number; readonly value: Value };

/** A pot with its history. */
export type PotFacts = {
	readonly pot: Pot;
	readonly settings: Dated<PotSettings>[];
	readonly states: Dated<PotState>[];
	readonly decisions: DecisionFacts[];
	readonly answered: Set<string>;
};

/** A decision with what has happened to each of its changes. */
export type DecisionFacts = {
	readonly record: DecisionRecord;
	readonly events: readonly ChangeEvent[][];
	/** Settings of the pot when the decision was made. */
	readonly settings: PotSettings;
	/** True if the pot was in mode act shortly before, so that no person has to confirm. */
	readonly mayAct: boolean;
};

/** One change of a decision. */
export type ChangeFacts = {
	readonly facts: PotFacts;
	readonly decision: DecisionFacts;
	readonly n: number;
	readonly change: DecidedChange;
	readonly events: ChangeEvent[];
};

/** Returns the value that holds now. */
export function present<Value>(history: readonly Dated<Value>[]): Value {
	const last = history.at(-1);
	if (last === undefined) throw new Error('A pot has no history.');
	return last.value;
}

/** True if a value that fits held at any time since `from`. */
export function heldSince<Value>(
	history: readonly Dated<Value>[],
	from: number,
	fits: (value: Value) => boolean,
): boolean {
	return history.some(({ value }, index) => {
		const next = history[index + 1];
		return fits(value) && (next === undefined || next.since >= from);
	});
}

/** Returns the kind of the last event of a change; undefined before the first. */
export function lastKind({ events }: Pick<ChangeFacts, 'events'>): ChangeEvent['kind'] | undefined {
	return events.at(-1)?.kind;
}

/** True if nothing more happens to the change. */
export function hasEnded({ events }: Pick<ChangeFacts, 'events'>): boolean {
	return isFinal(events.at(-1));
}

/** True while the change may be in motion. */
export function isInMotion(change: Pick<ChangeFacts, 'events'>): boolean {
	const kind = lastKind(change);
	return kind === 'begun' || kind === 'sent';
}

/** Returns all changes of a pot. */
export function changesOf(facts: PotFacts): readonly ChangeFacts[] {
	return facts.decisions.flatMap((decision) => changesIn(facts, decision));
}

/** Returns the changes of one decision. */
export function changesIn(facts: PotFacts, decision: DecisionFacts): readonly ChangeFacts[] {
	return decision.record.changes.map((change, n) => ({
		...{ facts, decision, n, change },
		events: decision.events[n] ?? [],
	}));
}

/** Returns the change that an idempotency key begins with; undefined if the key is not one of a pot. */
export function parsedKey(
	key: string | null,
): { readonly decisionId: string; readonly n: number } | undefined {
	const [, decisionId, n] = /^(dec_\w+):(\d+)/.exec(key ?? '') ?? [];
	return decisionId === undefined ? undefined : { decisionId, n: Number(n) };
}
