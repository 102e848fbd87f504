/** What is read from the events of an execution's journal. Their sentences are the service's; nothing is concluded here. */
import type { ExecutionEvent } from '../../../client/methods.ts';

/** The whole journal as it was read, and the latest events after it. `hasGap`: events between both are not known. */
export function joinedEvents(
	read: readonly ExecutionEvent[],
	latest: readonly ExecutionEvent[],
): { readonly events: readonly ExecutionEvent[]; readonly hasGap: boolean } {
	const last = read.at(-1)?.seq ?? -1;
	const added = latest.filter(({ seq }) => seq > last);
	const [first] = added;
	return { events: [...read, ...added], hasGap: first !== undefined && first.seq > last + 1 };
}

/** On which leg something happened: said by the event, or by the order that it is of. */
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

/** `waiting`: a close that sends nothing, because a contract is not traded. */
export type CalledDuring = 'opening' | 'running' | 'waiting' | 'closing';

const STEPS: Readonly<Record<string, CalledDuring>> = {
	ExecutionPlanned: 'opening',
	ExecutionOpened: 'running',
	PartClosed: 'running',
	CancelRequested: 'closing',
	UnwindStarted: 'closing',
	CloseRequested: 'closing',
};

/**
 * What an execution was at when a person was called, for the status says no more than that one is: it decides what can be
 * asked for now. Undefined where what was read of the journal does not say.
 */
export function calledDuring(events: readonly ExecutionEvent[]): CalledDuring | undefined {
	const last = events.findLast(({ type }) => Object.hasOwn(STEPS, type));
	const step = last === undefined ? undefined : STEPS[last.type];
	if (step !== 'closing') return step;
	const call = events.findLast(({ type }) => type === 'AttentionRaised');
	return call?.data.kind === 'untradable' ? 'waiting' : step;
}
