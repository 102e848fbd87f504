/** Makes the decisions of a pot that follow from a plan. A decision is stored before any of its changes is sent. */
import type { Pot, PotHolding, PotTrigger } from '../ports/autopilot.ts';
import { type ChangeEvent, type Decision, isFinal, lastEvent, unfinished } from '../ports/autopilot-store.ts';
import type { Words } from '../sentences/sentence.ts';
import { type Draft, isUrgent, plannedDecision } from './decide.ts';
import { isOutdated } from './obstacles.ts';
import { type AutopilotState, changeKey } from './parts.ts';
import { equityOf } from './pot-equity.ts';
import { followBegun, isBegunAt, isReductionAt, runChanges } from './run-changes.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Time after which the planner is asked again for the same triggers, milliseconds. */
const PLAN_AGAIN_MS = 50_000;

/**
 * Plans, stores the decision and starts its changes. The plan leaves coins alone whose executions are opening or
 * closing. False if the pot must wait with it.
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
	const keys = triggers.map(({ key }) => key).join('\n');
	if (!isPlanDue(state, potId, keys)) return false;
	if (await isSending(state, potId)) return waitFor(state, pot, AUTOPILOT_TEXT.moving());
	const holdings = state.books.holdings(executionIds);
	const equity = equityOf(pot, await state.books.profit(executionIds));
	const now = state.clock.now();
	const planned = await state.planner.plan({ pot, holdings, trigger, equity, now });
	if (state.isClosed) return false;
	if ('waits' in planned) {
		state.unplanned.set(potId, { keys, at: now });
		state.alerts.waits(pot, trigger.key, planned.waits);
		return waitFor(state, pot, planned.waits);
	}
	state.waits.delete(potId);
	state.unplanned.delete(potId);
	// The plan must know all executions before it replaces the changes that would have begun them.
	if ((await isSending(state, potId)) || (await followBegun(state, potId)) !== 'none')
		return waitFor(state, pot, AUTOPILOT_TEXT.moving());
	const present = state.book.get(potId);
	if (present?.state !== 'running' || present.settingsAt !== pot.settingsAt) return false;
	await replaceOld(state, potId);
	const known = withMotion(holdings, state.books.holdings(executionIds));
	const decided = { decisionId: decisionId(state), pot, trigger, holdings: known, now };
	const draft = plannedDecision(decided, planned);
	const isNew = await storeDecision(
		state,
		pot,
		draft,
		others.map(({ key }) => key),
	);
	if (isNew) await runChanges(state, draft.record.decisionId);
	return true;
}

/** Marks the planned holdings that move by now. */
function withMotion(planned: readonly PotHolding[], now: readonly PotHolding[]): readonly PotHolding[] {
	const moving = new Set(now.filter(({ isMoving }) => isMoving).map(({ executionId }) => executionId));
	return planned.map((one) => (moving.has(one.executionId) ? { ...one, isMoving: true } : one));
}

/** False within some time after the planner had no plan for the same triggers. */
function isPlanDue({ unplanned, clock }: AutopilotState, potId: string, keys: string): boolean {
	const last = unplanned.get(potId);
	return last === undefined || last.keys !== keys || clock.now() - last.at >= PLAN_AGAIN_MS;
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

/**
 * Ends the changes that have not begun and that were valid only until now, or until the settings changed. Reductions
 * do not expire with time.
 */
export async function expireOld(state: AutopilotState, potId: string): Promise<void> {
	const pot = state.book.get(potId);
	const at = state.clock.now();
	for (const decision of await state.store.open(potId)) {
		if (pot === undefined || isUrgent(decision)) continue;
		const isUnbegun = (n: number): boolean => !isBegunAt(decision, n);
		if (isOutdated(pot, decision))
			await endWaiting(
				state,
				decision,
				{ kind: 'expired', at, message: AUTOPILOT_TEXT.replaced() },
				isUnbegun,
			);
		else if (at > decision.validUntil)
			await endWaiting(
				state,
				decision,
				{ kind: 'expired', at, message: AUTOPILOT_TEXT.late({ until: decision.validUntil }) },
				(n) => isUnbegun(n) && !isReductionAt(decision, n),
			);
	}
}

/** True while an opening or a roll is being sent, so that nobody knows yet whether there will be an execution. */
async function isSending(state: AutopilotState, potId: string): Promise<boolean> {
	for (const decision of await state.store.open(potId))
		for (const n of unfinished(decision))
			if (
				state.motions.has(changeKey(decision.decisionId, n)) &&
				!isReductionAt(decision, n) &&
				lastEvent(decision, n)?.kind !== 'sent'
			)
				return true;
	return false;
}

/**
 * Ends the changes of earlier decisions, because a new plan replaces them. Changes in motion stay: openings and rolls
 * with an execution, and reductions whose execution is closing.
 */
async function replaceOld(state: AutopilotState, potId: string): Promise<void> {
	const at = state.clock.now();
	for (const decision of await state.store.open(potId)) {
		if (isUrgent(decision)) continue;
		await endWaiting(state, decision, { kind: 'expired', at, message: AUTOPILOT_TEXT.replaced() }, (n) => {
			const executionId = decision.changes[n]?.executionId ?? null;
			const isClosing =
				executionId !== null && state.books.holdings([executionId]).some(({ isMoving }) => isMoving);
			return lastEvent(decision, n)?.kind !== 'sent' && !(isBegunAt(decision, n) && isClosing);
		});
	}
}

/** Ends the meant changes that are not being made at this moment. */
async function endWaiting(
	{ store, motions }: AutopilotState,
	{ decisionId: id, changes, events }: Decision,
	event: ChangeEvent,
	isMeant: (n: number) => boolean,
): Promise<void> {
	for (const n of unfinished({ changes, events })) {
		if (motions.has(changeKey(id, n)) || !isMeant(n)) continue;
		await store.append(id, n, event);
	}
}

function waitFor(state: AutopilotState, pot: Pot, why: Words): false {
	state.waits.set(pot.potId, why);
	return false;
}
