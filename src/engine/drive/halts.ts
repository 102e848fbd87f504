/**
 * Which kill switches stand, and for whom. Asked before every open and before every further slice of one, so the
 * answer comes from memory: what stood at the start, and every change since.
 *
 * Halting is effective before it is on disk, resuming only once it is: whatever fails, it fails to the safe side.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Halt, HaltStore, HaltTarget, KillSwitches } from '../../ports/halts.ts';
import type { Logger } from '../../ports/logger.ts';

/** The halts alone; `src/engine/orders/controls.ts` adds what becomes of the executions that they cover. */
export type Halts = Pick<KillSwitches, 'resume' | 'covering' | 'list' | 'onChange'> & {
	/** @throws CarrywireError STORE_UNAVAILABLE when it is not on disk; it stands all the same. */
	readonly set: (wanted: Omit<Halt, 'at'>) => Promise<Halt>;
	/** Why nothing more of the execution may be opened; null while it may. */
	readonly openingHalted: (state: ExecutionState) => string | null;
	/** Why the execution is to be closed or cancelled, behind `closed`; null while it is not. */
	readonly wantsClosed: (state: ExecutionState) => string | null;
	/** @throws CarrywireError TRADING_HALTED with who, why and since when. */
	readonly requireOpen: (userId: string, venues: readonly VenueName[]) => void;
};

type HaltState = {
	readonly listeners: Set<(target: HaltTarget) => void>;
	readonly standing: Map<string, Halt>;
	readonly clock: Clock;
	readonly log: Logger;
	readonly store: Pick<HaltStore, 'put' | 'remove'>;
};

/** Makes the kill switches from those that stand in the store. */
export function createHalts(options: {
	/** The halts that the store had at the start. */
	readonly standing: readonly Halt[];
	readonly store: Pick<HaltStore, 'put' | 'remove'>;
	readonly clock: Clock;
	readonly log: Logger;
}): Halts {
	const { store, clock, log } = options;
	const halts: HaltState = {
		listeners: new Set(),
		standing: new Map<string, Halt>(options.standing.map((halt) => [nameOf(halt.target), halt])),
		clock,
		log,
		store,
	};
	return {
		set: (wanted) => set(halts, wanted),
		resume: (target) => resume(halts, target),
		covering: (userId, venues) => covering(halts, userId, venues),
		list: () => [...halts.standing.values()].sort((a, b) => a.at - b.at),
		onChange(listener) {
			halts.listeners.add(listener);
			return () => void halts.listeners.delete(listener);
		},
		openingHalted(state) {
			const [halt] = coveringExecution(halts, state);
			return halt === undefined ? null : haltSentence(halt);
		},
		wantsClosed: (state) =>
			coveringExecution(halts, state).some(({ closeAll }) => closeAll) ? 'by a kill switch' : null,
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

function tell(halts: HaltState, target: HaltTarget): void {
	for (const listener of halts.listeners) listener(target);
}

function present(halts: HaltState, target: HaltTarget): Halt | undefined {
	return halts.standing.get(nameOf(target));
}

async function set(halts: HaltState, wanted: Omit<Halt, 'at'>): Promise<Halt> {
	const before = present(halts, wanted.target);
	const halt: Halt = {
		...wanted,
		reason: wanted.reason ?? before?.reason ?? null,
		at: before?.at ?? halts.clock.now(),
		closeAll: wanted.closeAll || before?.closeAll === true,
	};
	halts.standing.set(nameOf(halt.target), halt);
	tell(halts, halt.target);
	halts.log.warn({ ...halt.target, reason: halt.reason, by: halt.by, closeAll: halt.closeAll }, 'halted');
	try {
		await halts.store.put(halt);
	} catch (cause) {
		throw new CarrywireError(
			'STORE_UNAVAILABLE',
			'Trading is halted, but that could not be written down: it holds until the service ends. Call again once the disk of the data directory can be written.',
			{ cause },
		);
	}
	return halt;
}

async function resume(halts: HaltState, target: HaltTarget): Promise<boolean> {
	const before = present(halts, target);
	try {
		await halts.store.remove(target);
	} catch (cause) {
		throw new CarrywireError(
			'STORE_UNAVAILABLE',
			'The end of the halt could not be written down, so trading is still halted. Look at the disk of the data directory.',
			{ cause },
		);
	}
	// One that was set while this was being written stands.
	if (present(halts, target) === before) halts.standing.delete(nameOf(target));
	if (before !== undefined) tell(halts, target);
	if (before !== undefined) halts.log.warn({ ...target }, 'resumed');
	return before !== undefined;
}

function covering(halts: HaltState, userId: string, venues: readonly VenueName[]): readonly Halt[] {
	if (halts.standing.size === 0) return [];
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

/** Halts that no user has called. */
const WHO: Readonly<Record<string, string>> = {
	operator: 'the operator',
	restore: 'the restore of a backup',
};

/** Who, why, since when. */
export function haltSentence({ target, reason, at, by }: Halt): string {
	const who = WHO[by] ?? `your halt_trading (${by})`;
	const words = reason === null ? 'no reason was given' : reason.replace(/\.$/, '');
	return `Trading${whereOf(target)} is halted by ${who} since ${new Date(at).toISOString()}: ${words}.`;
}

function whereOf(target: HaltTarget): string {
	switch (target.scope) {
		case 'user':
			return '';
		case 'exchange':
			return ` on ${target.venue}`;
		case 'service':
			return ' on every exchange';
	}
}

/** One name per target, for the map. */
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
