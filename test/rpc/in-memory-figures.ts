/** Provides totals and a ledger, which the service's own reader computes from a few given events of one user. */

import type { Services } from '../../src/api/rpc/method.ts';
import { parseDecimal as d } from '../../src/domain/decimal.ts';
import type { ExecutionEvent } from '../../src/domain/event.ts';
import { createLedgerReader } from '../../src/portfolio/ledger-reader.ts';
import type { LedgerEvents } from '../../src/ports/ledger-export.ts';
import { testPlan } from '../support/execution-plans.ts';
import { NOW_MS } from './in-memory-trading.ts';

const PLAN = testPlan({
	seedHex: '0123456789abcdef01234567',
	longLot: '0.1',
	shortLot: '0.1',
	quantity: '12',
});

const ORDER = 'a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0';

/** A fill whose id a spreadsheet would execute as a formula, its fee, and a settlement a minute later. */
const EVENTS: readonly ExecutionEvent[] = [
	{ type: 'ExecutionPlanned', plan: PLAN },
	{
		type: 'OrderIntended',
		clientOrderId: ORDER,
		leg: 'long',
		child: 0,
		attempt: 0,
		purpose: 'open',
		side: 'buy',
		quantity: d('12'),
		limitPrice: d('100.1'),
		reduceOnly: false,
		timeInForce: 'IOC',
		decisionMid: d('100'),
	},
	{
		type: 'FillsRecorded',
		clientOrderId: ORDER,
		fills: [
			{
				tradeId: '=1+1,"x"',
				quantity: d('12'),
				price: d('100.000000000000000001'),
				fee: d('0.6'),
				feeAsset: 'USDT',
				feeQuantity: d('0.6'),
				filledAt: NOW_MS,
			},
		],
	},
	{ type: 'OrderEnded', clientOrderId: ORDER, status: 'filled', venueOrderId: '-7' },
	{
		type: 'FundingBooked',
		recordId: 'pay_1',
		leg: 'short',
		settledAt: NOW_MS + 60_000,
		rate: d('0.0001'),
		amount: d('0.12'),
	},
];

export const JOURNAL = EVENTS.map((event, at) => ({
	event,
	seq: at + 1,
	streamSeq: at,
	recordedAt: NOW_MS,
	executionId: PLAN.executionId,
}));

export function inMemoryFigures(): Pick<Services, 'figures' | 'ledger'> {
	const events: LedgerEvents = {
		between: async (_userId, after, upTo) => JOURNAL.filter(({ seq }) => seq > after && seq <= upTo),
		lastSeq: async () => JOURNAL.length,
		readExecution: async () => JOURNAL,
	};
	return {
		figures: {
			service: async () => ({
				queued: 1,
				running: 2,
				active: 4,
				volume: d('12345.678901234567891'),
				trades: 17,
				averageRoi: d('-0.25'),
				deployed: d('1000.1'),
			}),
			funding: async () => ({
				closed: { received: d('1.1'), paid: d('0.3') },
				running: { received: d('0.2'), paid: d('2') },
			}),
		},
		ledger: createLedgerReader({ events, pause: () => undefined }),
	};
}
