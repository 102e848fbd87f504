/**
 * Performs what the engine decides: journal, then wire; results come back as inputs.
 *
 * Each execution has a mailbox: its inputs are stepped one at a time, and the effects of a step are performed only
 * when its events are on disk. When the journal cannot be written nothing is sent, the input is kept and tried again,
 * and no new execution is admitted.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { ExecutionPlan } from '../../domain/event.ts';
import {
	applyEvent,
	type ExecutionState,
	isEnded,
	isInFlight,
	legPlan,
	type OrderState,
} from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdempotencyClaim, Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import { NO_TRACER, type Tracer } from '../../ports/tracer.ts';
import type { OrderFinding, SendOutcome, VenueOrder } from '../../ports/venue.ts';
import { createAbsenceProofs } from '../decide/absence.ts';
import { type Effect, type EngineInput, step } from '../decide/engine.ts';
import type { FlatReads } from '../decide/flat-read.ts';
import type { SendableOrder } from '../decide/order-terms.ts';
import { plannedNow } from '../decide/planned.ts';
import { atPresentTerms } from '../decide/present-terms.ts';
import { summaryOf } from '../decide/summary.ts';
import type { EngineLimits, Surroundings } from '../decide/surroundings.ts';
import { createUnhedgedRoom, type UnhedgedLimits } from '../decide/unhedged-room.ts';
import type { ExecutionStates, KeptExecutions } from './execution-states.ts';
import { createHandOvers, type HandOver } from './hand-overs.ts';
import { createJournalWatch } from './journal-watch.ts';
import { logJournaled } from './journaled-log.ts';
import { keepPlaces } from './order-places.ts';
import { readOwn } from './own-position.ts';
import { surroundingsNow, type WorldView } from './surroundings-now.ts';

export type DriverOptions = WorldView & {
	readonly journal: Journal;
	/** Holder of the executions in memory; empty at first, and filled by this driver alone. */
	readonly executions: KeptExecutions;
	readonly clock: Clock;
	readonly log: Logger;
	readonly limits: EngineLimits & UnhedgedLimits;
	/** As the venue lists it now; undefined where it does not. */
	readonly instrumentOf: (venue: string, symbol: string) => Instrument | undefined;
	/** An order was refused for good: what is known of the venue's contracts may be old. */
	readonly onRefused: (venue: string) => void;
	readonly tracer?: Tracer;
};

type Entry = {
	state: ExecutionState;
	readonly inputs: EngineInput[];
	stepping: boolean;
	cancelWake: (() => void) | undefined;
	/** The venues' own word on both instruments is awaited. */
	readingFlat: boolean;
	/** Per client order id: the next time it is asked about. */
	readonly probes: Map<string, { at: number; cancelFirst: boolean; cancel: () => void }>;
};

type ProbedOrder = { readonly clientOrderId: string; readonly leg: LegRole };

const JOURNAL_RETRY_MS = 500;
/** After an input that could not be stepped. */
const LOOK_AGAIN_MS = 5_000;

export type ExecutionDriver = ReturnType<typeof createExecutionDriver>;

export function createExecutionDriver(options: DriverOptions) {
	const { journal, executions, clock, log, limits, tracer = NO_TRACER } = options;
	const entries = new Map<string, Entry>();
	const absence = createAbsenceProofs(clock);
	const unhedgedRoom = createUnhedgedRoom(limits);
	const handOvers = createHandOvers();
	const writing = createJournalWatch({ journal, clock, log });
	let stopped = false;

	/** Journals a plan durably. The execution does nothing until `start`. @throws CarrywireError STORE_UNAVAILABLE */
	async function admit(
		plan: ExecutionPlan,
		idempotency: IdempotencyClaim | undefined,
	): Promise<ExecutionState> {
		const { state, append } = plannedNow(plan, clock.now());
		try {
			await journal.appendExecution({ ...append, idempotency });
			writing.worked();
		} catch (error) {
			writing.refused(error);
			throw new CarrywireError(
				'STORE_UNAVAILABLE',
				'The journal could not be written, so nothing was opened.',
				{ cause: error },
			);
		}
		enter(state);
		return state;
	}

	/**
	 * Takes over folded executions at startup: whatever was in flight is unknown. All are known before the first goes on, for what
	 * one may open depends on what all others have under way.
	 */
	function adopt(states: readonly ExecutionState[]): void {
		for (const state of states) enter(state);
		for (const { plan } of states) {
			submit(plan.executionId, { kind: 'recovered' });
			submit(plan.executionId, { kind: 'tick' });
		}
	}

	/** Takes back an ended execution whose settlements are not all known, so that they can still be booked. */
	function keepEnded(state: ExecutionState): void {
		enter(state);
	}

	function enter(state: ExecutionState): void {
		const entry: Entry = {
			state,
			inputs: [],
			stepping: false,
			cancelWake: undefined,
			readingFlat: false,
			probes: new Map(),
		};
		entries.set(state.plan.executionId, entry);
		executions.enter(entry);
		unhedgedRoom.note(state);
	}

	function submit(executionId: string, input: EngineInput): void {
		const entry = entries.get(executionId);
		if (entry === undefined) return;
		entry.inputs.push(input);
		if (!entry.stepping) void tracer.resume(executionId, () => work(entry));
	}

	async function work(entry: Entry): Promise<void> {
		entry.stepping = true;
		for (let input = entry.inputs[0]; input !== undefined && !stopped; input = entry.inputs[0]) {
			try {
				const done = handOvers.isOutdated(input) || (await stepOnce(entry, input));
				// A handover that cannot be written is decided anew; anything else is a fact, and tried again.
				if (!done && input.kind !== 'handOver') return retryLater(entry);
			} catch (error) {
				log.error(
					{ executionId: entry.state.plan.executionId, input: input.kind, error: messageOf(error) },
					'an input broke an invariant and is dropped; the execution is looked at again',
				);
				lookAgainLater(entry);
			}
			entry.inputs.shift();
			if (input.kind === 'handOver')
				handOvers.finish(input.plan.executionId, entries.has(input.plan.executionId));
		}
		entry.stepping = false;
	}

	/** What the dropped input said is asked for anew: of the venues, and of the engine. */
	function lookAgainLater(entry: Entry): void {
		for (const order of entry.state.orders)
			if (isInFlight(order)) scheduleProbe(entry, order, LOOK_AGAIN_MS, false);
		clock.after(LOOK_AGAIN_MS, () => submit(entry.state.plan.executionId, { kind: 'tick' }));
	}

	/** Keeps `stepping` set, so that inputs queue up behind the one that could not be journaled. */
	function retryLater(entry: Entry): void {
		clock.after(JOURNAL_RETRY_MS, () => void work(entry));
	}

	/** One input: step, journal, fold, effects. False when the journal refused. */
	async function stepOnce(entry: Entry, input: EngineInput): Promise<boolean> {
		const now = clock.now();
		const present = atPresentTerms(entry.state, options.instrumentOf);
		const { events, effects, begins } = step(present, input, now, surroundingsOf(entry), limits);
		const orders = effects.flatMap((effect) => (effect.kind === 'send' ? [effect.order] : []));
		keepPlaces(present, orders, options.tradingFor);
		const begun = begins === undefined ? undefined : plannedNow(begins, now);
		if (events.length > 0) {
			const next = events.reduce<ExecutionState>(
				(state, event) => applyEvent(state, event, now),
				entry.state,
			);
			unhedgedRoom.note(next);
			try {
				await journal.appendExecution({
					executionId: next.plan.executionId,
					expectedSeq: entry.state.eventCount,
					events,
					recordedAt: now,
					summary: summaryOf(next),
					together: begun?.append,
				});
				writing.worked();
			} catch (error) {
				writing.noted(error);
				unhedgedRoom.note(entry.state);
				log.error({ executionId: next.plan.executionId, error: messageOf(error) }, 'journal append failed');
				return false;
			}
			// Stopped while the commit was under way: what is on disk stands, and the next process goes on from it.
			if (stopped) return true;
			entry.state = next;
			logJournaled(log, next, events);
			if (begun !== undefined) enter(begun.state);
		}
		for (const effect of effects) perform(entry, effect);
		wake(entry, effects);
		if (events.length > 0) executions.changed(entry.state, events);
		if (isEnded(entry.state)) entry.cancelWake?.();
		if (begun !== undefined) submit(begun.state.plan.executionId, { kind: 'start' });
		return true;
	}

	function perform(entry: Entry, effect: Effect): void {
		switch (effect.kind) {
			case 'send':
				send(entry, effect.order);
				return;
			case 'probe':
				scheduleProbe(entry, effect, probeDelay(entry, effect), effect.cancelFirst);
				return;
			case 'cancel':
				void cancel(entry, effect.clientOrderId, effect.leg);
				return;
			// The earliest of a step's wakes stands: see `wake`.
			case 'wake':
				return;
			case 'readFlat':
				// However many steps ask: their answer is the same, and each read asks for the next.
				if (entry.readingFlat) return;
				entry.readingFlat = true;
				clock.after(effect.delayMs, () => void readFlat(entry, effect));
				return;
			case 'alarm':
				log.error({ executionId: entry.state.plan.executionId }, effect.message);
				return;
		}
	}

	/** Begins the request in this very tick; its result comes back as an input. */
	function send(entry: Entry, sendable: SendableOrder): void {
		const { plan } = entry.state;
		const { order, leg } = sendable;
		const legOf = legPlan(entry.state, leg);
		const request: VenueOrder = {
			symbol: legOf.instrument.symbol,
			clientOrderId: order.clientOrderId,
			side: order.side,
			quantity: order.quantity,
			limitPrice: order.limitPrice,
			timeInForce: order.timeInForce,
			reduceOnly: order.reduceOnly,
			leverage: plan.leverage,
			marginMode: plan.marginMode,
		};
		const trading = options.tradingFor(plan.userId, legOf.venue);
		const sending = trading?.placeOrder(request) ?? Promise.resolve(notSent(legOf.venue));
		void sending.then((outcome) => {
			absence.sent(order.clientOrderId);
			if (outcome.kind === 'rejected' && !outcome.passing) options.onRefused(legOf.venue);
			submit(plan.executionId, { kind: 'sendOutcome', clientOrderId: order.clientOrderId, outcome });
		});
	}

	/** Whatever becomes of it, the order is asked about: a cancel proves nothing. */
	async function cancel(entry: Entry, clientOrderId: string, leg: LegRole): Promise<void> {
		const { venue, instrument } = legPlan(entry.state, leg);
		const trading = options.tradingFor(entry.state.plan.userId, venue);
		const outcome = await trading?.cancelOrder(instrument.symbol, clientOrderId);
		if (outcome?.kind === 'asked' && !stopped) scheduleProbe(entry, { clientOrderId, leg }, 0, false);
	}

	/** One timer per order: the earliest time at which it is wanted. */
	function scheduleProbe(entry: Entry, order: ProbedOrder, delayMs: number, cancelFirst: boolean): void {
		const { clientOrderId } = order;
		const at = clock.monotonic() + delayMs;
		const waiting = entry.probes.get(clientOrderId);
		if (waiting !== undefined && waiting.at <= at) {
			waiting.cancelFirst ||= cancelFirst;
			return;
		}
		waiting?.cancel();
		const next = {
			at,
			cancelFirst: cancelFirst || waiting?.cancelFirst === true,
			cancel: clock.after(delayMs, () => {
				entry.probes.delete(clientOrderId);
				void probe(entry, order, next.cancelFirst);
			}),
		};
		entry.probes.set(clientOrderId, next);
	}

	/** The account's stream speaks of an order: it is asked about at once, if it is still awaited. */
	function orderHint(userId: string, venue: string, symbol: string, clientOrderId: string | null): void {
		for (const { plan, orders } of executions.onInstrument(userId, venue, symbol)) {
			const entry = entries.get(plan.executionId);
			if (entry === undefined) continue;
			for (const order of orders)
				if (isInFlight(order) && (clientOrderId === null || order.clientOrderId === clientOrderId))
					scheduleProbe(entry, order, 0, false);
		}
	}

	async function probe(
		entry: Entry,
		{ clientOrderId, leg }: ProbedOrder,
		cancelFirst: boolean,
	): Promise<void> {
		if (stopped) return;
		const { plan } = entry.state;
		const { venue, instrument } = legPlan(entry.state, leg);
		const trading = options.tradingFor(plan.userId, venue);
		if (cancelFirst) await trading?.cancelOrder(instrument.symbol, clientOrderId);
		const askedAt = clock.monotonic();
		const finding: OrderFinding =
			trading === undefined
				? { kind: 'unavailable', message: notConnected(venue) }
				: await trading.findOrder(instrument.symbol, clientOrderId);
		const absenceProven =
			trading !== undefined &&
			finding.kind === 'absent' &&
			absence.missed(orderIn(entry, clientOrderId), askedAt, trading.requestWindowMs);
		if (finding.kind === 'unavailable')
			log.warn(
				{ executionId: plan.executionId, venue, clientOrderId, error: finding.message },
				'an order could not be asked about; it is asked about again',
			);
		submit(plan.executionId, { kind: 'finding', clientOrderId, finding, absenceProven });
	}

	/** The engine's pace, but what can prove an order absent comes as soon as it can. */
	function probeDelay(entry: Entry, effect: Effect & { readonly kind: 'probe' }): number {
		const { clientOrderId, leg, delayMs } = effect;
		const trading = options.tradingFor(entry.state.plan.userId, legPlan(entry.state, leg).venue);
		if (orderIn(entry, clientOrderId)?.status !== 'unknown' || trading === undefined) return delayMs;
		return absence.askIn(clientOrderId, trading.requestWindowMs, delayMs);
	}

	/** The decision of this step replaces that of earlier ones: so does its time to look again. */
	function wake(entry: Entry, effects: readonly Effect[]): void {
		const delays = effects.flatMap((effect) => (effect.kind === 'wake' ? [effect.delayMs] : []));
		if (delays.length === 0) return;
		entry.cancelWake?.();
		const tick = (): void => submit(entry.state.plan.executionId, { kind: 'tick' });
		entry.cancelWake = clock.after(Math.min(...delays), tick);
	}

	const own = (entry: Entry, leg: LegRole): Promise<Decimal | undefined> => {
		const trading = options.tradingFor(entry.state.plan.userId, legPlan(entry.state, leg).venue);
		return readOwn(entry.state, leg, trading, () => executions.heldByOthers(entry, leg), log);
	};

	/** The venues' own word on both instruments. */
	async function readFlat(entry: Entry, { reads, differing }: FlatReads): Promise<void> {
		if (stopped) return;
		const wasAlone = { long: executions.isAlone(entry, 'long'), short: executions.isAlone(entry, 'short') };
		const [long, short] = await Promise.all([own(entry, 'long'), own(entry, 'short')]);
		entry.readingFlat = false;
		submit(entry.state.plan.executionId, { kind: 'flatRead', long, short, wasAlone, reads, differing });
	}

	const surroundingsOf = (entry: Entry): Surroundings =>
		surroundingsNow(
			entry.state,
			options,
			clock.now(),
			(leg) => executions.isAlone(entry, leg),
			() => unhedgedRoom.of(entry.state.plan.userId),
		);

	return {
		admit,
		/**
		 * What stands alone in one execution becomes another, in one commit. False when that was no longer so, no longer wanted
		 * or could not be written, and nothing changed.
		 */
		handOver(plan: HandOver['plan'], isStillWanted: () => boolean): Promise<boolean> {
			const done = handOvers.begin(plan.executionId, isStillWanted);
			if (!entries.has(plan.takenOver.from)) handOvers.finish(plan.executionId, false);
			else submit(plan.takenOver.from, { kind: 'handOver', plan });
			return done;
		},
		adopt,
		keepEnded,
		submit,
		start: (executionId: string) => submit(executionId, { kind: 'start' }),
		...reads(executions),
		orderHint,
		/** Why the journal refuses writes; undefined while it takes them. */
		journalFailure: writing.failure,
		/** Forgets an ended execution (its journal stays). */
		forget(executionId: string): void {
			const entry = entries.get(executionId);
			if (entry === undefined || !isEnded(entry.state)) return;
			entries.delete(executionId);
			executions.leave(entry);
			for (const { clientOrderId } of entry.state.orders) absence.forget(clientOrderId);
		},
		/** No further sends, probes or timers; what is on disk stays true. */
		stop(): void {
			stopped = true;
			writing.close();
			for (const entry of entries.values()) {
				entry.cancelWake?.();
				for (const { cancel: cancelProbe } of entry.probes.values()) cancelProbe();
			}
		},
	};
}

function reads({ state, states, statesOf, onInstrument, onChange }: ExecutionStates): ExecutionStates {
	return { state, states, statesOf, onInstrument, onChange };
}

function orderIn(entry: Entry, clientOrderId: string): OrderState | undefined {
	return entry.state.orders.find((candidate) => candidate.clientOrderId === clientOrderId);
}

function notConnected(venue: string): string {
	return `No account of this user is connected at ${venue}: connect it again, the service goes on by itself.`;
}

/** Nothing left this machine, which is as good a proof as the venue's own refusal. */
function notSent(venue: string): SendOutcome {
	return { kind: 'rejected', code: 'NOT_SENT', message: notConnected(venue), passing: false };
}
