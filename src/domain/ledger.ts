/**
 * Computes an execution's profit and loss exactly, by the identities of the API specification:
 *
 *   total = price + funding − fees − slippage = long + short = realized + unrealized
 *
 * `price` values fills at their decision mid, and `slippage` is the difference from the actual prices. Realized PnL
 * covers the closed quantity, from its opening to its closing fills at average cost, and all funding and fees.
 * Unrealized PnL covers the open quantity, from its fills to the mark. Every product is truncated once and reused on
 * both sides of an identity, so the identities hold to the last digit.
 */
import { add, type Decimal, divDown, max, min, mulTrunc, neg, roundPlaces, sub, ZERO } from './decimal.ts';
import type { Fill } from './event.ts';
import { type ExecutionState, legFills, legPlan } from './execution.ts';
import { fundingTally } from './funding-tally.ts';
import type { LegRole } from './ids.ts';
import type { Side } from './order-book.ts';

const LEGS: readonly LegRole[] = ['long', 'short'];
/** Decimal places in the venues' ledgers. */
export const LEDGER_PLACES = 8;

/** Result of one leg. Money is USD; `slippage` and `fees` are costs when positive. */
export type LegLedger = {
	/** Coins held. */
	readonly held: Decimal;
	/** Cost of the held quantity at the average entry price, USD. */
	readonly openCost: Decimal;
	/** Average price of the opening fills; null before the first fill. */
	readonly entryPrice: Decimal | null;
	/** Price profit of the closed quantity, from its opening to its closing fills, before fees and funding. */
	readonly realizedPrice: Decimal;
	readonly fees: Decimal;
	readonly slippage: Decimal;
	readonly fundingReceived: Decimal;
	/** Funding paid, USD; 0 or positive. */
	readonly fundingPaid: Decimal;
	/** Realized result: `realizedPrice` + funding − fees. */
	readonly realized: Decimal;
	/** Profit of the open quantity at the mark. Null if the leg is open and no mark is known. */
	readonly unrealized: Decimal | null;
	/**
	 * Price profit with fills valued at their decision mids and the open quantity at the mark. Null if the leg is
	 * open and no mark is known.
	 */
	readonly priceAtMid: Decimal | null;
};

/** Results of both legs and their deployed capital, USD. */
export type ExecutionLedger = {
	readonly long: LegLedger;
	readonly short: LegLedger;
	/** Peak deployed capital: filled notional of both legs / leverage. */
	readonly deployedPeak: Decimal;
	readonly deployed: Decimal;
};

/** Mark price of each leg's instrument, USD per coin; null if unknown. */
export type Marks = { readonly long: Decimal | null; readonly short: Decimal | null };

/** Computes an execution's profit and loss at the given marks, which affect only the unrealized part. */
export function executionLedger(state: ExecutionState, marks: Marks): ExecutionLedger {
	const { long, short, deployed, deployedPeak } = unmarked(state);
	return {
		long: ledgerAt(long, marks.long),
		short: ledgerAt(short, marks.short),
		deployed,
		deployedPeak,
	};
}

/** A quantity and its cost, USD. */
export type Costed = { readonly quantity: Decimal; readonly cost: Decimal };

/** The part of the ledger that does not depend on marks, and the fills' cash flow at their decision mids. */
type UnmarkedLeg = {
	readonly ledger: Omit<LegLedger, 'unrealized' | 'priceAtMid'>;
	readonly openSide: Side;
	readonly cashAtMid: Decimal;
};

/** A leg's ledger without a mark, and a cached one at the last requested mark. Many callers request the same mark. */
type KeptLeg = {
	readonly leg: UnmarkedLeg;
	readonly withoutMark: LegLedger;
	atMark: { readonly mark: Decimal; readonly ledger: LegLedger } | undefined;
};

type Unmarked = {
	readonly long: KeptLeg;
	readonly short: KeptLeg;
	readonly deployed: Decimal;
	readonly deployedPeak: Decimal;
};

/** Ledgers without marks. States never change, so a cached ledger stays valid for as long as its state exists. */
const unmarkedOf = new WeakMap<ExecutionState, Unmarked>();

function unmarked(state: ExecutionState): Unmarked {
	const known = unmarkedOf.get(state);
	if (known !== undefined) return known;
	const ledger = {
		long: keptLeg(unmarkedLeg(state, 'long')),
		short: keptLeg(unmarkedLeg(state, 'short')),
		...deployedCapital(state),
	};
	unmarkedOf.set(state, ledger);
	return ledger;
}

function keptLeg(leg: UnmarkedLeg): KeptLeg {
	return { leg, withoutMark: marked(leg, null), atMark: undefined };
}

function ledgerAt(kept: KeptLeg, mark: Decimal | null): LegLedger {
	if (mark === null) return kept.withoutMark;
	if (kept.atMark?.mark === mark) return kept.atMark.ledger;
	kept.atMark = { mark, ledger: marked(kept.leg, mark) };
	return kept.atMark.ledger;
}

function marked({ ledger, openSide, cashAtMid }: UnmarkedLeg, mark: Decimal | null): LegLedger {
	const { held, openCost } = ledger;
	const markValue = held === 0n ? ZERO : mark === null ? null : mulTrunc(mark, held);
	return {
		...ledger,
		unrealized: markValue === null ? null : direction(openSide, sub(markValue, openCost)),
		priceAtMid: markValue === null ? null : add(cashAtMid, direction(openSide, markValue)),
	};
}

function unmarkedLeg(state: ExecutionState, leg: LegRole): UnmarkedLeg {
	const { openSide } = legPlan(state, leg);
	let position: Costed = { quantity: ZERO, cost: ZERO };
	let opened: Costed = { quantity: ZERO, cost: ZERO };
	let cashAtMid = ZERO;
	let realizedPrice = ZERO;
	let fees = ZERO;
	let slippage = ZERO;
	for (const { side, decisionMid, fill } of legFills(state, leg)) {
		const value = mulTrunc(fill.price, fill.quantity);
		const midValue = mulTrunc(decisionMid, fill.quantity);
		cashAtMid = add(cashAtMid, side === 'sell' ? midValue : neg(midValue));
		slippage = add(slippage, side === 'buy' ? sub(value, midValue) : sub(midValue, value));
		fees = add(fees, fill.fee);
		if (side === openSide)
			opened = { quantity: add(opened.quantity, fill.quantity), cost: add(opened.cost, value) };
		const after = afterFill(position, openSide, side, fill);
		position = after.position;
		realizedPrice = add(realizedPrice, after.realized);
	}
	const { received, paid } = fundingTally(state, leg);
	return {
		openSide,
		cashAtMid,
		ledger: {
			held: position.quantity,
			openCost: position.cost,
			entryPrice: opened.quantity === 0n ? null : divDown(opened.cost, opened.quantity),
			realizedPrice,
			fees,
			slippage,
			fundingReceived: received,
			fundingPaid: paid,
			realized: sub(add(realizedPrice, sub(received, paid)), fees),
		},
	};
}

/**
 * Applies a fill to a leg's position. `realized` is the price profit of the quantity that the fill closed, USD; zero
 * for a fill that opens.
 */
export function afterFill(
	{ quantity, cost }: Costed,
	openSide: Side,
	side: Side,
	fill: Pick<Fill, 'price' | 'quantity'>,
): { readonly position: Costed; readonly realized: Decimal } {
	const value = mulTrunc(fill.price, fill.quantity);
	if (side === openSide)
		return { position: { quantity: add(quantity, fill.quantity), cost: add(cost, value) }, realized: ZERO };
	const removed = costShare({ quantity, cost }, fill.quantity);
	return {
		position: { quantity: sub(quantity, fill.quantity), cost: sub(cost, removed) },
		realized: direction(openSide, sub(value, removed)),
	};
}

/**
 * Computes the cost of the closed `quantity`, pro rata at average cost. It is rounded to the 8 places of venue
 * ledgers, half away from zero, so that every figure can be written exactly. Returns the whole cost if the position
 * closes completely.
 */
export function costShare(position: Costed, quantity: Decimal): Decimal {
	if (quantity >= position.quantity) return position.cost;
	return min(
		roundPlaces(((position.cost * quantity) / position.quantity) as Decimal, LEDGER_PLACES),
		position.cost,
	);
}

function direction(openSide: Side, value: Decimal): Decimal {
	return openSide === 'buy' ? value : neg(value);
}

/** Deployed capital from `at` (milliseconds) until the next step, USD: cost of both legs / leverage. */
export type CapitalStep = { readonly at: number; readonly deployed: Decimal };

/** Walks through both legs' fills in order of time, and returns the deployed capital after each. */
export function capitalSteps(state: ExecutionState): readonly CapitalStep[] {
	const positions: Record<LegRole, Costed> = {
		long: { quantity: ZERO, cost: ZERO },
		short: { quantity: ZERO, cost: ZERO },
	};
	const all = LEGS.flatMap((leg) => legFills(state, leg).map((legFill) => ({ leg, ...legFill })));
	all.sort((a, b) => a.fill.filledAt - b.fill.filledAt);
	return all.map(({ leg, side, fill }) => {
		positions[leg] = afterFill(positions[leg], legPlan(state, leg).openSide, side, fill).position;
		return {
			at: fill.filledAt,
			deployed: divDown(add(positions.long.cost, positions.short.cost), state.plan.leverage),
		};
	});
}

/** Returns the final and the maximum deployed capital, USD. */
function deployedCapital(state: ExecutionState): {
	readonly deployed: Decimal;
	readonly deployedPeak: Decimal;
} {
	const steps = capitalSteps(state);
	return {
		deployed: steps.at(-1)?.deployed ?? ZERO,
		deployedPeak: steps.reduce((peak, { deployed }) => max(peak, deployed), ZERO),
	};
}
