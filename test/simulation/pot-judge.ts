/**
 * Checks pots against their durable writes and the journal: a change is stored before it is sent and sent once; nothing
 * begins while trading is halted, the pot is paused or stopped, or a confirmation is missing; limits hold; a reduction
 * closes what it says; a stop that closes ends flat.
 */
import { AUTOPILOT_TEXT } from '../../src/autopilot/text.ts';
import { add, type Decimal, divDown, min, mulDown, ONE, sub, sum, ZERO } from '../../src/domain/decimal.ts';
import { type ExecutionState, isEnded } from '../../src/domain/execution.ts';
import { isReduction, type Pot, type PotSettings, type PotState } from '../../src/ports/autopilot.ts';
import type { ChangeEvent, DecisionRecord } from '../../src/ports/autopilot-store.ts';
import type { HaltTarget } from '../../src/ports/halts.ts';
import type { CloseRequest, ExecuteRequest, RollRequest } from '../../src/ports/order-service.ts';
import { textOf, type Words } from '../../src/sentences/sentence.ts';
import { isCovered } from './gate.ts';
import type { PotWrites } from './pot-disk.ts';
import {
	type ChangeFacts,
	changesIn,
	changesOf,
	hasEnded,
	heldSince,
	isInMotion,
	lastKind,
	type PotFacts,
	parsedKey,
	present,
} from './pot-facts.ts';
import { limitFaults, type MarkOf } from './pot-limits.ts';

/**
 * A write is durable up to this long before the process knows, and a check before a call may be this old, so a rule
 * may have begun to hold this long ago.
 */
const SLACK_MS = 2_000;
const URGENT: ReadonlySet<string> = new Set(['margin_alarm', 'drawdown', 'stop']);
const ORDERS_OF_CHANGE = 2;
/** Reasons of a stop that keeps the positions. */
const KEPT: ReadonlySet<string> = new Set(
	[AUTOPILOT_TEXT.stoppedByUser({ closes: false }), AUTOPILOT_TEXT.stoppedByAgent({ closes: false })].map(
		textOf,
	),
);
/** Reasons of a stop that closes. */
const CLOSED: ReadonlySet<string> = new Set(
	[AUTOPILOT_TEXT.stoppedByUser({ closes: true }), AUTOPILOT_TEXT.stoppedByAgent({ closes: true })].map(
		textOf,
	),
);

export function createPotJudge(options: {
	readonly now: () => number;
	/** Durable state of each execution. */
	readonly states: ReadonlyMap<string, ExecutionState>;
	readonly halts: ReadonlyMap<HaltTarget, number>;
	readonly markOf: MarkOf;
	readonly violation: (sentence: string) => void;
	readonly note: (kind: string) => void;
	readonly trace: (line: () => string) => void;
}) {
	const { now, states, halts, note } = options;
	const pots = new Map<string, PotFacts>();
	const potOfDecision = new Map<string, PotFacts>();
	/** The execution of each change that opened or rolled one, by the key of the change. */
	const executionOf = new Map<string, string>();

	function violation(sentence: string): void {
		options.violation(`a pot ${sentence}`);
	}

	function changeAt(decisionId: string, n: number): ChangeFacts | undefined {
		const facts = potOfDecision.get(decisionId);
		const decision = facts?.decisions.find(({ record }) => record.decisionId === decisionId);
		return facts === undefined || decision === undefined ? undefined : changesIn(facts, decision)[n];
	}

	// Writes --------------------------------------------------------------------------------------------------------

	function added(pot: Pot): void {
		pots.set(pot.potId, {
			pot,
			settings: [{ since: now(), value: pot.settings }],
			states: [{ since: now(), value: pot.state }],
			decisions: [],
			answered: new Set(),
		});
	}

	function decided(
		record: DecisionRecord,
		first: readonly { readonly change: number; readonly event: ChangeEvent }[],
		triggerKeys: readonly string[],
	): void {
		const facts = pots.get(record.potId);
		if (facts === undefined) {
			violation(`that nobody started decides: ${record.potId}`);
			return;
		}
		// The store refuses a second decision for one trigger.
		if (facts.answered.has(record.trigger.key)) return;
		for (const key of triggerKeys) facts.answered.add(key);
		const { plan, trigger, decisionId } = record;
		options.trace(() => `   decided ${decisionId} by ${trigger.kind}: ${summaryOf(record)}`);
		if (plan !== null && !heldSince(facts.states, now() - SLACK_MS, (state) => state === 'running'))
			violation(`plans although it is ${present(facts.states)}: ${decisionId}`);
		facts.decisions.push({
			record,
			events: record.changes.map((_change, n) =>
				first.filter(({ change }) => change === n).map(({ event }) => event),
			),
			settings: present(facts.settings),
			mayAct: heldSince(facts.settings, now() - SLACK_MS, ({ mode }) => mode === 'act'),
		});
		potOfDecision.set(decisionId, facts);
		note(plan === null ? `urgent decision: ${trigger.kind}` : `planned decision: ${trigger.kind}`);
	}

	function happened(decisionId: string, n: number, event: ChangeEvent): void {
		const one = changeAt(decisionId, n);
		if (one === undefined) {
			violation(`stores an event of an unknown change: ${decisionId}:${n}`);
			return;
		}
		if (hasEnded(one)) return;
		options.trace(() => `   change ${decisionId}:${n} ${event.kind} ${'code' in event ? event.code : ''}`);
		if (event.kind === 'begun') checkBegun(one);
		one.events.push(event);
		if (event.kind === 'executed' || event.kind === 'sent') checkSent(one, event.executionId);
		const by = isUrgent(one) ? `, ${one.decision.record.trigger.kind}` : '';
		if (event.kind === 'executed') note(`executed: ${one.change.kind}${by}`);
		if (event.kind === 'refused') note(`refused: ${event.code}`);
	}

	function stateChanged(potId: string, state: PotState, reason: Words | null): void {
		const facts = pots.get(potId);
		if (facts === undefined) return;
		const before = present(facts.states);
		options.trace(() => `   pot ${potId} is ${state}`);
		// The owner may close what an earlier stop has kept.
		const isClosed = state === 'stopping' && reason !== null && CLOSED.has(textOf(reason));
		if (before === 'stopped' && state !== 'stopped' && !isClosed)
			violation(`is ${state} after it was stopped: ${potId}`);
		facts.states.push({ since: now(), value: state });
		// The owner may change a stop that closes into one that keeps the positions.
		const isKept = reason !== null && KEPT.has(textOf(reason));
		if (before === 'stopping' && state === 'stopped' && !isKept) checkFlat(facts);
	}

	const writes: PotWrites = {
		added,
		settingsChanged: (potId, settings) =>
			void pots.get(potId)?.settings.push({ since: now(), value: settings }),
		stateChanged,
		decided,
		happened,
	};

	// Changes -------------------------------------------------------------------------------------------------------

	function nameOf({ decision, n, change }: ChangeFacts): string {
		return `${change.kind} ${change.coin}, ${decision.record.decisionId}:${n}`;
	}

	function isUrgent({ decision: { record } }: ChangeFacts): boolean {
		return record.plan === null && URGENT.has(record.trigger.kind);
	}

	/** Checks that a change may begin. */
	function checkBegun(one: ChangeFacts): void {
		const { facts, decision, n, change, events } = one;
		if (isUrgent(one)) return;
		const grows = !isReduction(change.kind);
		const isConfirmed = events.some(({ kind }) => kind === 'confirmed');
		if (lastKind(one) === 'suggested' || (!isConfirmed && !decision.mayAct))
			violation(`begins without a confirmation: ${nameOf(one)}`);
		const since = now() - SLACK_MS;
		if (grows && !isConfirmed && !heldSince(facts.settings, since, ({ mode }) => mode === 'act'))
			violation(`begins in mode suggest without a confirmation: ${nameOf(one)}`);
		checkMayTrade(one, 'begins');
		if (grows && now() > decision.record.validUntil + SLACK_MS) violation(`begins too late: ${nameOf(one)}`);
		const isAhead = changesIn(facts, decision).slice(0, n).find(isUndone);
		if (isAhead !== undefined) violation(`begins before ${nameOf(isAhead)} has ended: ${nameOf(one)}`);
	}

	/** Checks that the pot may make a change now: its state, its settings and the halts. */
	function checkMayTrade(one: ChangeFacts, does: string): void {
		const { facts, change } = one;
		const since = now() - SLACK_MS;
		const grows = !isReduction(change.kind);
		if (!heldSince(facts.states, since, (state) => state === 'running'))
			violation(`${does} although it is ${present(facts.states)}: ${nameOf(one)}`);
		if (!grows) return;
		if (!heldSince(facts.settings, since, (settings) => mayHold(settings, one)))
			violation(`${does} what its settings do not allow: ${nameOf(one)}`);
		const venues = [change.long.venue, change.short.venue];
		for (const [target, at] of halts)
			if (at < since && isCovered(target, facts.pot.userId, venues))
				violation(`${does} although a kill switch is active, ${target.scope}: ${nameOf(one)}`);
	}

	/** Checks that an event names the execution that the change opened, reduced or rolled. */
	function checkSent(one: ChangeFacts, executionId: string): void {
		const { change } = one;
		const known = executionOf.get(keyOf(one));
		const expected = isReduction(change.kind) ? change.executionId : known;
		if (executionId !== expected)
			violation(`links ${executionId} instead of ${expected ?? 'none'}: ${nameOf(one)}`);
	}

	function keyOf({ decision, n }: ChangeFacts): string {
		return `${decision.record.decisionId}:${n}`;
	}

	// Calls and plans -----------------------------------------------------------------------------------------------

	function calledFor(key: string | undefined, what: string): ChangeFacts | undefined {
		const named = parsedKey(key ?? null);
		const one = named === undefined ? undefined : changeAt(named.decisionId, named.n);
		if (one === undefined) {
			violation(`${what} without a stored decision: ${key}`);
			return undefined;
		}
		if (!isInMotion(one)) violation(`${what} a change that has not begun: ${nameOf(one)}`);
		return one;
	}

	function onOpen({ idempotencyKey }: ExecuteRequest): void {
		const one = calledFor(idempotencyKey, 'opens');
		if (one === undefined) return;
		if (executionOf.has(keyOf(one))) note('asks again for an opening that exists');
		checkMayTrade(one, 'opens');
		if (one.change.kind !== 'open' && one.change.kind !== 'enlarge')
			violation(`opens for another kind of change: ${nameOf(one)}`);
	}

	function onRoll({ idempotencyKey, executionId }: RollRequest): void {
		const one = calledFor(idempotencyKey, 'rolls');
		if (one === undefined) return;
		checkMayTrade(one, 'rolls');
		if (one.change.kind !== 'roll' || one.change.executionId !== executionId)
			violation(`rolls for another kind of change: ${nameOf(one)}`);
	}

	/** Checks that a close leaves at least what the changes of the execution leave. */
	function onClose({ executionId, share }: CloseRequest): void {
		const own = [...pots.values()]
			.flatMap(changesOf)
			.filter((one) => isReduction(one.change.kind) && one.change.executionId === executionId);
		const moving = own.filter(isInMotion);
		const state = states.get(executionId);
		if (state === undefined) {
			violation(`closes an unknown execution: ${executionId}`);
			return;
		}
		const [first] = moving;
		if (first === undefined) {
			violation(`closes without a stored decision: ${executionId}`);
			return;
		}
		if (executionsOf(first.facts).every(({ plan }) => plan.executionId !== executionId))
			violation(`closes an execution of somebody else: ${executionId}`);
		const least = moving.map(leftBy).reduce((most, one) => min(most, one));
		const left = sub(state.held.long, mulDown(state.held.long, share));
		if (add(left, state.plan.commonLot) < least)
			violation(`closes ${share / 10n ** 14n} of 10000 and leaves less than ${least}: ${nameOf(first)}`);
		if (share < ONE) note('closes a part');
	}

	/** Checks the plan of an execution that a pot opened. */
	function onPlanned(executionId: string): void {
		const plan = states.get(executionId)?.plan;
		const named = parsedKey(plan?.idempotencyKey ?? null);
		if (plan === undefined || named === undefined) return;
		const one = changeAt(named.decisionId, named.n);
		if (one === undefined) {
			violation(`sends before its decision is stored: ${executionId}`);
			return;
		}
		const { facts, change } = one;
		const earlier = executionOf.get(keyOf(one));
		if (earlier !== undefined)
			violation(`sends a change twice, ${earlier} and ${executionId}: ${nameOf(one)}`);
		executionOf.set(keyOf(one), executionId);
		if (!isInMotion(one)) violation(`sends a change that has not begun: ${nameOf(one)}`);
		if (plan.userId !== facts.pot.tradesAs) violation(`trades for another user: ${nameOf(one)}`);
		const { long, short } = plan.legs;
		if (long.instrument.symbol !== change.long.symbol || short.instrument.symbol !== change.short.symbol)
			violation(`opens another pair than decided: ${nameOf(one)}`);
		if (change.kind !== 'roll' && mulDown(plan.amount, divDown(plan.leverage, TWO)) > change.notional)
			violation(`opens more than decided: ${nameOf(one)}`);
		const isPlanDone = areMadeInOrder(changesIn(facts, one.decision).slice(0, one.n));
		for (const fault of limitFaults(one, isPlanDone, executionsOf(facts), options.markOf))
			violation(`${fault}: ${nameOf(one)}`);
		const { ordersPerDay } = one.decision.settings.limits;
		const made = changesOf(facts).filter((other) => lastKind(other) === 'executed').length;
		const most = facts.settings.reduce(
			(largest, { value }) => Math.max(largest, value.limits.ordersPerDay),
			ordersPerDay,
		);
		if ((made + 1) * ORDERS_OF_CHANGE > most)
			violation(`sends more orders than a day may have: ${nameOf(one)}`);
	}

	/** Returns the executions that the pot opened, rolled or linked. */
	function executionsOf(facts: PotFacts): readonly ExecutionState[] {
		return changesOf(facts).flatMap((one) => {
			const id = executionOf.get(keyOf(one));
			const state = id === undefined ? undefined : states.get(id);
			return state === undefined ? [] : [state];
		});
	}

	function checkFlat(facts: PotFacts): void {
		for (const state of executionsOf(facts))
			if (!isEnded(state))
				violation(`has closed everything, but ${state.plan.executionId} is ${state.phase}`);
	}

	/** Counts what a crash interrupts. */
	function onCrash(): void {
		for (const one of [...pots.values()].flatMap(changesOf)) {
			const kind = lastKind(one);
			const grows = !isReduction(one.change.kind);
			if (kind === undefined && !hasEnded(one)) note('killed before a change began');
			if (kind === 'sent') note('killed after a change was sent');
			if (kind !== 'begun') continue;
			if (!grows) note('killed during a reduction');
			else if (executionOf.has(keyOf(one))) note('killed between begun and sent, with an execution');
			else note('killed between begun and sent, without an execution');
		}
	}

	/** Checks that all pots have stopped, that all changes have ended, and that the store links all executions. */
	function checkQuiet(linked: ReadonlyMap<string, readonly string[]>): void {
		for (const facts of pots.values()) {
			const { potId } = facts.pot;
			if (present(facts.states) !== 'stopped') violation(`is ${present(facts.states)} at the end: ${potId}`);
			for (const one of changesOf(facts))
				if (!hasEnded(one)) violation(`is stopped, and a change is ${lastKind(one)}: ${nameOf(one)}`);
			const own = new Set(executionsOf(facts).map(({ plan }) => plan.executionId));
			const stored = new Set(linked.get(potId) ?? []);
			for (const id of own) if (!stored.has(id)) violation(`does not know its execution ${id}`);
			for (const id of stored) if (!own.has(id)) violation(`links an execution of somebody else: ${id}`);
		}
	}

	return {
		writes,
		onOpen,
		onRoll,
		onClose,
		onPlanned,
		onCrash,
		checkQuiet,
		active: (): readonly Pot[] =>
			[...pots.values()].filter(({ states: own }) => present(own) !== 'stopped').map(({ pot }) => pot),
		isWaiting(potId: string): boolean {
			const facts = pots.get(potId);
			return facts !== undefined && changesOf(facts).some((one) => lastKind(one) === 'suggested');
		},
		/** True once every pot has stopped and every change has ended. */
		isAllOver: (): boolean =>
			[...pots.values()].every(
				(facts) => present(facts.states) === 'stopped' && changesOf(facts).every(hasEnded),
			),
		isManaged: (executionId: string): boolean =>
			[...pots.values()].some(
				(facts) =>
					present(facts.states) !== 'stopped' &&
					executionsOf(facts).some(({ plan }) => plan.executionId === executionId),
			),
	};
}

/** True if each of the changes was made after the one before. Their owner may confirm them in another order. */
function areMadeInOrder(changes: readonly ChangeFacts[]): boolean {
	let madeBy = 0;
	for (const { events } of changes) {
		const begun = events.find(({ kind }) => kind === 'begun');
		const executed = events.find(({ kind }) => kind === 'executed');
		if (begun === undefined || executed === undefined || begun.at < madeBy) return false;
		madeBy = executed.at;
	}
	return true;
}

/** Returns the coins that a reduction leaves: a roll of its decision may have moved some of them already. */
function leftBy({ change, decision }: ChangeFacts): Decimal {
	const moved = decision.record.changes.filter(
		({ kind, executionId }, n) =>
			kind === 'roll' &&
			executionId === change.executionId &&
			decision.events[n]?.some((event) => event.kind === 'executed') === true,
	);
	return sub(change.remaining ?? ZERO, sum(moved.map(({ moves }) => moves ?? ZERO)));
}

/** True for a reduction that must end before a later change of its decision begins. */
function isUndone(one: ChangeFacts): boolean {
	return isReduction(one.change.kind) && (lastKind(one) === undefined || isInMotion(one));
}

const TWO = (ONE * 2n) as Decimal;

function mayHold({ coinsAllowed, coinsDenied, exchanges }: PotSettings, { change }: ChangeFacts): boolean {
	return (
		(coinsAllowed?.includes(change.coin) ?? true) &&
		!coinsDenied.includes(change.coin) &&
		[change.long, change.short].every(({ venue }) => exchanges.includes(venue))
	);
}

function summaryOf({ changes }: DecisionRecord): string {
	return changes.map(({ kind, coin, notional }) => `${kind} ${coin} ${Number(notional) / 1e18}`).join(', ');
}
