/**
 * Maps an event to rows of the exported ledger. Pure functions. The values equal those of `domain/ledger.ts` exactly.
 */
import { mulTrunc, neg } from '../domain/decimal.ts';
import type { ExecutionEvent, ExecutionPlan, Fill, LegPlan, OrderIntent } from '../domain/event.ts';
import { oppositeSide, type Side } from '../domain/order-book.ts';
import type { LedgerEvent, LedgerRow } from '../ports/ledger-export.ts';
import { walletAssetOf } from '../venues/facts.ts';

/** Data that an execution's events do not repeat: its legs and its orders. */
export type LedgerContext = {
	readonly plan: ExecutionPlan;
	readonly intents: ReadonlyMap<string, OrderIntent>;
	/** The exchange's order ids by client order id. */
	readonly orderIds: ReadonlyMap<string, string>;
};

/** Builds the context. @throws Error for a journal without a plan, which cannot exist. */
export function ledgerContext(events: readonly { readonly event: ExecutionEvent }[]): LedgerContext {
	let plan: ExecutionPlan | undefined;
	const intents = new Map<string, OrderIntent>();
	const orderIds = new Map<string, string>();
	for (const { event } of events) {
		if (event.type === 'ExecutionPlanned') plan = event.plan;
		else if (event.type === 'OrderIntended') intents.set(event.clientOrderId, event);
		else if (event.type === 'OrderEnded') orderIds.set(event.clientOrderId, event.venueOrderId);
		else if (event.type === 'OrderAccepted' && event.venueOrderId !== null)
			orderIds.set(event.clientOrderId, event.venueOrderId);
	}
	if (plan === undefined) throw new Error('Invariant broken: an execution journal begins with its plan.');
	return { plan, intents, orderIds };
}

/**
 * Builds the ledger rows for one journal event; there may be none. A row id consists of the event's position and the
 * row's index.
 */
export function ledgerRows(ledgerEvent: LedgerEvent, context: LedgerContext): readonly LedgerRow[] {
	return rowsOf(ledgerEvent, context).map((row, index) => ({ ...row, rowId: `${ledgerEvent.seq}-${index}` }));
}

type Row = Omit<LedgerRow, 'rowId'>;

function rowsOf({ event }: LedgerEvent, { plan, intents, orderIds }: LedgerContext): readonly Row[] {
	switch (event.type) {
		case 'ExecutionPlanned': {
			const { takenOver } = event.plan;
			if (takenOver === undefined) return [];
			const leg = plan.legs[takenOver.leg];
			return fillRows(plan, leg, takenOver.fill, { side: leg.openSide, cause: 'handover', orderId: null });
		}
		case 'FillsRecorded': {
			const intent = intents.get(event.clientOrderId);
			if (intent === undefined)
				throw new Error(`Invariant broken: the filled order ${event.clientOrderId} has no recorded intent.`);
			const orderId = orderIds.get(event.clientOrderId) ?? null;
			return event.fills.flatMap((fill) =>
				fillRows(plan, plan.legs[intent.leg], fill, { side: intent.side, cause: 'order', orderId }),
			);
		}
		case 'LegReduced': {
			const leg = plan.legs[event.leg];
			const side = oppositeSide(leg.openSide);
			return event.fills.flatMap((fill) =>
				fillRows(plan, leg, fill, { side, cause: event.cause, orderId: null }),
			);
		}
		case 'LegTakenOver': {
			const leg = plan.legs[event.leg];
			return fillRows(plan, leg, event.fill, { side: leg.openSide, cause: 'handover', orderId: null });
		}
		case 'FundingBooked': {
			const leg = plan.legs[event.leg];
			return [
				{
					...whereOf(plan, leg),
					at: event.settledAt,
					kind: 'funding',
					cause: null,
					side: null,
					quantity: null,
					price: null,
					amount: event.amount,
					asset: walletAssetOf(leg.venue),
					usdValue: event.amount,
					rate: event.rate,
					orderId: null,
					tradeId: event.recordId,
				},
			];
		}
		default:
			return [];
	}
}

function whereOf(plan: ExecutionPlan, { venue, instrument, role }: LegPlan) {
	return {
		exchange: venue,
		symbol: instrument.symbol,
		coin: plan.coin,
		executionId: plan.executionId,
		leg: role,
	};
}

/** Builds the row for the trade, and one for its fee if there is a fee. */
function fillRows(
	plan: ExecutionPlan,
	leg: LegPlan,
	fill: Fill,
	{ side, cause, orderId }: { readonly side: Side } & Pick<LedgerRow, 'cause' | 'orderId'>,
): readonly Row[] {
	const value = mulTrunc(fill.price, fill.quantity);
	const amount = side === 'sell' ? value : neg(value);
	const common = {
		...whereOf(plan, leg),
		at: fill.filledAt,
		cause,
		rate: null,
		orderId,
		tradeId: fill.tradeId,
	};
	const traded: Row = {
		...common,
		kind: cause === 'handover' ? 'handover' : 'fill',
		side,
		quantity: fill.quantity,
		price: fill.price,
		amount,
		asset: walletAssetOf(leg.venue),
		usdValue: amount,
	};
	if (fill.fee === 0n && fill.feeQuantity === 0n) return [traded];
	const fee: Row = {
		...common,
		kind: fill.fee < 0n ? 'rebate' : 'fee',
		side: null,
		quantity: null,
		price: null,
		amount: neg(fill.feeQuantity),
		asset: fill.feeAsset,
		usdValue: neg(fill.fee),
	};
	return [traded, fee];
}
