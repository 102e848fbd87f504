/**
 * Keeps the true state of one account at a simulated exchange: wallet, netted positions, orders, fills, payments,
 * flows.
 */
import { add, type Decimal, fromInteger, mulTrunc, neg, sub, ZERO } from '../../src/domain/decimal.ts';
import type { Side } from '../../src/domain/order-book.ts';
import type { ExternalFlowReport, FundingPaymentReport } from '../../src/ports/account-payments.ts';
import type { AccountFill, OrderReportStatus, SendOutcome, VenueOrder } from '../../src/ports/venue.ts';

/** Asset other than USDT in which the exchange can charge fees. */
export const FEE_ASSET = 'KCS';
/** Price of the fee asset, USD. */
export const FEE_ASSET_PRICE = fromInteger(10);

export type Refusal = Extract<SendOutcome, { kind: 'rejected' }>;

export function refused(code: string, message: string, passing: boolean): Refusal {
	return { kind: 'rejected', code, message, passing };
}

/** A fill, and when it becomes visible to each type of read. */
export type TrueFill = AccountFill & {
	readonly symbol: string;
	/** Time from which lists of fills include the fill. */
	readonly listedAt: number;
	/** Time from which the position includes the fill. */
	readonly shownAt: number;
};

export type TrueOrder = {
	readonly request: VenueOrder;
	readonly venueOrderId: string;
	/** Time from which a query by client order id finds the order. */
	readonly foundFrom: number;
	status: OrderReportStatus;
	filled: Decimal;
	readonly fills: TrueFill[];
};

export type TruePayment = FundingPaymentReport & { readonly listedAt: number };

type TruePosition = {
	/** Position in coins, positive when long. */
	quantity: Decimal;
	/** Cost at the average price, with the same sign as the quantity. */
	cost: Decimal;
	/** Past quantities, each with the times at which it became true and became visible; newest last. */
	readonly past: { readonly since: number; readonly shownAt: number; readonly quantity: Decimal }[];
};

export type TrueAccount = {
	readonly userId: string;
	wallet: Decimal;
	readonly walletAtStart: Decimal;
	readonly positions: Map<string, TruePosition>;
	readonly orders: Map<string, TrueOrder>;
	readonly fills: TrueFill[];
	readonly payments: TruePayment[];
	readonly flows: ExternalFlowReport[];
	/** Balance of `FEE_ASSET`, in coins. */
	feeAssetHeld: Decimal;
	/** Leverage and margin mode by symbol, as the last `prepare` set them. */
	readonly prepared: Map<string, string>;
};

export function openAccount(userId: string, wallet: Decimal): TrueAccount {
	return {
		userId,
		wallet,
		walletAtStart: wallet,
		positions: new Map(),
		orders: new Map(),
		fills: [],
		payments: [],
		flows: [],
		feeAssetHeld: fromInteger(100),
		prepared: new Map(),
	};
}

export function positionOf(account: TrueAccount, symbol: string): Decimal {
	return account.positions.get(symbol)?.quantity ?? ZERO;
}

/**
 * Returns the position that the venue reports at this time: the state before the first change that is not visible
 * yet.
 */
export function positionAt(account: TrueAccount, symbol: string, at: number): Decimal {
	const past = account.positions.get(symbol)?.past ?? [];
	const hidden = past.findIndex(({ since, shownAt }) => since > at || shownAt > at);
	return (hidden === -1 ? past.at(-1) : past[hidden - 1])?.quantity ?? ZERO;
}

/** Returns how many coins of the position an order on this side can close. */
export function reducible(account: TrueAccount, symbol: string, side: Side): Decimal {
	const held = positionOf(account, symbol);
	const against = side === 'sell' ? held : neg(held);
	return against > 0n ? against : ZERO;
}

/**
 * Books a fill. The wallet changes by fees and, on reductions, by the profit against average cost. Fees in
 * `FEE_ASSET` do not change the wallet.
 */
export function bookFill(account: TrueAccount, fill: TrueFill, at: number): void {
	const { symbol, side, quantity } = fill;
	const signed = side === 'buy' ? quantity : neg(quantity);
	const position = account.positions.get(symbol) ?? { quantity: ZERO, cost: ZERO, past: [] };
	account.positions.set(symbol, position);
	if (fill.feeAsset === 'USDT') account.wallet = sub(account.wallet, fill.fee);
	else account.feeAssetHeld = sub(account.feeAssetHeld, fill.feeQuantity);
	const isAgainst = position.quantity !== 0n && position.quantity > 0n !== signed > 0n;
	const size = position.quantity < 0n ? neg(position.quantity) : position.quantity;
	const closed = isAgainst ? (quantity < size ? quantity : size) : ZERO;
	if (closed > 0n) {
		const cost = closed === size ? position.cost : (((position.cost * closed) / size) as Decimal);
		const value = mulTrunc(fill.price, closed);
		account.wallet = sub(add(account.wallet, side === 'sell' ? value : neg(value)), cost);
		position.cost = sub(position.cost, cost);
	}
	const opened = mulTrunc(fill.price, sub(quantity, closed));
	position.cost = add(position.cost, side === 'buy' ? opened : neg(opened));
	position.quantity = add(position.quantity, signed);
	position.past.push({ since: at, shownAt: fill.shownAt, quantity: position.quantity });
	account.fills.push(fill);
}

/** Returns the margin that the positions use, valued at cost, USD. */
export function marginUsed(account: TrueAccount): Decimal {
	let used = ZERO;
	for (const [symbol, { cost }] of account.positions) {
		const leverage = account.prepared.get(symbol)?.split(' ')[0] ?? '1';
		const size = cost < 0n ? neg(cost) : cost;
		used = add(used, (size / BigInt(leverage)) as Decimal);
	}
	return used;
}
