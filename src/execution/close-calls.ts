/** How a caller's close is carried out: asked of the engine once, waited for by everybody who asks for it, and answered. */
import type { Decimal } from '../domain/decimal.ts';
import { type ExecutionState, isEnded } from '../domain/execution.ts';
import type { Clock } from '../ports/clock.ts';
import type { CloseAnswer, CloseRequest } from '../ports/desk.ts';
import type { Market } from '../ports/market.ts';
import type { Tracer } from '../ports/tracer.ts';
import { type CloseInput, unfinishedClose, wantedClose } from './closing.ts';
import type { ExecutionDriver } from './driver.ts';
import { closeFinals } from './finals.ts';
import { nextChange } from './next-change.ts';
import { requireOwn } from './own-execution.ts';
import { notWrittenYet, requireJournal } from './require-journal.ts';

export type CloseCallsOptions = {
	readonly driver: Pick<ExecutionDriver, 'state' | 'submit' | 'onChange' | 'journalFailure'>;
	readonly market: Market;
	readonly clock: Clock;
	readonly tracer: Tracer;
	readonly limits: { readonly maxSlippageBpsDefault: Decimal };
	/** How long a close is waited for before it is answered that it goes on. */
	readonly closeWaitMs: number;
	/** Books every settlement that the venues have recorded for the execution. False when one did not answer. */
	readonly sweepFunding: (executionId: string) => Promise<boolean>;
	/** An execution that has ended and left memory, folded from its journal. */
	readonly foldEnded: (executionId: string) => ExecutionState | undefined;
};

export function createCloseCalls(options: CloseCallsOptions) {
	const { driver, clock, foldEnded } = options;
	/** Closes that were asked of the engine and are not in the journal yet, by execution. */
	const pending = new Map<string, CloseInput>();

	driver.onChange((state, events) => {
		if (isEnded(state) || events.some(({ type }) => type === 'CloseRequested'))
			pending.delete(state.plan.executionId);
	});

	/** @throws CarrywireError */
	async function close(request: CloseRequest): Promise<CloseAnswer> {
		const { executionId: id } = request;
		const state = requireOwn(driver.state(id) ?? foldEnded(id), id, request);
		if (isEnded(state)) return finals(state);
		const { remaining, input } = wantedClose(state, request, pending.get(id) ?? state.close, {
			market: options.market,
			maxSlippageBpsDefault: options.limits.maxSlippageBpsDefault,
		});
		requireJournal(driver, 'closed');
		if (input !== undefined) {
			pending.set(id, input);
			options.tracer.keep(id);
			driver.submit(id, input);
		}
		const after = (await closeOver(id)) ?? driver.state(id) ?? state;
		if (isEnded(after)) return finals(after);
		const asked = pending.get(id);
		if (asked === undefined) return unfinishedClose(state, after, remaining, clock.now());
		if (asked === input) pending.delete(id);
		throw notWrittenYet('close');
	}

	/** The state in which the close is done or was taken back; undefined when that takes longer than a call waits. */
	function closeOver(id: string): Promise<ExecutionState | undefined> {
		// The end of an earlier close, of a part, is not the end of one that is not begun.
		let isUnderWay = !pending.has(id);
		return nextChange(options, id, options.closeWaitMs, (state, events) => {
			let isOver = isEnded(state);
			for (const { type } of events) {
				isUnderWay ||= type === 'CloseRequested';
				isOver ||= isUnderWay && type === 'PartClosed';
			}
			return isOver;
		});
	}

	/** What an execution that has ended has brought. */
	async function finals(ended: ExecutionState): Promise<CloseAnswer> {
		const { executionId: id } = ended.plan;
		const complete = driver.state(id) === undefined || (await options.sweepFunding(id));
		return closeFinals(driver.state(id) ?? foldEnded(id) ?? ended, complete);
	}

	return { close, finals };
}

export type CloseCalls = ReturnType<typeof createCloseCalls>;
