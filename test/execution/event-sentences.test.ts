/** Tests the messages for journal events of every type, using journals written by released versions. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { ExecutionEvent, Fill, OrderIntent } from '../../src/domain/event.ts';
import { type EventStory, eventSentence } from '../../src/domain/event-sentence.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { decodePayload } from '../../src/domain/journal-codec.ts';
import { upcastExecutionEvent } from '../../src/domain/journal-upcast.ts';
import { shownNameOf } from '../../src/venues/facts.ts';
import { testPlan } from '../support/execution-plans.ts';

type Line = {
	readonly journal: string;
	readonly type?: string;
	readonly version: number;
	readonly recordedAt: number;
	readonly payload: unknown;
};

const lines = readFileSync(new URL('golden-journals.jsonl', import.meta.url), 'utf8')
	.trimEnd()
	.split('\n')
	.map((line) => decodePayload(line) as Line);

function rowsOf(name: string) {
	return lines.flatMap(({ journal, type, version, payload, recordedAt }) =>
		journal === name && type !== undefined
			? [{ event: upcastExecutionEvent(type, version, payload), recordedAt }]
			: [],
	);
}

const d = parseDecimal;
const plan = testPlan({ seedHex: 'ab'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '1200' });

const ORDER: OrderIntent = {
	clientOrderId: 'cwabc',
	leg: 'short',
	child: 0,
	attempt: 0,
	purpose: 'open',
	side: 'sell',
	quantity: d('1200'),
	limitPrice: d('96010.5'),
	reduceOnly: false,
	timeInForce: 'IOC',
	decisionMid: d('96020'),
};
const STORY: EventStory = { plan, orders: [ORDER] };

function fill(quantity: string, price: string): Fill {
	return {
		tradeId: 'trade-1',
		quantity: d(quantity),
		price: d(price),
		fee: d('0.26'),
		feeAsset: 'USDT',
		feeQuantity: d('0.26'),
		filledAt: 0,
	};
}

const said = (event: ExecutionEvent) => eventSentence(event, STORY, shownNameOf).text;
const { clientOrderId } = ORDER;

describe('the sentence of an event', () => {
	test.each([...new Set(lines.map(({ journal }) => journal))])('%s: each is readable', (name) => {
		const rows = rowsOf(name);
		const state = foldExecution(rows);
		expect(rows.length).toBeGreaterThan(1);
		const secret = [
			state.plan.executionId,
			state.plan.jobId,
			state.plan.userId,
			state.plan.opportunityId,
			...state.orders.flatMap((order) => [order.clientOrderId, ...order.fills.map(({ tradeId }) => tradeId)]),
		].filter((id) => id.length > 3);
		for (const { event } of rows) {
			const { text } = eventSentence(event, state, shownNameOf);
			expect(text).toMatch(/^[A-Z].*\.$/s);
			expect(text).not.toMatch(/undefined|null|NaN|\[object|\n| {2}|\.\./);
			expect(text.length).toBeLessThan(500);
			for (const id of secret) expect(text).not.toContain(id);
		}
	});

	test('states orders, fills and payments in the figures of the journal', () => {
		expect(said({ type: 'ExecutionPlanned', plan })).toBe(
			'Planned: 1,200 SOL long on Bybit, short on KuCoin, single-direct, leverage 1.',
		);
		const rolls = { from: 'exec_1', stays: 'long', since: 0, heldFrom: 0 } as const;
		expect(said({ type: 'ExecutionPlanned', plan: { ...plan, rolls } })).toBe(
			'Planned to move the short leg of another execution to a new exchange: 1,200 SOL long on Bybit, short on KuCoin, single-direct, leverage 1.',
		);
		expect(said({ type: 'LegTakenOver', leg: 'long', fill: fill('2', '150') })).toBe(
			'The long leg on Bybit took over 2 SOL at 150 USDT from another execution without a trade.',
		);
		expect(said({ type: 'OrderIntended', ...ORDER })).toBe(
			'To open: the order to sell 1,200 SOL on KuCoin at 96,010.5 USDT or better is journaled and is being sent.',
		);
		expect(said({ type: 'OrderIntended', ...ORDER, timeInForce: 'postOnly', purpose: 'close' })).toBe(
			'To close: the order to sell 1,200 SOL on KuCoin resting at 96,010.5 USDT is journaled and is being sent.',
		);
		expect(said({ type: 'FillsRecorded', clientOrderId, fills: [fill('0.5', '96010.5')] })).toBe(
			'KuCoin has filled 0.5 SOL at 96,010.5 USDT (sold, fee 0.26 USD).',
		);
		const fills = [fill('1', '100'), fill('3', '104')];
		expect(said({ type: 'FillsRecorded', clientOrderId, fills })).toBe(
			'KuCoin has filled 4 SOL at 103 USDT on average (sold, fee 0.52 USD).',
		);
		expect(said({ type: 'ExecutionOpened', quantity: d('1200') })).toBe('Both legs hold 1,200 SOL.');
		const funding = { recordId: 'r', leg: 'long', settledAt: 0, rate: d('0.0001') } as const;
		expect(said({ type: 'FundingBooked', ...funding, amount: d('-1234.56789') })).toBe(
			'Funding on Bybit: 1,234.5679 USD paid, at a rate of 0.01 %.',
		);
		expect(said({ type: 'FundingBooked', ...funding, rate: null, amount: d('0.5') })).toBe(
			'Funding on Bybit: 0.5 USD received.',
		);
		expect(said({ type: 'LegReduced', leg: 'long', cause: 'liquidation', fills: [fill('2', '150')] })).toBe(
			'The long leg on Bybit shrank: 2 SOL at 150 USDT was liquidated.',
		);
	});

	test('names the exchange of an ended order', () => {
		expect(said({ type: 'OrderEnded', clientOrderId, status: 'filled', venueOrderId: 'v1' })).toBe(
			'The order to sell 1,200 SOL on KuCoin is completely filled.',
		);
		expect(said({ type: 'OrderAccepted', clientOrderId, venueOrderId: null })).toBe(
			'KuCoin has accepted the order to sell 1,200 SOL.',
		);
	});

	test('repeats the reason, and ends with a full stop whatever the reason ends with', () => {
		expect(said({ type: 'UnwindStarted', reason: 'the other leg does not follow' })).toBe(
			'The position is being reduced: the other leg does not follow.',
		);
		expect(said({ type: 'AttentionRaised', kind: 'hand', reason: 'Check the venue.' })).toBe(
			'Your attention is needed: Check the venue.',
		);
		const refused = { type: 'OrderRejected', clientOrderId, code: '110007', passing: true } as const;
		expect(said({ ...refused, message: 'Balance is not enough.' })).toBe(
			'KuCoin has refused the order to sell 1,200 SOL (110007: Balance is not enough). The service may retry it.',
		);
		expect(
			said({ type: 'CloseRequested', reason: 'x', remaining: d('5'), maxSlippageBps: d('10'), firm: false }),
		).toBe('Both legs are being reduced to 5 SOL: x.');
	});

	test('omits a library’s error message for an unanswered request', () => {
		const message = 'GET https://exchange.example/?signature=abc timed out';
		expect(said({ type: 'OrderOutcomeUnknown', clientOrderId, message })).toBe(
			'The outcome of the order to sell 1,200 SOL is unknown. The service queries KuCoin until it is known.',
		);
	});

	test('names the exit rules, or states that all are removed', () => {
		const none = plan.exit;
		expect(said({ type: 'ExitChanged', exit: none })).toBe('All exit rules are removed.');
		expect(
			said({
				type: 'ExitChanged',
				exit: { ...none, maxHours: d('72.5'), maxEpochs: 3, closeOnReversal: true },
			}),
		).toBe(
			'The exit rules are now: close after 72.5 hours, close after 3 funding intervals, close when funding has reversed.',
		);
	});
});
