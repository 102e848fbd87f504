/** Reads the executions of pots: what they hold, and what they have earned. */
import { add, type Decimal, fromNumber, min, mulDown, ZERO } from '../domain/decimal.ts';
import { type ExecutionState, isEnded } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { executionLedger } from '../domain/ledger.ts';
import { mayOpenMore } from '../domain/status.ts';
import type { PotBooks, PotHolding, PotLeg } from '../ports/autopilot.ts';
import type { Journal } from '../ports/journal.ts';

/** Most ended executions whose profit is kept in memory. */
const ENDED_MAX = 5_000;

/** The executions in memory. */
export type PotExecutions = {
	readonly state: (executionId: string) => ExecutionState | undefined;
	readonly states: () => readonly ExecutionState[];
	readonly onChange: (listener: (state: ExecutionState) => void) => () => void;
};

/** Creates the reader. `markOf` returns the present mark of a contract; null if none is current. */
export function createPotBooks(parts: {
	readonly executions: PotExecutions;
	readonly journal: Pick<Journal, 'readExecution'>;
	readonly markOf: (leg: PotLeg) => Decimal | null;
}): PotBooks {
	const { executions, journal, markOf } = parts;
	/** Profit of executions that have left memory and therefore change no more, by id. */
	const settled = new Map<string, Decimal>();

	async function profitOf(executionId: string): Promise<Decimal | null> {
		const known = executions.state(executionId);
		if (known !== undefined) return profitNow(known, markOf);
		const kept = settled.get(executionId);
		if (kept !== undefined) return kept;
		const profit = profitNow(foldExecution(await journal.readExecution(executionId)), markOf);
		if (profit !== null && settled.size < ENDED_MAX) settled.set(executionId, profit);
		return profit;
	}

	return {
		holdings: (ids) =>
			ids.flatMap((id) => {
				const state = executions.state(id);
				return state === undefined || isEnded(state) ? [] : [holdingOf(state, markOf)];
			}),
		committed: (ids) =>
			ids.reduce<Decimal>((total, id) => {
				const state = executions.state(id);
				return state === undefined || isEnded(state) ? total : add(total, committedOf(state, markOf));
			}, ZERO),
		async profit(ids) {
			let total: Decimal = ZERO;
			for (const id of ids) {
				const profit = await profitOf(id);
				if (profit === null) return null;
				total = add(total, profit);
			}
			return total;
		},
		originOf(executionId) {
			const plan = executions.state(executionId)?.plan;
			return plan?.rolls?.from ?? plan?.takenOver?.from;
		},
		handedOver: (from, to) =>
			executions
				.state(from)
				?.reductions.filter((one) => one.cause === 'handover' && one.to === to)
				.flatMap(({ fills }) => fills)
				.reduce<Decimal>((total, { quantity }) => add(total, quantity), ZERO),
		present: () => executions.states().map(({ plan }) => plan.executionId),
		onChange: (listener) => executions.onChange(({ plan }) => listener(plan.executionId)),
	};
}

const HALF = fromNumber(0.5);

function holdingOf(state: ExecutionState, markOf: (leg: PotLeg) => Decimal | null): PotHolding {
	const { plan, held, reductions } = state;
	const [long, short] = [legOf(state, 'long'), legOf(state, 'short')];
	const quantity = min(held.long, held.short);
	const marks = [markOf(long), markOf(short)] as const;
	return {
		executionId: plan.executionId,
		coin: plan.coin,
		long,
		short,
		quantity,
		notional:
			marks[0] === null || marks[1] === null
				? null
				: mulDown(mulDown(add(marks[0], marks[1]), HALF), quantity),
		profit: profitNow(state, markOf),
		isMoving: state.phase !== 'running' || state.close !== undefined,
		lostLegs: reductions.filter(({ cause }) => cause !== 'handover').length,
	};
}

/** Returns the notional of one leg once the opening is complete, USD. An unknown mark counts as the plan's amount. */
function committedOf(state: ExecutionState, markOf: (leg: PotLeg) => Decimal | null): Decimal {
	const { plan, held } = state;
	const isOpening = mayOpenMore(state) && plan.rolls === undefined;
	const quantity = isOpening ? plan.quantity : min(held.long, held.short);
	const mark = markOf(legOf(state, 'long')) ?? markOf(legOf(state, 'short'));
	return mark === null ? mulDown(mulDown(plan.amount, plan.leverage), HALF) : mulDown(mark, quantity);
}

function profitNow(state: ExecutionState, markOf: (leg: PotLeg) => Decimal | null): Decimal | null {
	const ledger = executionLedger(state, {
		long: markOf(legOf(state, 'long')),
		short: markOf(legOf(state, 'short')),
	});
	const realized = add(ledger.long.realized, ledger.short.realized);
	const [long, short] = [ledger.long.unrealized, ledger.short.unrealized];
	if (isEnded(state)) return realized;
	return long === null || short === null ? null : add(realized, add(long, short));
}

function legOf({ plan }: ExecutionState, role: 'long' | 'short'): PotLeg {
	const { venue, instrument } = plan.legs[role];
	return { venue, symbol: instrument.symbol };
}
