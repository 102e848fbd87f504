/** Stores pots, their decisions and their equity. Every write is durable when it resolves. */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Words } from '../sentences/sentence.ts';
import type {
	PlannedChange,
	Pot,
	PotPlan,
	PotSettings,
	PotState,
	PotTrigger,
	TriggerKind,
} from './autopilot.ts';
import type { IdempotencyClaim, IdempotencyKey } from './journal.ts';

/** One change of a decision, with coins per leg that were fixed when the decision was made. */
export type DecidedChange = PlannedChange & {
	/** Coins that a reduction leaves, as if no roll of the decision had been made; null for any other change. */
	readonly remaining: Decimal | null;
	/** Coins that a roll moves; null for any other change, absent in decisions of earlier versions. */
	readonly moves?: Decimal | null;
};

/** A decision as it was made. It never changes afterwards. */
export type DecisionRecord = {
	readonly decisionId: string;
	readonly potId: string;
	readonly at: number;
	readonly trigger: PotTrigger;
	/** The plan and its inputs; null for a decision that needs no plan, such as a stop. */
	readonly plan: Omit<PotPlan, 'changes'> | null;
	readonly changes: readonly DecidedChange[];
	/** Time after which its changes are no longer made. Reductions never expire. */
	readonly validUntil: number;
};

/**
 * One event of a change. `suggested` waits for a person, `confirmed` for its execution; `begun` is being sent,
 * and `sent` has an execution that is in motion. The others are final.
 */
export type ChangeEvent = { readonly at: number } & (
	| { readonly kind: 'suggested' }
	| { readonly kind: 'confirmed'; readonly by: string }
	| { readonly kind: 'declined'; readonly by: string }
	| { readonly kind: 'begun' }
	| { readonly kind: 'sent'; readonly executionId: string }
	| { readonly kind: 'executed'; readonly executionId: string; readonly message: Words }
	| { readonly kind: 'refused'; readonly code: string; readonly message: Words }
	| { readonly kind: 'skipped'; readonly message: Words }
	| { readonly kind: 'expired'; readonly message: Words }
);

/** A kind of `ChangeEvent`. */
export type ChangeEventKind = ChangeEvent['kind'];

const FINAL: ReadonlySet<ChangeEventKind> = new Set([
	'declined',
	'executed',
	'refused',
	'skipped',
	'expired',
]);

/** Returns true if nothing more happens to a change after this event. */
export function isFinal(event: ChangeEvent | undefined): boolean {
	return event !== undefined && FINAL.has(event.kind);
}

/** A decision with what has happened to each of its changes, oldest event first. */
export type Decision = DecisionRecord & { readonly events: readonly (readonly ChangeEvent[])[] };

/** Returns the last event of a change; undefined before the first. */
export function lastEvent(decision: Pick<Decision, 'events'>, change: number): ChangeEvent | undefined {
	return decision.events[change]?.at(-1);
}

/** Returns the numbers of the changes that have not ended. */
export function unfinished(decision: Pick<Decision, 'changes' | 'events'>): readonly number[] {
	return decision.changes.flatMap((_change, n) => (isFinal(lastEvent(decision, n)) ? [] : [n]));
}

/** A sample of a pot, USD: its equity, and the profit of all of its executions within it. */
export type PotSample = { readonly at: number; readonly equity: Decimal; readonly profit: Decimal };

/** A state of a pot as somebody saw it. */
export type SeenState = Pick<Pot, 'state' | 'stateAt'>;

/** The change of a pot's state. */
export type PotStateChange = {
	readonly state: PotState;
	readonly reason: Words | null;
	readonly at: number;
};

/** Stores everything that pots need across restarts. */
export interface PotStore {
	/** Returns all pots, oldest first. */
	load(): Promise<readonly Pot[]>;
	/** Stores new pots in one transaction, with the claim of the caller's idempotency key. */
	insert(pots: readonly Pot[], claim?: IdempotencyClaim): Promise<void>;
	/** Returns the claim of an idempotency key of an opening or of a start; undefined if the key was never used. */
	findClaim(key: IdempotencyKey): Promise<IdempotencyClaim | undefined>;
	setSettings(potId: string, settings: PotSettings, at: number): Promise<void>;
	/**
	 * Changes the state. @param seen state that the pot must still have; without it, the state changes in any case
	 * @returns false, and nothing is stored, if the pot has another state
	 */
	setState(potId: string, change: PotStateChange, seen?: SeenState): Promise<boolean>;
	/** Returns the ids of the executions of each pot, by pot id. */
	executions(): Promise<ReadonlyMap<string, readonly string[]>>;
	/** Returns the ids of the pot's executions whose end no decision has answered, open ones included. */
	watched(potId: string): Promise<readonly string[]>;
	/** Notes executions that have ended and whose end needs no decision anymore. */
	noteEnds(executionIds: readonly string[]): Promise<void>;
	/** Makes an execution one of the pot's, unless it belongs to a pot already. */
	link(potId: string, executionId: string, at: number): Promise<void>;
	/**
	 * Stores a decision with its first events in one transaction. False, and nothing is stored, if the pot has
	 * already answered the decision's trigger. @param alsoAnswers keys of other triggers that this decision answers
	 */
	decide(
		record: DecisionRecord,
		events: readonly { readonly change: number; readonly event: ChangeEvent }[],
		alsoAnswers?: readonly string[],
	): Promise<boolean>;
	/** True if a decision of the pot answers this trigger key. */
	hasDecided(potId: string, triggerKey: string): Promise<boolean>;
	/**
	 * Adds an event to a change. The execution of a `sent` or `executed` event becomes one of the pot's in the same
	 * transaction, even if the change has ended. False, and the event is not stored, if the change has ended.
	 * @param ends executions that have ended with this event, as for `noteEnds`
	 */
	append(decisionId: string, change: number, event: ChangeEvent, ends?: readonly string[]): Promise<boolean>;
	/** Returns the decisions of a pot, newest first. */
	decisions(potId: string, limit: number): Promise<readonly Decision[]>;
	find(decisionId: string): Promise<Decision | undefined>;
	/** Returns the decisions of a pot with changes that have not ended, oldest first. */
	open(potId: string): Promise<readonly Decision[]>;
	/** Returns the latest decision without a plan that an event at this exchange caused. */
	lastUrgent(potId: string, kind: TriggerKind, exchange: VenueName): Promise<Decision | undefined>;
	/**
	 * Returns the changes of a pot that were sent since this time: openings and rolls that began an execution, even if it
	 * failed, and reductions that have begun, unless they were refused or replaced.
	 */
	sentSince(potId: string, since: number): Promise<readonly DecidedChange[]>;
	/** Stores a sample; a sample of the same time is replaced. */
	sample(potId: string, sample: PotSample): Promise<void>;
	/** Returns the samples from this time on, oldest first, at most `limit` spread evenly. */
	samples(potId: string, from: number, limit: number): Promise<readonly PotSample[]>;
	/** Returns the highest profit that was sampled from this time on; undefined without samples. */
	highestProfit(potId: string, from: number): Promise<Decimal | undefined>;
}
