/**
 * Independently checks every opening. A plan in the journal must follow from a call, keep the limits, and use
 * instruments that are free by the venue's own data. The check follows the API specification, not the risk gate.
 */
import { isDeepStrictEqual } from 'node:util';
import { add, sum } from '../../src/domain/decimal.ts';
import type { RollPlan, TakenOver } from '../../src/domain/event.ts';
import { type ExecutionState, isEnded } from '../../src/domain/execution.ts';
import type { HaltTarget } from '../../src/ports/halts.ts';
import type { AgentCaps, ExecuteRequest, RollRequest } from '../../src/ports/order-service.ts';
import type { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import type { Exchange } from './exchange.ts';
import { positionAt } from './exchange-account.ts';
import { legAt } from './oracle.ts';
import type { Limits } from './service.ts';

/** Maximum age of a change that the service's last read may still miss. */
const UNSEEN_MS = 15_000;

export type Gate = ReturnType<typeof createGate>;

export function createGate(options: {
	readonly time: VirtualClock;
	readonly limits: Limits;
	readonly exchanges: () => readonly Exchange[];
	readonly states: () => readonly ExecutionState[];
}) {
	const asked: ExecuteRequest[] = [];
	const rolls: RollRequest[] = [];
	/** Targets of confirmed halts for which nobody has requested a resume, with the time of the confirmation. */
	const halts = new Map<HaltTarget, number>();

	function judge(state: ExecutionState): string | undefined {
		const { plan } = state;
		const halt = [...halts.keys()].find((target) => covers(target, state));
		if (plan.takenOver !== undefined) return misHedged(state, plan.takenOver, halt);
		if (plan.rolls !== undefined) return misRolled(state, plan.rolls, halt);
		const call = asked.find(
			(request) =>
				request.userId === plan.userId &&
				request.agent?.agentId === plan.agentId &&
				request.opportunityId === plan.opportunityId &&
				request.amount === plan.amount &&
				request.leverage === plan.leverage,
		);
		if (call === undefined) return 'no caller requested it';
		if (halt !== undefined) return `a kill switch is active: ${halt.scope}`;
		if (plan.amount > options.limits.amountMaxUsd) return 'the amount is above its limit';
		if (plan.leverage > options.limits.leverageMax) return 'the leverage is above its limit';
		const others = options
			.states()
			.filter(
				(other) =>
					other.plan.userId === plan.userId && other.plan.executionId !== plan.executionId && !isEnded(other),
			);
		if (others.length >= options.limits.executionsOpenMax) return 'too many executions are open';
		const open = add(sum(others.map((other) => other.plan.amount)), plan.amount);
		if (open > options.limits.openAmountMaxUsd) return 'the open amount is above its limit';
		const cap = call.agent === undefined ? undefined : aboveCap(state, call.agent.caps);
		if (cap !== undefined) return `${cap} of its agent is above the cap`;
		return conflict(state, others);
	}

	/**
	 * Names the owner's cap that an agent's plan exceeds; undefined if there is none. No run lasts into a second day,
	 * so the daily cap covers the whole run.
	 */
	function aboveCap({ plan }: ExecutionState, caps: AgentCaps): string | undefined {
		const own = options.states().filter((other) => other.plan.agentId === plan.agentId);
		const open = own.filter((other) => !isEnded(other) || other.plan.executionId === plan.executionId);
		if (caps.amountMax !== null && plan.amount > caps.amountMax) return 'the amount';
		if (caps.openAmountMax !== null && sum(open.map((other) => other.plan.amount)) > caps.openAmountMax)
			return 'the open amount';
		if (caps.executionsPerDay !== null && own.length > caps.executionsPerDay)
			return 'the number of executions per day';
		if (caps.pairs !== null && !caps.pairs.includes(plan.exchangepair)) return 'the exchange pair';
		return undefined;
	}

	/**
	 * Returns what is wrong with an emergency hedge; undefined if nothing is. No caller can request a hedge, so
	 * another execution must have handed over the leg in the same commit.
	 */
	function misHedged(
		state: ExecutionState,
		{ from, leg, fill }: TakenOver,
		halt: HaltTarget | undefined,
	): string | undefined {
		const { plan } = state;
		const giver = options.states().find((other) => other.plan.executionId === from);
		const given = giver?.reductions.at(-1);
		if (giver === undefined || given?.cause !== 'handover')
			return 'no execution handed over the leg that it hedges';
		if (given.leg !== leg || !isDeepStrictEqual(given.fills, [fill]))
			return 'it took over a different leg or fill';
		if (giver.plan.takenOver !== undefined) return 'the hedged execution is itself an emergency hedge';
		const venues = [giver.plan.legs.long.venue, giver.plan.legs.short.venue];
		const third = plan.legs[leg === 'long' ? 'short' : 'long'].venue;
		if (plan.legs[leg].venue !== giver.plan.legs[leg].venue)
			return 'it moved the leg that it took over to another exchange';
		if (venues.includes(third)) return `${third} is not a third exchange`;
		if (halt !== undefined && (halt.scope !== 'exchange' || halt.venue === third))
			return `a kill switch is active: ${halt.scope}`;
		const others = options
			.states()
			.filter(
				(other) =>
					other.plan.userId === plan.userId && other.plan.executionId !== plan.executionId && !isEnded(other),
			);
		return conflict(state, others);
	}

	/** Returns what is wrong with the plan of a roll; undefined if nothing is. */
	function misRolled(
		state: ExecutionState,
		{ from, stays }: RollPlan,
		halt: HaltTarget | undefined,
	): string | undefined {
		const { plan } = state;
		const moves = stays === 'long' ? 'short' : 'long';
		const giver = options.states().find((other) => other.plan.executionId === from);
		if (giver === undefined || giver.plan.userId !== plan.userId)
			return 'no execution of the user holds its leg';
		const call = rolls.find(
			(request) =>
				request.userId === plan.userId &&
				request.executionId === from &&
				request.leg === moves &&
				request.exchange === plan.legs[moves].venue,
		);
		if (call === undefined) return 'no caller requested the roll';
		if (halt !== undefined) return `a kill switch is active: ${halt.scope}`;
		const kept = giver.plan.legs[stays];
		if (
			kept.venue !== plan.legs[stays].venue ||
			kept.instrument.symbol !== plan.legs[stays].instrument.symbol
		)
			return 'the leg that stays is elsewhere';
		if (giver.plan.legs[moves].venue === plan.legs[moves].venue) return 'the leg moves to its own exchange';
		if (giver.plan.leverage !== plan.leverage) return 'the leverage differs from that of the pair before';
		if (plan.quantity > giver.held[stays] && !mayLose(giver))
			return 'it moves more than the pair before holds';
		const others = options
			.states()
			.filter(
				(other) =>
					other.plan.userId === plan.userId && other.plan.executionId !== plan.executionId && !isEnded(other),
			);
		const isTwice = others.some(
			(other) => other.plan.rolls?.from === from && other.phase !== 'running' && other.openingEnded === null,
		);
		if (isTwice && !mayLose(giver)) return 'another roll moves a leg of the same pair';
		if (others.length > options.limits.executionsOpenMax) return 'too many executions are open';
		const open = add(sum(others.map((other) => other.plan.amount)), plan.amount);
		if (open > add(options.limits.openAmountMaxUsd, giver.plan.amount))
			return 'the open amount is above its limit';
		return conflict(state, others);
	}

	/** True if something outside the service may have changed the holding while the call was being answered. */
	function mayLose({ phase, reductions, close }: ExecutionState): boolean {
		return phase !== 'running' || reductions.length > 0 || close !== undefined;
	}

	/**
	 * Returns why a position forbids the opening: another side, another leverage, or coins that belong to no
	 * execution.
	 */
	function conflict(state: ExecutionState, others: readonly ExecutionState[]): string | undefined {
		const { plan } = state;
		for (const leg of [plan.legs.long, plan.legs.short]) {
			const { symbol } = leg.instrument;
			const sharing = others.filter((other) => legAt(other, leg.venue, symbol) !== undefined);
			const opposite = sharing.find((other) => legAt(other, leg.venue, symbol) !== leg.role);
			if (opposite !== undefined) return `${opposite.plan.executionId} holds the other side of ${symbol}`;
			const apart = sharing.find((other) => other.plan.leverage !== plan.leverage);
			if (apart !== undefined) return `${apart.plan.executionId} holds ${symbol} at another leverage`;
			const exchange = options.exchanges().find(({ venue }) => venue === leg.venue);
			if (exchange === undefined || sharing.length > 0) continue;
			const account = exchange.accountOf(plan.userId);
			const now = options.time.now();
			const since = account.positions.get(symbol)?.past.at(-1)?.since ?? 0;
			if (now - since > UNSEEN_MS && positionAt(account, symbol, now) !== 0n)
				return `the account holds ${symbol} without an execution that explains it`;
		}
		return undefined;
	}

	return { asked, rolls, halts, judge };
}

function covers(target: HaltTarget, { plan }: ExecutionState): boolean {
	return isCovered(target, plan.userId, [plan.legs.long.venue, plan.legs.short.venue]);
}

/** True if a halt covers an opening of the user at the exchanges. */
export function isCovered(target: HaltTarget, userId: string, venues: readonly string[]): boolean {
	switch (target.scope) {
		case 'service':
			return true;
		case 'user':
			return target.userId === userId;
		case 'exchange':
			return venues.includes(target.venue);
	}
}
