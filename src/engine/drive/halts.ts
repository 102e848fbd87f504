/**
 * Keeps the active kill switches and their targets. They are checked before every opening and every further slice.
 * They are therefore kept in memory: loaded at startup, and updated with every change.
 *
 * A halt takes effect before it is on disk, a resume only once it is on disk. Any failure is thus on the safe side.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Halt, HaltStore, HaltTarget, KillSwitches } from '../../ports/halts.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Sentence, Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { BY_SWITCH, REFUSAL_TEXT } from './text.ts';

/** The halts themselves; `src/engine/orders/controls.ts` adds their effect on the executions that they cover. */
export type Halts = Pick<KillSwitches, 'resume' | 'covering' | 'list' | 'onChange'> & {
	/** @throws CarrywireError STORE_UNAVAILABLE if the halt is not on disk; the halt is active nevertheless */
	readonly set: (wanted: Omit<Halt, 'at'>) => Promise<Halt>;
	/** Why nothing more of the execution may be opened; null when openings are allowed. */
	readonly openingHalted: (state: ExecutionState) => Words | null;
	/** Why the execution must be closed or canceled, as a phrase after `closed`; null when it need not. */
	readonly wantsClosed: (state: ExecutionState) => string | null;
	/** @throws CarrywireError TRADING_HALTED, which says who halted trading, why and since when */
	readonly requireOpen: (userId: string, venues: readonly VenueName[]) => void;
};

type HaltState = {
	readonly listeners: Set<(target: HaltTarget) => void>;
	readonly active: Map<string, Halt>;
	readonly clock: Clock;
	readonly log: Logger;
	readonly store: Pick<HaltStore, 'put' | 'remove'>;
};

/** Creates the kill switches from those in the store. */
export function createHalts(options: {
	/** Halts that were stored when the service started. */
	readonly standing: readonly Halt[];
	readonly store: Pick<HaltStore, 'put' | 'remove'>;
	readonly clock: Clock;
	readonly log: Logger;
}): Halts {
	const { store, clock, log } = options;
	const halts: HaltState = {
		listeners: new Set(),
		active: new Map<string, Halt>(options.standing.map((halt) => [nameOf(halt.target), halt])),
		clock,
		log,
		store,
	};
	return {
		set: (wanted) => set(halts, wanted),
		resume: (target) => resume(halts, target),
		covering: (userId, venues) => covering(halts, userId, venues),
		list: () => [...halts.active.values()].sort((a, b) => a.at - b.at),
		onChange(listener) {
			halts.listeners.add(listener);
			return () => void halts.listeners.delete(listener);
		},
		openingHalted(state) {
			const [halt] = coveringExecution(halts, state);
			return halt === undefined ? null : haltSentence(halt);
		},
		wantsClosed: (state) =>
			coveringExecution(halts, state).some(({ closeAll }) => closeAll) ? BY_SWITCH : null,
		requireOpen(userId, venues) {
			const [halt] = covering(halts, userId, venues);
			if (halt === undefined) return;
			throw new CarrywireError('TRADING_HALTED', haltSentence(halt), {
				facts: {
					scope: halt.target.scope,
					...(halt.target.scope === 'exchange' ? { exchange: halt.target.venue } : {}),
					haltedAt: new Date(halt.at).toISOString(),
					haltedBy: halt.by,
				},
			});
		},
	};
}

function notify(halts: HaltState, target: HaltTarget): void {
	for (const listener of halts.listeners) listener(target);
}

function present(halts: HaltState, target: HaltTarget): Halt | undefined {
	return halts.active.get(nameOf(target));
}

async function set(halts: HaltState, wanted: Omit<Halt, 'at'>): Promise<Halt> {
	const before = present(halts, wanted.target);
	const halt: Halt = {
		...wanted,
		reason: wanted.reason ?? before?.reason ?? null,
		at: before?.at ?? halts.clock.now(),
		closeAll: wanted.closeAll || before?.closeAll === true,
	};
	halts.active.set(nameOf(halt.target), halt);
	notify(halts, halt.target);
	halts.log.warn({ ...halt.target, reason: halt.reason, by: halt.by, closeAll: halt.closeAll }, 'halted');
	try {
		await halts.store.put(halt);
	} catch (cause) {
		throw new CarrywireError('STORE_UNAVAILABLE', REFUSAL_TEXT.haltNotWritten(), { cause });
	}
	return halt;
}

async function resume(halts: HaltState, target: HaltTarget): Promise<boolean> {
	const before = present(halts, target);
	try {
		await halts.store.remove(target);
	} catch (cause) {
		throw new CarrywireError('STORE_UNAVAILABLE', REFUSAL_TEXT.haltEndNotWritten(), { cause });
	}
	// A halt that was set during this write stays active.
	if (present(halts, target) === before) halts.active.delete(nameOf(target));
	if (before !== undefined) notify(halts, target);
	if (before !== undefined) halts.log.warn({ ...target }, 'resumed');
	return before !== undefined;
}

function covering(halts: HaltState, userId: string, venues: readonly VenueName[]): readonly Halt[] {
	if (halts.active.size === 0) return [];
	const targets: readonly HaltTarget[] = [
		{ scope: 'service' },
		...venues.map((venue): HaltTarget => ({ scope: 'exchange', venue })),
		{ scope: 'user', userId },
	];
	return targets.flatMap((target) => present(halts, target) ?? []);
}

function coveringExecution(halts: HaltState, { plan }: ExecutionState): readonly Halt[] {
	return covering(halts, plan.userId, [plan.legs.long.venue, plan.legs.short.venue]);
}

/** Builds the message about a halt: who halted trading, since when and why. */
export function haltSentence({ target, reason, at, by }: Halt): Sentence {
	const { scope } = target;
	const exchange = target.scope === 'exchange' ? shownNameOf(target.venue) : null;
	return REFUSAL_TEXT.halted({ scope, exchange, by, at, reason });
}

/** Returns the target's unique name, which is its key among the active halts. */
function nameOf(target: HaltTarget): string {
	switch (target.scope) {
		case 'user':
			return `user ${target.userId}`;
		case 'exchange':
			return `exchange ${target.venue}`;
		case 'service':
			return 'service';
	}
}
