/**
 * Runs the pots. Each pot has two queues: the calm one plans and makes voluntary changes, and the urgent one reduces and
 * closes at once. A queue never runs twice at the same time for one pot. Neither waits for an exchange: the changes are
 * made beside the queues, and the end of each starts the queues of its pot again.
 */
import { isUrgent } from './decide.ts';
import { decidePlanned, expireOld } from './deciding.ts';
import type { AutopilotState } from './parts.ts';
import { followBegun, runChanges } from './run-changes.ts';
import { isNearSettlement } from './schedule.ts';
import { goneExecutions, nextTriggers } from './triggers.ts';
import { checkDrawdown, checkMargins, keepStopping } from './urgent.ts';
import { checkQueues } from './urgent-queues.ts';

/** Time between two checks of every pot, milliseconds. */
export const TICK_MS = 60_000;

type Queue = 'calm' | 'urgent';

/** The running loop. */
export type Loop = {
	readonly start: () => void;
	/** Checks a pot at once. */
	readonly kick: (potId: string) => void;
	/** Resolves once no queue is at work and no change is being made. */
	readonly idle: () => Promise<void>;
	readonly close: () => void;
};

/** Creates the loop. Nothing runs before `start`. */
export function createLoop(state: AutopilotState): Loop {
	const running = new Map<string, Promise<void>>();
	const again = new Set<string>();
	/** Stopped pots with changes that may still be in motion. */
	const unsettled = new Set<string>();
	let stops: readonly (() => void)[] | undefined;

	function run(queue: Queue, potId: string): void {
		const name = `${queue} ${potId}`;
		if (state.isClosed) return;
		if (running.has(name)) {
			again.add(name);
			return;
		}
		const work = (queue === 'calm' ? calm(state, potId) : urgent(state, potId))
			.then(() => (queue === 'calm' ? noteUnsettled(potId) : undefined))
			.catch((error: unknown) => {
				if (!state.isClosed) state.log.error({ potId, queue, error }, 'a pot could not be checked');
			})
			.finally(() => {
				running.delete(name);
				if (again.delete(name)) run(queue, potId);
			});
		running.set(name, work);
	}

	async function noteUnsettled(potId: string): Promise<void> {
		unsettled.delete(potId);
		const isStopped = state.book.get(potId)?.state === 'stopped';
		if (isStopped && (await state.store.open(potId)).length > 0) unsettled.add(potId);
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
		for (const { potId, state: now } of state.book.all())
			if (now !== 'stopped' || unsettled.has(potId)) kick(potId);
	};
	state.motions.onEnd(kick);
	return {
		start() {
			// A stopped pot may still have changes in motion from before the process ended.
			for (const { potId } of state.book.all()) kick(potId);
		},
		kick,
		async idle() {
			await state.motions.idle();
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
	await checkQueues(state, potId);
	await keepStopping(state, potId);
}

/** New decisions first, because they replace what has not begun, then the changes of all decisions. */
async function calm(state: AutopilotState, potId: string): Promise<void> {
	await followBegun(state, potId);
	await expireOld(state, potId);
	await takeBackTransfers(state, potId);
	const isStopped = state.book.get(potId)?.state === 'stopped';
	if (state.isClosed || (!isStopped && isNearSettlement(state.clock.now(), state.settlementGuardMs))) return;
	await decideNext(state, potId);
	for (const decision of await state.store.open(potId))
		if (!isUrgent(decision)) await runChanges(state, decision.decisionId);
}

/** A pot that does not run needs no money. Transfers that its owner has sent already stay. */
async function takeBackTransfers(
	{ book, transfers, isClosed }: AutopilotState,
	potId: string,
): Promise<void> {
	const pot = book.get(potId);
	if (pot === undefined || pot.state === 'running' || isClosed) return;
	await transfers.ask(pot.tradesAs, { kind: 'pot', potId }, []);
}

async function decideNext(state: AutopilotState, potId: string): Promise<void> {
	if (state.book.get(potId)?.state !== 'running') return;
	const gone = await goneExecutions(state, potId);
	const triggers = await nextTriggers(state, potId, gone);
	if (triggers.length > 0 && !(await decidePlanned(state, potId, triggers))) return;
	if (gone.length > 0) await state.store.noteEnds(gone);
}
