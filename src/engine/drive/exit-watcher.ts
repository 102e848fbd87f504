/**
 * Once a second, checks the exit rules of every execution that holds both legs, and requests closes from the engine.
 * During an opening, a rule ends the opening first, and the next check closes the filled part.
 *
 * A check is cheap, because it uses the market's current inputs, and calculates figures from the journal once per
 * state change. The profit from a close is calculated only for a take-profit or stop-loss. The forecast for staying
 * is calculated every ten minutes, at a different time for each execution. Each second is divided into slices, so
 * that many executions do not block the event loop. A slice without an execution needs no timer.
 */

import type { Decimal } from '../../domain/decimal.ts';
import { type ExecutionState, isEnded, legPlan } from '../../domain/execution.ts';
import { type ProfitIfClosed, profitIfClosed } from '../../domain/exit-profit.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Outlook, ReadOutlook } from '../../domain/stay-advice.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { InstrumentInputs, Market } from '../../ports/market.ts';
import { type ExitMeter, UNMETERED } from '../../ports/metrics.ts';
import { textOf, type Words } from '../../sentences/sentence.ts';
import {
	currentBook,
	type ExitAges,
	exitFacts,
	type HeldFacts,
	heldFacts,
	runningProfit,
} from '../decide/exit-facts.ts';
import { type ExitLimits, type ExitMemory, newExitMemory } from '../decide/exit-memory.ts';
import { type ExitClose, watchExits } from '../decide/exit-watch.ts';
import { type ReadStayNet, type TakerFeeOf, takerFees } from '../decide/stay-outlook.ts';
import type { KeptExecutions } from './execution-states.ts';

/** Dependencies of the exit watcher. */
export type ExitWatcherOptions = {
	readonly clock: Clock;
	readonly log: Logger;
	readonly market: Pick<Market, 'get'>;
	/** Forecasts the result of staying in a running pair. */
	readonly stayOutlook: ReadOutlook;
	/** Forecasts the net of staying until the end of the planned holding period. */
	readonly stayNet: ReadStayNet;
	/** Executions in memory. The watcher checks those that run, and those that are opening and have both legs. */
	readonly executions: Pick<KeptExecutions, 'state' | 'states' | 'onChange' | 'onEnter'>;
	/**
	 * Returns the liquidation price from the venue's last report on the user's position; null if the report contains
	 * none or is not recent.
	 */
	readonly liquidationPrice: (userId: string, venue: VenueName, symbol: string) => Decimal | null;
	readonly takerFee: TakerFeeOf;
	readonly closeRequested: (executionId: string, close: ExitClose) => void;
	/** Stops opening the execution. */
	readonly endOpening: (executionId: string, reason: Words) => void;
	readonly ages: ExitAges;
	readonly limits: ExitLimits;
	readonly meter?: ExitMeter;
};

type Watched = {
	/**
	 * Stable number of the execution. It selects the execution's slice of the second, and its time within the
	 * interval of reversal checks.
	 */
	readonly place: number;
	memory: ExitMemory | undefined;
	/** Exit-rule inputs computed from the state `heldOf`; undefined before the first check. */
	held: HeldFacts | undefined;
	/** State from which `held` was computed. */
	heldOf: ExecutionState | undefined;
	nextOutlookAt: number;
	/**
	 * Time of the last close request. It is repeated only after `ASK_AGAIN_MS`, because more frequent requests do not
	 * help while the journal cannot be written.
	 */
	askedAt: number | undefined;
	/** Last logged message about a failed check. */
	failure: string | undefined;
};

const CHECK_PERIOD_MS = 1_000;
const SLICES = 10;
const SLICE_MS = CHECK_PERIOD_MS / SLICES;
const ASK_AGAIN_MS = 30_000;

/**
 * Ticks are numbered from the watcher's start, `SLICE_MS` apart. Each tick checks the slice that its number selects.
 */
type Tick = { readonly number: number; readonly cancel: () => void };

type Watcher = ExitWatcherOptions & {
	/** Start time on the monotonic clock. */
	readonly startedAt: number;
	readonly slices: readonly Set<string>[];
	/** Next scheduled tick; undefined while there is nothing to check. */
	coming: Tick | undefined;
	readonly watched: Map<string, Watched>;
	readonly meter: ExitMeter;
};

/** Starts to check the exit rules of all open positions. */
export function createExitWatcher(options: ExitWatcherOptions): { readonly close: () => void } {
	const { clock, executions, meter = UNMETERED.exits } = options;
	const watcher: Watcher = {
		...options,
		startedAt: clock.monotonic(),
		slices: Array.from({ length: SLICES }, () => new Set<string>()),
		coming: undefined,
		watched: new Map(),
		meter,
	};
	let isClosed = false;
	const notice = (state: ExecutionState): void => {
		if (!isClosed) note(watcher, state);
	};
	for (const state of executions.states()) notice(state);
	executions.onEnter(notice);
	const stopListening = executions.onChange(notice);
	return {
		close() {
			isClosed = true;
			stopListening();
			watcher.coming?.cancel();
			watcher.watched.clear();
		},
	};
}

/**
 * Adds a watched execution to its slice and forgets an ended one. An execution that runs again after a partial close
 * is watched again.
 */
function note(watcher: Watcher, state: ExecutionState): void {
	const { executionId } = state.plan;
	if (isEnded(state)) forget(watcher, executionId);
	if (!isWatched(state)) return;
	const { place } = watcher.watched.get(executionId) ?? register(watcher, executionId);
	const slice = watcher.slices[place % SLICES];
	if (slice?.has(executionId) !== false) return;
	slice.add(executionId);
	scheduleTick(watcher, present(watcher) + 1);
}

function register(watcher: Watcher, executionId: string): Watched {
	const place = placeOf(executionId);
	const entry: Watched = {
		place,
		memory: undefined,
		held: undefined,
		heldOf: undefined,
		nextOutlookAt: watcher.clock.now() + (place % watcher.limits.reversalEveryMs),
		askedAt: undefined,
		failure: undefined,
	};
	watcher.watched.set(executionId, entry);
	return entry;
}

function forget(watcher: Watcher, executionId: string): void {
	const entry = watcher.watched.get(executionId);
	if (entry === undefined) return;
	watcher.watched.delete(executionId);
	watcher.slices[entry.place % SLICES]?.delete(executionId);
}

/** Returns the number of the latest due tick. */
function present(watcher: Watcher): number {
	return Math.floor((watcher.clock.monotonic() - watcher.startedAt) / SLICE_MS);
}

/** Schedules the first tick at or after `from` that has something to check, unless an earlier one is scheduled. */
function scheduleTick(watcher: Watcher, from: number): void {
	const ahead = Array.from({ length: SLICES }, (_, index) => from + index);
	const number = ahead.find((each) => (watcher.slices[each % SLICES]?.size ?? 0) > 0);
	if (number === undefined || (watcher.coming !== undefined && watcher.coming.number <= number)) return;
	watcher.coming?.cancel();
	const delayMs = watcher.startedAt + number * SLICE_MS - watcher.clock.monotonic();
	watcher.coming = { number, cancel: watcher.clock.after(Math.max(0, delayMs), () => tick(watcher, number)) };
}

function tick(watcher: Watcher, number: number): void {
	watcher.coming = undefined;
	const slice = watcher.slices[number % SLICES];
	for (const executionId of slice ?? []) {
		const entry = watcher.watched.get(executionId);
		const state = watcher.executions.state(executionId);
		if (entry !== undefined && state !== undefined && isWatched(state)) checkOrLog(watcher, state, entry);
		else slice?.delete(executionId);
	}
	// If ticks were delayed, every missed slice is checked, but only once.
	scheduleTick(watcher, Math.max(number + 1, present(watcher) + 1 - SLICES));
}

/** Logs a failed check, which must not prevent the checks of other executions. */
function checkOrLog(watcher: Watcher, state: ExecutionState, entry: Watched): void {
	const { executionId } = state.plan;
	try {
		watcher.meter.checked();
		check(watcher, state, entry);
		entry.failure = undefined;
	} catch (error) {
		watcher.meter.failed();
		const failure = messageOf(error);
		if (failure === entry.failure) return;
		entry.failure = failure;
		watcher.log.error({ executionId, error: failure }, 'the exit rules could not be checked');
	}
}

function check(watcher: Watcher, state: ExecutionState, entry: Watched): void {
	const now = watcher.clock.now();
	const { executionId } = state.plan;
	const held = heldOf(state, entry);
	const inputs = { long: inputsOf(watcher, state, 'long'), short: inputsOf(watcher, state, 'short') };
	const source = (leg: LegRole) => ({
		inputs: inputs[leg],
		liquidationPrice: watcher.liquidationPrice(state.plan.userId, ...nameOf(state, leg)),
	});
	const facts = exitFacts(state, held, { long: source('long'), short: source('short') }, watcher.ages, now);
	const memory = entry.memory ?? newExitMemory(facts, watcher.limits);
	const { closeOnReversal, minNetAprPct = null } = state.exit;
	const isOutlookDue = (closeOnReversal || minNetAprPct !== null) && now >= entry.nextOutlookAt;
	if (isOutlookDue) entry.nextOutlookAt = now + watcher.limits.reversalEveryMs;
	const watch = watchExits(
		{
			facts,
			profit: profitOf(watcher, state, held, inputs, now),
			outlook: isOutlookDue ? outlookOf(watcher, state, now) : undefined,
			netApr: isOutlookDue && minNetAprPct !== null ? watcher.stayNet(state, now) : undefined,
		},
		memory,
		now,
		watcher.limits,
	);
	entry.memory = watch.memory;
	if (watch.warn !== undefined) watcher.log.warn({ executionId }, watch.warn);
	if (watch.close !== undefined) ask(watcher, state, entry, watch.close, now);
}

function ask(
	watcher: Watcher,
	{ plan: { executionId }, phase }: ExecutionState,
	entry: Watched,
	close: ExitClose,
	now: number,
): void {
	if (entry.askedAt !== undefined && Math.abs(now - entry.askedAt) < ASK_AGAIN_MS) return;
	entry.askedAt = now;
	const { reason } = close;
	if (phase === 'running' || phase === 'closing') {
		watcher.meter.acted('close');
		watcher.log.info({ executionId, reason: textOf(reason) }, 'an exit rule closes the execution');
		watcher.closeRequested(executionId, close);
	} else {
		watcher.meter.acted('end_opening');
		watcher.log.info({ executionId, reason: textOf(reason) }, 'an exit rule stops the opening');
		watcher.endOpening(executionId, reason);
	}
}

/**
 * Returns the exit-rule inputs computed from the state. A changed state already includes the last requested close, so
 * another close may be requested.
 */
function heldOf(state: ExecutionState, entry: Watched): HeldFacts {
	if (entry.held !== undefined && entry.heldOf === state) return entry.held;
	entry.held = heldFacts(state);
	entry.heldOf = state;
	entry.askedAt = undefined;
	return entry.held;
}

function inputsOf(watcher: Watcher, state: ExecutionState, leg: LegRole): InstrumentInputs | undefined {
	return watcher.market.get(...nameOf(state, leg));
}

/** Returns the profit that a close would yield now; null if it is unknown or no rule needs it. */
function profitOf(
	watcher: Watcher,
	state: ExecutionState,
	held: HeldFacts,
	inputs: Readonly<Record<LegRole, InstrumentInputs | undefined>>,
	now: number,
): ProfitIfClosed | null {
	const { takeProfitPct, stopLossPct } = state.exit;
	if (takeProfitPct === null && stopLossPct === null) return null;
	const fees = takerFees(state, inputs, watcher.takerFee);
	if (fees === undefined) return null;
	const books = {
		long: currentBook(inputs.long, watcher.ages, now),
		short: currentBook(inputs.short, watcher.ages, now),
	};
	return profitIfClosed(runningProfit(state, held, books, fees));
}

/** Returns the forecast for staying; undefined if an input is unknown. */
function outlookOf(watcher: Watcher, state: ExecutionState, now: number): Outlook | undefined {
	const outlook = watcher.stayOutlook(state, now);
	return 'unknown' in outlook ? undefined : outlook;
}

/**
 * True while the execution runs, closes as maker, or is opening with both legs held. An unbalanced execution is not
 * checked, because the engine corrects its imbalance first.
 */
function isWatched({ phase, held, openingEnded, close }: ExecutionState): boolean {
	if (phase === 'running') return true;
	if (phase === 'closing') return close?.maker !== undefined && held.long > 0n && held.short > 0n;
	return phase === 'opening' && openingEnded === null && held.long > 0n && held.short > 0n;
}

function nameOf(state: ExecutionState, leg: LegRole): readonly [venue: VenueName, symbol: string] {
	const { venue, instrument } = legPlan(state, leg);
	return [venue, instrument.symbol];
}

/** Returns a stable, evenly distributed number for each id (FNV-1a). */
function placeOf(executionId: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < executionId.length; index += 1)
		hash = Math.imul(hash ^ executionId.charCodeAt(index), 0x01000193) >>> 0;
	return hash;
}
