/** Checks an order, matches it, books its trades, and adds the remainder to the book. One order is one transaction. */
import { type Decimal, floorToStep, min, mulDown, ZERO } from '../../src/domain/decimal.ts';
import { type EffectiveSetting, marginView, ordersOn, settingOf } from './account-figures.ts';
import { createDeadManBook, type DeadManBook } from './dead-man.ts';
import {
	type AccountState,
	accountState,
	commit,
	currentTime,
	type ExchangeState,
	marketOf,
	newId,
} from './exchange-state.ts';
import {
	announceTouched,
	bookFill,
	canceled,
	feeRateOf,
	fitReduceOnly,
	keepResting,
	type Touched,
	touchedBalance,
	writeTouched,
} from './fill-booking.ts';
import { freeMargin, restingOrderMargin } from './margin.ts';
import type { Market } from './market.ts';
import { publishBook } from './market-advance.ts';
import { oppositeOf, restingFor, takeResting } from './market-taking.ts';
import { isAcceptable, type MatchPlan, planMatch } from './matching.ts';
import { feeOf, notionalOf } from './money-rounding.ts';
import { bandLimit, checkOrder } from './order-checks.ts';
import { applyFill, type HeldPosition } from './position.ts';
import { innerId } from './store-rows.ts';
import { ExchangeRefusal, type Order, type OrderRequest, type Side } from './types.ts';

/** Faults that the fault plan can apply to one order. */
export type OrderFault =
	| { readonly kind: 'reject' }
	/** Only this fraction (0 to 1) of the quantity trades immediately. */
	| { readonly kind: 'partialFill'; readonly share: Decimal };

type Intake = {
	readonly market: Market;
	readonly account: AccountState;
	readonly request: OrderRequest;
	readonly setting: EffectiveSetting;
	readonly quantity: Decimal;
	readonly limit: Decimal;
	readonly plan: MatchPlan;
	/** True if a fault prevented the order from trading in full. */
	readonly isHeldBack: boolean;
	readonly at: number;
};

/**
 * Places an order. The market must already be up to date at `at`.
 * @throws ExchangeRefusal if the order is refused, in which case nothing has changed
 */
export function placeOrder(
	state: ExchangeState,
	accountId: string,
	request: OrderRequest,
	at: number,
	fault: OrderFault | undefined,
): Order {
	const account = accountState(state, accountId);
	const market = marketOf(state, request.symbol);
	const { instrument } = market;
	if (fault?.kind === 'reject')
		throw new ExchangeRefusal('FAULT_REJECT', 'The fault plan refuses this order.');
	const mark = state.world.mark(instrument, at);
	const quantity = checkOrder(state, account, instrument, request, mark);
	const setting = askedSetting(account, market, request);
	const limit =
		request.kind === 'limit' && request.price !== undefined
			? request.price
			: bandLimit(state.terms, request.side, mark);
	const most =
		fault?.kind === 'partialFill'
			? min(quantity, floorToStep(mulDown(quantity, fault.share), instrument.lotSize))
			: quantity;
	const met = planMatch(
		{ side: request.side, accountId, quantity: most, limit },
		restingFor(state, market, request.side),
	);
	const intake: Intake = {
		market,
		account,
		request: { ...request, quantity },
		setting,
		quantity,
		limit,
		plan: keptPlan(request, quantity, met),
		isHeldBack: most < quantity && met.quantity === most,
		at,
	};
	checkMargin(state, intake);
	return book(state, intake, met);
}

const NO_TRADES: MatchPlan = { trades: [], quantity: ZERO, metOwnOrder: false };

/** Returns the trades that the order's time in force allows. */
function keptPlan(request: OrderRequest, quantity: Decimal, met: MatchPlan): MatchPlan {
	if (request.timeInForce === 'PostOnly' && request.kind === 'limit') return NO_TRADES;
	if (request.timeInForce === 'FOK' && met.quantity < quantity) return NO_TRADES;
	return met;
}

/**
 * Returns the leverage and margin mode that the order sets for the symbol. A reduce-only order changes neither.
 * @throws ExchangeRefusal POSITION_EXISTS if the order changes the margin mode while a position or order is open
 */
function askedSetting(account: AccountState, market: Market, request: OrderRequest): EffectiveSetting {
	const current = settingOf(account, market.instrument);
	if (request.reduceOnly) return current;
	const mode = request.marginMode ?? current.mode;
	if (mode !== current.mode && isInUse(account, request.symbol)) {
		throw new ExchangeRefusal(
			'POSITION_EXISTS',
			`The margin mode of ${request.symbol} is ${current.mode} while a position or an order is open, was ${mode}.`,
		);
	}
	return { leverage: request.leverage ?? current.leverage, mode };
}

export function isInUse(account: AccountState, symbol: string): boolean {
	return account.positions.has(symbol) || ordersOn(account, symbol).length > 0;
}

/**
 * Checks that an opening order leaves the free margin at zero or above after its immediate effects. These are fees,
 * realised losses, and the margin for the new position and for the resting part. An order that only closes is always
 * accepted.
 */
function checkMargin(state: ExchangeState, intake: Intake): void {
	const { market, account, request, setting, plan, quantity, at } = intake;
	const { symbol, side } = request;
	let held: HeldPosition | undefined = account.positions.get(symbol);
	let wallet = account.wallet;
	let opened = ZERO;
	for (const { price, quantity: traded } of plan.trades) {
		const fee = feeOf(feeRateOf(market, false), notionalOf(price, traded));
		const effect = applyFill(held, { symbol, side, price, quantity: traded, fee, at });
		held = effect.position;
		opened = (opened + effect.openedQuantity) as Decimal;
		wallet = (wallet + effect.realizedPnl - fee) as Decimal;
	}
	const orders = ordersOn(account, symbol);
	const before = restingOrderMargin(orders, held, setting.leverage, market.instrument);
	if (canRest(request) && plan.quantity < quantity) orders.push(newOrder(intake, '', plan.quantity));
	const after = restingOrderMargin(orders, held, setting.leverage, market.instrument);
	if (opened === ZERO && after <= before) return;
	const view = marginView(state, account, at, { symbol, wallet, held, orders, setting });
	if (freeMargin(view) < ZERO) {
		throw new ExchangeRefusal(
			'INSUFFICIENT_BALANCE',
			`The balance of ${account.account.name} is too small for this order.`,
		);
	}
}

function canRest(request: OrderRequest): boolean {
	return request.kind === 'limit' && (request.timeInForce === 'GTC' || request.timeInForce === 'PostOnly');
}

function newOrder(intake: Intake, id: string, filledQuantity: Decimal): Order {
	const { account, request, setting, at } = intake;
	return {
		id,
		accountId: account.account.id,
		request,
		leverage: setting.leverage,
		marginMode: setting.mode,
		origin: 'user',
		status: 'open',
		endReason: undefined,
		filledQuantity,
		filledValue: ZERO,
		fee: ZERO,
		assetFee: ZERO,
		createdAt: at,
		updatedAt: at,
	};
}

function book(state: ExchangeState, intake: Intake, met: MatchPlan): Order {
	const { market, account, request, at } = intake;
	const touched: Touched = new Map();
	const placed = commit(state, () => {
		keepSetting(state, intake);
		let order = newOrder(intake, newId(state), ZERO);
		order = tradeAll(state, intake, order, touched);
		const endReason = endReasonOf(intake, met);
		if (order.status !== 'filled' && endReason !== undefined) order = canceled(order, endReason, at);
		state.store.putOrder(order);
		if (order.status === 'open' || order.status === 'partiallyFilled') {
			const priority = innerId(order.id) ?? 0;
			const resting = { order, price: intake.limit, side: request.side, priority };
			market.resting.add(resting);
			account.openOrders.set(order.id, resting);
		}
		state.outbox.add({ to: 'account', accountId: order.accountId, event: { kind: 'order', order } });
		fitReduceOnly(state, market, touched, at);
		writeTouched(state, touched);
		return order;
	});
	publishBook(state, market, at);
	if (touched.size > 0) announceTouched(state, touched, at);
	else if (account.openOrders.has(placed.id)) announceTouched(state, touchedBalance(account), at);
	return account.openOrders.get(placed.id)?.order ?? placed;
}

function keepSetting(state: ExchangeState, { account, market, setting }: Intake): void {
	const current = settingOf(account, market.instrument);
	if (current.leverage === setting.leverage && current.mode === setting.mode) return;
	const own = account.settings.get(market.instrument.symbol);
	const next = {
		leverage: setting.leverage,
		marginMode: current.mode === setting.mode ? own?.marginMode : setting.mode,
	};
	account.settings.set(market.instrument.symbol, next);
	state.store.putSetting(account.account.id, market.instrument.symbol, next.leverage, next.marginMode);
}

function tradeAll(state: ExchangeState, intake: Intake, placed: Order, touched: Touched): Order {
	const { market, request, plan, at } = intake;
	let order = placed;
	for (const trade of plan.trades) {
		const { price, quantity } = trade;
		order = bookFill(state, market, order, { price, quantity, isMaker: false, at }, touched);
		takeResting(state, market, request.side, trade, at, touched);
	}
	return order;
}

/** Returns the reason why the rest of the order does not stay in the book; undefined if it stays. */
function endReasonOf(intake: Intake, met: MatchPlan): string | undefined {
	const { request, plan, limit, market } = intake;
	const wouldTake = met.trades.length > 0 || met.metOwnOrder;
	if (request.kind === 'market') return plan.metOwnOrder ? 'selfTrade' : 'noLiquidity';
	if (request.timeInForce === 'PostOnly') return wouldTake ? 'postOnlyWouldTake' : undefined;
	if (request.timeInForce === 'FOK') return met.metOwnOrder ? 'selfTrade' : 'immediateOrCancel';
	if (plan.metOwnOrder) return 'selfTrade';
	if (request.timeInForce === 'IOC') return 'immediateOrCancel';
	// An order that a fault has held back must not rest at a price that crosses the book.
	return intake.isHeldBack && restsAcross(market, request.side, limit) ? 'noLiquidity' : undefined;
}

function restsAcross(market: Market, side: Side, limit: Decimal): boolean {
	const opposite = oppositeOf(side);
	const background = market.background.levels(opposite)[0]?.price;
	const order = market.resting.side(opposite)[0]?.price;
	return [background, order].some((price) => price !== undefined && isAcceptable(side, price, limit));
}

export type OrderKey = {
	readonly orderId?: string | undefined;
	readonly clientOrderId?: string | undefined;
	readonly symbol?: string | undefined;
};

/** Finds one of the account's orders, however old. The exchange's id takes precedence over the client's. */
export function findOrder(state: ExchangeState, account: AccountState, key: OrderKey): Order | undefined {
	const { id } = account.account;
	let found: Order | undefined;
	if (key.orderId !== undefined) found = state.store.orderById(id, key.orderId);
	else if (key.clientOrderId !== undefined) found = state.store.orderByClientId(id, key.clientOrderId);
	if (found === undefined || (key.symbol !== undefined && found.request.symbol !== key.symbol))
		return undefined;
	return found;
}

/** @throws ExchangeRefusal ORDER_NOT_FOUND or ORDER_FINISHED */
export function cancelOrder(state: ExchangeState, account: AccountState, key: OrderKey, at: number): Order {
	const found = findOrder(state, account, key);
	if (found === undefined) throw new ExchangeRefusal('ORDER_NOT_FOUND', 'There is no such order.');
	const canceledOrders = cancelOrders(state, account, [found.id], at);
	const done = canceledOrders[0];
	if (done === undefined)
		throw new ExchangeRefusal('ORDER_FINISHED', `Order ${found.id} is ${found.status}.`);
	return done;
}

/** Cancels the open orders among `ids`, in one transaction. */
export function cancelOrders(
	state: ExchangeState,
	account: AccountState,
	ids: readonly string[],
	at: number,
	endReason = 'userCancel',
): readonly Order[] {
	const open = ids.flatMap((id) => account.openOrders.get(id) ?? []);
	if (open.length === 0) return [];
	const markets = new Set<Market>();
	commit(state, () => {
		for (const resting of open) {
			const market = marketOf(state, resting.order.request.symbol);
			markets.add(market);
			keepResting(state, market, resting, canceled(resting.order, endReason, at));
		}
	});
	for (const market of markets) publishBook(state, market, at);
	announceTouched(state, touchedBalance(account), at);
	return open.map((resting) => resting.order);
}

/** Creates the dead-man switches for the exchange's accounts. */
export function openDeadManBook(state: ExchangeState): DeadManBook {
	return createDeadManBook({
		now: () => currentTime(state),
		meta: state.store.meta,
		// When the exchange itself shuts down, the lost connections must not arm a switch.
		setMeta: (name, value) => {
			if (state.store.isOpen()) state.store.setMeta(name, value);
		},
		openOrders: (accountId) =>
			[...accountState(state, accountId).openOrders.values()].map(({ order }) => order),
		cancel: (accountId, ids, at) =>
			void cancelOrders(state, accountState(state, accountId), ids, at, 'deadMan'),
	});
}
