/**
 * Liquidates positions. The venue takes over a position with exhausted margin at its bankruptcy price.
 *
 * The model follows Bybit ("Liquidation Process") and KuCoin ("What is Liquidation", both read 2026-11). First the
 * venue cancels the account's orders: in isolated margin those on the symbol, in cross margin those on all cross
 * symbols. If that is not enough, it closes the position at the bankruptcy price and charges the taker fee. Both
 * venues first try to reduce a large position to a smaller risk tier; this model closes the whole position at once.
 * In cross margin, the position with the largest value goes first and consumes the account's whole balance.
 */
import { abs, type Decimal, mulUp } from '../../domain/decimal.ts';
import type { PaperState } from '../../ports/paper-store.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import type { Draft } from './account-draft.ts';
import { bankruptcyPrice, isCross, isLost, type Margined, type MarginView } from './margin.ts';
import { end } from './order-flow.ts';

/** Inputs for a liquidation. */
export type LiquidationParts = {
	/** Returns the account at current mark prices; undefined while a position's mark is unknown. */
	readonly viewOf: (state: PaperState) => MarginView | undefined;
	readonly feesOf: (symbol: string) => FeeRates;
	readonly newOrderId: () => string;
	readonly now: number;
};

/** Liquidates positions, the largest value first, until no remaining position has exhausted its margin. */
export function liquidate(draft: Draft, parts: LiquidationParts): void {
	for (;;) {
		const lost = largestLost(draft.state(), parts);
		if (lost === undefined) return;
		cancelOrders(draft, lost.position);
		close(draft, lost.position, lost.view, parts);
	}
}

function largestLost(
	state: PaperState,
	{ viewOf }: LiquidationParts,
): { readonly position: Margined; readonly view: MarginView } | undefined {
	const view = viewOf(state);
	if (view === undefined) return undefined;
	const worth = ({ holding, mark }: Margined): Decimal => mulUp(mark, abs(holding.quantity));
	const position = view.positions
		.filter((each) => isLost(each, view))
		.reduce<Margined | undefined>(
			(most, each) => (most === undefined || worth(each) > worth(most) ? each : most),
			undefined,
		);
	return position === undefined ? undefined : { position, view };
}

function cancelOrders(draft: Draft, position: Margined): void {
	const state = draft.state();
	for (const order of state.open.values()) {
		const isOfIt = isCross(position)
			? state.holdings.get(order.symbol)?.marginMode === 'cross'
			: order.symbol === position.holding.symbol;
		// An order in flight has not reached the venue, so the venue cannot cancel it.
		if (isOfIt && order.status === 'resting') end(draft, order);
	}
}

function close(draft: Draft, position: Margined, view: MarginView, parts: LiquidationParts): void {
	const { symbol, quantity } = position.holding;
	const venueOrderId = parts.newOrderId();
	draft.fill({
		symbol,
		side: quantity > 0n ? 'sell' : 'buy',
		price: bankruptcyPrice(position, view),
		quantity: abs(quantity),
		feeRate: parts.feesOf(symbol).taker,
		filledAt: parts.now,
		tradeId: `${venueOrderId}-0`,
		venueOrderId,
		clientOrderId: null,
		cause: 'liquidation',
	});
}
