/** Makes the decisions of a pot that follow from a plan. A decision is stored before any of its changes is sent. */
import type { Pot, PotTrigger } from '../ports/autopilot.ts';
import { type ChangeEvent, type Decision, isFinal, lastEvent, unfinished } from '../ports/autopilot-store.ts';
import type { Words } from '../sentences/sentence.ts';
import { type Draft, isUrgent, plannedDecision } from './decide.ts';
import type { AutopilotState } from './parts.ts';
import { equityOf } from './pot-equity.ts';
import { runChanges } from './run-changes.ts';
import { isReductionOf } from './suggestions.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/**
 * Plans, stores the decision and makes its changes. False if the pot must wait with it.
 * @param triggers causes that the decision answers; its record names the first
 */
export async function decidePlanned(
	state: AutopilotState,
	potId: string,
	triggers: readonly PotTrigger[],
): Promise<boolean> {
	const pot = state.book.get(potId);
	const [trigger, ...others] = triggers;
	if (pot === undefined || trigger === undefined) return true;
	const executionIds = state.book.executionsOf(potId);
	const holdings = state.books.holdings(executionIds);
	if (holdings.some(({ isMoving }) => isMoving)) return waitFor(state, pot, AUTOPILOT_TEXT.moving());
	const equity = equityOf(pot, await state.books.profit(executionIds));
	const now = state.clock.now();
	const planned = await state.planner.plan({ pot, holdings, trigger, equity, now });
	if (state.isClosed) return false;
	if ('waits' in planned) {
		state.alerts.waits(pot, trigger.key, planned.waits);
		return waitFor(state, pot, planned.waits);
	}
	state.waits.delete(potId);
	await replaceOld(state, potId);
	const draft = plannedDecision({ decisionId: decisionId(state), pot, trigger, holdings, now }, planned);
	const isNew = await storeDecision(
		state,
		pot,
		draft,
		others.map(({ key }) => key),
	);
	if (isNew) await runChanges(state, draft.record.decisionId);
	return true;
}

/** Stores a decision and reports it. False if another decision answered its trigger. */
export async function storeDecision(
	state: AutopilotState,
	pot: Pot,
	{ record, events }: Draft,
	alsoAnswers: readonly string[] = [],
): Promise<boolean> {
	if (!(await state.store.decide(record, events, alsoAnswers))) return false;
	const ended = events.filter(({ event }) => isFinal(event)).length;
	const count = record.changes.length - ended;
	if (count > 0) state.alerts.decided(pot, record, count);
	return true;
}

/** Returns a new id of a decision. */
export function decisionId({ random }: AutopilotState): string {
	return `dec_${random.hex(12)}`;
}

/** Ends the changes that were valid only until now. Reductions never expire. */
export async function expireOld(state: AutopilotState, potId: string): Promise<void> {
	const at = state.clock.now();
	for (const decision of await state.store.open(potId)) {
		if (isUrgent(decision) || at <= decision.validUntil) continue;
		const message = AUTOPILOT_TEXT.late({ until: decision.validUntil });
		await endWaiting(state, decision, { kind: 'expired', at, message }, (n) => !isReductionOf(decision, n));
	}
}

/** Ends the changes of earlier decisions that were not sent, because a new plan replaces them. */
async function replaceOld(state: AutopilotState, potId: string): Promise<void> {
	const at = state.clock.now();
	for (const decision of await state.store.open(potId))
		if (!isUrgent(decision))
			await endWaiting(
				state,
				decision,
				{ kind: 'expired', at, message: AUTOPILOT_TEXT.replaced() },
				() => true,
			);
}

async function endWaiting(
	{ store }: AutopilotState,
	decision: Decision,
	event: ChangeEvent,
	isMeant: (n: number) => boolean,
): Promise<void> {
	for (const n of unfinished(decision)) {
		const last = lastEvent(decision, n)?.kind;
		if (last === 'begun' || last === 'sent' || !isMeant(n)) continue;
		await store.append(decision.decisionId, n, event);
	}
}

function waitFor(state: AutopilotState, pot: Pot, why: Words): false {
	state.waits.set(pot.potId, why);
	return false;
}
