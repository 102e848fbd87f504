/**
 * Tests how reconciliation treats positions that lag, vanish, or appear and disappear between account reads. It uses
 * the pure engine and a scripted venue.
 */

import { describe, expect, test } from 'vitest';
import { type Decimal, parseDecimal } from '../../src/domain/decimal.ts';
import type { VenueName } from '../../src/domain/instrument.ts';
import { createAgreements } from '../../src/engine/drive/agreements.ts';
import { createReconciler } from '../../src/engine/drive/reconciler.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { UNMETERED } from '../../src/ports/metrics.ts';
import type { AccountFill, PositionReport, VenueTrading } from '../../src/ports/venue.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { type EngineBench, engineBench, quoteAt } from '../support/engine-bench.ts';
import { testPlan } from '../support/execution-plans.ts';
import { createFaultyVenue } from '../support/faulty-venue.ts';
import { START_AT } from '../support/trading-fixture.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

const d = parseDecimal;
const PLAN = testPlan({ seedHex: '5a'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '12' });
const HOUR_MS = 3_600_000;

type Fixture = {
	readonly bench: EngineBench;
	readonly fills: AccountFill[];
	/** Reads the long leg's account every `everyMs` for `ms` milliseconds. The venue shows `held` coins. */
	readonly readFor: (ms: number, everyMs: number, held: string) => Promise<void>;
	readonly setClock: (by: number) => void;
	/** Notes the opening fills of the long leg only now, as if they had just been booked. */
	readonly bookOpening: () => void;
	readonly setListed: (listed: boolean) => void;
};

/** Creates an execution whose legs have both held twelve coins for an hour. */
function fixture(): Fixture {
	const machine = createVirtualClock(START_AT);
	let shift = 0;
	let isListed = true;
	const clock = { ...machine, now: () => machine.now() + shift };
	const bench = engineBench(PLAN);
	bench.apply({ kind: 'start' });
	bench.fillAll();
	bench.apply({ kind: 'tick' });
	machine.leap(START_AT + HOUR_MS);
	bench.now = clock.now();
	const fills: AccountFill[] = [];
	const venue: VenueTrading = {
		...createFaultyVenue({
			venue: 'bybit',
			clock,
			random: seededRandom(1),
			lotSize: d('0.1'),
			faults: NO_FAULTS,
			isIntended: () => true,
		}),
		accountFills: async (_symbol, from, to) =>
			fills.filter(({ filledAt }) => filledAt >= from && filledAt <= to),
	};
	const reconciler = createReconciler({
		driver: {
			statesOf: () => [bench.state()],
			onInstrument: () => [bench.state()],
			submit(_id, input) {
				bench.now = clock.now();
				bench.apply(input);
			},
		},
		agreements: createAgreements(),
		tradingFor: () => venue,
		quoteOf: () => quoteAt('150'),
		isListed: () => isListed,
		readAgain: () => {},
		meter: UNMETERED.reconciliation,
		clock,
		log: SILENT_LOGGER,
	});
	const read = (name: VenueName, quantity: Decimal): void =>
		reconciler.consider(PLAN.userId, name, {
			positions: quantity === 0n ? [] : [position(quantity)],
			begunAt: clock.now(),
			begunMonotonic: clock.monotonic(),
		});
	return {
		bench,
		fills,
		async readFor(ms, everyMs, held) {
			for (let passed = 0; passed < ms; passed += everyMs) {
				read('bybit', d(held));
				// The fills that a read requests arrive asynchronously.
				await machine.advance(machine.now());
				machine.leap(machine.now() + everyMs);
			}
			bench.now = clock.now();
		},
		setListed(listed) {
			isListed = listed;
		},
		bookOpening() {
			const [order] = bench.state().orders.filter(({ leg }) => leg === 'long');
			if (order !== undefined) reconciler.noteFills(bench.state(), 'long', order.side, order.fills);
		},
		setClock(by) {
			shift += by;
			bench.now = clock.now();
		},
	};
}

function position(quantity: Decimal): PositionReport {
	return {
		symbol: 'SOLUSDT',
		quantity,
		entryPrice: null,
		markPrice: null,
		liquidationPrice: null,
		leverage: null,
		marginMode: null,
		margin: null,
		unrealizedPnl: null,
		adlRank: null,
	};
}

function taken(quantity: string, cause: AccountFill['cause'], filledAt: number): AccountFill {
	return {
		tradeId: `${cause}-${filledAt}`,
		quantity: d(quantity),
		price: d('120'),
		fee: d('0.1'),
		feeAsset: 'USDT',
		feeQuantity: d('0.1'),
		filledAt,
		side: 'sell',
		venueOrderId: 'foreign',
		clientOrderId: null,
		cause,
	};
}

describe('a position that a venue does not list', () => {
	test('is not considered gone when missing for ten seconds without an explaining fill', async () => {
		const { bench, readFor } = fixture();
		await readFor(10_000, 500, '0');
		expect(bench.state()).toMatchObject({ phase: 'running', held: { long: d('12') }, attention: null });
		await readFor(2_000, 500, '12');
		expect(bench.state()).toMatchObject({ phase: 'running', attention: null });
	});

	test('is gone when missing for long: the other leg is reduced and attention requested', async () => {
		const { bench, readFor } = fixture();
		await readFor(40_000, 500, '0');
		expect(bench.state()).toMatchObject({ attentionKind: 'unexplained', held: { long: 0n } });
		bench.apply({ kind: 'tick' });
		expect(bench.state().orders.at(-1)).toMatchObject({ leg: 'short', reduceOnly: true });
	});

	test('is gone when missing for long, even with bookings every eight seconds that move no position', async () => {
		const { bench, readFor } = fixture();
		for (const recordId of ['f1', 'f2']) {
			await readFor(8_000, 500, '0');
			expect(bench.state().held.long).toBe(d('12'));
			bench.apply({ kind: 'funding', leg: 'long', payments: [{ ...payment(bench.now), recordId }] });
			expect(bench.state().updatedAt).toBe(bench.now);
		}
		await readFor(6_000, 500, '0');
		expect(bench.state()).toMatchObject({ attentionKind: 'unexplained', held: { long: 0n } });
	});

	test('is not considered gone when missing twice, half a minute apart, with a booking of ours in between', async () => {
		const { bench, readFor } = fixture();
		await readFor(30_000, 30_000, '0');
		bench.apply({ kind: 'funding', leg: 'long', payments: [payment(bench.now)] });
		await readFor(10_000, 500, '0');
		expect(bench.state()).toMatchObject({ held: { long: d('12') }, attention: null });
	});

	test('is gone at once when a liquidation explains it', async () => {
		const { bench, fills, readFor } = fixture();
		fills.push(taken('12', 'liquidation', bench.now));
		await readFor(1_500, 500, '0');
		expect(bench.state()).toMatchObject({ reason: 'liquidation on the long leg', held: { long: 0n } });
	});
});

describe('an older trade on the account', () => {
	test('does not explain a lagging position: it may belong to our own execution that ended long ago', async () => {
		const { bench, fills, readFor } = fixture();
		fills.push(taken('12', 'order', bench.now - HOUR_MS / 2));
		await readFor(5_000, 500, '0');
		expect(bench.state()).toMatchObject({ phase: 'running', held: { long: d('12') }, attention: null });
	});

	test('explains a position that stays missing', async () => {
		const { bench, fills, readFor } = fixture();
		fills.push(taken('12', 'order', bench.now - HOUR_MS / 2));
		await readFor(40_000, 500, '0');
		expect(bench.state()).toMatchObject({ attentionKind: 'hand', held: { long: 0n } });
	});

	test('explains the position at once when the venue made the trade while the service was down', async () => {
		const { bench, fills, readFor } = fixture();
		fills.push(taken('12', 'liquidation', bench.now - HOUR_MS / 2));
		await readFor(1_500, 500, '0');
		expect(bench.state()).toMatchObject({ reason: 'liquidation on the long leg', held: { long: 0n } });
	});

	test('is never fetched from before the execution', async () => {
		const { bench, fills, readFor } = fixture();
		fills.push(taken('12', 'liquidation', START_AT - HOUR_MS));
		await readFor(40_000, 500, '0');
		expect(bench.state()).toMatchObject({ attentionKind: 'unexplained' });
	});
});

describe('a position beyond the legs', () => {
	test('counts as the venue’s delay for two seconds, and requests no attention', async () => {
		const { bench, readFor } = fixture();
		await readFor(2_000, 500, '17');
		await readFor(1_000, 500, '12');
		expect(bench.state().attention).toBeNull();
	});

	test('counts as a manual trade after that, until the account has agreed for ten minutes', async () => {
		const { bench, readFor } = fixture();
		await readFor(8_000, 500, '17');
		expect(bench.state().attentionKind).toBe('hand');
		await readFor(590_000, 5_000, '12');
		expect(bench.state().attentionKind).toBe('hand');
		await readFor(20_000, 5_000, '12');
		expect(bench.state().attention).toBeNull();
	});
});

test('an unexplained loss clears like any other once the account agrees', async () => {
	const { bench, readFor } = fixture();
	await readFor(40_000, 500, '7');
	expect(bench.state().attentionKind).toBe('unexplained');
	bench.apply({ kind: 'tick' });
	bench.fillAll();
	bench.apply({ kind: 'tick' });
	expect(bench.state()).toMatchObject({ phase: 'running', held: { long: d('7'), short: d('7') } });
	await readFor(620_000, 5_000, '7');
	expect(bench.state().attention).toBeNull();
});

test('a wall clock set forward does not age a difference', async () => {
	const { bench, readFor, setClock } = fixture();
	await readFor(2_000, 500, '0');
	setClock(HOUR_MS);
	await readFor(10_000, 500, '0');
	expect(bench.state()).toMatchObject({ held: { long: d('12') }, attention: null });
	await readFor(10_000, 500, '0');
	expect(bench.state()).toMatchObject({ attentionKind: 'unexplained', held: { long: 0n } });
});

describe('a wall clock set back by an hour', () => {
	test('does not hide a later liquidation', async () => {
		const { bench, fills, readFor, setClock } = fixture();
		bench.apply({ kind: 'funding', leg: 'long', payments: [payment(bench.now)] });
		await readFor(2_000, 500, '12');
		setClock(-HOUR_MS / 2);
		fills.push(taken('5', 'adl', bench.now));
		await readFor(2_000, 500, '7');
		expect(bench.state()).toMatchObject({ held: { long: d('7') }, reason: 'adl on the long leg' });
	});

	test('between two reads does not hide a liquidation', async () => {
		const { bench, fills, readFor, setClock } = fixture();
		await readFor(2_000, 500, '12');
		fills.push(taken('5', 'adl', bench.now - HOUR_MS / 2));
		await readFor(500, 500, '7');
		setClock(-HOUR_MS / 2);
		await readFor(2_000, 500, '7');
		expect(bench.state()).toMatchObject({ held: { long: d('7') }, reason: 'adl on the long leg' });
	});
});

function payment(settledAt: number) {
	return {
		recordId: 'f',
		symbol: 'SOLUSDT',
		settledAt,
		rate: d('0.0001'),
		amount: d('0.1'),
		quantity: d('12'),
	};
}

describe('a position of a contract that the venue no longer lists', () => {
	test('is not considered gone: attention is requested, and the other leg stays', async () => {
		const { bench, readFor, setListed } = fixture();
		setListed(false);
		await readFor(60_000, 1_000, '0');
		expect(bench.state().held).toEqual({ long: d('12'), short: d('12') });
		expect(bench.state().reductions).toEqual([]);
		expect(textOf(bench.state().attention ?? '')).toMatch(
			/^Bybit no longer lists SOLUSDT, and the position of 12 coins/,
		);
	});

	test('is gone once its settlement is listed', async () => {
		const { bench, fills, readFor, setListed } = fixture();
		setListed(false);
		fills.push(taken('12', 'delisting', START_AT + HOUR_MS));
		await readFor(3_000, 500, '0');
		expect(bench.state().reductions.map(({ cause }) => cause)).toEqual(['delisting']);
		expect(bench.state().attention).toBeNull();
	});

	test('needs no more attention when its settlement is listed late', async () => {
		const { bench, fills, readFor, setListed } = fixture();
		setListed(false);
		await readFor(15_000, 500, '0');
		expect(bench.state().attentionKind).toBe('unexplained');
		fills.push(taken('12', 'delisting', START_AT + HOUR_MS));
		await readFor(3_000, 500, '0');
		expect(bench.state().reductions.map(({ cause }) => cause)).toEqual(['delisting']);
		expect(bench.state().attention).toBeNull();
	});

	test('is compared as before when it is listed again', async () => {
		const { bench, readFor, setListed } = fixture();
		setListed(false);
		await readFor(5_000, 500, '0');
		setListed(true);
		await readFor(5_000, 500, '12');
		expect(bench.state().held).toEqual({ long: d('12'), short: d('12') });
	});
});

describe('an exchange that shows positions five seconds late', () => {
	test('is not mistaken for a manual trade, although fills would explain one', async () => {
		const { bench, fills, readFor, bookOpening } = fixture();
		await readFor(10_000, 500, '12');
		bookOpening();
		// These are our own fills, from an execution that has left memory. KuCoin's fill lists omit the client order
		// id, so they do not show whose fills these are.
		fills.push(taken('12', 'order', bench.now - 1_000));
		await readFor(6_000, 300, '0');
		expect(bench.state()).toMatchObject({ phase: 'running', held: { long: d('12') } });
		await readFor(3_000, 300, '12');
		expect(bench.state()).toMatchObject({ phase: 'running', attention: null });
	});

	test('is believed once the position persists for longer', async () => {
		const { bench, fills, readFor, bookOpening } = fixture();
		await readFor(10_000, 500, '12');
		bookOpening();
		fills.push(taken('12', 'order', bench.now));
		await readFor(8_000, 300, '0');
		expect(bench.state()).toMatchObject({ held: { long: 0n }, attentionKind: 'hand' });
	});

	test('is believed at once when no fills of ours lead to its position', async () => {
		const { bench, fills, readFor, bookOpening } = fixture();
		await readFor(10_000, 500, '12');
		bookOpening();
		fills.push(taken('14', 'order', bench.now));
		await readFor(1_500, 300, '-2');
		expect(bench.state()).toMatchObject({ held: { long: 0n }, attentionKind: 'hand' });
	});

	test('is believed at once when it reports that it liquidated the leg', async () => {
		const { bench, fills, readFor, bookOpening } = fixture();
		await readFor(10_000, 500, '12');
		bookOpening();
		fills.push(taken('12', 'liquidation', bench.now));
		await readFor(1_500, 300, '0');
		expect(bench.state()).toMatchObject({ held: { long: 0n } });
	});
});
