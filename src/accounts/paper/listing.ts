/**
 * What becomes of a position whose instrument the venue takes off its list. While it is only away (Bybit lists no contract that
 * is paused) the position stands, valued at the mark as it was noted last. When a delisting that was announced is due, it is
 * settled at that mark without a fee; venues settle at an average of the index over the last minutes or half hour, which is
 * not modelled.
 */
import { abs, type Decimal, divTrunc, parseDecimal, toNumber, ZERO } from '../../domain/decimal.ts';
import type { Instrument, VenueName } from '../../domain/instrument.ts';
import type { InstrumentInputs } from '../../ports/market.ts';
import type { PaperHolding } from '../../ports/paper-store.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { Draft } from './account-draft.ts';
import type { Margined } from './margin.ts';
import { end } from './order-flow.ts';

/** Finer than any venue's tick: of an instrument that is not listed its own is not known. */
const TICK = parseDecimal('0.00000001');

/** The position with its present mark; undefined while the venue lists the instrument and has not said the mark yet. */
export function markedPosition(
	holding: PaperHolding,
	venue: VenueName,
	listed: InstrumentInputs | undefined,
): Margined | undefined {
	const mark = listed === undefined ? lastMarkOf(holding) : (listed.ticker?.mark ?? holding.lastMark);
	if (mark === null) return undefined;
	return { holding, instrument: listed?.instrument ?? unlisted(holding, venue), mark };
}

function lastMarkOf({ lastMark, entryValue, quantity }: PaperHolding): Decimal {
	return lastMark ?? divTrunc(entryValue, quantity);
}

function unlisted(
	{ leverage }: PaperHolding,
	venue: VenueName,
): Pick<Instrument, 'venue' | 'tickSize' | 'leverageMax'> {
	return { venue, tickSize: TICK, leverageMax: toNumber(leverage) };
}

/** The holding with what the venue says of it now; undefined where that is nothing new. */
export function noted(holding: PaperHolding, ticker: InstrumentTicker): PaperHolding | undefined {
	const lastMark = ticker.mark ?? holding.lastMark;
	const { delistingAt } = ticker;
	if (lastMark === holding.lastMark && delistingAt === holding.delistingAt) return undefined;
	return { ...holding, lastMark, delistingAt };
}

/** Settles what is held of instruments whose delisting is due, and ends the orders on them. */
export function settleDelisted(draft: Draft, now: number, newOrderId: () => string): void {
	for (const { symbol, quantity, delistingAt, ...rest } of draft.state().holdings.values()) {
		if (quantity === 0n || delistingAt === null || delistingAt > now) continue;
		const venueOrderId = newOrderId();
		draft.fill({
			symbol,
			side: quantity > 0n ? 'sell' : 'buy',
			price: lastMarkOf({ symbol, quantity, delistingAt, ...rest }),
			quantity: abs(quantity),
			feeRate: ZERO,
			filledAt: now,
			tradeId: `${venueOrderId}-0`,
			venueOrderId,
			clientOrderId: null,
			cause: 'delisting',
		});
		for (const order of draft.state().open.values()) if (order.symbol === symbol) end(draft, order);
	}
}
