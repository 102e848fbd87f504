import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal as d, fromInteger } from '../domain/decimal.ts';
import type { PlannedTransfer } from '../ports/margin-plan.ts';
import {
	ARRIVAL_WINDOW_MS,
	advanceTransfers,
	arrivedAmount,
	type JudgedFlow,
	LATE_AFTER_MS,
	markOwnMoves,
	NETWORK_FEE_MAX,
	underWay,
	withdrawTransfer,
} from './margin-arrivals.ts';

const NOW = Date.UTC(2026, 10, 28);
const HOUR = 3_600_000;

const transfer = (change: Partial<PlannedTransfer> = {}): PlannedTransfer => ({
	transferId: 't1',
	from: 'bybit',
	to: 'okx',
	amount: fromInteger(500),
	by: NOW + 12 * HOUR,
	plannedAt: NOW,
	state: 'planned',
	parts: [],
	changedAt: NOW,
	...change,
});
const flow = (
	exchange: string,
	amount: string,
	hours: number,
	recordId = `${exchange}${hours}`,
): JudgedFlow => ({
	isOwn: false,
	exchange,
	recordId,
	amount: d(amount),
	at: NOW + hours * HOUR,
});
const one = (flows: readonly JudgedFlow[], hours: number, start = transfer()) =>
	advanceTransfers([start], flows, NOW + hours * HOUR)[0];

describe('a planned transfer', () => {
	test('is sent with the withdrawal and arrives with the deposit less the network fee', () => {
		const sent = one([flow('bybit', '-501', 1)], 1);
		expect(sent).toMatchObject({
			state: 'sent',
			parts: [{ sent: { recordId: 'bybit1', amount: fromInteger(501), at: NOW + HOUR }, arrived: null }],
			changedAt: NOW + HOUR,
		});
		const arrived = one([flow('bybit', '-501', 1), flow('okx', '499.2', 2)], 2, sent);
		expect(arrived).toMatchObject({
			state: 'arrived',
			parts: [{ sent: { recordId: 'bybit1' }, arrived: { recordId: 'okx2', amount: d('499.2') } }],
		});
		expect(one([flow('okx', '500', 30)], 90, arrived)).toBe(arrived);
	});

	test('is both at once if both flows are seen together, in any order', () => {
		const flows = [flow('okx', '499', 3), flow('bybit', '-500', 1)];
		expect(one(flows, 4)).toEqual(one(flows.toReversed(), 4));
		expect(one(flows, 4)?.state).toBe('arrived');
	});

	test('is late after its deadline or a day, and may still be sent and arrive', () => {
		expect(one([], 12)?.state).toBe('planned');
		expect(one([], 13)?.state).toBe('late');
		const noDeadline = transfer({ by: null });
		expect(one([], 24, noDeadline)?.state).toBe('planned');
		expect(one([], 25, noDeadline)?.state).toBe('late');
		const late = one([], 13);
		const sent = one([flow('bybit', '-500', 14)], 14, late);
		expect(sent?.state).toBe('sent');
		expect(one([], 14 + LATE_AFTER_MS / HOUR + 1, sent)?.state).toBe('late');
		expect(one([flow('okx', '499', 39)], 40, sent)?.state).toBe('arrived');
	});

	test('arrives without a seen withdrawal, which an exchange may show late', () => {
		expect(one([flow('okx', '495', 2)], 2)).toMatchObject({
			state: 'arrived',
			parts: [{ sent: null }],
		});
	});

	test('is not another amount, direction, exchange or time', () => {
		const others = [
			flow('bybit', '-400', 1),
			flow('bybit', '-600', 1),
			flow('bybit', '500', 1),
			flow('okx', '-500', 1),
			flow('okx', '300', 1),
			flow('gate', '-500', 1),
			flow('bybit', '-500', -1),
		];
		expect(one(others, 2)).toEqual(transfer());
		const sent = one([flow('bybit', '-500', 1)], 1);
		const days = ARRIVAL_WINDOW_MS / HOUR;
		expect(one([flow('okx', '500', 1 + days + 1)], days + 3, sent)?.parts[0]?.arrived).toBeNull();
		expect(one([flow('okx', '501', 2), flow('okx', '460', 3)], 4, sent)?.parts[0]?.arrived).toBeNull();
	});

	test('arrives in parts: each part needs its withdrawal and its deposit', () => {
		const first = one([flow('bybit', '-200', 1), flow('okx', '199', 2)], 2);
		expect(first).toMatchObject({ state: 'partly', parts: [{ sent: { recordId: 'bybit1' } }] });
		expect([underWay(first ?? transfer(), NOW), arrivedAmount(first ?? transfer())]).toEqual([0n, d('199')]);
		expect(one([], 13, first)?.state).toBe('late');
		const second = one([flow('bybit', '-300', 3)], 3, first);
		expect(second?.state).toBe('sent');
		expect(underWay(second ?? transfer(), NOW + 3 * HOUR)).toBe(fromInteger(300));
		const whole = one([flow('okx', '299', 4)], 4, second);
		expect(whole?.state).toBe('arrived');
		expect(arrivedAmount(whole ?? transfer())).toBe(fromInteger(498));
	});

	test('is under way until it arrives, for at most three days', () => {
		const sent = one([flow('bybit', '-500', 1)], 1) ?? transfer();
		expect(underWay(sent, NOW + HOUR)).toBe(fromInteger(500));
		expect(underWay(sent, NOW + HOUR + ARRIVAL_WINDOW_MS + 1)).toBe(0n);
		expect(underWay(one([flow('okx', '500', 2)], 2, sent) ?? sent, NOW + 2 * HOUR)).toBe(0n);
	});

	test('can be taken back until it is sent', () => {
		expect(withdrawTransfer(transfer(), NOW + 1)).toMatchObject({ state: 'withdrawn', changedAt: NOW + 1 });
		const sent = transfer({
			state: 'sent',
			parts: [{ sent: { recordId: 'x', amount: fromInteger(500), at: NOW }, arrived: null }],
		});
		expect(withdrawTransfer(sent, NOW + 1)).toBe(sent);
		const back = withdrawTransfer(transfer(), NOW);
		expect(one([flow('bybit', '-500', 1)], 40, back)).toBe(back);
	});
});

describe('money that the service moves from the owner’s wallet', () => {
	const own = { exchange: 'okx', amount: fromInteger(500), at: NOW + HOUR - 60_000 };

	test('is recognized by exchange, amount and time, one flow for each move', () => {
		const flows = [flow('okx', '500', 1, 'own'), flow('okx', '500', 1, 'other'), flow('bybit', '500', 1)];
		const ownOf = (move: typeof own) => markOwnMoves(flows, [move]).map(({ isOwn }) => isOwn);
		expect(ownOf(own)).toEqual([true, false, false]);
		expect(ownOf({ ...own, amount: fromInteger(499) })).toEqual([false, false, false]);
		expect(ownOf({ ...own, at: NOW })).toEqual([false, false, false]);
		expect(markOwnMoves(flows, [own, own]).map(({ isOwn }) => isOwn)).toEqual([true, true, false]);
	});

	test('arrives if another exchange has sent it, and proves no arrival alone', () => {
		const arrival = { ...flow('okx', '499', 1), isOwn: true };
		expect(one([arrival], 1)?.state).toBe('planned');
		const whole = one([flow('bybit', '-500', 0.5), arrival], 1);
		expect(whole?.state).toBe('arrived');
		expect(underWay(whole ?? transfer(), NOW + HOUR)).toBe(0n);
	});
});

test('two equal transfers take two different flows, the older one first', () => {
	const pair = [transfer({ transferId: 't2', plannedAt: NOW + 1 }), transfer()];
	const seen = advanceTransfers(pair, [flow('bybit', '-500', 1, 'first')], NOW + HOUR);
	expect(seen.map(({ transferId, state }) => [transferId, state])).toEqual([
		['t2', 'planned'],
		['t1', 'sent'],
	]);
	const again = advanceTransfers(
		seen,
		[flow('bybit', '-500', 1, 'first'), flow('bybit', '-500', 2, 'second')],
		NOW + 2 * HOUR,
	);
	expect(again.map(({ parts }) => parts[0]?.sent?.recordId)).toEqual(['second', 'first']);
});

const drawnFlow = fc.record({
	isOwn: fc.boolean(),
	exchange: fc.constantFrom('bybit', 'okx'),
	recordId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
	amount: fc.integer({ min: -540, max: 540 }).map(fromInteger),
	at: fc.integer({ min: -2, max: 120 }).map((hours) => NOW + hours * HOUR),
});

test('the same flows again change nothing, no flow counts twice, and an end is final', () => {
	fc.assert(
		fc.property(
			fc.uniqueArray(drawnFlow, { selector: ({ exchange, recordId }) => `${exchange} ${recordId}` }),
			fc.integer({ min: 0, max: 130 }),
			(flows, hours) => {
				const start = [transfer(), transfer({ transferId: 't2', amount: fromInteger(480) })];
				const at = NOW + hours * HOUR;
				const first = advanceTransfers(start, flows, at);
				expect(advanceTransfers(first, flows, at)).toEqual(first);
				const used = first.flatMap(({ parts, from, to }) =>
					parts.flatMap(({ sent, arrived }) => [
						...(sent === null ? [] : [`${from} ${sent.recordId}`]),
						...(arrived === null ? [] : [`${to} ${arrived.recordId}`]),
					]),
				);
				expect(new Set(used).size).toBe(used.length);
				for (const one of first) {
					const way = underWay(one, at);
					const arrived = arrivedAmount(one);
					if (one.state === 'arrived') expect([way, arrived > 0n]).toEqual([0n, true]);
					if (one.state === 'planned') expect([way, arrived]).toEqual([0n, 0n]);
					// Money that has arrived is no longer under way, so nothing counts twice.
					expect(way + arrived).toBeLessThanOrEqual((one.amount * 11n) / 10n + 2n * NETWORK_FEE_MAX);
					for (const { sent, arrived: came } of one.parts)
						if (sent !== null && came !== null)
							expect(sent.amount - came.amount).toBeLessThanOrEqual(NETWORK_FEE_MAX);
				}
				const later = advanceTransfers(first, flows, at + 500 * HOUR);
				first.forEach((one, index) => {
					if (one.state === 'arrived') expect(later[index]).toBe(one);
				});
			},
		),
	);
});
