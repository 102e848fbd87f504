/** What a venue refuses of an order at its gate, as far as its published terms say. Pure. */
import {
	abs,
	add,
	type Decimal,
	divUp,
	formatDecimal,
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

/** Why an order is not taken, with a code; `passing`: it may be taken later. */
export type Refusal = { readonly code: string; readonly message: string; readonly passing: boolean };

/** All that decides whether an order is taken. */
export type Gate = {
	readonly instrument: Instrument;
	/** False while the venue says that the instrument is not trading. */
	readonly tradable: boolean;
	readonly fees: FeeRates;
	readonly state: PaperState;
	readonly holding: PaperHolding;
	/** Of the account at present marks, without this order. */
	readonly view: MarginView;
};

/** Undefined: the venue takes it. */
export function refusalOf(order: VenueOrder, gate: Gate): Refusal | undefined {
	return ofTerms(order, gate) ?? ofPosition(order, gate) ?? ofMargin(order, gate);
}

function ofTerms({ quantity, limitPrice, reduceOnly }: VenueOrder, gate: Gate): Refusal | undefined {
	const { symbol, lotSize, tickSize, quantityMin, quantityMax, notionalMin } = gate.instrument;
	const shown = formatDecimal;
	if (!gate.tradable) return refused('NOT_TRADING', `${symbol} is not trading at the moment.`, true);
	if (quantity <= 0n || !isMultipleOf(quantity, lotSize))
		return refused(
			'QUANTITY_NOT_ON_LOT',
			`The quantity was ${shown(quantity)}, the lot is ${shown(lotSize)}.`,
		);
	if (limitPrice <= 0n || !isMultipleOf(limitPrice, tickSize))
		return refused(
			'PRICE_NOT_ON_TICK',
			`The price was ${shown(limitPrice)}, the tick is ${shown(tickSize)}.`,
		);
	if (quantity < quantityMin)
		return refused('QUANTITY_TOO_SMALL', `The quantity was ${shown(quantity)}, least ${shown(quantityMin)}.`);
	if (quantity > quantityMax)
		return refused('QUANTITY_TOO_LARGE', `The quantity was ${shown(quantity)}, most ${shown(quantityMax)}.`);
	const notional = mulUp(quantity, limitPrice);
	if (!reduceOnly && notional < notionalMin)
		return refused(
			'NOTIONAL_TOO_SMALL',
			`The value was ${shown(notional)} USD, least ${shown(notionalMin)} USD.`,
		);
	return undefined;
}

function ofPosition(order: VenueOrder, { state, holding, instrument }: Gate): Refusal | undefined {
	if (order.reduceOnly)
		return closable(state, order) > 0n
			? undefined
			: refused('NOTHING_TO_REDUCE', `There is no position of ${order.symbol} that the order would reduce.`);
	if (holding.quantity !== 0n && holding.marginMode !== order.marginMode)
		return refused(
			'MARGIN_MODE_DIFFERS',
			`The position of ${order.symbol} is ${holding.marginMode}, the order ${order.marginMode}.`,
		);
	const after = max(ZERO, sub(add(order.quantity, sameSide(state, order)), closable(state, order)));
	const value = mulUp(after, order.limitPrice);
	const { leverageMax } = tierOf(holding.tiers, instrument, value);
	if (leverageMax === null || holding.leverage <= leverageMax) return undefined;
	return refused(
		'RISK_LIMIT',
		`A position of ${formatDecimal(value)} USD takes a leverage of at most ${formatDecimal(leverageMax)}, was ${formatDecimal(holding.leverage)}.`,
	);
}

function ofMargin(order: VenueOrder, gate: Gate): Refusal | undefined {
	if (order.reduceOnly) return undefined;
	const opens = max(ZERO, sub(order.quantity, closable(gate.state, order)));
	const needed = boundBy(opens, order.limitPrice, gate.holding.leverage, gate.fees);
	const free = freeMargin(gate.view);
	if (needed <= free) return undefined;
	return refused(
		'INSUFFICIENT_BALANCE',
		`The order needs ${formatDecimal(needed)} USD of margin and fees, ${formatDecimal(max(ZERO, free))} USD are free.`,
	);
}

/** What the open orders of an account bind: margin and the fees of entering and leaving, of what they would open. */
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

/** Coins that are held, or on order, on the side of the order. */
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
