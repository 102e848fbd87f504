/**
 * Margin of a paper account: what positions and orders bind, what is free, where positions are lost, and at what price.
 *
 * Isolated: initial margin is entry value / leverage, and stays so. Cross: value at the mark / leverage, and all cross positions
 * stand on the cash that isolated ones do not bind. Maintenance margin is value × rate − deduction of the risk tier of that
 * value; the value is the one at the mark, which KuCoin documents ("Isolated margin", read 2026-11), and at Bybit in isolated
 * margin the one at the entry ("Liquidation price, isolated margin", read 2026-11). Where a venue publishes no tiers, the bound
 * of the risk gate stands in: its initial margin at its highest leverage (`domain/isolated-margin`), which is above any
 * maintenance margin of the first tier, so that a position is lost rather earlier here.
 *
 * Settlements and fees are paid from the wallet. Once that holds less than the isolated margins together, they have eaten into
 * those, each by its share (both venues take funding from what is free first and from the margin then).
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

/** A position with what its margin depends on. */
export type Margined = {
	readonly holding: PaperHolding;
	readonly instrument: Pick<Instrument, 'venue' | 'tickSize' | 'leverageMax'>;
	readonly mark: Decimal;
};

/** An account at present marks: all that its margin follows from. */
export type MarginView = {
	readonly wallet: Decimal;
	readonly positions: readonly Margined[];
	/** Bound by orders that would open. */
	readonly orderMargin: Decimal;
};

/** The tier of a position of this value; the last one beyond all. */
export function tierOf(
	tiers: readonly RiskTier[] | null,
	{ leverageMax }: Pick<Instrument, 'leverageMax'>,
	value: Decimal,
): Pick<RiskTier, 'maintenanceRate' | 'deduction'> & { readonly leverageMax: Decimal | null } {
	const tier = tiers?.find(({ valueMax }) => value <= valueMax) ?? tiers?.at(-1);
	return tier ?? { maintenanceRate: maintenanceRateMax(leverageMax), deduction: ZERO, leverageMax: null };
}

/** Profit of a position at its mark, USD; negative for a loss. */
export function unrealizedOf({ holding, mark }: Pick<Margined, 'holding' | 'mark'>): Decimal {
	return sub(mulTrunc(mark, holding.quantity), holding.entryValue);
}

/** USD that a position binds at its leverage. */
export function initialMargin({ holding, mark }: Margined): Decimal {
	const { entryValue, quantity, leverage, marginMode } = holding;
	const value = marginMode === 'isolated' ? abs(entryValue) : mulUp(mark, abs(quantity));
	return divUp(value, leverage);
}

/** USD below which a position is liquidated. */
export function maintenanceMargin(position: Margined): Decimal {
	const { maintenanceRate, deduction } = tierOfPosition(position);
	return max(ZERO, sub(mulUp(valueFor(position), maintenanceRate), deduction));
}

/** What may be bound by more; negative when more is bound than there is. */
export function freeMargin({ wallet, positions, orderMargin }: MarginView): Decimal {
	const bound = sum(positions.map(initialMargin));
	const cross = positions.filter(isCross).map(unrealizedOf);
	return sub(add(wallet, sum(cross)), add(bound, orderMargin));
}

/** The margin that stands behind a position. */
export function marginBehind(position: Margined, view: MarginView): Decimal {
	const margin = initialMargin(position);
	if (isCross(position)) return margin;
	const bound = sum(view.positions.filter((each) => !isCross(each)).map(initialMargin));
	const lacking = sub(bound, max(ZERO, view.wallet));
	if (lacking <= 0n || bound === 0n) return margin;
	return max(ZERO, sub(margin, divUp(mulUp(lacking, margin), bound)));
}

/** Whether the mark has reached its liquidation price, or the account's in cross margin. */
export function isLost(position: Margined, view: MarginView): boolean {
	if (!isCross(position))
		return add(marginBehind(position, view), unrealizedOf(position)) <= maintenanceMargin(position);
	return crossEquity(view) <= sum(view.positions.filter(isCross).map(maintenanceMargin));
}

/**
 * The price at which a lost position is taken over: all of its margin is lost there, and no more, so it is on the tick on the
 * account's side; in cross margin all of the account's equity. At the least one tick.
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

/** Where the position would be lost if nothing else moved, by the tier of its present value; null where there is no such price. */
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

/** True where the position shares the margin of the account. */
export function isCross({ holding }: Pick<Margined, 'holding'>): boolean {
	return holding.marginMode === 'cross';
}

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

/** Cash that isolated positions do not bind, with the unrealised result of the cross ones. */
function crossEquity({ wallet, positions }: MarginView): Decimal {
	const isolated = sum(positions.filter((each) => !isCross(each)).map(initialMargin));
	const cross = sum(positions.filter(isCross).map(unrealizedOf));
	return add(sub(wallet, min(isolated, max(ZERO, wallet))), cross);
}
