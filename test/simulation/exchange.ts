/**
 * Simulates an exchange: the true orders, positions and money of every account, and the exchange's own faults, all
 * drawn from the seed. Settlements of funding are in `exchange-settlements.ts`, connection faults in
 * `exchange-session.ts`.
 */
import {
	add,
	type Decimal,
	divDown,
	floorToStep,
	fromInteger,
	min,
	mulDown,
	mulTrunc,
	neg,
	ONE,
	parseDecimal,
	roundPlaces,
	sub,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { OrderBook, Side } from '../../src/domain/order-book.ts';
import {
	type AccountFill,
	type AccountHint,
	NOT_TRADABLE,
	type SendOutcome,
	type VenueOrder,
} from '../../src/ports/venue.ts';
import type { SeededRandom } from '../../src/runtime/seeded-random.ts';
import type { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { createContracts } from './contracts.ts';
import { createTrueSwitches } from './dead-man.ts';
import {
	bookFill,
	FEE_ASSET,
	FEE_ASSET_PRICE,
	marginUsed,
	openAccount,
	positionOf,
	type Refusal,
	reducible,
	refused,
	type TrueAccount,
	type TrueFill,
	type TrueOrder,
} from './exchange-account.ts';
import { createSettlements } from './exchange-settlements.ts';
import type { Faults } from './faults.ts';
import type { Prices } from './prices.ts';
import type { TradingStop } from './scenario.ts';

/** Maximum delay, milliseconds, until the exchange lists an order or a fill, or includes a fill in the position. */
export const LISTED_WITHIN_MS = 5_000;
const RESTING_CHECK_MS = 700;
const TAKER_FEE = parseDecimal('0.0006');
const MAKER_FEE = parseDecimal('0.0002');
/** Maximum time from the last trade of a delisted contract to the settlement of its positions. */
const SETTLED_WITHIN_MS = 30_000;

export type ExchangeOptions = {
	readonly venue: string;
	readonly instruments: readonly Instrument[];
	readonly time: VirtualClock;
	readonly random: SeededRandom;
	readonly faults: Faults;
	readonly prices: Prices;
	/** Milliseconds between settlements, which fall on multiples of this interval. */
	readonly fundingIntervalMs: number;
	/** Returns the rate at which the instrument settles each time. */
	readonly fundingRate: (instrument: Instrument) => Decimal;
	/** Returns the start time of the process; absent if the exchange has no dead-man switch. */
	readonly switchedFor?: { readonly aliveSince: () => number | undefined } | undefined;
	readonly onOrder: (order: VenueOrder) => void;
	readonly onFill: (venue: string, userId: string, fill: TrueFill) => void;
	readonly onMisfit: (sentence: string) => void;
	readonly trace: (line: () => string) => void;
};

export type Exchange = ReturnType<typeof createExchange>;

export function createExchange(options: ExchangeOptions) {
	const { venue, time, random, faults, prices } = options;
	const accounts = new Map<string, TrueAccount>();
	const listeners = new Set<(userId: string, hint: AccountHint) => void>();
	const arrived = new Set<string>();
	let counter = 0;
	const contracts = createContracts(options);
	const { instrument } = contracts;
	const switches = options.switchedFor && createTrueSwitches({ ...options, ...options.switchedFor, hint });
	const settlements = createSettlements({ ...options, instrument, accounts, hint });

	function accountOf(userId: string): TrueAccount {
		const account = accounts.get(userId);
		if (account === undefined) throw new Error(`${venue} has no account of ${userId}.`);
		return account;
	}

	const bookNow = (symbol: string): OrderBook => prices.book(instrument(symbol), time.now());

	// Orders ------------------------------------------------------------------------------------------------------

	/** Receives an order request, and executes or refuses it. */
	function take(userId: string, order: VenueOrder): SendOutcome {
		const account = accountOf(userId);
		options.onOrder(order);
		// The network may deliver a request twice. The venue recognises the second one as a duplicate.
		const isSecond = arrived.has(order.clientOrderId);
		arrived.add(order.clientOrderId);
		if (isSecond) return { kind: 'unknown', message: 'the client order id has been used before' };
		const refusal = refusalOf(account, order);
		if (refusal !== undefined) {
			options.trace(() => `${venue} refuses ${order.clientOrderId}: ${refusal.message}`);
			return refusal;
		}
		counter += 1;
		const entry: TrueOrder = {
			request: order,
			venueOrderId: `${venue}-${counter}`,
			foundFrom: time.now() + (faults.hit('lateOrder') ? random.below(LISTED_WITHIN_MS) : 0),
			status: 'open',
			filled: ZERO,
			fills: [],
		};
		account.orders.set(order.clientOrderId, entry);
		if (order.timeInForce === 'IOC') takeFromBook(account, entry);
		else restOnBook(account, entry);
		hint(userId, { kind: 'order', symbol: order.symbol, clientOrderId: order.clientOrderId });
		return { kind: 'accepted', venueOrderId: entry.venueOrderId };
	}

	function refusalOf(account: TrueAccount, order: VenueOrder): Refusal | undefined {
		const { quantityMin, notionalMin } = instrument(order.symbol);
		if (contracts.isStopped(order.symbol)) {
			faults.note('refused: not traded');
			return refused(NOT_TRADABLE, 'no orders are taken on the contract', false);
		}
		if (contracts.isByOldSteps(order)) return refused('STEP', 'off the tick or the lot', false);
		if (faults.hit('clockRefused')) return refused('TIMESTAMP', 'the signature is outside its window', true);
		if (faults.hit('rateLimited')) return refused('RATE_LIMIT', 'too many requests', true);
		if (faults.hit('rejected')) return refused('REFUSED', 'refused by the seed', false);
		if (order.quantity < quantityMin) return belowMinimum('QUANTITY_MIN', 'below the smallest quantity');
		const closable = reducible(account, order.symbol, order.side);
		if (order.reduceOnly)
			return closable === 0n ? refused('REDUCE_ONLY', 'there is no position to reduce', false) : undefined;
		if (order.quantity > closable && mulDown(order.quantity, order.limitPrice) < notionalMin)
			return belowMinimum('NOTIONAL_MIN', 'below the smallest notional');
		const margin = mulDown(order.quantity, order.limitPrice) / (order.leverage / ONE);
		if (order.quantity > closable && margin > sub(account.wallet, marginUsed(account)))
			return refused('MARGIN', 'not enough margin', false);
		return undefined;
	}

	function belowMinimum(code: string, message: string): Refusal {
		faults.note(`refused: ${message}`);
		return refused(code, message, false);
	}

	function takeFromBook(account: TrueAccount, entry: TrueOrder): void {
		const { request } = entry;
		let left = request.reduceOnly
			? min(request.quantity, reducible(account, request.symbol, request.side))
			: request.quantity;
		if (faults.hit('unfilled')) left = ZERO;
		else if (faults.hit('partial')) left = drawnPart(request.symbol, left);
		const book = bookNow(request.symbol);
		for (const [price, available] of request.side === 'buy' ? book.asks : book.bids) {
			if (left === 0n || (request.side === 'buy' ? price > request.limitPrice : price < request.limitPrice))
				break;
			const part = min(left, available);
			left = sub(left, part);
			fill(account, entry, part, price, TAKER_FEE);
		}
		end(entry);
	}

	function end(entry: TrueOrder): void {
		entry.status = entry.filled === entry.request.quantity ? 'filled' : 'canceled';
	}

	function drawnPart(symbol: string, whole: Decimal): Decimal {
		return floorToStep(mulDown(whole, parseDecimal(random.unit().toFixed(6))), instrument(symbol).lotSize);
	}

	function restOnBook(account: TrueAccount, entry: TrueOrder): void {
		if (crosses(entry.request)) {
			entry.status = random.chance(0.5) ? 'rejected' : 'canceled';
			return;
		}
		switches?.onResting(account.userId, entry.request.symbol, entry.request.clientOrderId);
		checkLater(account, entry);
	}

	function crosses({ symbol, side, limitPrice }: VenueOrder): boolean {
		const { bids, asks } = bookNow(symbol);
		const best = side === 'buy' ? asks[0]?.[0] : bids[0]?.[0];
		return best !== undefined && (side === 'buy' ? best <= limitPrice : best >= limitPrice);
	}

	function checkLater(account: TrueAccount, entry: TrueOrder): void {
		time.after(1 + random.below(RESTING_CHECK_MS * 2), () => {
			if (entry.status !== 'open') return;
			if (contracts.isStopped(entry.request.symbol)) return checkLater(account, entry);
			restingFill(account, entry, crosses(entry.request));
			if (entry.status === 'open') checkLater(account, entry);
		});
	}

	/** Fills part of a resting order, or all of it if the price crossed it. */
	function restingFill(account: TrueAccount, entry: TrueOrder, whole: boolean): void {
		const { request } = entry;
		let left = sub(request.quantity, entry.filled);
		if (request.reduceOnly) left = min(left, reducible(account, request.symbol, request.side));
		const part = whole ? left : random.chance(0.3) ? drawnPart(request.symbol, left) : ZERO;
		if (part > 0n) fill(account, entry, part, request.limitPrice, MAKER_FEE);
		if (entry.filled === request.quantity) entry.status = 'filled';
		else if (request.reduceOnly && reducible(account, request.symbol, request.side) === 0n)
			entry.status = 'canceled';
	}

	/** Receives a cancel. */
	function cancel(userId: string, clientOrderId: string): 'asked' | 'refused' {
		const account = accountOf(userId);
		const entry = account.orders.get(clientOrderId);
		if (entry?.status === 'open' && faults.hit('fillBeforeCancel'))
			restingFill(account, entry, random.chance(0.5));
		if (entry?.status !== 'open') return 'refused';
		entry.status = 'canceled';
		options.trace(() => `${venue} cancels ${clientOrderId}, filled ${entry.filled}`);
		hint(userId, { kind: 'order', symbol: entry.request.symbol, clientOrderId });
		return 'asked';
	}

	function fill(
		account: TrueAccount,
		entry: TrueOrder,
		quantity: Decimal,
		price: Decimal,
		rate: Decimal,
	): void {
		const { request } = entry;
		const made = makeFill(request.symbol, request.side, quantity, price, rate, {
			venueOrderId: entry.venueOrderId,
			clientOrderId: request.clientOrderId,
			cause: 'order',
		});
		entry.fills.push(made);
		entry.filled = add(entry.filled, quantity);
		book(account, made);
	}

	function makeFill(
		symbol: string,
		side: Side,
		quantity: Decimal,
		price: Decimal,
		rate: Decimal,
		owner: Pick<AccountFill, 'venueOrderId' | 'clientOrderId' | 'cause'>,
	): TrueFill {
		counter += 1;
		const fee = roundPlaces(mulTrunc(mulTrunc(price, quantity), rate), 8);
		const isThird = faults.hit('thirdCoinFee');
		return {
			symbol,
			tradeId: `${venue}-t${counter}`,
			quantity,
			price,
			side,
			fee,
			feeAsset: isThird ? FEE_ASSET : 'USDT',
			feeQuantity: isThird ? divDown(fee, FEE_ASSET_PRICE) : fee,
			filledAt: time.now(),
			listedAt: time.now() + (faults.hit('lateFill') ? random.below(LISTED_WITHIN_MS) : 0),
			shownAt: time.now() + (faults.hit('latePosition') ? random.below(LISTED_WITHIN_MS) : 0),
			...owner,
		};
	}

	function book(account: TrueAccount, made: TrueFill): void {
		bookFill(account, made, time.now());
		options.trace(
			() =>
				`${venue} fills ${account.userId} ${made.side} ${Number(made.quantity) / 1e18} ${made.symbol} at ${Number(made.price) / 1e18} (${made.cause} ${made.clientOrderId ?? ''})`,
		);
		options.onFill(venue, account.userId, made);
		hint(account.userId, { kind: 'position', symbol: made.symbol });
	}

	// Actions of the venue or the owner outside the service ---------------------------------------------------------

	/** Liquidates or deleverages a share of the position. */
	function seize(userId: string, symbol: string, cause: 'liquidation' | 'adl', share: number): void {
		const account = accountOf(userId);
		const held = positionOf(account, symbol);
		const size = held < 0n ? neg(held) : held;
		const { lotSize } = instrument(symbol);
		const part = share >= 1 ? size : floorToStep(mulDown(size, parseDecimal(share.toFixed(6))), lotSize);
		if (part === 0n) return;
		faults.note(cause);
		const rate = cause === 'liquidation' ? TAKER_FEE : ZERO;
		trade(account, symbol, held > 0n ? 'sell' : 'buy', part, rate, cause);
	}

	/** Stops trading in a contract, for a time or for good. The exchange's list reports the stop later. */
	function stopTrading({ coin, forMs, toldAfterMs }: TradingStop): void {
		const stopped = contracts.listed().find((candidate) => candidate.coin === coin);
		if (stopped === undefined || faults.ended()) return;
		const { symbol } = stopped;
		faults.note(forMs === 'ever' ? 'delisting' : 'contract paused');
		options.trace(() => `${venue} takes no orders on ${symbol}`);
		contracts.stop(symbol, time.now() + toldAfterMs, forMs === 'ever');
		if (forMs === 'ever') time.after(1 + random.below(SETTLED_WITHIN_MS), () => closeForGood(symbol));
		else time.after(forMs, () => contracts.resume(symbol));
	}

	/** Cancels resting orders, settles positions and delists the contract. */
	function closeForGood(symbol: string): void {
		for (const account of accounts.values()) {
			for (const entry of account.orders.values())
				if (entry.request.symbol === symbol && entry.status === 'open') entry.status = 'canceled';
			const held = positionOf(account, symbol);
			const size = held < 0n ? neg(held) : held;
			if (size > 0n) trade(account, symbol, held > 0n ? 'sell' : 'buy', size, ZERO, 'delisting');
		}
		contracts.unlist(symbol);
	}

	/** Makes the owner trade outside the service. */
	function tradeByHand(userId: string, symbol: string, side: Side, quantity: Decimal): void {
		faults.note('hand trade');
		trade(accountOf(userId), symbol, side, quantity, TAKER_FEE, 'order');
	}

	function trade(
		account: TrueAccount,
		symbol: string,
		side: Side,
		quantity: Decimal,
		rate: Decimal,
		cause: AccountFill['cause'],
	): void {
		counter += 1;
		const owner = { venueOrderId: `${venue}-${counter}`, clientOrderId: null, cause };
		const price = prices.mark(instrument(symbol), time.now());
		const tick = instrument(symbol).tickSize;
		book(account, makeFill(symbol, side, quantity, floorToStep(price, tick), rate, owner));
	}

	function flow(userId: string, amount: Decimal): void {
		const account = accountOf(userId);
		account.wallet = add(account.wallet, amount);
		counter += 1;
		account.flows.push({
			recordId: `${venue}-f${counter}`,
			kind: 'transfer',
			cause: 'transfer',
			asset: 'USDT',
			amount,
			at: time.now(),
		});
		faults.note('deposit or withdrawal');
		hint(userId, { kind: 'balance' });
	}

	function hint(userId: string, told: AccountHint): void {
		for (const listener of [...listeners]) listener(userId, told);
	}

	return {
		venue,
		/** Returns the contracts as listed now. */
		instruments: contracts.listed,
		fundingIntervalMs: settlements.intervalMs,
		changeSteps: contracts.changeSteps,
		changeInterval: settlements.changeInterval,
		stopTrading,
		/** Returns when the list starts to say that the contract takes no orders. The time may be in the future. */
		toldStoppedAt: contracts.toldStoppedAt,
		nextSettlementAt: settlements.nextAt,
		fees: { taker: TAKER_FEE, maker: MAKER_FEE },
		instrument,
		accountOf,
		accounts,
		connect(userId: string, wallet: number): void {
			accounts.set(userId, openAccount(userId, fromInteger(wallet)));
		},
		bookNow,
		/** Returns the unrealized profit at the current mark prices. */
		unrealized: (userId: string): Decimal =>
			sum(
				[...accountOf(userId).positions].map(([symbol, { quantity, cost }]) =>
					sub(mulTrunc(prices.mark(instrument(symbol), time.now()), quantity), cost),
				),
			),
		bookAt: (symbol: string, at: number): OrderBook => prices.book(instrument(symbol), at),
		rateOf: options.fundingRate,
		markOf: (symbol: string): Decimal => prices.mark(instrument(symbol), time.now()),
		switches,
		take,
		cancel,
		seize,
		tradeByHand,
		flow,
		listen(listener: (userId: string, hint: AccountHint) => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
