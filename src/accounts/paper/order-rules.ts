/** Checks an order as a venue does on receipt, using the venue's published rules. Pure functions. */
import {
	abs,
	add,
	type Decimal,
	divUp,
	isMultipleOf,
	max,
	mulUp,
	sub,
	sum,
	ZERO,
} from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { PaperHolding, PaperOrder, PaperState } from '../../ports/paper-store.ts';
import type { VenueOrder } from '../../ports/venue.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import { freeMargin, type MarginView, tierOf } from './margin.ts';
import { closable, remainingOf } from './order-flow.ts';
import { ORDER_TEXTS } from './text.ts';

/** Reason for refusing an order, with a code. `passing`: the venue may accept the order later. */
export type Refusal = { readonly code: string; readonly message: string; readonly passing: boolean };

/** Inputs for checking an order. */
export type Gate = {
	readonly instrument: Instrument;
	/** False while the venue reports that the instrument is not trading. */
	readonly tradable: boolean;
	readonly fees: FeeRates;
	readonly state: PaperState;
	readonly holding: PaperHolding;
	/** The account at current mark prices, without this order. */
	readonly view: MarginView;
};

/** Returns why the venue refuses the order; undefined if it accepts the order. */
export function refusalOf(order: VenueOrder, gate: Gate): Refusal | undefined {
	return ofTerms(order, gate) ?? ofPosition(order, gate) ?? ofMargin(order, gate);
}

function ofTerms({ quantity, limitPrice, reduceOnly }: VenueOrder, gate: Gate): Refusal | undefined {
	const { symbol, lotSize, tickSize, quantityMin, quantityMax, notionalMin } = gate.instrument;
	if (!gate.tradable) return refused('NOT_TRADING', ORDER_TEXTS.notTrading(symbol), true);
	if (quantity <= 0n || !isMultipleOf(quantity, lotSize))
		return refused('QUANTITY_NOT_ON_LOT', ORDER_TEXTS.lot(quantity, lotSize));
	if (limitPrice <= 0n || !isMultipleOf(limitPrice, tickSize))
		return refused('PRICE_NOT_ON_TICK', ORDER_TEXTS.tick(limitPrice, tickSize));
	if (quantity < quantityMin)
		return refused('QUANTITY_TOO_SMALL', ORDER_TEXTS.quantityMin(quantity, quantityMin));
	if (quantity > quantityMax)
		return refused('QUANTITY_TOO_LARGE', ORDER_TEXTS.quantityMax(quantity, quantityMax));
	const notional = mulUp(quantity, limitPrice);
	if (!reduceOnly && notional < notionalMin)
		return refused('NOTIONAL_TOO_SMALL', ORDER_TEXTS.valueMin(notional, notionalMin));
	return undefined;
}

function ofPosition(order: VenueOrder, { state, holding, instrument }: Gate): Refusal | undefined {
	if (order.reduceOnly)
		return closable(state, order) > 0n
			? undefined
			: refused('NOTHING_TO_REDUCE', ORDER_TEXTS.nothingToReduce(order.symbol));
	if (holding.quantity !== 0n && holding.marginMode !== order.marginMode)
		return refused(
			'MARGIN_MODE_DIFFERS',
			ORDER_TEXTS.otherMarginMode(order.symbol, holding.marginMode, order.marginMode),
		);
	const after = max(ZERO, sub(add(order.quantity, sameSide(state, order)), closable(state, order)));
	const value = mulUp(after, order.limitPrice);
	const { leverageMax } = tierOf(holding.tiers, instrument, value);
	if (leverageMax === null || holding.leverage <= leverageMax) return undefined;
	return refused('RISK_LIMIT', ORDER_TEXTS.riskLimit(value, leverageMax, holding.leverage));
}

function ofMargin(order: VenueOrder, gate: Gate): Refusal | undefined {
	if (order.reduceOnly) return undefined;
	const opens = max(ZERO, sub(order.quantity, closable(gate.state, order)));
	const needed = boundBy(opens, order.limitPrice, gate.holding.leverage, gate.fees);
	const free = freeMargin(gate.view);
	if (needed <= free) return undefined;
	return refused('INSUFFICIENT_BALANCE', ORDER_TEXTS.margin(needed, max(ZERO, free)));
}

/** Sums the margin plus entry and exit fees for the positions that the account's open orders would open, USD. */
export function orderMargin(state: PaperState, feesOf: (symbol: string) => FeeRates): Decimal {
	return sum(
		[...state.open.values()].map((order) => {
			const holding = state.holdings.get(order.symbol);
			if (order.reduceOnly || holding === undefined) return ZERO;
			const opens = max(ZERO, sub(remainingOf(order), closable(state, order)));
			return boundBy(opens, order.limitPrice, holding.leverage, feesOf(order.symbol));
		}),
	);
}

function boundBy(quantity: Decimal, price: Decimal, leverage: Decimal, { taker }: FeeRates): Decimal {
	const value = mulUp(quantity, price);
	const fee = mulUp(value, taker);
	return add(divUp(value, leverage), add(fee, fee));
}

/** Returns the quantity that the account holds or has ordered on the order's side, coins. */
function sameSide(state: PaperState, { symbol, side }: VenueOrder): Decimal {
	const held = state.holdings.get(symbol)?.quantity ?? ZERO;
	const isSame = (other: PaperOrder): boolean =>
		other.symbol === symbol && other.side === side && !other.reduceOnly;
	const ordered = [...state.open.values()].filter(isSame).map(remainingOf);
	return add((side === 'buy') === held > 0n ? abs(held) : ZERO, sum(ordered));
}

function refused(code: string, message: string, passing = false): Refusal {
	return { code, message, passing };
}
