/** Checks an order before it may trade. Each failed check throws an ExchangeRefusal with its own code. */
import {
	add,
	type Decimal,
	formatDecimal,
	isMultipleOf,
	min,
	mulDown,
	mulUp,
	ONE,
	parseDecimal,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import { isLeverageAllowed } from './account-figures.ts';
import { isClosedForGood } from './contract-changes.ts';
import type { AccountState, ExchangeState } from './exchange-state.ts';
import { notionalOf } from './money-rounding.ts';
import { closableQuantity } from './position.ts';
import { ExchangeRefusal, type Instrument, type OrderRequest, type RefusalCode, type Side } from './types.ts';
import type { VenueTerms } from './venue-terms.ts';

/** Maximum number of open orders per account and symbol. */
const OPEN_ORDERS_MAX = 500;

const CLIENT_ORDER_ID_LENGTH_MAX = 64;

function refuse(code: RefusalCode, sentence: string): never {
	throw new ExchangeRefusal(code, sentence);
}

/**
 * Returns the worst price at which an order on `side` may trade or rest: the highest for a buy, the lowest for a
 * sell.
 */
export function bandLimit({ priceBand }: VenueTerms, side: Side, mark: Decimal): Decimal {
	const band = parseDecimal(priceBand);
	return side === 'buy' ? mulUp(mark, add(ONE, band)) : mulDown(mark, sub(ONE, band));
}

/**
 * Checks everything that does not depend on the book or on the account's money. Returns the quantity to trade, which
 * is the requested quantity or, for a reduce-only order, at most the position.
 */
export function checkOrder(
	state: ExchangeState,
	account: AccountState,
	instrument: Instrument,
	request: OrderRequest,
	mark: Decimal,
): Decimal {
	checkTraded(state, instrument);
	checkClientOrderId(state, account, request);
	checkQuantity(instrument, request.quantity);
	checkPrice(state.terms, instrument, request, mark);
	if (request.leverage !== undefined && !isLeverageAllowed(instrument, request.leverage)) {
		refuse(
			'LEVERAGE_OUT_OF_RANGE',
			`Leverage must be 1 to ${instrument.leverageMax}, was ${formatDecimal(request.leverage)}.`,
		);
	}
	checkOpenOrders(account, request);
	const closable = closableQuantity(account.positions.get(instrument.symbol), request.side);
	if (request.reduceOnly) {
		if (closable === ZERO) {
			refuse(
				'REDUCE_ONLY_NO_POSITION',
				`There is no ${instrument.symbol} position that a ${request.side} reduces.`,
			);
		}
		return min(request.quantity, closable);
	}
	if (request.quantity > closable) checkNotional(instrument, request, mark);
	return request.quantity;
}

function checkTraded(state: ExchangeState, { symbol }: Instrument): void {
	if (isClosedForGood(state.changes, symbol)) refuse('NOT_TRADED', `${symbol} is closed for good.`);
	if (state.announcements.isPaused(symbol)) refuse('NOT_TRADED', `${symbol} is paused.`);
}

function checkClientOrderId(state: ExchangeState, account: AccountState, request: OrderRequest): void {
	const id = request.clientOrderId;
	if (id === undefined) return;
	if (id.length === 0 || id.length > CLIENT_ORDER_ID_LENGTH_MAX) {
		throw new RangeError(
			`A client order id has 1 to ${CLIENT_ORDER_ID_LENGTH_MAX} characters, was ${id.length}: the front end checks it.`,
		);
	}
	const holder = state.store.orderByClientId(account.account.id, id);
	if (holder === undefined) return;
	const isTaken = state.terms.clientIdsUnique === 'ever' || account.openOrders.has(holder.id);
	if (isTaken) refuse('DUPLICATE_CLIENT_ORDER_ID', `The client order id ${id} has been used before.`);
}

function checkQuantity(instrument: Instrument, quantity: Decimal): void {
	const { quantityMin, quantityMax, lotSize } = instrument;
	if (quantity < quantityMin || quantity <= ZERO) {
		refuse(
			'QUANTITY_BELOW_MIN',
			`Quantity was ${formatDecimal(quantity)}, limit at least ${formatDecimal(quantityMin)}.`,
		);
	}
	if (quantity > quantityMax) {
		refuse(
			'QUANTITY_ABOVE_MAX',
			`Quantity was ${formatDecimal(quantity)}, limit ${formatDecimal(quantityMax)}.`,
		);
	}
	if (!isMultipleOf(quantity, lotSize)) {
		refuse('QUANTITY_OFF_STEP', `Quantity was ${formatDecimal(quantity)}, step ${formatDecimal(lotSize)}.`);
	}
}

function checkPrice(terms: VenueTerms, instrument: Instrument, request: OrderRequest, mark: Decimal): void {
	const { price, kind, side } = request;
	if (kind === 'market') return;
	if (price === undefined) refuse('PRICE_MISSING', 'A limit order needs a price.');
	if (price <= ZERO || !isOnGrid(terms, instrument, price)) {
		refuse(
			'PRICE_OFF_TICK',
			`Price was ${formatDecimal(price)}, tick ${formatDecimal(instrument.tickSize)}.`,
		);
	}
	const limit = bandLimit(terms, side, mark);
	if (side === 'buy' ? price > limit : price < limit) {
		refuse(
			'PRICE_OUT_OF_BAND',
			`Price of a ${side} was ${formatDecimal(price)}, limit ${formatDecimal(limit)} at mark ${formatDecimal(mark)}.`,
		);
	}
	const far = bandLimit(terms, side === 'buy' ? 'sell' : 'buy', mark);
	const isTooGood = side === 'buy' ? price < far : price > far;
	if (terms.isBandOfBothSides && isTooGood) {
		refuse(
			'PRICE_OUT_OF_BAND',
			`Price of a ${side} was ${formatDecimal(price)}, limit ${formatDecimal(far)} at mark ${formatDecimal(mark)}.`,
		);
	}
}

/**
 * Maximum decimals of price and quantity together, for exchanges that limit a price's significant figures instead of
 * using a tick.
 */
const PRICE_AND_SIZE_DECIMALS = 6;

/**
 * True if the price is allowed. With a tick, it must be a multiple of the tick. With significant figures, it must be
 * a whole number or within the limits on figures and decimals.
 */
function isOnGrid(
	{ priceFigures: figuresMax }: VenueTerms,
	{ tickSize, lotSize }: Instrument,
	price: Decimal,
): boolean {
	if (figuresMax === undefined) return isMultipleOf(price, tickSize);
	if (isMultipleOf(price, ONE)) return true;
	const decimalsMax = PRICE_AND_SIZE_DECIMALS - decimalsOf(lotSize);
	const figures = formatDecimal(price).replace('.', '').replace(/^0+/, '').length;
	return decimalsOf(price) <= decimalsMax && figures <= figuresMax;
}

function decimalsOf(value: Decimal): number {
	return formatDecimal(value).split('.')[1]?.length ?? 0;
}

function checkOpenOrders(account: AccountState, request: OrderRequest): void {
	const canRest = request.kind === 'limit' && ['GTC', 'PostOnly'].includes(request.timeInForce);
	if (!canRest) return;
	let open = 0;
	for (const { order } of account.openOrders.values()) if (order.request.symbol === request.symbol) open += 1;
	if (open >= OPEN_ORDERS_MAX) {
		refuse(
			'TOO_MANY_OPEN_ORDERS',
			`Open orders on ${request.symbol} were ${open}, limit ${OPEN_ORDERS_MAX}.`,
		);
	}
}

function checkNotional(instrument: Instrument, request: OrderRequest, mark: Decimal): void {
	const value = notionalOf(request.kind === 'limit' ? (request.price ?? mark) : mark, request.quantity);
	if (value < instrument.notionalMin) {
		refuse(
			'NOTIONAL_BELOW_MIN',
			`Order value was ${formatDecimal(value)} USDT, limit at least ${formatDecimal(instrument.notionalMin)}.`,
		);
	}
}
