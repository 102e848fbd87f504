/**
 * Computes an account's margin: amounts tied up in positions and resting orders, the free margin, and liquidation
 * prices.
 *
 * Isolated margin: margin = entry value / leverage, maintenance = entry value × rate. A long is liquidated at (entry
 * value - margin + maintenance) / quantity, a short with opposite signs. (Bybit help centre, "Liquidation price,
 * isolated margin": 20,000 at 50x and 0.5 % gives 19,700. KuCoin's formula is the same.) Cross margin: liquidation is
 * at the price where the account's equity outside isolated positions equals its maintenance.
 */
import {
	abs,
	add,
	type Decimal,
	divDown,
	divUp,
	max,
	min,
	mulDown,
	mulUp,
	ONE,
	parseDecimal,
	sign,
	sub,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import { feeOf, marginOf, marginShare, notionalOf } from './money-rounding.ts';
import { type HeldPosition, unrealizedPnl } from './position.ts';
import type { Balance, Instrument, MarginMode, Order, Position } from './types.ts';

/** A position with the data from which its margin is computed. */
export type MarginedPosition = {
	readonly held: HeldPosition;
	readonly instrument: Instrument;
	readonly mark: Decimal;
	readonly leverage: Decimal;
	readonly mode: MarginMode;
};

export type MarginView = {
	readonly wallet: Decimal;
	readonly positions: readonly MarginedPosition[];
	readonly orderMargin: Decimal;
};

type Figures = { readonly margin: Decimal; readonly maintenance: Decimal; readonly unrealized: Decimal };

function figuresOf({ held, instrument, mark, leverage, mode }: MarginedPosition): Figures {
	const value = mode === 'isolated' ? held.entryValue : notionalOf(mark, abs(held.quantity));
	return {
		margin: marginShare(value, leverage),
		maintenance: marginOf(instrument.maintenanceMarginRate, value),
		unrealized: unrealizedPnl(held, mark),
	};
}

/**
 * Returns the wallet plus the unrealised result of cross positions, less all margins. It is negative if more margin
 * is needed than available.
 */
export function freeMargin(view: MarginView): Decimal {
	let free = sub(view.wallet, view.orderMargin);
	for (const position of view.positions) {
		const figures = figuresOf(position);
		free = sub(free, figures.margin);
		if (position.mode === 'cross') free = add(free, figures.unrealized);
	}
	return free;
}

export function balanceOf(view: MarginView): Balance {
	const figures = view.positions.map(figuresOf);
	const unrealized = sum(figures.map((each) => each.unrealized));
	return {
		walletBalance: view.wallet,
		equity: add(view.wallet, unrealized),
		unrealizedPnl: unrealized,
		available: max(ZERO, freeMargin(view)),
		positionMargin: sum(figures.map((each) => each.margin)),
		orderMargin: view.orderMargin,
		maintenanceMargin: sum(figures.map((each) => each.maintenance)),
	};
}

export function positionOf(position: MarginedPosition, view: MarginView): Position {
	const { held, mark, mode, leverage } = position;
	const { maintenance, unrealized } = figuresOf(position);
	const margin = marginLeft(position, view);
	const size = abs(held.quantity);
	const prices = pricesOf(position, view);
	return {
		symbol: held.symbol,
		quantity: held.quantity,
		entryPrice: divDown(held.entryValue, size),
		mark,
		marginMode: mode,
		leverage,
		margin,
		maintenanceMargin: maintenance,
		liquidationPrice: onTick(prices.liquidation, position),
		bankruptcyPrice: onTick(prices.bankruptcy, position),
		unrealizedPnl: unrealized,
		realizedPnl: held.realized,
		adlRank: adlRankOf(position, unrealized),
		openedAt: held.openedAt,
		updatedAt: held.updatedAt,
	};
}

type LossPrices = { readonly liquidation: Decimal; readonly bankruptcy: Decimal };

function pricesOf(position: MarginedPosition, view: MarginView): LossPrices {
	if (position.mode === 'cross') return crossPrices(position, view);
	return isolatedPrices(position, marginLeft(position, view), figuresOf(position).maintenance);
}

/**
 * Returns the margin that backs a position. Settlements are paid from the wallet. If the wallet holds less than all
 * isolated margins together, each of them bears its share of the shortfall. Bybit and KuCoin instead take funding
 * from the free balance first, then from the position's margin.
 */
function marginLeft(position: MarginedPosition, view: MarginView): Decimal {
	const { margin } = figuresOf(position);
	if (position.mode === 'cross') return margin;
	const isolated = view.positions.filter((each) => each.mode === 'isolated');
	const bound = sum(isolated.map((each) => figuresOf(each).margin));
	const lacking = sub(bound, max(ZERO, view.wallet));
	if (lacking <= ZERO) return margin;
	return sub(margin, min(margin, marginShare(mulUp(lacking, margin), bound)));
}

/**
 * True if the exchange takes the position over. The mark price has reached its liquidation price, or, in cross
 * margin, the account's equity is no more than the maintenance margin of its cross positions.
 */
export function isLost(position: MarginedPosition, view: MarginView): boolean {
	const { held, mark, mode } = position;
	if (mode === 'cross') {
		const cross = view.positions.filter((each) => each.mode === 'cross');
		if (crossEquity(view) <= sum(cross.map((each) => figuresOf(each).maintenance))) return true;
	}
	const price = onTick(pricesOf(position, view).liquidation, position);
	if (price === undefined) return false;
	return held.quantity > ZERO ? mark <= price : mark >= price;
}

/**
 * Returns the bankruptcy price, rounded to the last tick at which the loss does not exceed the margin. Returns one
 * tick if the margin exceeds any possible loss.
 */
export function takeoverPrice(position: MarginedPosition, view: MarginView): Decimal {
	return onTick(pricesOf(position, view).bankruptcy, position) ?? position.instrument.tickSize;
}

/**
 * Thresholds of profit per entry value × leverage that separate the five ranks in the auto-deleveraging queue, as on
 * Bybit and KuCoin.
 */
const ADL_STEPS = ['0', '0.1', '0.3', '0.6'].map((step) => parseDecimal(step));

function adlRankOf({ held, leverage }: MarginedPosition, unrealized: Decimal): number {
	if (held.entryValue === ZERO) return 1;
	const score = mulDown(divDown(unrealized, held.entryValue), leverage);
	return 1 + ADL_STEPS.filter((step) => score > step).length;
}

function isolatedPrices({ held }: MarginedPosition, margin: Decimal, maintenance: Decimal): LossPrices {
	const size = abs(held.quantity);
	const long = held.quantity > ZERO;
	const priceAt = (loss: Decimal): Decimal =>
		long ? divUp(sub(held.entryValue, loss), size) : divDown(add(held.entryValue, loss), size);
	return { liquidation: priceAt(sub(margin, maintenance)), bankruptcy: priceAt(margin) };
}

/**
 * Solves for price x: E + s q (x - p) = M + l q x. Here s is the sign, q the size and l the maintenance rate. E is
 * the equity that cross positions share at mark price p, and M is the maintenance of the other cross positions. For
 * bankruptcy, M = l = 0.
 */
function crossPrices(position: MarginedPosition, view: MarginView): LossPrices {
	const { held, mark, instrument } = position;
	const size = abs(held.quantity);
	const shared = crossEquity(view);
	const others = sum(
		view.positions
			.filter((other) => other.mode === 'cross' && other !== position)
			.map((other) => figuresOf(other).maintenance),
	);
	const signed = notionalOf(mark, held.quantity);
	const long = sign(held.quantity) > 0;
	const slope = sub(long ? ONE : ((-1n * ONE) as Decimal), instrument.maintenanceMarginRate);
	const liquidation = divUp(sub(add(signed, others), shared), mulDown(size, slope));
	return { liquidation, bankruptcy: divUp(sub(signed, shared), held.quantity) };
}

function crossEquity(view: MarginView): Decimal {
	let equity = view.wallet;
	for (const position of view.positions) {
		const { margin, unrealized } = figuresOf(position);
		equity = position.mode === 'cross' ? add(equity, unrealized) : sub(equity, margin);
	}
	return equity;
}

/**
 * Rounds a price to the tick nearer to the entry price: up for a long, down for a short. The loss at the tick is
 * therefore at most the loss at `price`. Returns undefined if the result would not be a positive price.
 */
function onTick(price: Decimal, { held, instrument }: MarginedPosition): Decimal | undefined {
	if (price <= ZERO) return undefined;
	const { tickSize } = instrument;
	const up = held.quantity > ZERO ? tickSize - 1n : 0n;
	const ticks = (price + up) / tickSize;
	return ticks <= 0n ? undefined : ((ticks * tickSize) as Decimal);
}

/**
 * Returns the margin that one instrument's resting orders tie up. On each side, orders first close the opposite
 * position, oldest first; the rest needs value / leverage plus the taker fee. Reduce-only orders need none.
 */
export function restingOrderMargin(
	orders: Iterable<Order>,
	held: HeldPosition | undefined,
	leverage: Decimal,
	instrument: Instrument,
): Decimal {
	const quantity = held?.quantity ?? ZERO;
	let closableBySells = max(ZERO, quantity);
	let closableByBuys = max(ZERO, -quantity as Decimal);
	let total = ZERO;
	for (const { request, filledQuantity } of orders) {
		if (request.reduceOnly || request.price === undefined) continue;
		const remaining = sub(request.quantity, filledQuantity);
		const closing = min(remaining, request.side === 'sell' ? closableBySells : closableByBuys);
		if (request.side === 'sell') closableBySells = sub(closableBySells, closing);
		else closableByBuys = sub(closableByBuys, closing);
		const value = notionalOf(request.price, sub(remaining, closing));
		total = add(total, add(marginShare(value, leverage), feeOf(instrument.takerFeeRate, value)));
	}
	return total;
}
