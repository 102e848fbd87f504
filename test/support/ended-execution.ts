/**
 * Builds an execution that was opened, received funding and was closed. All figures are round: legs of 1,000 USD,
 * price result +5, funding +6 (8 received, 2 paid), fees 2, slippage 2. The net is +7.
 */
import { parseDecimal as d } from '../../src/domain/decimal.ts';
import type { ExecutionEvent, OrderPurpose } from '../../src/domain/event.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { clientOrderId, type LegRole } from '../../src/domain/ids.ts';
import { testPlan } from './execution-plans.ts';

const PLAN = testPlan({
	seedHex: '77777777777777777777abcd',
	longLot: '0.1',
	shortLot: '0.1',
	quantity: '10',
});

const FILLS: readonly {
	readonly leg: LegRole;
	readonly purpose: OrderPurpose;
	readonly price: string;
	readonly mid: string;
}[] = [
	{ leg: 'long', purpose: 'open', price: '100.1', mid: '100' },
	{ leg: 'short', purpose: 'open', price: '99.9', mid: '100' },
	{ leg: 'long', purpose: 'close', price: '101', mid: '101' },
	{ leg: 'short', purpose: 'close', price: '100.5', mid: '100.5' },
];

/**
 * Returns the execution after the given number of its four fills. After no fills it is a failed execution; after two
 * it is an open position.
 */
export function endedExecution(fillCount = FILLS.length): ExecutionState {
	const events: ExecutionEvent[] = [{ type: 'ExecutionPlanned', plan: PLAN }];
	for (const [index, fill] of FILLS.slice(0, fillCount).entries()) events.push(...filled(index, fill));
	if (fillCount > 0) events.push(paid('short', '8'), paid('long', '-2'));
	return foldExecution(events.map((event) => ({ event, recordedAt: 0 })));
}

function filled(index: number, { leg, purpose, price, mid }: (typeof FILLS)[number]): ExecutionEvent[] {
	const id = clientOrderId(PLAN.executionId, leg, 0, index);
	const opens = purpose === 'open';
	const fill = {
		tradeId: `t${index}`,
		quantity: d('10'),
		price: d(price),
		fee: d('0.5'),
		feeAsset: 'USDT',
		feeQuantity: d('0.5'),
		filledAt: index,
	};
	return [
		{
			type: 'OrderIntended',
			clientOrderId: id,
			leg,
			child: 0,
			attempt: index,
			purpose,
			side: (leg === 'long') === opens ? 'buy' : 'sell',
			quantity: d('10'),
			limitPrice: d(price),
			timeInForce: 'IOC',
			reduceOnly: !opens,
			decisionMid: d(mid),
		},
		{ type: 'FillsRecorded', clientOrderId: id, fills: [fill] },
	];
}

function paid(leg: LegRole, amount: string): ExecutionEvent {
	return {
		type: 'FundingBooked',
		recordId: `${leg} payment`,
		leg,
		settledAt: 2,
		rate: null,
		amount: d(amount),
	};
}
