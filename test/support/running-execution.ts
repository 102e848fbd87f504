/**
 * Builds a running execution on the venues and instruments of `testPlan`. Each leg holds 10 coins, opened at 100 USD.
 */
import { parseDecimal as d, fromInteger } from '../../src/domain/decimal.ts';
import type { ExecutionEvent, ExecutionPlan, ExitPlan, FundingRecord } from '../../src/domain/event.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { clientOrderId, type LegRole } from '../../src/domain/ids.ts';
import { SIMPLE_OPENING, testPlan } from './execution-plans.ts';

export type RunningOptions = {
	/** Number that the ids are made from, to distinguish executions in one test. */
	readonly number?: number;
	readonly userId?: string;
	readonly openedAt: number;
	readonly exit?: Partial<ExitPlan>;
	readonly funding?: readonly FundingRecord[];
	/** Funding interval of the long leg when the execution was planned, hours. */
	readonly longIntervalHours?: number;
};

const QUANTITY = d('10');
const PRICE = fromInteger(100);

/** Returns the events of the execution's journal. A test may add more. */
export function runningEvents({
	number = 0,
	userId,
	exit = {},
	funding = [],
	longIntervalHours = 8,
}: RunningOptions): readonly ExecutionEvent[] {
	const planned = testPlan({
		seedHex: number.toString(16).padStart(24, '0'),
		longLot: '0.1',
		shortLot: '0.1',
		quantity: '10',
	});
	const plan: ExecutionPlan = {
		...planned,
		userId: userId ?? planned.userId,
		exit: { ...SIMPLE_OPENING.exit, ...exit },
		legs: { ...planned.legs, long: { ...planned.legs.long, intervalHours: longIntervalHours } },
	};
	return [
		{ type: 'ExecutionPlanned', plan },
		...opened(plan, 'long'),
		...opened(plan, 'short'),
		{ type: 'ExecutionOpened', quantity: QUANTITY },
		...funding.map((record): ExecutionEvent => ({ type: 'FundingBooked', ...record })),
	];
}

export function runningExecution(options: RunningOptions): ExecutionState {
	return foldExecution(runningEvents(options).map((event) => ({ event, recordedAt: options.openedAt })));
}

function opened(plan: ExecutionPlan, leg: LegRole): readonly ExecutionEvent[] {
	const id = clientOrderId(plan.executionId, leg, 0, 0);
	const fill = {
		tradeId: `${leg} 1`,
		quantity: QUANTITY,
		price: PRICE,
		fee: d('0.5'),
		feeAsset: 'USDT',
		feeQuantity: d('0.5'),
		filledAt: 0,
	};
	return [
		{
			type: 'OrderIntended',
			clientOrderId: id,
			leg,
			child: 0,
			attempt: 0,
			purpose: 'open',
			side: leg === 'long' ? 'buy' : 'sell',
			quantity: QUANTITY,
			limitPrice: PRICE,
			timeInForce: 'IOC',
			reduceOnly: false,
			decisionMid: PRICE,
		},
		{ type: 'FillsRecorded', clientOrderId: id, fills: [fill] },
		{ type: 'OrderEnded', clientOrderId: id, status: 'filled', venueOrderId: `venue ${leg}` },
	];
}
