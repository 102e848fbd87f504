/**
 * Makes the changes of decisions. Each change has an event before and after it is sent, so a crash at any point repeats
 * nothing and loses nothing.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { ErrorCode } from '../domain/codes.ts';
import { add, type Decimal, divUp, max, min, ONE, sub, ZERO } from '../domain/decimal.ts';
import { type ChangeResult, isReduction, type PotTrader } from '../ports/autopilot.ts';
import {
	type ChangeEvent,
	type DecidedChange,
	type Decision,
	isFinal,
	lastEvent,
	unfinished,
} from '../ports/autopilot-store.ts';
import { VenueError } from '../ports/venue-error.ts';
import { isUrgent } from './decide.ts';
import type { TryResult } from './motions.ts';
import { obstacleOf } from './obstacles.ts';
import { type AutopilotState, changeKey, type NumberedChange } from './parts.ts';
import { isNearSettlement } from './schedule.ts';

/** Refusals of an opening that may pass within the validity of its decision. All others end the change. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
	'NOT_READY',
	'QUOTE_STALE',
	'STORE_UNAVAILABLE',
	'STREAM_SILENT',
	'VENUE_RATE_LIMITED',
	'VENUE_UNAVAILABLE',
]);

/**
 * Starts what can be made of a decision now, and does not wait for its end. Urgent changes are sent together. All others
 * are made in order, each after the end of the one before. A reduction that must be tried again holds back the later
 * changes of its decision; a change that waits for a person, and any other that must be tried again, hold back nothing.
 */
export async function runChanges(state: AutopilotState, decisionId: string): Promise<void> {
	const decision = await state.store.find(decisionId);
	if (decision === undefined || state.isClosed) return;
	const numbers = unfinished(decision);
	if (!isUrgent(decision) && numbers.some((n) => state.motions.has(changeKey(decisionId, n)))) return;
	for (const n of numbers) {
		const key = changeKey(decisionId, n);
		if (!isUrgent(decision)) {
			if (state.motions.waits(key) && isReductionAt(decision, n)) return;
			if (lastEvent(decision, n)?.kind === 'suggested' && !isEnding(state, decision.potId)) continue;
		}
		state.motions.start(key, decision.potId, () => tryChange(state, decisionId, n));
		if (!isUrgent(decision) && state.motions.has(key)) return;
	}
}

/** True for a pot that stops: it waits for no person, or else its suggestions would keep it from its end. */
function isEnding({ book }: AutopilotState, potId: string): boolean {
	const now = book.get(potId)?.state;
	return now === 'stopping' || now === 'stopped';
}

/** Result of `followBegun`: executions were found, one could not be looked up, or neither. */
export type Found = 'some' | 'unknown' | 'none';

/**
 * Looks for the executions of openings and rolls whose sending was interrupted, as by the end of the process, links them
 * to their pot and follows them to their end. Sends nothing. Afterwards, a change that has begun and is not being made
 * has no execution, unless the result is `unknown`.
 */
export async function followBegun(state: AutopilotState, potId: string): Promise<Found> {
	let found: Found = 'none';
	for (const decision of await state.store.open(potId))
		for (const n of unfinished(decision)) {
			const key = changeKey(decision.decisionId, n);
			if (state.motions.has(key) || isReductionAt(decision, n) || !isBegunAt(decision, n)) continue;
			const one = await numbered(state, decision.decisionId, n);
			const known = one === undefined ? undefined : await attempt(state, one, () => executionOf(state, one));
			if (known === 'later') found = 'unknown';
			else if (one !== undefined && known !== undefined && known !== 'ended') {
				if (found === 'none') found = 'some';
				state.motions.start(key, potId, () => follow(state, one, known));
			}
		}
	return found;
}

async function numbered(
	state: AutopilotState,
	decisionId: string,
	n: number,
): Promise<NumberedChange | undefined> {
	const decision = await state.store.find(decisionId);
	const pot = decision === undefined ? undefined : state.book.get(decision.potId);
	const change = decision?.changes[n];
	return decision === undefined || pot === undefined || change === undefined
		? undefined
		: { pot, decision, n, change };
}

async function tryChange(state: AutopilotState, decisionId: string, n: number): Promise<TryResult> {
	if (state.isClosed) return 'later';
	const one = await numbered(state, decisionId, n);
	if (one === undefined || isFinal(lastEvent(one.decision, n))) return 'next';
	if (isBegunAt(one.decision, n) && !isReduction(one.change.kind)) {
		// The process ended while the change was being sent, so look for its execution first.
		const known = await attempt(state, one, () => executionOf(state, one));
		if (known === 'later' || known === 'ended') return known === 'later' ? 'later' : 'next';
		if (known !== undefined) return follow(state, one, known);
	}
	const { trader, isStopped } = await traderOf(state, one);
	const held = await heldBack(state, one, isStopped);
	if (held !== undefined) return held;
	if (!isUrgent(one.decision) && isNearSettlement(state.clock.now(), state.settlementGuardMs)) return 'later';
	if (isReduction(one.change.kind)) return send(state, one, trader);
	const { leverage } = one.pot.settings;
	const checked = await attempt(state, one, () =>
		state.orders.recheck(trader, presentShare(state, one), leverage, changeKey(decisionId, n)),
	);
	if (checked === 'later') return 'later';
	if (checked === 'ended') return 'next';
	// The check has read both accounts, which takes seconds. Meanwhile the pot may have been paused or changed.
	const now = await numbered(state, decisionId, n);
	if (now === undefined) return 'next';
	return (await heldBack(state, now, isStopped)) ?? send(state, now, trader);
}

/** Returns the result of a change that is not sent now, and stores the event that ends it; undefined if it may be sent. */
async function heldBack(
	state: AutopilotState,
	one: NumberedChange,
	isAgentStopped: boolean,
): Promise<TryResult | undefined> {
	const obstacle = await obstacleOf(state, one, isAgentStopped);
	if (obstacle === undefined || obstacle === 'waits') return obstacle && 'later';
	await note(state, one, obstacle);
	return 'next';
}

async function send(state: AutopilotState, one: NumberedChange, trader: PotTrader): Promise<TryResult> {
	const { pot, decision, n } = one;
	const { leverage } = pot.settings;
	const key = changeKey(decision.decisionId, n);
	const change = presentShare(state, one);
	// A change that a new decision has replaced meanwhile takes no event, and is not sent.
	if (!isBegunAt(decision, n) && !(await note(state, one, { kind: 'begun', at: state.clock.now() })))
		return 'next';
	if (isReduction(change.kind)) {
		const { executionId } = change;
		if (executionId === null) return 'next';
		return ended(state, one, () => state.orders.reduceTo(trader, executionId, remainingOf(state, one)));
	}
	const executionId = await attempt(state, one, () =>
		change.kind === 'roll'
			? state.orders.roll(trader, change, key)
			: state.orders.open(trader, change, leverage, key),
	);
	if (executionId === 'later') return 'later';
	return executionId === 'ended' ? 'next' : follow(state, one, executionId);
}

/** Returns a roll with the share that its coins are of what its execution holds now, and any other change as it is. */
function presentShare({ books }: AutopilotState, { change }: NumberedChange): DecidedChange {
	const { kind, executionId, moves } = change;
	if (kind !== 'roll' || executionId === null || moves === undefined || moves === null) return change;
	const [held] = books.holdings([executionId]);
	if (held === undefined || held.quantity === 0n || moves === 0n) return change;
	return { ...change, share: min(ONE, divUp(moves, held.quantity)) };
}

/**
 * Returns the coins that a reduction leaves, less those that rolls of the same decision have moved already. A roll may
 * have ended before it had moved all of its coins.
 */
function remainingOf({ books }: AutopilotState, { decision, change }: NumberedChange): Decimal {
	const moved = decision.changes.reduce<Decimal>((total, { kind, executionId, moves }, n) => {
		const last = lastEvent(decision, n);
		if (kind !== 'roll' || executionId === null || executionId !== change.executionId) return total;
		if (last?.kind !== 'executed') return total;
		const wanted = moves ?? ZERO;
		return add(total, min(wanted, books.handedOver(executionId, last.executionId) ?? wanted));
	}, ZERO);
	return max(ZERO, sub(change.remaining ?? ZERO, moved));
}

/** Links the execution of an opening or a roll, and waits for its end. */
async function follow(state: AutopilotState, one: NumberedChange, executionId: string): Promise<TryResult> {
	const { pot, decision, n } = one;
	if (state.isClosed) return 'later';
	if (lastEvent(decision, n)?.kind !== 'sent')
		await note(state, one, { kind: 'sent', at: state.clock.now(), executionId });
	state.book.linked(pot.potId, executionId);
	return ended(state, one, () => state.orders.outcome(executionId), executionId);
}

/** Waits for the end of a change and stores it. @param begun execution of an opening or a roll */
async function ended(
	state: AutopilotState,
	one: NumberedChange,
	end: () => Promise<ChangeResult>,
	begun?: string,
): Promise<TryResult> {
	const result = await attempt(state, one, end, begun);
	if (result === 'later') return 'later';
	if (result === 'ended' || state.isClosed) return 'next';
	const { executionId, message } = result;
	const event = { kind: 'executed', at: state.clock.now(), executionId, message } as const;
	await note(state, one, event, overOf(state, [one.change.executionId, executionId]));
	state.book.linked(one.pot.potId, executionId);
	state.waits.delete(one.pot.potId);
	return 'next';
}

/**
 * Runs a step that the execution service may refuse. A refusal that may pass is tried again later; any other refusal
 * of an opening ends the change. A reduction is always tried again unless its refusal cannot pass.
 */
async function attempt<T>(
	state: AutopilotState,
	one: NumberedChange,
	step: () => Promise<T>,
	begun?: string,
): Promise<T | 'later' | 'ended'> {
	try {
		return await step();
	} catch (error) {
		if (state.isClosed) return 'ended';
		if (error instanceof VenueError) {
			state.waits.set(one.pot.potId, error.words);
			return 'later';
		}
		if (!(error instanceof CarrywireError)) {
			state.log.error(
				{ decisionId: one.decision.decisionId, change: one.n, error },
				'a change of a pot failed',
			);
			return 'later';
		}
		const { code, words: message } = error;
		const mayPass = isReduction(one.change.kind) ? error.retryable : PASSING.has(code);
		if (mayPass) {
			state.waits.set(one.pot.potId, message);
			return 'later';
		}
		const event = { kind: 'refused', at: state.clock.now(), code, message } as const;
		await note(state, one, event, begun === undefined ? [] : overOf(state, [begun]));
		return 'ended';
	}
}

/** Stores an event of a change, and alerts of a refusal. False if the change had ended before. */
async function note(
	state: AutopilotState,
	{ pot, decision, n }: NumberedChange,
	event: ChangeEvent,
	ends: readonly string[] = [],
): Promise<boolean> {
	const isStored = await state.store.append(decision.decisionId, n, event, ends);
	if (isStored && event.kind === 'refused') state.alerts.refused(pot, decision, n, event);
	return isStored;
}

/** Returns those executions that have ended. Their end is no surprise, because a change of the pot caused it. */
function overOf({ books }: AutopilotState, executionIds: readonly (string | null)[]): readonly string[] {
	return executionIds.filter((id): id is string => id !== null && books.holdings([id]).length === 0);
}

/** Returns the execution of an opening or a roll; undefined if none was sent. */
async function executionOf(
	{ orders }: AutopilotState,
	{ pot, decision, n }: NumberedChange,
): Promise<string | undefined> {
	const sent = decision.events[n]?.findLast((event) => event.kind === 'sent');
	if (sent !== undefined) return sent.executionId;
	// The accounts of a shadow pot belong to its hidden user, who has no agents.
	const agentId = pot.kind === 'shadow' ? null : pot.agentId;
	return orders.find(pot.tradesAs, agentId, changeKey(decision.decisionId, n));
}

async function traderOf(
	{ agentOf }: AutopilotState,
	{ pot }: NumberedChange,
): Promise<{ readonly trader: PotTrader; readonly isStopped: boolean }> {
	const agent = pot.agentId === null ? undefined : await agentOf(pot.agentId);
	return {
		trader: { userId: pot.tradesAs, agent: pot.kind === 'shadow' ? undefined : agent },
		isStopped: pot.agentId !== null && agent === undefined,
	};
}

/** Returns true if the change may already have been sent. */
export function isBegunAt(decision: Decision, n: number): boolean {
	const kind = lastEvent(decision, n)?.kind;
	return kind === 'begun' || kind === 'sent';
}

/** Returns true if this change of the decision only reduces. */
export function isReductionAt({ changes }: Decision, n: number): boolean {
	const change = changes[n];
	return change !== undefined && isReduction(change.kind);
}
