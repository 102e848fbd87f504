/**
 * Performs the engine's decisions. It journals each decision before it sends anything, and results come back as
 * inputs.
 *
 * Each execution has a mailbox. Its inputs are processed one at a time, and the effects of a step are performed only
 * once its events are on disk. While the journal cannot be written, the driver sends nothing, keeps and retries the
 * input, and admits no new execution.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { ExecutionPlan } from '../../domain/event.ts';
import { type ExecutionState, isEnded, isInFlight, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdempotencyClaim, Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import { NO_TRACER, type Tracer } from '../../ports/tracer.ts';
import { createAbsenceProofs } from '../decide/absence.ts';
import { type Effect, type EngineInput, step } from '../decide/engine.ts';
import type { FlatReads } from '../decide/flat-read.ts';
import { notSent, type SendableOrder, venueOrder } from '../decide/order-terms.ts';
import { atPresentTerms } from '../decide/present-terms.ts';
import { mayAskMore, rollAsk } from '../decide/rolling.ts';
import { plannedNow } from '../decide/summary.ts';
import type { EngineLimits, RollSource, Surroundings } from '../decide/surroundings.ts';
import { createUnhedgedAllowance, type UnhedgedLimits } from '../decide/unhedged-allowance.ts';
import type { ExecutionStates, KeptExecutions } from './execution-states.ts';
import { createHandOvers, type HandOver } from './hand-overs.ts';
import { type Change, changeOf, journaled } from './journal-step.ts';
import { createJournalWatch } from './journal-watch.ts';
import { logJournaled } from './journaled-log.ts';
import { keepPlaces } from './order-places.ts';
import { type OrderProbes, orderHint, probeDelay, scheduleProbe } from './order-probes.ts';
import { readOwn } from './own-position.ts';
import { surroundingsNow, type WorldView } from './surroundings-now.ts';
import { createTakeOvers, type RollAsked } from './take-overs.ts';
import { REFUSAL_TEXT } from './text.ts';

/** Dependencies of the driver. */
export type DriverOptions = WorldView & {
	readonly journal: Journal;
	/** The executions in memory; empty at first, and filled only by this driver. */
	readonly executions: KeptExecutions;
	readonly clock: Clock;
	readonly log: Logger;
	readonly limits: EngineLimits & UnhedgedLimits;
	/** Returns the venue's current listing; undefined if the contract is not listed. */
	readonly instrumentOf: (venue: string, symbol: string) => Instrument | undefined;
	/** Called after a permanent refusal, because the known contracts of the venue may be outdated. */
	readonly onRefused: (venue: string) => void;
	readonly tracer?: Tracer;
};

type Entry = {
	state: ExecutionState;
	readonly inputs: EngineInput[];
	stepping: boolean;
	cancelWake: (() => void) | undefined;
	/** True while a position read of both instruments is in progress. */
	readingFlat: boolean;
	readonly probes: OrderProbes;
	/** Request of a roll that the execution before it is processing; the mailbox waits for its result. */
	takingOver: Promise<readonly EngineInput[]> | undefined;
};

const JOURNAL_RETRY_MS = 500;
/** Delay before the next check after an input that could not be processed. */
const CHECK_AGAIN_MS = 5_000;

/** Drives all executions of the service. */
export type ExecutionDriver = ReturnType<typeof createExecutionDriver>;

type Driver = DriverOptions & {
	readonly writing: ReturnType<typeof createJournalWatch>;
	readonly entries: Map<string, Entry>;
	readonly unhedgedAllowance: ReturnType<typeof createUnhedgedAllowance>;
	readonly tracer: Tracer;
	stopped: boolean;
	readonly submit: (executionId: string, input: EngineInput) => void;
	readonly handOvers: ReturnType<typeof createHandOvers>;
	readonly takeOvers: ReturnType<typeof createTakeOvers>;
	readonly absence: ReturnType<typeof createAbsenceProofs>;
};

/** Creates a driver without executions. */
export function createExecutionDriver(options: DriverOptions) {
	const { journal, executions, clock, log, limits, tracer = NO_TRACER } = options;
	const driver: Driver = {
		...options,
		writing: createJournalWatch({ journal, clock, log }),
		entries: new Map(),
		unhedgedAllowance: createUnhedgedAllowance(limits),
		tracer,
		stopped: false,
		submit: (executionId, input) => submit(driver, executionId, input),
		handOvers: createHandOvers(),
		takeOvers: createTakeOvers(),
		absence: createAbsenceProofs(clock),
	};
	return {
		admit: (plan: ExecutionPlan, idempotency: IdempotencyClaim | undefined) =>
			admit(driver, plan, idempotency),
		/**
		 * Moves the unhedged part of one execution to a new one, in one commit. Returns false, with nothing changed,
		 * if that part is no longer unhedged, the handover is no longer wanted, or the journal refused it.
		 */
		handOver(plan: HandOver['plan'], isStillWanted: () => boolean): Promise<boolean> {
			const done = driver.handOvers.begin(plan.executionId, isStillWanted);
			if (!driver.entries.has(plan.takenOver.from)) driver.handOvers.finish(plan.executionId, false);
			else submit(driver, plan.takenOver.from, { kind: 'handOver', plan });
			return done;
		},
		adopt: (states: readonly ExecutionState[]) => adopt(driver, states),
		/** Keeps an ended execution in memory while some settlements are unknown, so that they can be booked. */
		keepEnded: (state: ExecutionState) => enter(driver, state),
		submit: (executionId: string, input: EngineInput) => submit(driver, executionId, input),
		start: (executionId: string) => submit(driver, executionId, { kind: 'start' }),
		...reads(executions),
		orderHint: (userId: string, venue: string, symbol: string, clientOrderId: string | null) =>
			orderHint(driver, userId, venue, symbol, clientOrderId),
		/** Why the journal refuses writes; undefined while it accepts them. */
		journalFailure: driver.writing.failure,
		/** Forgets an ended execution. Its journal stays. */
		forget(executionId: string): void {
			const entry = driver.entries.get(executionId);
			if (entry === undefined || !isEnded(entry.state)) return;
			driver.entries.delete(executionId);
			executions.leave(entry);
			for (const { clientOrderId } of entry.state.orders) driver.absence.forget(clientOrderId);
		},
		/** Stops all sends, queries and timers. The journal stays valid. */
		stop(): void {
			driver.stopped = true;
			driver.writing.close();
			for (const entry of driver.entries.values()) {
				entry.cancelWake?.();
				for (const { cancel: cancelProbe } of entry.probes.values()) cancelProbe();
			}
		},
	};
}

/** Journals a plan durably. The execution does nothing until `start`. @throws CarrywireError STORE_UNAVAILABLE */
async function admit(
	driver: Driver,
	plan: ExecutionPlan,
	idempotency: IdempotencyClaim | undefined,
): Promise<ExecutionState> {
	const { state, append } = plannedNow(plan, driver.clock.now());
	try {
		await driver.journal.appendExecution({ ...append, idempotency });
		driver.writing.worked();
	} catch (error) {
		driver.writing.refused(error);
		throw new CarrywireError('STORE_UNAVAILABLE', REFUSAL_TEXT.notJournaled(), { cause: error });
	}
	enter(driver, state);
	return state;
}

/**
 * Takes over folded executions at startup. The outcome of every order in flight is then unknown. All executions are
 * loaded before the first one continues, because the allowance of each depends on the orders in flight of all others.
 */
function adopt(driver: Driver, states: readonly ExecutionState[]): void {
	for (const state of states) enter(driver, state);
	for (const { plan } of states) {
		submit(driver, plan.executionId, { kind: 'recovered' });
		submit(driver, plan.executionId, { kind: 'tick' });
	}
}

function enter(driver: Driver, state: ExecutionState): void {
	const entry: Entry = {
		state,
		inputs: [],
		stepping: false,
		cancelWake: undefined,
		readingFlat: false,
		probes: new Map(),
		takingOver: undefined,
	};
	driver.entries.set(state.plan.executionId, entry);
	driver.executions.enter(entry);
	driver.unhedgedAllowance.note(state);
}

function submit(driver: Driver, executionId: string, input: EngineInput): void {
	const entry = driver.entries.get(executionId);
	if (entry === undefined) return;
	entry.inputs.push(input);
	if (!entry.stepping) void driver.tracer.resume(executionId, () => work(driver, entry));
}

async function work(driver: Driver, entry: Entry): Promise<void> {
	entry.stepping = true;
	for (let input = entry.inputs[0]; input !== undefined && !driver.stopped; input = entry.inputs[0]) {
		let done = false;
		try {
			done = driver.handOvers.isOutdated(input) || (await stepOnce(driver, entry, input));
			// A handover that cannot be journaled is dropped, and the hedger or roll decides on it again later. Any
			// other input is a fact and is retried. `stepping` stays set, so that inputs queue up behind this one.
			if (!done && input.kind !== 'handOver' && input.kind !== 'rollAsked') {
				driver.clock.after(JOURNAL_RETRY_MS, () => void work(driver, entry));
				return;
			}
		} catch (error) {
			driver.log.error(
				{ executionId: entry.state.plan.executionId, input: input.kind, error: messageOf(error) },
				'an input broke an invariant; the service dropped it and checks the execution again',
			);
			if (input.kind === 'rollAsked') driver.takeOvers.finish(input, 'broken');
			checkAgainLater(driver, entry);
		}
		entry.inputs.shift();
		if (input.kind === 'handOver')
			driver.handOvers.finish(input.plan.executionId, driver.entries.has(input.plan.executionId));
		if (input.kind === 'rollAsked') driver.takeOvers.finish(input, done ? 'refused' : 'unwritten');
		if (entry.takingOver !== undefined) {
			entry.inputs.unshift(...(await entry.takingOver));
			entry.takingOver = undefined;
		}
	}
	entry.stepping = false;
}

/** Queries the orders and runs the engine again later, so that the facts in a dropped input are not lost. */
function checkAgainLater(driver: Driver, entry: Entry): void {
	for (const order of entry.state.orders)
		if (isInFlight(order)) scheduleProbe(driver, entry, order, CHECK_AGAIN_MS, false);
	driver.clock.after(CHECK_AGAIN_MS, () => submit(driver, entry.state.plan.executionId, { kind: 'tick' }));
}

/** Processes one input: step, journal, fold, effects. Returns false if the journal refused the events. */
async function stepOnce(driver: Driver, entry: Entry, input: EngineInput): Promise<boolean> {
	const now = driver.clock.now();
	const present = atPresentTerms(entry.state, driver.instrumentOf);
	const around = surroundingsOf(driver, entry, input.kind === 'rollAsked' ? true : undefined);
	const { events, effects, begins, gives, givesLater } = step(present, input, now, around, driver.limits);
	const orders = effects.flatMap((effect) => (effect.kind === 'send' ? [effect.order] : []));
	keepPlaces(present, orders, driver.tradingFor);
	const begun = begins === undefined ? undefined : plannedNow(begins, now);
	const roll = input.kind === 'rollAsked' && gives !== undefined ? askingRoll(driver, input) : undefined;
	if (input.kind === 'rollAsked' && givesLater === true) driver.takeOvers.finish(input, 'later');
	if (gives !== undefined && roll === undefined) return true;
	if (events.length > 0) {
		const change = changeOf(entry.state, events, now);
		const taking = roll === undefined || gives === undefined ? [] : [changeOf(roll.state, [gives], now)];
		if (!(await journaled(driver, [change, ...taking], begun?.append, now))) return false;
		// The driver stopped during the commit. The journal is valid, and the next process continues from it.
		if (driver.stopped) return true;
		entry.state = change.next;
		logJournaled(driver.log, change.next, events);
		if (begun !== undefined) enter(driver, begun.state);
		if (input.kind === 'rollAsked' && roll !== undefined && taking[0] !== undefined)
			tookOver(driver, input, roll, taking[0]);
	}
	for (const effect of effects) perform(driver, entry, effect);
	wake(driver, entry, effects);
	if (events.length > 0) driver.executions.changed(entry.state, events);
	if (isEnded(entry.state)) entry.cancelWake?.();
	if (begun !== undefined) submit(driver, begun.state.plan.executionId, { kind: 'start' });
	return true;
}

/** Returns the roll that made the request, if it still waits for the result in the state in which it asked. */
function askingRoll(driver: Driver, asked: RollAsked): Entry | undefined {
	const roll = driver.entries.get(asked.to);
	return driver.takeOvers.isWaiting(asked) && roll?.state.eventCount === asked.asOf ? roll : undefined;
}

/** Continues a roll from the commit in which it took a part of the leg over. Its mailbox waits for the result. */
function tookOver(driver: Driver, asked: RollAsked, roll: Entry, { next, events }: Change): void {
	roll.state = next;
	logJournaled(driver.log, next, events);
	driver.executions.changed(next, events);
	driver.takeOvers.finish(asked, 'taken');
}

/**
 * Asks the execution before a roll for a part of its leg. Returns the roll's next inputs. If it must ask again, the
 * mailbox goes on with other inputs meanwhile, so that a close does not wait.
 */
async function takeOver(driver: Driver, entry: Entry, quantity: Decimal): Promise<readonly EngineInput[]> {
	const { executionId, rolls } = entry.state.plan;
	if (rolls === undefined || !driver.entries.has(rolls.from)) return [{ kind: 'rollRefused' }];
	const { request, outcome } = driver.takeOvers.begin(executionId);
	submit(driver, rolls.from, { kind: 'rollAsked', request, ...rollAsk(entry.state, quantity) });
	const inputs = driver.takeOvers.inputsAfter(executionId, await outcome);
	if (inputs === undefined && !driver.stopped)
		wake(driver, entry, [{ kind: 'wake', delayMs: JOURNAL_RETRY_MS }]);
	return inputs ?? [];
}

function perform(driver: Driver, entry: Entry, effect: Effect): void {
	switch (effect.kind) {
		case 'send':
			send(driver, entry, effect.order);
			return;
		case 'probe':
			scheduleProbe(driver, entry, effect, probeDelay(driver, entry, effect), effect.cancelFirst);
			return;
		case 'cancel':
			void cancel(driver, entry, effect.clientOrderId, effect.leg);
			return;
		// `wake` uses the earliest delay of the step.
		case 'wake':
			return;
		case 'readFlat':
			// At most one position read is in progress at a time. It serves all steps, and its result triggers the
			// next one.
			if (entry.readingFlat) return;
			entry.readingFlat = true;
			driver.clock.after(effect.delayMs, () => void readFlat(driver, entry, effect));
			return;
		case 'takeOver':
			entry.takingOver = takeOver(driver, entry, effect.quantity);
			return;
		case 'alarm':
			driver.log.error({ executionId: entry.state.plan.executionId }, effect.message);
			return;
	}
}

/** Sends the order synchronously. Its result comes back as an input. */
function send(driver: Driver, entry: Entry, sendable: SendableOrder): void {
	const { plan } = entry.state;
	const { order, leg } = sendable;
	const { venue } = legPlan(entry.state, leg);
	const trading = driver.tradingFor(plan.userId, venue);
	const sending = trading?.placeOrder(venueOrder(entry.state, sendable)) ?? Promise.resolve(notSent(venue));
	void sending.then((outcome) => {
		driver.absence.sent(order.clientOrderId);
		if (outcome.kind === 'rejected' && !outcome.passing) driver.onRefused(venue);
		submit(driver, plan.executionId, { kind: 'sendOutcome', clientOrderId: order.clientOrderId, outcome });
	});
}

/**
 * Cancels the order. The order is queried afterwards, because the response to a cancel does not show how much has
 * filled.
 */
async function cancel(driver: Driver, entry: Entry, clientOrderId: string, leg: LegRole): Promise<void> {
	const { venue, instrument } = legPlan(entry.state, leg);
	const trading = driver.tradingFor(entry.state.plan.userId, venue);
	const outcome = await trading?.cancelOrder(instrument.symbol, clientOrderId);
	if (outcome?.kind === 'asked' && !driver.stopped)
		scheduleProbe(driver, entry, { clientOrderId, leg }, 0, false);
}

/** Schedules the next check. This step's decision replaces earlier decisions, so its check replaces theirs. */
function wake(driver: Driver, entry: Entry, effects: readonly Effect[]): void {
	const delays = effects.flatMap((effect) => (effect.kind === 'wake' ? [effect.delayMs] : []));
	if (delays.length === 0) return;
	entry.cancelWake?.();
	const tick = (): void => submit(driver, entry.state.plan.executionId, { kind: 'tick' });
	entry.cancelWake = driver.clock.after(Math.min(...delays), tick);
}

function own(driver: Driver, entry: Entry, leg: LegRole): Promise<Decimal | undefined> {
	const trading = driver.tradingFor(entry.state.plan.userId, legPlan(entry.state, leg).venue);
	return readOwn(entry.state, leg, trading, () => driver.executions.heldByOthers(entry, leg), driver.log);
}

/** Reads the positions at both venues. */
async function readFlat(driver: Driver, entry: Entry, { reads, differing }: FlatReads): Promise<void> {
	if (driver.stopped) return;
	const wasAlone = {
		long: driver.executions.isAlone(entry, 'long'),
		short: driver.executions.isAlone(entry, 'short'),
	};
	const [long, short] = await Promise.all([own(driver, entry, 'long'), own(driver, entry, 'short')]);
	entry.readingFlat = false;
	submit(driver, entry.state.plan.executionId, { kind: 'flatRead', long, short, wasAlone, reads, differing });
}

function surroundingsOf(
	driver: Driver,
	entry: Entry,
	needsBooks = entry.state.phase !== 'running',
): Surroundings {
	const around = surroundingsNow(
		entry.state,
		driver,
		driver.clock.now(),
		(leg) => driver.executions.isAlone(entry, leg),
		() => driver.unhedgedAllowance.of(entry.state.plan.userId),
		needsBooks,
	);
	const { rolls, executionId } = entry.state.plan;
	return rolls === undefined
		? around
		: { ...around, rollSource: () => rollSource(driver, rolls.from, executionId) };
}

/** Returns the execution before the roll `rollId`. Its books are requested, although it runs. */
function rollSource(driver: Driver, executionId: string, rollId: string): RollSource | undefined {
	const before = driver.entries.get(executionId);
	if (before === undefined) return undefined;
	const { userId } = before.state.plan;
	return {
		state: atPresentTerms(before.state, driver.instrumentOf),
		around: surroundingsOf(driver, before, true),
		isContested: driver.executions
			.statesOf(userId)
			.some(
				(other) =>
					other.plan.rolls?.from === executionId && other.plan.executionId !== rollId && mayAskMore(other),
			),
	};
}

function reads({ state, states, statesOf, onInstrument, onChange }: ExecutionStates): ExecutionStates {
	return { state, states, statesOf, onInstrument, onChange };
}
