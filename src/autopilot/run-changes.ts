/**
 * Makes the changes of a decision one after another. Each change has an event before and after it is sent,
 * so a crash at any point repeats nothing and loses nothing.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { ErrorCode } from '../domain/codes.ts';
import { ZERO } from '../domain/decimal.ts';
import { dayBegin } from '../domain/funding.ts';
import { type ChangeResult, isReduction, type Pot, type PotTrader } from '../ports/autopilot.ts';
import {
	type ChangeEvent,
	type ChangeEventKind,
	type DecidedChange,
	isFinal,
	lastEvent,
	unfinished,
} from '../ports/autopilot-store.ts';
import type { Words } from '../sentences/sentence.ts';
import { dayLimitReason } from './day-limits.ts';
import { isUrgent } from './decide.ts';
import type { AutopilotState, PotDecision } from './parts.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Refusals of an opening that may pass within the validity of its decision. All others end the change. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
	'NOT_READY',
	'QUOTE_STALE',
	'STORE_UNAVAILABLE',
	'STREAM_SILENT',
	'VENUE_RATE_LIMITED',
	'VENUE_UNAVAILABLE',
]);

/** The change of a decision by its number. */
type Numbered = PotDecision & { readonly n: number; readonly change: DecidedChange };

/**
 * Makes what can be made of a decision now. Urgent changes are sent together, all others in order, each after the end
 * of the one before. Returns true if a change must be tried again later. A change that waits for a person holds back
 * nothing.
 */
export async function runChanges(state: AutopilotState, decisionId: string): Promise<boolean> {
	const first = await state.store.find(decisionId);
	if (first === undefined) return false;
	const numbers = unfinished(first);
	if (isUrgent(first)) {
		const ends = await Promise.all(numbers.map((n) => runNumbered(state, decisionId, n)));
		return ends.includes('later');
	}
	for (const n of numbers) if ((await runNumbered(state, decisionId, n)) === 'later') return true;
	return false;
}

async function runNumbered(state: AutopilotState, decisionId: string, n: number): Promise<'next' | 'later'> {
	if (state.isClosed) return 'later';
	const decision = await state.store.find(decisionId);
	const pot = decision === undefined ? undefined : state.book.get(decision.potId);
	const change = decision?.changes[n];
	if (decision === undefined || pot === undefined || change === undefined) return 'next';
	return runChange(state, { pot, decision, n, change });
}

/** Returns the key under which the execution service knows a change. */
export function changeKey(decisionId: string, n: number): string {
	return `${decisionId}:${n}`;
}

async function runChange(state: AutopilotState, one: Numbered): Promise<'next' | 'later'> {
	const { decision, n, change } = one;
	if (isFinal(lastEvent(decision, n))) return 'next';
	const trader = await traderOf(state, one);
	if (isBegun(one) && !isReduction(change.kind)) {
		// The process ended while the change was being sent, so look for its execution first.
		const known = await attempt(state, one, () => state.orders.find(trader.trader, change, keyOf(one)));
		if (known === 'later' || known === 'ended') return known === 'later' ? 'later' : 'next';
		if (known !== undefined) return finish(state, one, known);
	}
	const obstacle = await obstacleOf(state, one, trader.isStopped);
	if (obstacle === 'waits') return 'next';
	if (obstacle === 'later') return 'later';
	if (obstacle !== undefined) {
		await note(state, one, obstacle);
		return 'next';
	}
	return send(state, one, trader.trader);
}

async function send(state: AutopilotState, one: Numbered, trader: PotTrader): Promise<'next' | 'later'> {
	const { pot, change } = one;
	const { leverage } = pot.settings;
	if (change.kind === 'open' || change.kind === 'enlarge') {
		const checked = await attempt(state, one, () =>
			state.orders.recheck(trader, change, leverage, keyOf(one)),
		);
		if (checked === 'later') return 'later';
		if (checked === 'ended') return 'next';
	}
	if (!isBegun(one)) await note(state, one, { kind: 'begun', at: state.clock.now() });
	if (change.executionId !== null && (change.kind === 'roll' || change.remaining === ZERO))
		state.closing.add(change.executionId);
	const result = await attempt(state, one, () => sent(state, one, trader));
	if (result === 'later') return 'later';
	return result === 'ended' ? 'next' : finish(state, one, result);
}

function sent(state: AutopilotState, one: Numbered, trader: PotTrader): Promise<ChangeResult> {
	const { pot, change } = one;
	const { orders } = state;
	if (change.executionId !== null && change.remaining !== null)
		return orders.reduceTo(trader, change.executionId, change.remaining);
	const onSent = async (executionId: string): Promise<void> => {
		if (state.isClosed) return;
		await note(state, one, { kind: 'sent', at: state.clock.now(), executionId });
		state.book.linked(pot.potId, executionId);
	};
	return change.kind === 'roll'
		? orders.roll(trader, change, keyOf(one), onSent)
		: orders.open(trader, change, pot.settings.leverage, keyOf(one), onSent);
}

/**
 * Returns why a change is not sent now: an event that ends it, `waits` while it waits for a person, or `later`; undefined
 * if there is none.
 */
async function obstacleOf(
	state: AutopilotState,
	{ pot, decision, n, change }: Numbered,
	isAgentStopped: boolean,
): Promise<ChangeEvent | 'waits' | 'later' | undefined> {
	const at = state.clock.now();
	const last = lastEvent(decision, n)?.kind;
	const skipped = (message: Words): ChangeEvent => ({ kind: 'skipped', at, message });
	if (isUrgent(decision)) return undefined;
	if (pot.state === 'stopping' || pot.state === 'stopped')
		return skipped(AUTOPILOT_TEXT.notNow({ state: pot.state }));
	const grows = !isReduction(change.kind);
	if (grows && at > decision.validUntil)
		return { kind: 'expired', at, message: AUTOPILOT_TEXT.late({ until: decision.validUntil }) };
	if (last === 'suggested') return 'waits';
	if (pot.state === 'paused') return grows ? skipped(AUTOPILOT_TEXT.notNow({ state: pot.state })) : 'waits';
	if (!grows) return undefined;
	if (isReplaced(pot, change, last)) return { kind: 'expired', at, message: AUTOPILOT_TEXT.replaced() };
	if (isAgentStopped) return skipped(AUTOPILOT_TEXT.agentStopped());
	const halt = state.haltOf(pot.userId, [change.long.venue, change.short.venue]);
	if (halt !== undefined) return { kind: 'refused', at, code: 'TRADING_HALTED', message: halt };
	const made = await state.store.executedSince(pot.potId, dayBegin(at));
	const limit = dayLimitReason(change, made, pot.settings.limits);
	return limit === undefined ? undefined : skipped(limit);
}

/** Returns true if the settings of the pot no longer allow a change that was decided under earlier ones. */
function isReplaced({ settings }: Pot, change: DecidedChange, last: ChangeEventKind | undefined): boolean {
	const { coinsAllowed, coinsDenied, exchanges, mode } = settings;
	const isCoin = coinsAllowed?.includes(change.coin) ?? true;
	return (
		(mode === 'suggest' && last === undefined) ||
		!isCoin ||
		coinsDenied.includes(change.coin) ||
		![change.long, change.short].every(({ venue }) => exchanges.includes(venue))
	);
}

/**
 * Runs a step that the execution service may refuse. A refusal that may pass is tried again later; any other refusal
 * of an opening ends the change. A reduction is always tried again unless its refusal cannot pass.
 */
async function attempt<T>(
	state: AutopilotState,
	one: Numbered,
	step: () => Promise<T>,
): Promise<T | 'later' | 'ended'> {
	try {
		return await step();
	} catch (error) {
		if (state.isClosed) return 'ended';
		if (!(error instanceof CarrywireError)) {
			state.log.error(
				{ decisionId: one.decision.decisionId, change: one.n, error },
				'a change of a pot failed',
			);
			return 'later';
		}
		const mayPass = isReduction(one.change.kind) ? error.retryable : PASSING.has(error.code);
		if (mayPass) {
			state.waits.set(one.pot.potId, error.words);
			return 'later';
		}
		await note(state, one, {
			kind: 'refused',
			at: state.clock.now(),
			code: error.code,
			message: error.words,
		});
		return 'ended';
	}
}

async function finish(
	state: AutopilotState,
	one: Numbered,
	{ executionId, message }: ChangeResult,
): Promise<'next'> {
	if (state.isClosed) return 'next';
	await note(state, one, { kind: 'executed', at: state.clock.now(), executionId, message });
	state.book.linked(one.pot.potId, executionId);
	return 'next';
}

/** Stores an event of a change, and alerts of a refusal. */
async function note(
	state: AutopilotState,
	{ pot, decision, n }: Numbered,
	event: ChangeEvent,
): Promise<void> {
	await state.store.append(decision.decisionId, n, event);
	if (event.kind === 'refused') state.alerts.refused(pot, decision, n, event);
}

async function traderOf(
	{ agentOf }: AutopilotState,
	{ pot }: Numbered,
): Promise<{ readonly trader: PotTrader; readonly isStopped: boolean }> {
	const agent = pot.agentId === null ? undefined : await agentOf(pot.agentId);
	return {
		// The accounts of a shadow pot belong to its hidden user, who has no agents.
		trader: { userId: pot.tradesAs, agent: pot.kind === 'shadow' ? undefined : agent },
		isStopped: pot.agentId !== null && agent === undefined,
	};
}

/** Returns true if the change may already have been sent. */
function isBegun({ decision, n }: Numbered): boolean {
	const kind = lastEvent(decision, n)?.kind;
	return kind === 'begun' || kind === 'sent';
}

function keyOf({ decision, n }: Numbered): string {
	return changeKey(decision.decisionId, n);
}
