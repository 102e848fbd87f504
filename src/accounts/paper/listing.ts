/**
 * Handles positions in instruments that the venue delists. While an instrument is only missing from the list (Bybit
 * does not list a paused contract), the position stays open, valued at the last recorded mark. When an announced
 * delisting is due, the position is settled at that mark without a fee. Real venues settle at an average of the index
 * over the last minutes or half hour, which this model does not do.
 */
import { abs, type Decimal, divTrunc, parseDecimal, toNumber, ZERO } from '../../domain/decimal.ts';
import type { Instrument, VenueName } from '../../domain/instrument.ts';
import type { InstrumentInputs } from '../../ports/market.ts';
import type { PaperHolding } from '../../ports/paper-store.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { Draft } from './account-draft.ts';
import type { Margined } from './margin.ts';
import { end } from './order-flow.ts';

/** Tick size assumed for an unlisted instrument, whose own tick size is unknown. It is finer than any venue's tick. */
const TICK = parseDecimal('0.00000001');

/**
 * Returns the position with its current mark; undefined if the venue lists the instrument but has not sent a mark
 * yet.
 */
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

/** Records the marks and delisting times of the positions. */
export function noteMarks(draft: Draft, tickerOf: (symbol: string) => InstrumentTicker | undefined): void {
	for (const holding of draft.state().holdings.values()) {
		const ticker = tickerOf(holding.symbol);
		if (holding.quantity === 0n || ticker === undefined) continue;
		const now = noted(holding, ticker);
		if (now !== undefined) draft.put({ holdings: [now] });
	}
}

/** Returns the holding updated with the venue's mark and delisting time; undefined if nothing changed. */
function noted(holding: PaperHolding, ticker: InstrumentTicker): PaperHolding | undefined {
	const lastMark = ticker.mark ?? holding.lastMark;
	const { delistingAt } = ticker;
	if (lastMark === holding.lastMark && delistingAt === holding.delistingAt) return undefined;
	return { ...holding, lastMark, delistingAt };
}

/** Settles positions in instruments whose delisting is due, and ends the orders on those instruments. */
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
