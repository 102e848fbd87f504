/** Checks the limits of a pot on its notional: whole, per coin and per exchange. */
import { type Decimal, max, min, sub, toNumber, ZERO } from '../../src/domain/decimal.ts';
import { type ExecutionState, isEnded } from '../../src/domain/execution.ts';
import { mayOpenMore } from '../../src/domain/status.ts';
import type { ChangeFacts } from './pot-facts.ts';

/** Returns the mark of a contract; undefined if the exchange is unknown. */
export type MarkOf = (venue: string, symbol: string) => Decimal | undefined;

/** Share of the capital that the planner keeps idle. */
const IDLE_SHARE = 0.25;
/**
 * A limit holds for the prices of the plan. Prices move up to 10 % between the plan and its last opening, and a position
 * that grew in value need not shrink.
 */
const PRICE_TOLERANCE = 1.1;

type Exposure = { readonly coin: string; readonly venue: string; readonly usd: number };

/**
 * Returns the limits that a pot exceeds with a new execution. If the changes before it were not all made, only the
 * capital at the leverage limits it, because its owner may confirm an opening before a reduction.
 * @param own executions of the pot, with the new one
 */
export function limitFaults(
	{ change, decision: { settings } }: ChangeFacts,
	isPlanDone: boolean,
	own: readonly ExecutionState[],
	markOf: MarkOf,
): readonly string[] {
	// A roll moves what the pot already holds.
	if (change.kind === 'roll') return [];
	const { capital, leverage, limits } = settings;
	const whole = toNumber(capital) * toNumber(leverage) * PRICE_TOLERANCE;
	const gross = whole * (1 - IDLE_SHARE);
	const exposures = own.flatMap((state) => exposuresOf(state, markOf));
	const faults: string[] = [];
	const check = (name: string, used: number, max: number): void => {
		if (used > max) faults.push(`has ${used.toFixed(2)} USD ${name}, limit ${max.toFixed(2)}`);
	};
	check('in all', sumOf(exposures), isPlanDone ? gross : whole);
	if (!isPlanDone) return faults;
	// Another coin or exchange may hold too much, such as one that takes no orders now.
	const ofCoin = exposures.filter(({ coin }) => coin === change.coin);
	check(`of ${change.coin}`, sumOf(ofCoin), toNumber(limits.coinShare) * gross);
	if (limits.exchangeShare === null) return faults;
	for (const { venue } of [change.long, change.short]) {
		const here = exposures.filter((one) => one.venue === venue);
		check(`at ${venue}`, sumOf(here), toNumber(limits.exchangeShare) * gross);
	}
	return faults;
}

/**
 * Returns the notional of both legs. An opening counts with its plan, any other execution with its pair: a roll and the
 * pair before hold a coin twice for the time of one slice.
 */
function exposuresOf(state: ExecutionState, markOf: MarkOf): readonly Exposure[] {
	if (isEnded(state)) return [];
	const { plan, held } = state;
	const isOpening = mayOpenMore(state) && plan.rolls === undefined;
	return (['long', 'short'] as const).map((leg) => {
		const { venue, instrument } = plan.legs[leg];
		const quantity = isOpening ? plan.quantity : max(ZERO, sub(min(held.long, held.short), plan.commonLot));
		const mark = markOf(venue, instrument.symbol);
		return { coin: plan.coin, venue, usd: mark === undefined ? 0 : toNumber(quantity) * toNumber(mark) };
	});
}

function sumOf(exposures: readonly Exposure[]): number {
	return exposures.reduce((total, { usd }) => total + usd, 0);
}
