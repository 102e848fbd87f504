/**
 * Computes a paper account's margin: the margin used by positions and orders, free margin, liquidation prices and
 * bankruptcy prices.
 *
 * Isolated: initial margin is entry value / leverage and does not change. Cross: initial margin is value at the mark
 * / leverage, and all cross positions share the cash that isolated positions do not use. Maintenance margin is value
 * × rate − deduction, taken from the risk tier for that value. The value is measured at the mark, as KuCoin documents
 * ("Isolated margin", read 2026-11); on Bybit in isolated margin it is measured at the entry price ("Liquidation
 * price, isolated margin", read 2026-11). If a venue publishes no tiers, the risk gate's bound applies: initial
 * margin at the maximum leverage (`domain/isolated-margin`). That bound is above any first-tier maintenance margin,
 * so this model liquidates early rather than late.
 *
 * The wallet pays settlements and fees. When the wallet holds less than the sum of the isolated margins, the
 * shortfall reduces each margin proportionally. Both venues take funding from free cash first and then from the
 * margin.
 */

import {
	abs,
	add,
	ceilToStep,
	type Decimal,
	divTrunc,
	divUp,
	floorToStep,
	max,
	min,
	mulTrunc,
	mulUp,
	sub,
	sum,
	ZERO,
} from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { maintenanceRateMax } from '../../domain/isolated-margin.ts';
import type { PaperHolding } from '../../ports/paper-store.ts';
import type { RiskTier } from '../../ports/venue-market.ts';
import { venueFacts } from '../../venues/facts.ts';

/** A position with the inputs for its margin. */
export type Margined = {
	readonly holding: PaperHolding;
	readonly instrument: Pick<Instrument, 'venue' | 'tickSize' | 'leverageMax'>;
	readonly mark: Decimal;
};

/** An account at current mark prices, with all inputs for its margin. */
export type MarginView = {
	readonly wallet: Decimal;
	readonly positions: readonly Margined[];
	/** Margin and fees reserved for orders that would open positions, USD. */
	readonly orderMargin: Decimal;
};

/**
 * Returns the tier for a position of this value (USD), or the last tier if the value is beyond all tiers. If there
 * are no tiers, returns the bound from the maximum leverage.
 */
export function tierOf(
	tiers: readonly RiskTier[] | null,
	{ leverageMax }: Pick<Instrument, 'leverageMax'>,
	value: Decimal,
): Pick<RiskTier, 'maintenanceRate' | 'deduction'> & { readonly leverageMax: Decimal | null } {
	const tier = tiers?.find(({ valueMax }) => value <= valueMax) ?? tiers?.at(-1);
	return tier ?? { maintenanceRate: maintenanceRateMax(leverageMax), deduction: ZERO, leverageMax: null };
}

/** Computes a position's profit at its mark, USD; negative for a loss. */
export function unrealizedOf({ holding, mark }: Pick<Margined, 'holding' | 'mark'>): Decimal {
	return sub(mulTrunc(mark, holding.quantity), holding.entryValue);
}

/** Computes a position's initial margin at its leverage, USD. */
export function initialMargin({ holding, mark }: Margined): Decimal {
	const { entryValue, quantity, leverage, marginMode } = holding;
	const value = marginMode === 'isolated' ? abs(entryValue) : mulUp(mark, abs(quantity));
	return divUp(value, leverage);
}

/** Computes a position's maintenance margin, USD. `isLost` compares it with the margin that is left. */
export function maintenanceMargin(position: Margined): Decimal {
	const { maintenanceRate, deduction } = tierOfPosition(position);
	return max(ZERO, sub(mulUp(valueFor(position), maintenanceRate), deduction));
}

/** Computes the margin available for new orders, USD; negative if the account uses more than it has. */
export function freeMargin({ wallet, positions, orderMargin }: MarginView): Decimal {
	const bound = sum(positions.map(initialMargin));
	const cross = positions.filter(isCross).map(unrealizedOf);
	return sub(add(wallet, sum(cross)), add(bound, orderMargin));
}

/**
 * Computes the margin that backs a position, USD. In isolated margin, the position's share of a shortfall in the
 * wallet is subtracted.
 */
export function marginBehind(position: Margined, view: MarginView): Decimal {
	const margin = initialMargin(position);
	if (isCross(position)) return margin;
	const bound = sum(view.positions.filter((each) => !isCross(each)).map(initialMargin));
	const lacking = sub(bound, max(ZERO, view.wallet));
	if (lacking <= 0n || bound === 0n) return margin;
	return max(ZERO, sub(margin, divUp(mulUp(lacking, margin), bound)));
}

/**
 * True if the position must be liquidated. In isolated margin, its own margin has fallen to its maintenance margin.
 * In cross margin, the account's equity has fallen to the maintenance margin of all cross positions.
 */
export function isLost(position: Margined, view: MarginView): boolean {
	if (!isCross(position))
		return add(marginBehind(position, view), unrealizedOf(position)) <= maintenanceMargin(position);
	return crossEquity(view) <= sum(view.positions.filter(isCross).map(maintenanceMargin));
}

/**
 * Returns the bankruptcy price, at which the venue takes over the position and exactly its margin is lost (in cross
 * margin, the account's equity). It is rounded to the tick in the account's favour and is at least one tick.
 */
export function bankruptcyPrice(position: Margined, view: MarginView): Decimal {
	const { holding, instrument, mark } = position;
	const { quantity, entryValue } = holding;
	const worth = isCross(position)
		? sub(mulTrunc(mark, quantity), crossEquity(view))
		: sub(entryValue, marginBehind(position, view));
	const price = max(ZERO, divTrunc(worth, quantity));
	const onTick =
		quantity > 0n ? ceilToStep(price, instrument.tickSize) : floorToStep(price, instrument.tickSize);
	return max(instrument.tickSize, onTick);
}

/**
 * Returns the liquidation price, assuming that no other price moves and that the current value's risk tier applies.
 * Null if there is no such price.
 */
export function liquidationPrice(position: Margined, view: MarginView): Decimal | null {
	const { holding, mark } = position;
	const { quantity, entryValue } = holding;
	const { maintenanceRate, deduction } = tierOfPosition(position);
	const slope = sub(quantity, mulTrunc(maintenanceRate, abs(quantity)));
	if (!isCross(position)) {
		const margin = marginBehind(position, view);
		return isOfEntry(position)
			? positiveQuotient(add(sub(entryValue, margin), maintenanceMargin(position)), quantity)
			: positiveQuotient(sub(sub(entryValue, margin), deduction), slope);
	}
	const others = sum(
		view.positions.filter((each) => isCross(each) && each !== position).map(maintenanceMargin),
	);
	const worth = sub(mulTrunc(mark, quantity), crossEquity(view));
	return positiveQuotient(sub(add(worth, others), deduction), slope);
}

function positiveQuotient(a: Decimal, b: Decimal): Decimal | null {
	const price = b === 0n ? ZERO : divTrunc(a, b);
	return price > 0n ? price : null;
}

/** True if the position shares the account's margin. */
export function isCross({ holding }: Pick<Margined, 'holding'>): boolean {
	return holding.marginMode === 'cross';
}

/** True if an isolated position's maintenance margin is of its entry value; without an adapter, it is of the mark. */
function isOfEntry(position: Margined): boolean {
	return !isCross(position) && venueFacts(position.instrument.venue)?.maintenanceAt === 'entry';
}

function valueFor(position: Margined): Decimal {
	const { holding, mark } = position;
	return isOfEntry(position) ? abs(holding.entryValue) : mulUp(mark, abs(holding.quantity));
}

function tierOfPosition(position: Margined) {
	return tierOf(position.holding.tiers, position.instrument, valueFor(position));
}

/** Computes the cash not used by isolated positions, plus the unrealised result of the cross positions, USD. */
function crossEquity({ wallet, positions }: MarginView): Decimal {
	const isolated = sum(positions.filter((each) => !isCross(each)).map(initialMargin));
	const cross = sum(positions.filter(isCross).map(unrealizedOf));
	return add(sub(wallet, min(isolated, max(ZERO, wallet))), cross);
}
