/**
 * Runs the pots. Each pot has two queues: the calm one plans and makes voluntary changes one after another, and the
 * urgent one reduces and closes at once. A queue never runs twice at the same time for one pot.
 */
import { isUrgent } from './decide.ts';
import { decidePlanned, expireOld } from './deciding.ts';
import type { AutopilotState } from './parts.ts';
import { runChanges } from './run-changes.ts';
import { isNearSettlement } from './schedule.ts';
import { nextTriggers, noteOpen } from './triggers.ts';
import { checkDrawdown, checkMargins, keepStopping } from './urgent.ts';

/** Time between two checks of every pot, milliseconds. */
export const TICK_MS = 60_000;

type Queue = 'calm' | 'urgent';

/** The running loop. */
export type Loop = {
	readonly start: () => void;
	/** Checks a pot at once. */
	readonly kick: (potId: string) => void;
	/** Resolves once nothing is in progress except orders at the exchanges. */
	readonly idle: () => Promise<void>;
	readonly close: () => void;
};

/** Creates the loop. Nothing runs before `start`. */
export function createLoop(state: AutopilotState): Loop {
	const running = new Map<string, Promise<void>>();
	const again = new Set<string>();
	let stops: readonly (() => void)[] | undefined;

	function run(queue: Queue, potId: string): void {
		const name = `${queue} ${potId}`;
		if (state.isClosed) return;
		if (running.has(name)) {
			again.add(name);
			return;
		}
		const work = (queue === 'calm' ? calm(state, potId) : urgent(state, potId))
			.catch((error: unknown) => {
				if (!state.isClosed) state.log.error({ potId, queue, error }, 'a pot could not be checked');
			})
			.finally(() => {
				running.delete(name);
				if (again.delete(name)) run(queue, potId);
			});
		running.set(name, work);
	}

	const kick = (potId: string): void => {
		// A service without pots has no timer.
		stops ??= [
			state.clock.every(TICK_MS, tick),
			state.books.onChange((executionId) => {
				const pot = state.book.potOf(executionId);
				if (pot !== undefined && pot.state !== 'stopped') kick(pot.potId);
			}),
		];
		run('urgent', potId);
		run('calm', potId);
	};
	const tick = (): void => {
		for (const pot of state.book.all()) if (pot.state !== 'stopped') kick(pot.potId);
	};
	return {
		start() {
			// A stopped pot may still have changes in motion from before the process ended.
			for (const { potId } of state.book.all()) kick(potId);
		},
		kick,
		async idle() {
			while (running.size > 0) await Promise.all(running.values());
		},
		close() {
			state.isClosed = true;
			for (const stop of stops ?? []) stop();
		},
	};
}

/** Reductions and closes that do not wait: margin alarms, the drawdown stop, and a stop that closes. */
async function urgent(state: AutopilotState, potId: string): Promise<void> {
	for (const decision of await state.store.open(potId))
		if (isUrgent(decision)) await runChanges(state, decision.decisionId);
	if (state.isClosed || state.book.get(potId)?.state === 'stopped') return;
	await checkDrawdown(state, potId);
	await checkMargins(state, potId);
	await keepStopping(state, potId);
}

/** Unfinished changes first, then new decisions. */
async function calm(state: AutopilotState, potId: string): Promise<void> {
	await expireOld(state, potId);
	const now = state.clock.now();
	if (isNearSettlement(now, state.settlementGuardMs)) return;
	for (const decision of await state.store.open(potId)) {
		if (isUrgent(decision)) continue;
		if (await runChanges(state, decision.decisionId)) return;
	}
	if (state.isClosed) return;
	const triggers = await nextTriggers(state, potId);
	const isDecided = triggers.length === 0 || (await decidePlanned(state, potId, triggers));
	noteOpen(state, potId, !isDecided);
}
