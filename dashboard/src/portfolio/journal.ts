/** Reads the events in an execution's journal. The service writes their text. */
import type { ExecutionEvent } from '../../../client/methods.ts';

/**
 * Joins the fetched journal with newer events from the stream. `hasGap` is true if events between the two are
 * missing.
 */
export function joinedEvents(
	fetched: readonly ExecutionEvent[],
	latest: readonly ExecutionEvent[],
): { readonly events: readonly ExecutionEvent[]; readonly hasGap: boolean } {
	const last = fetched.at(-1)?.seq ?? -1;
	const added = latest.filter(({ seq }) => seq > last);
	const [first] = added;
	return { events: [...fetched, ...added], hasGap: first !== undefined && first.seq > last + 1 };
}

/**
 * Maps each event's `seq` to the leg, which comes from the event itself or from its order. Events that concern both
 * legs are absent.
 */
export function legsOf(events: readonly ExecutionEvent[]): ReadonlyMap<number, 'long' | 'short'> {
	const byOrder = new Map<unknown, 'long' | 'short'>();
	const found = new Map<number, 'long' | 'short'>();
	for (const { seq, data } of events) {
		const order = data.client_order_id;
		const leg = data.leg === 'long' || data.leg === 'short' ? data.leg : byOrder.get(order);
		if (leg === undefined) continue;
		if (order !== undefined) byOrder.set(order, leg);
		found.set(seq, leg);
	}
	return found;
}

/**
 * Phase in which an execution began to need attention. In `waiting`, a close sends no orders because a contract is
 * not tradable.
 */
export type AttentionPhase = 'opening' | 'running' | 'waiting' | 'closing';

const STEPS: Readonly<Record<string, AttentionPhase>> = {
	ExecutionPlanned: 'opening',
	ExecutionOpened: 'running',
	PartClosed: 'running',
	CancelRequested: 'closing',
	UnwindStarted: 'closing',
	CloseRequested: 'closing',
};

/**
 * Returns the phase in which the execution began to need attention. The phase decides which actions are possible; the
 * status `needs_attention` does not reveal it. Undefined if the fetched events do not show the phase.
 */
export function attentionPhase(events: readonly ExecutionEvent[]): AttentionPhase | undefined {
	const last = events.findLast(({ type }) => Object.hasOwn(STEPS, type));
	const step = last === undefined ? undefined : STEPS[last.type];
	if (step !== 'closing') return step;
	const raised = events.findLast(({ type }) => type === 'AttentionRaised');
	return raised?.data.kind === 'untradable' ? 'waiting' : step;
}
