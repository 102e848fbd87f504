/**
 * Drafts a change to an account. Fills, orders and settlements are applied one after another, each to the state left
 * by the previous one. All of them are then stored in one write.
 *
 * Invariant: wallet = deposit + Σ realised profit of the fills − Σ their fees + Σ payments. It holds exactly in every
 * state.
 */
import { add, type Decimal, floorPlaces, max, min, mulTrunc, neg, sub, ZERO } from '../../domain/decimal.ts';
import { LEDGER_PLACES } from '../../domain/ledger.ts';
import { nettedPosition } from '../../domain/netted-position.ts';
import type { Side } from '../../domain/order-book.ts';
import type {
	PaperChange,
	PaperFill,
	PaperHolding,
	PaperOrder,
	PaperPayment,
	PaperState,
	TakenLevel,
} from '../../ports/paper-store.ts';

/** A fill to apply to the account. */
export type NewFill = {
	readonly symbol: string;
	readonly side: Side;
	readonly price: Decimal;
	readonly quantity: Decimal;
	/** Fee as a fraction of the fill's value. */
	readonly feeRate: Decimal;
	readonly filledAt: number;
	readonly tradeId: string;
	readonly venueOrderId: string;
	readonly clientOrderId: string | null;
	readonly cause: PaperFill['cause'];
};

/**
 * When a position opens, the search for its settlements starts this long before its first fill, milliseconds. That
 * also finds a late settlement of an earlier position in the instrument.
 */
const LATE_SETTLEMENT_MS = 24 * 3_600_000;

/** Returns the account's state after a stored change. */
export function withChange(state: PaperState, change: PaperChange): PaperState {
	const holdings = new Map(state.holdings);
	for (const holding of change.holdings ?? []) holdings.set(holding.symbol, holding);
	const open = new Map(state.open);
	for (const order of change.orders ?? [])
		if (isOpen(order)) open.set(order.clientOrderId, order);
		else open.delete(order.clientOrderId);
	const taken = new Map(state.taken);
	for (const [symbol, levels] of change.taken ?? [])
		if (levels.length > 0) taken.set(symbol, levels);
		else taken.delete(symbol);
	return { account: state.account, wallet: change.wallet ?? state.wallet, holdings, open, taken };
}

/** True while the order can still fill, that is, while it is waiting or resting. */
export function isOpen({ status }: Pick<PaperOrder, 'status'>): boolean {
	return status === 'waiting' || status === 'resting';
}

/** Starts a draft on an account's state. The drafted changes take effect only once they are stored. */
export function createDraft(before: PaperState) {
	let state = before;
	const holdings = new Map<string, PaperHolding>();
	const orders = new Map<string, PaperOrder>();
	const taken = new Map<string, readonly TakenLevel[]>();
	const fills: PaperFill[] = [];
	const payments: PaperPayment[] = [];

	function put(change: PaperChange): void {
		state = withChange(state, change);
		for (const holding of change.holdings ?? []) holdings.set(holding.symbol, holding);
		for (const order of change.orders ?? []) orders.set(order.clientOrderId, order);
		for (const [symbol, levels] of change.taken ?? []) taken.set(symbol, levels);
		fills.push(...(change.fills ?? []));
		payments.push(...(change.payments ?? []));
	}

	return {
		state: (): PaperState => state,
		put,
		/** @throws Error if the account has no settings for the instrument */
		fill(made: NewFill): void {
			const holding = state.holdings.get(made.symbol);
			if (holding === undefined)
				throw new Error(`Invariant broken: a fill needs settings for ${made.symbol}.`);
			const netted = nettedPosition([made], { ...holding, reductions: 0 });
			const signed = made.side === 'buy' ? made.quantity : neg(made.quantity);
			const realized = sub(sub(netted.entryValue, holding.entryValue), mulTrunc(made.price, signed));
			const fee = feeOf(made, add(state.wallet, realized));
			const { feeRate: _feeRate, ...rest } = made;
			put({
				wallet: sub(add(state.wallet, realized), fee),
				holdings: [
					{
						...holding,
						quantity: netted.quantity,
						entryValue: netted.entryValue,
						filledAt: made.filledAt,
						fundedTo:
							holding.quantity === 0n
								? Math.max(holding.fundedTo, made.filledAt - LATE_SETTLEMENT_MS)
								: holding.fundedTo,
					},
				],
				fills: [{ ...rest, fee, realized }],
			});
		},
		pay(payment: PaperPayment): void {
			put({ wallet: add(state.wallet, payment.amount), payments: [payment] });
		},
		/** Returns the change to store; undefined if nothing has changed. */
		change(): PaperChange | undefined {
			if (state === before) return undefined;
			return {
				wallet: state.wallet,
				holdings: [...holdings.values()],
				orders: [...orders.values()],
				fills,
				payments,
				taken,
			};
		},
	};
}

/** A change to an account that is not stored yet. */
export type Draft = ReturnType<typeof createDraft>;

/**
 * Computes the fee, rounded up to the decimal places of venue ledgers. A liquidation fee is capped at the remaining
 * cash, because the venue's insurance fund bears the rest.
 */
function feeOf({ price, quantity, feeRate, cause }: NewFill, cash: Decimal): Decimal {
	const exact = mulTrunc(mulTrunc(price, quantity), feeRate);
	const fee = neg(floorPlaces(neg(exact), LEDGER_PLACES));
	return cause === 'liquidation' ? min(fee, max(ZERO, cash)) : fee;
}
