import { describe, expect, test } from 'vitest';
import { testPlan } from '../../../test/support/execution-plans.ts';
import { type Decimal, parseDecimal as d, ZERO } from '../../domain/decimal.ts';
import type { ExecutionEvent, ExecutionPlan, Fill, OrderIntent } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { LegRole } from '../../domain/ids.ts';
import { givable, given, mayGive, type RollAsk } from './giving.ts';
import { STAMP_JITTER_MS } from './payment-shares.ts';
import type { Quote, Surroundings, Trades } from './surroundings.ts';

const AT = Date.UTC(2026, 10, 21, 9);
const SETTLED_AT = AT + 8 * HOUR_MS;

function order(leg: LegRole, quantity: string): readonly ExecutionEvent[] {
	const clientOrderId = `${leg}-1`;
	const intent: OrderIntent = {
		clientOrderId,
		leg,
		child: 0,
		attempt: 0,
		purpose: 'open',
		side: leg === 'long' ? 'buy' : 'sell',
		quantity: d(quantity),
		limitPrice: d('150'),
		reduceOnly: false,
		timeInForce: 'IOC',
		decisionMid: d('150'),
	};
	const fill: Fill = {
		tradeId: `${leg}-trade`,
		quantity: d(quantity),
		price: d('150'),
		fee: ZERO,
		feeAsset: 'USDT',
		feeQuantity: ZERO,
		filledAt: AT,
	};
	return [
		{ type: 'OrderIntended', ...intent },
		{ type: 'FillsRecorded', clientOrderId, fills: [fill] },
		{ type: 'OrderEnded', clientOrderId, status: 'filled', venueOrderId: 'v1' },
	];
}

/** Terms of the contracts that a test changes. */
type Terms = {
	readonly longQuantityMin?: string;
	readonly shortQuantityMin?: string;
	readonly shortNotionalMin?: string;
	readonly intervalHours?: number;
};

function planWith(quantity: string, terms: Terms): ExecutionPlan {
	const plan = testPlan({ seedHex: 'a'.repeat(24), longLot: '0.1', shortLot: '1', quantity });
	const { long, short } = plan.legs;
	const least = (text: string | undefined, otherwise: Decimal): Decimal =>
		text === undefined ? otherwise : d(text);
	return {
		...plan,
		legs: {
			long: {
				...long,
				intervalHours: terms.intervalHours ?? long.intervalHours,
				instrument: {
					...long.instrument,
					quantityMin: least(terms.longQuantityMin, long.instrument.quantityMin),
				},
			},
			short: {
				...short,
				instrument: {
					...short.instrument,
					quantityMin: least(terms.shortQuantityMin, short.instrument.quantityMin),
					notionalMin: least(terms.shortNotionalMin, short.instrument.notionalMin),
				},
			},
		},
	};
}

/** A running execution: long on Bybit with a lot of 0.1, short on KuCoin with a lot of 1. */
function running(quantity: string, more: readonly ExecutionEvent[] = [], terms: Terms = {}): ExecutionState {
	const plan = planWith(quantity, terms);
	const events: readonly ExecutionEvent[] = [
		{ type: 'ExecutionPlanned', plan },
		...order('long', quantity),
		...order('short', quantity),
		{ type: 'ExecutionOpened', quantity: d(quantity) },
		...more,
	];
	return foldExecution(events.map((event) => ({ event, recordedAt: AT })));
}

const LIMITS = { reduceAfterMs: 5_000 };

type Seen = {
	readonly next?: number | undefined;
	readonly hours?: number | undefined;
	readonly long?: string | undefined;
	readonly short?: string | undefined;
	readonly trades?: Trades['is'];
	readonly beganAt?: number;
};

/** Surroundings of a pair whose long leg is at 151 and whose short leg is at 150, unless a test says otherwise. */
function around(seen: Seen = {}): Surroundings {
	const known: Seen = { next: SETTLED_AT, hours: 8, long: '151', short: '150', ...seen };
	const quote = (mid: string | undefined): Quote | undefined =>
		mid === undefined ? undefined : { bid: d(mid), ask: d(mid), mid: d(mid) };
	const intervalMs = known.hours === undefined ? undefined : known.hours * HOUR_MS;
	return {
		quotes: { long: quote(known.long), short: quote(known.short) },
		nextSettlement: { long: known.next, short: known.next },
		intervalMs: { long: intervalMs, short: intervalMs },
		beganAt: known.beganAt ?? 0,
		trades: () => ({ is: known.trades ?? 'yes', why: 'the test says so' }),
	} as unknown as Surroundings;
}

const ask = (quantity: string, lot = '0.1', least = '0.1'): RollAsk => ({
	to: 'exec_after',
	asOf: 0,
	exchange: 'okx',
	leg: 'long',
	quantity: d(quantity),
	least: d(least),
	lot: d(lot),
	price: undefined,
	since: AT + HOUR_MS,
});

function give(state: ExecutionState, change: Partial<RollAsk> = {}, seen: Seen = {}, now = AT + HOUR_MS) {
	return given(state, { ...ask('4'), ...change }, now, around(seen), LIMITS);
}

describe('the part that an execution can give', () => {
	test.each([
		['all of it', '10', '10', '10'],
		['a part that leaves a closable rest', '10', '4', '4'],
		['whole lots of all three contracts', '10', '4.7', '4'],
		['no more than it holds', '10', '25', '10'],
		['less than asked, if the rest could not be closed otherwise', '10', '9.6', '9'],
		['nothing below the smallest order of the leg that then closes', '10', '0.9', '0'],
	])('is %s', (_what, held, asked, expected) => {
		expect(givable(running(held), 'long', ask(asked))).toBe(d(expected));
	});

	test('respects a coarser lot at the new exchange', () => {
		expect(givable(running('10'), 'long', ask('7', '3'))).toBe(d('6'));
	});

	test('is nothing if the pair after could not close it', () => {
		expect(givable(running('10'), 'long', ask('2', '0.1', '3'))).toBe(ZERO);
	});
});

describe('a contract whose smallest order is larger than its lot', () => {
	const whole = running('10', [], { longQuantityMin: '2' });

	test('moves as a whole or not at all, because two executions cannot share it', () => {
		expect(givable(whole, 'long', ask('10'))).toBe(d('10'));
		expect(givable(whole, 'long', ask('6'))).toBe(ZERO);
		expect(give(whole, { quantity: d('6') })).toEqual({ events: [] });
	});

	test('may still be the one that moves', () => {
		expect(givable(running('10', [], { shortQuantityMin: '2' }), 'long', ask('6'))).toBe(d('6'));
	});
});

describe('the smallest order at the exchange that is left', () => {
	const state = running('10', [], { shortNotionalMin: '300' });

	test('is measured at the price of the plan', () => {
		expect(givable(state, 'long', ask('3'))).toBe(d('3'));
	});

	test('is larger once the price has fallen', () => {
		expect(givable(state, 'long', ask('3'), { short: d('75') })).toBe(ZERO);
		expect(givable(state, 'long', ask('5'), { short: d('75') })).toBe(d('5'));
	});

	test('is not smaller once the price has risen, because the reduction is planned at the price of the plan', () => {
		expect(givable(state, 'long', ask('1'), { short: d('600') })).toBe(ZERO);
	});
});

describe('an execution', () => {
	test('gives with two events, and the roll books the same fill', () => {
		const answer = give(running('10'));
		expect(answer.events[0]).toMatchObject({ type: 'LegReduced', cause: 'handover', to: 'exec_after' });
		expect(answer.events[1]).toMatchObject({ type: 'UnwindStarted' });
		expect(answer.gives).toMatchObject({ type: 'LegTakenOver', leg: 'long' });
		expect(answer.gives?.fill).toMatchObject({
			quantity: d('4'),
			price: d('151'),
			fee: ZERO,
			filledAt: AT + 1_001,
		});
	});

	test('gives nothing while an order is in flight, a close is requested, or its holdings are in question', () => {
		const closing: ExecutionEvent = {
			type: 'CloseRequested',
			reason: 'x',
			remaining: ZERO,
			maxSlippageBps: d('10'),
			firm: false,
		};
		const doubtful: ExecutionEvent = { type: 'AttentionRaised', kind: 'hand', reason: 'x' };
		const moving: ExecutionEvent = {
			...(order('long', '1')[0] as ExecutionEvent),
			clientOrderId: 'long-2',
		} as never;
		for (const event of [closing, doubtful, moving]) {
			const state = running('10', [event]);
			expect(mayGive(state)).toBe(false);
			expect(give(state)).toEqual({ events: [] });
		}
		const funding: ExecutionEvent = { type: 'AttentionRaised', kind: 'funding', reason: 'x' };
		expect(mayGive(running('10', [funding]))).toBe(true);
	});
});

const LATER = { events: [], givesLater: true };
const NEVER = { events: [] };

describe('an answer waits', () => {
	test.each([
		['the settlement clock of the staying leg', { next: undefined }],
		['its settlement interval', { hours: undefined }],
		['the book of the exchange that is left', { short: undefined }],
		['whether that exchange trades', { trades: 'doubtful' }],
	] as const)('while nobody knows %s, and is a refusal once that has lasted too long', (_what, seen) => {
		const now = AT + HOUR_MS;
		expect(give(running('10'), {}, seen, now)).toEqual(LATER);
		expect(give(running('10'), {}, seen, now + LIMITS.reduceAfterMs - 1)).toEqual(LATER);
		expect(give(running('10'), {}, seen, now + LIMITS.reduceAfterMs)).toEqual(NEVER);
	});

	test('from the start of the process, because a new process knows nothing at first', () => {
		const now = AT + 2 * HOUR_MS;
		expect(give(running('10'), {}, { next: undefined, beganAt: now - 1_000 }, now)).toEqual(LATER);
		expect(give(running('10'), {}, { next: undefined, beganAt: now - 5_000 }, now)).toEqual(NEVER);
	});

	test('for a book of the staying leg, and then uses the price of the roll’s own fill, not one of long ago', () => {
		const price = d('200');
		expect(give(running('10'), { price }, { long: undefined })).toEqual(LATER);
		const late = give(running('10'), { price }, { long: undefined }, AT + HOUR_MS + LIMITS.reduceAfterMs);
		expect(late.gives?.fill.price).toBe(price);
	});

	test('not at all if the exchange that is left does not trade the contract', () => {
		expect(give(running('10'), {}, { trades: 'no' })).toEqual(NEVER);
	});
});

describe('the time of the handover', () => {
	const stamp = (seen: Seen, now: number, state = running('10')): number | undefined =>
		give(state, { since: now }, seen, now).gives?.fill.filledAt;

	test('is after the last settlement and the jitter of its stamp, so that a payment that comes late stays whole', () => {
		expect(stamp({ next: SETTLED_AT + 8 * HOUR_MS }, SETTLED_AT + 60_000)).toBe(
			SETTLED_AT + STAMP_JITTER_MS + 1,
		);
	});

	test('is not in the future just after a settlement', () => {
		expect(stamp({ next: SETTLED_AT + 8 * HOUR_MS }, SETTLED_AT + 300)).toBe(SETTLED_AT + 300);
	});

	test('follows the interval that the exchange reports now, if it has become shorter', () => {
		const now = SETTLED_AT + HOUR_MS + 60_000;
		expect(stamp({ next: SETTLED_AT + 2 * HOUR_MS, hours: 1 }, now)).toBe(
			SETTLED_AT + HOUR_MS + STAMP_JITTER_MS + 1,
		);
	});

	test('follows the planned interval if the exchange’s has become longer, and never lies in the future', () => {
		const hourly = running('10', [], { intervalHours: 1 });
		const now = SETTLED_AT + HOUR_MS + 60_000;
		expect(stamp({ next: SETTLED_AT + 8 * HOUR_MS, hours: 8 }, now, hourly)).toBe(
			SETTLED_AT + HOUR_MS + STAMP_JITTER_MS + 1,
		);
	});

	test('counts a reported settlement that has passed', () => {
		expect(stamp({ next: SETTLED_AT }, SETTLED_AT + 60_000)).toBe(SETTLED_AT + STAMP_JITTER_MS + 1);
	});

	test('is after every settlement that is booked', () => {
		const booked: ExecutionEvent = {
			type: 'FundingBooked',
			recordId: 'record',
			leg: 'long',
			settledAt: SETTLED_AT + 4 * HOUR_MS,
			rate: null,
			amount: d('1'),
		};
		expect(stamp({ next: SETTLED_AT + 8 * HOUR_MS }, SETTLED_AT + 5 * HOUR_MS, running('10', [booked]))).toBe(
			SETTLED_AT + 4 * HOUR_MS + 1,
		);
	});
});
