/** Computes one execution's figures from its fills and settlements. Pure functions; each state is computed once. */
import { tradeKey } from '../domain/account-books.ts';
import { type AssetAmount, addTo, type TakenShare } from '../domain/account-identity.ts';
import { add, type Decimal, mulTrunc, neg, ZERO } from '../domain/decimal.ts';
import { type ExecutionState, legFills, legPlan } from '../domain/execution.ts';
import type { LegRole } from '../domain/ids.ts';
import { executionLedger } from '../domain/ledger.ts';
import { legTimeline } from '../domain/leg-timeline.ts';
import { legJournalId } from '../domain/user-executions.ts';
import { walletAssetOf } from '../venues/facts.ts';

/** One leg's figures: profit, fees, reductions, position and holding period. */
export type LegFigures = {
	readonly leg: LegRole;
	/** The account's journal id. */
	readonly account: string;
	readonly symbol: string;
	readonly realized: Decimal;
	/** Fees paid in assets other than the wallet's, by asset. */
	readonly otherFees: ReadonlyMap<string, AssetAmount>;
	/** Reductions of the leg that our orders did not make, by `tradeKey`. */
	readonly taken: ReadonlyMap<string, TakenShare>;
	/** Signed position size, coins. */
	readonly quantity: Decimal;
	/** Signed cost of the position at the average entry price, USD. */
	readonly cost: Decimal;
	/** Times of the first and last fill; undefined without fills. */
	readonly span: { readonly from: number; readonly to: number } | undefined;
};

/** One execution's figures, USD: profit without the open position, funding, deployed capital and volume. */
export type ExecutionFigures = {
	readonly realized: Decimal;
	readonly fundingReceived: Decimal;
	readonly fundingPaid: Decimal;
	readonly deployed: Decimal;
	readonly deployedPeak: Decimal;
	/** Notional of all fills of our orders, for both legs, opening and closing, USD. */
	readonly volume: Decimal;
	/** Number of all fills of our orders, for both legs, opening and closing. */
	readonly trades: number;
	readonly legs: readonly LegFigures[];
};

const LEGS: readonly LegRole[] = ['long', 'short'];

const known = new WeakMap<ExecutionState, ExecutionFigures>();

/** Computes an execution's figures from its fills and settlements, cached per state. */
export function figuresOf(state: ExecutionState): ExecutionFigures {
	const present = known.get(state);
	if (present !== undefined) return present;
	const ledger = executionLedger(state, { long: null, short: null });
	const figures: ExecutionFigures = {
		realized: add(ledger.long.realized, ledger.short.realized),
		fundingReceived: add(ledger.long.fundingReceived, ledger.short.fundingReceived),
		fundingPaid: add(ledger.long.fundingPaid, ledger.short.fundingPaid),
		deployed: ledger.deployed,
		deployedPeak: ledger.deployedPeak,
		...tradedVolume(state),
		legs: LEGS.map((leg) => legFigures(state, leg, ledger[leg])),
	};
	known.set(state, figures);
	return figures;
}

function tradedVolume({ orders }: ExecutionState): { readonly volume: Decimal; readonly trades: number } {
	const fills = orders.flatMap((order) => order.fills);
	return {
		volume: fills.reduce((total, { price, quantity }) => add(total, mulTrunc(price, quantity)), ZERO),
		trades: fills.length,
	};
}

function legFigures(
	state: ExecutionState,
	leg: LegRole,
	{
		realized,
		held,
		openCost,
	}: { readonly realized: Decimal; readonly held: Decimal; readonly openCost: Decimal },
): LegFigures {
	const { instrument } = legPlan(state, leg);
	const { times } = legTimeline(state, leg);
	const [from, to] = [times[0], times.at(-1)];
	const otherFees = new Map<string, AssetAmount>();
	for (const { fill } of legFills(state, leg))
		if (fill.feeAsset !== walletAssetOf(instrument.venue))
			addTo(otherFees, fill.feeAsset, { quantity: fill.feeQuantity, usd: fill.fee });
	const taken = new Map<string, TakenShare>();
	for (const reduction of state.reductions)
		if (reduction.leg === leg)
			for (const fill of reduction.fills)
				addTaken(taken, tradeKey(instrument.symbol, fill.tradeId), fill, add);
	return {
		leg,
		account: legJournalId(state.plan, leg),
		symbol: instrument.symbol,
		realized,
		otherFees,
		taken,
		quantity: leg === 'long' ? held : neg(held),
		cost: leg === 'long' ? openCost : neg(openCost),
		span: from === undefined || to === undefined ? undefined : { from, to },
	};
}

/** Combines a share of a trade with the one already present, and drops an empty result. */
export function addTaken(
	taken: Map<string, TakenShare>,
	key: string,
	share: TakenShare,
	combine: (a: Decimal, b: Decimal) => Decimal,
): void {
	const present = taken.get(key);
	const combined: TakenShare = {
		quantity: combine(present?.quantity ?? ZERO, share.quantity),
		fee: combine(present?.fee ?? ZERO, share.fee),
		feeQuantity: combine(present?.feeQuantity ?? ZERO, share.feeQuantity),
	};
	if (combined.quantity === 0n) taken.delete(key);
	else taken.set(key, combined);
}
