/** Builds paper accounts and orders for tests. */
import { type Decimal, fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { Side } from '../../src/domain/order-book.ts';
import type { PaperHolding, PaperOrder, PaperState } from '../../src/ports/paper-store.ts';
import type { FeeRates } from '../../src/ports/venue-market.ts';
import { instrumentOf } from './hand-driven-market.ts';

export const PAPER_FEES: FeeRates = { taker: parseDecimal('0.00055'), maker: parseDecimal('0.0002') };
export const PAPER_DEPOSIT = fromInteger(10_000);
export const BTC: Instrument = instrumentOf('bybit', 'BTC');

export function paperHolding(change: Partial<PaperHolding> = {}): PaperHolding {
	return {
		symbol: BTC.symbol,
		quantity: ZERO,
		entryValue: ZERO,
		leverage: fromInteger(1),
		marginMode: 'isolated',
		tiers: null,
		fundedTo: 0,
		filledAt: 0,
		lastMark: null,
		delistingAt: null,
		...change,
	};
}

export function paperState(
	holdings: readonly PaperHolding[] = [paperHolding()],
	wallet: Decimal = PAPER_DEPOSIT,
): PaperState {
	return {
		account: { accountId: 'paper_test', venue: 'bybit', deposit: PAPER_DEPOSIT, openedAt: 0 },
		wallet,
		holdings: new Map(holdings.map((holding) => [holding.symbol, holding])),
		open: new Map(),
		taken: new Map(),
	};
}

export function paperOrder(
	id: string,
	side: Side,
	quantity: Decimal,
	limitPrice: Decimal,
	change: Partial<PaperOrder> = {},
): PaperOrder {
	return {
		symbol: BTC.symbol,
		clientOrderId: id,
		venueOrderId: `venue-${id}`,
		side,
		quantity,
		limitPrice,
		timeInForce: 'IOC',
		reduceOnly: false,
		placedAt: 0,
		arrivesAt: 0,
		status: 'waiting',
		filled: ZERO,
		queueAhead: null,
		tradedPast: ZERO,
		countsFrom: 0,
		...change,
	};
}
