/**
 * A position whose margin is lost is taken over by the venue at its bankruptcy price.
 *
 * As at Bybit ("Liquidation Process") and KuCoin ("What is Liquidation", both read 2026-11): the account's orders go first, of
 * the symbol in isolated margin and of all cross symbols in cross margin; where that does not help, the position is closed at
 * the bankruptcy price for the taker's fee. Both venues first try to lower a large position to a smaller risk tier; that is
 * not modelled: the whole position goes. In cross margin the position of the largest value goes first, and takes with it all
 * that the account has.
 */
import { abs, type Decimal, mulUp } from '../../domain/decimal.ts';
import type { PaperState } from '../../ports/paper-store.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import type { Draft } from './account-draft.ts';
import { bankruptcyPrice, isCross, isLost, type Margined, type MarginView } from './margin.ts';
import { end } from './order-flow.ts';

/** The parts that a liquidation needs. */
export type LiquidationParts = {
	/** The account at present marks; undefined while the mark of a position is not known. */
	readonly viewOf: (state: PaperState) => MarginView | undefined;
	readonly feesOf: (symbol: string) => FeeRates;
	readonly newOrderId: () => string;
	readonly now: number;
};

/** Takes over every position that is lost, until none is. */
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
		// What is still on its way is not at the venue yet.
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
