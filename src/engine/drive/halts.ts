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

export function createHalts(options: {
	/** The halts that the store had at the start. */
	readonly standing: readonly Halt[];
	readonly store: Pick<HaltStore, 'put' | 'remove'>;
	readonly clock: Clock;
	readonly log: Logger;
}): Halts {
	const { store, clock, log } = options;
	const standing = new Map<string, Halt>(options.standing.map((halt) => [nameOf(halt.target), halt]));
	const listeners = new Set<(target: HaltTarget) => void>();
	const tell = (target: HaltTarget): void => {
		for (const listener of listeners) listener(target);
	};
	const present = (target: HaltTarget): Halt | undefined => standing.get(nameOf(target));

	async function set(wanted: Omit<Halt, 'at'>): Promise<Halt> {
		const before = present(wanted.target);
		const halt: Halt = {
			...wanted,
			reason: wanted.reason ?? before?.reason ?? null,
			at: before?.at ?? clock.now(),
			closeAll: wanted.closeAll || before?.closeAll === true,
		};
		standing.set(nameOf(halt.target), halt);
		tell(halt.target);
		log.warn({ ...halt.target, reason: halt.reason, by: halt.by, closeAll: halt.closeAll }, 'halted');
		try {
			await store.put(halt);
		} catch (cause) {
			throw new CarrywireError(
				'STORE_UNAVAILABLE',
				'Trading is halted, but that could not be written down: it holds until the service ends. Call again once the disk of the data directory can be written.',
				{ cause },
			);
		}
		return halt;
	}

	async function resume(target: HaltTarget): Promise<boolean> {
		const before = present(target);
		try {
			await store.remove(target);
		} catch (cause) {
			throw new CarrywireError(
				'STORE_UNAVAILABLE',
				'The end of the halt could not be written down, so trading is still halted. Look at the disk of the data directory.',
				{ cause },
			);
		}
		// One that was set while this was being written stands.
		if (present(target) === before) standing.delete(nameOf(target));
		if (before !== undefined) tell(target);
		if (before !== undefined) log.warn({ ...target }, 'resumed');
		return before !== undefined;
	}

	function covering(userId: string, venues: readonly VenueName[]): readonly Halt[] {
		if (standing.size === 0) return [];
		const targets: readonly HaltTarget[] = [
			{ scope: 'service' },
			...venues.map((venue): HaltTarget => ({ scope: 'exchange', venue })),
			{ scope: 'user', userId },
		];
		return targets.flatMap((target) => present(target) ?? []);
	}

	const coveringExecution = ({ plan }: ExecutionState): readonly Halt[] =>
		covering(plan.userId, [plan.legs.long.venue, plan.legs.short.venue]);

	return {
		set,
		resume,
		covering,
		list: () => [...standing.values()].sort((a, b) => a.at - b.at),
		onChange(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		openingHalted(state) {
			const [halt] = coveringExecution(state);
			return halt === undefined ? null : haltSentence(halt);
		},
		wantsClosed: (state) =>
			coveringExecution(state).some(({ closeAll }) => closeAll) ? 'by a kill switch' : null,
		requireOpen(userId, venues) {
			const [halt] = covering(userId, venues);
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
