/** Tests partial closes: the rest stays hedged and keeps running, and every figure is exact at every step. */

import { describe, expect, test } from 'vitest';
import { portfolioRecord } from '../../src/api/rpc/portfolio-record.ts';
import { CarrywireError } from '../../src/domain/carrywire-error.ts';
import {
	add,
	type Decimal,
	fromInteger,
	neg,
	parseDecimal,
	sub,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import { encodeExactJson } from '../../src/domain/exact-json.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import type { LedgerRow } from '../../src/ports/ledger-export.ts';
import type { CloseAnswer, ExecuteAnswer } from '../../src/ports/order-service.ts';
import type { PortfolioExecution } from '../../src/ports/portfolio.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { brokenIdentities } from '../e2e/identities.ts';
import { type Portfolio, readExact } from '../e2e/wire.ts';
import { brokenLedgerSums } from '../support/ledger-sums.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const d = parseDecimal;
const USER = 'user_a';

function closing(fixture: TradingFixture, executionId: string, share: string): Promise<CloseAnswer> {
	const by = { userId: USER, agent: undefined, executionId, maxSlippageBps: undefined };
	return fixture.settled(fixture.orderService.close({ ...by, share: d(share) }));
}

async function opened(fixture: TradingFixture): Promise<string> {
	fixture.feed('SOL');
	const answer = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
	await fixture.pass(1_000);
	expect(fixture.driver.state(answer.executionId)?.phase).toBe('running');
	return answer.executionId;
}

/** Checks every accounting identity of the API on the exact decimals, and returns the only execution. */
async function check(fixture: TradingFixture, mids?: readonly [number, number]): Promise<PortfolioExecution> {
	await fixture.pass(1_100);
	fixture.feed('SOL', mids === undefined ? {} : { mids });
	const query = { userId: USER, executionId: undefined, includeClosed: true, page: 1, limit: 10 };
	const record = await fixture.settled(fixture.portfolio.live(query));
	expect(
		brokenIdentities(readExact(encodeExactJson(portfolioRecord(record, [], 'simulated'))) as Portfolio),
	).toEqual([]);
	expect(record.accounts.map(({ unexplained }) => unexplained)).toEqual([ZERO, ZERO]);
	const [one] = record.executions;
	if (one === undefined) throw new Error('There is no execution.');
	const executed = await fixture.settled(
		fixture.portfolio.executed({
			userId: USER,
			symbol: 'SOLUSDT',
			exchangepair: 'bybit-kucoin',
			page: 1,
			limit: 5,
		}),
	);
	expect(executed.executions).toEqual([one]);
	return one;
}

async function ledgerOf(fixture: TradingFixture): Promise<readonly LedgerRow[]> {
	const rows: LedgerRow[] = [];
	for await (const part of fixture.ledger.read({ userId: USER, from: undefined, until: undefined }))
		rows.push(...part);
	return rows;
}

const usdOf = (rows: readonly LedgerRow[]): Decimal => sum(rows.map(({ usdValue }) => usdValue));

function heldAtVenues(fixture: TradingFixture): readonly Decimal[] {
	return [fixture.bybit.positionOf('SOLUSDT'), fixture.kucoin.positionOf('SOLUSDTM')];
}

test('closes in parts until flat: only the closed part is realized, and the peak of capital stays', async () => {
	const fixture = createTradingFixture(7);
	const id = await opened(fixture);
	const first = await check(fixture, [101, 100.5]);
	const peak = first.execution.filledAmount;
	expect([first.execution.longSize, first.pnl.realizedPnl < 0n]).toEqual([d('5'), true]);
	const instant = Date.UTC(2026, 10, 21, 16);
	await fixture.passFed(instant - fixture.clock.now(), 'SOL', { mids: [101, 100.5] });
	fixture.bybit.settle('SOLUSDT', instant, d('-0.0123'));
	fixture.kucoin.settle('SOLUSDTM', instant, d('0.0937'));
	let before = await check(fixture, [101, 100.5]);
	let deployed = (await fixture.figures.service()).deployed;
	for (const [share, stays] of [
		['0.3', '3.5'],
		['0.5', '1.8'],
		['0.12', '1.6'],
	] as const) {
		const answer = await closing(fixture, id, share);
		expect(answer).toMatchObject({
			success: true,
			status: 'running',
			finalPnl: null,
			finalRoiPct: null,
			totalFunding: before.funding.netFunding,
		});
		expect(answer.durationHours).toBeGreaterThan(fromInteger(7));
		expect(textOf(answer.message)).toContain(`${stays} stay open`);
		const after = await check(fixture, [101, 100.5]);
		expect([after.execution.longSize, after.execution.shortSize]).toEqual([d(stays), d(stays)]);
		expect(heldAtVenues(fixture)).toEqual([d(stays), neg(d(stays))]);
		expect([after.execution.status, after.execution.closedAt, after.risk.netDelta]).toEqual([
			'running',
			null,
			ZERO,
		]);
		// A partial close lowers the current capital but not the peak.
		expect(after.execution.filledAmount).toBe(peak);
		const { deployed: now } = await fixture.figures.service();
		expect(now < deployed).toBe(true);
		deployed = now;
		// A partial close turns its share of both legs' gain or loss from unrealized to realized, and costs fees.
		expect(after.pnl.realizedPnl).not.toBe(before.pnl.realizedPnl);
		expect(after.longPosition.unrealizedPnl ?? ZERO).toBeLessThan(before.longPosition.unrealizedPnl ?? ZERO);
		expect(after.funding).toEqual(before.funding);
		before = after;
	}
	const last = await closing(fixture, id, '1');
	const end = await check(fixture, [101, 100.5]);
	expect(last).toMatchObject({
		status: 'closed',
		finalPnl: end.pnl.totalPnl,
		totalFunding: end.funding.netFunding,
	});
	expect(end.funding.fundingEvents).toHaveLength(2);
	expect([end.pnl.unrealizedPnl, end.execution.filledAmount]).toEqual([ZERO, peak]);
	expect(heldAtVenues(fixture)).toEqual([ZERO, ZERO]);
	// The ledger and the totals show the same figures.
	const rows = await ledgerOf(fixture);
	expect(usdOf(rows)).toBe(end.pnl.realizedPnl);
	const fills = rows.filter(({ kind }) => kind === 'fill');
	const figures = await fixture.figures.service();
	expect(figures).toMatchObject({ queued: 0, running: 0, active: 0, trades: fills.length, deployed: ZERO });
	expect(figures.volume).toBe(sum(fills.map(({ amount }) => (amount < 0n ? neg(amount) : amount))));
	expect(figures.averageRoi).toBe(end.pnl.totalPnlPct);
	expect(await fixture.figures.funding(USER)).toEqual({
		closed: { received: end.funding.totalReceived, paid: end.funding.totalPaid },
		running: { received: ZERO, paid: ZERO },
	});
});

test('closes any series of shares: never more than requested, always in common lots, and the identities hold', async () => {
	for (let seed = 1; seed <= 25; seed += 1) {
		const random = seededRandom(seed);
		const fixture = createTradingFixture(seed);
		const id = await opened(fixture);
		const state = () => {
			const known = fixture.driver.state(id);
			if (known === undefined) throw new Error('The execution is not in memory.');
			return known;
		};
		for (let at = 0; at < 6; at += 1) {
			fixture.feed('SOL', { mids: [100 + random.unit() * 3, 100 + random.unit() * 3] });
			const share = random.unit().toFixed(4);
			const held = state().held.long;
			try {
				await closing(fixture, id, share === '0.0000' ? '0.5' : share);
			} catch (error) {
				// The closed part is below the minimum order, so nothing was sent.
				expect(error instanceof CarrywireError && error.code).toBe('BELOW_MIN_NOTIONAL');
				expect(state().held.long).toBe(held);
			}
			// A share that left too little has closed everything.
			if (fixture.driver.state(id)?.phase !== 'running') break;
			expect(state().held.long).toBe(state().held.short);
			expect(state().held.long % d('0.1')).toBe(0n);
			expect(heldAtVenues(fixture)).toEqual([state().held.long, neg(state().held.short)]);
			expect(brokenLedgerSums(await fixture.journal.readExecution(id)), `seed ${seed}`).toEqual([]);
		}
		const before = executionLedger(state(), { long: null, short: null });
		fixture.feed('SOL');
		expect((await closing(fixture, id, '1')).status).toBe('closed');
		const after = executionLedger(state(), { long: null, short: null });
		expect(after.deployedPeak).toBe(before.deployedPeak);
		expect(usdOf(await ledgerOf(fixture))).toBe(add(after.long.realized, after.short.realized));
		expect(sub(await figuresRealized(fixture), add(after.long.realized, after.short.realized))).toBe(ZERO);
	}
});

async function figuresRealized(fixture: TradingFixture): Promise<Decimal> {
	const query = { userId: USER, executionId: undefined, includeClosed: false, page: 1, limit: 1 };
	return (await fixture.settled(fixture.portfolio.live(query))).summary.totalRealizedPnl;
}

describe('a share', () => {
	test('too small for the exchanges is refused before any order is sent', async () => {
		const fixture = createTradingFixture(3);
		const id = await opened(fixture);
		// The exchange refuses orders below 5 USD. At 20 USD per coin that is a quarter of a coin, or three lots.
		fixture.feed('SOL', { mids: [20, 20] });
		const sent = fixture.bybit.sentCount();
		await expect(closing(fixture, id, '0.04')).rejects.toMatchObject({
			code: 'BELOW_MIN_NOTIONAL',
			field: 'share',
		});
		expect([fixture.bybit.sentCount(), fixture.driver.state(id)?.phase]).toEqual([sent, 'running']);
	});

	test('that leaves too little for the exchanges closes everything, and says so', async () => {
		const fixture = createTradingFixture(3);
		const id = await opened(fixture);
		fixture.feed('SOL', { mids: [20, 20] });
		const by = { userId: USER, agent: undefined, executionId: id, maxSlippageBps: undefined };
		const shown = await fixture.settled(fixture.orderService.previewClose({ ...by, share: d('0.98') }));
		expect([shown.action, shown.warnings.map(({ code }) => code)]).toEqual(['close', ['CLOSES_ALL']]);
		const answer = await closing(fixture, id, '0.98');
		expect(answer).toMatchObject({ success: true, status: 'closed' });
		expect(textOf(answer.message)).toMatch(
			/the rest of 0\.1 SOL per leg would be below the smallest order of 0\.25/,
		);
		expect(heldAtVenues(fixture)).toEqual([ZERO, ZERO]);
	});

	test('a partial close does not stop a full close under way', async () => {
		const fixture = createTradingFixture(4);
		const id = await opened(fixture);
		const by = { userId: USER, agent: undefined, executionId: id, maxSlippageBps: undefined };
		const whole = fixture.orderService.close({ ...by, share: fromInteger(1) });
		await expect(
			fixture.settled(fixture.orderService.close({ ...by, share: d('0.5') })),
		).rejects.toMatchObject({
			code: 'ALREADY_CLOSING',
		});
		expect((await fixture.settled(whole)).status).toBe('closed');
	});
});

describe('an amount', () => {
	const by = { userId: USER, agent: undefined, maxSlippageBps: undefined, share: fromInteger(1) };

	test.each([
		// At 100 USD per coin and leverage 1, 405 USD over both legs are 2.025 coins per leg.
		['405', 'running', '3'],
		['1000', 'closed', '0'],
		['5000', 'closed', '0'],
	] as const)('that is %s USD leaves the execution %s with %s coins', async (amount, status, stays) => {
		const fixture = createTradingFixture(5);
		const executionId = await opened(fixture);
		fixture.feed('SOL', { mids: [100, 99] });
		const request = { ...by, executionId, amount: d(amount) };
		const shown = await fixture.settled(fixture.orderService.previewClose(request));
		expect(shown.legs.map(({ held, quantity }) => sub(held, quantity))).toEqual([d(stays), d(stays)]);
		const answer = await fixture.settled(fixture.orderService.close(request));
		expect([answer.success, answer.status]).toEqual([true, status]);
		expect(heldAtVenues(fixture)).toEqual([d(stays), neg(d(stays))]);
	});

	test('needs a current price, because it is converted to coins', async () => {
		const fixture = createTradingFixture(5);
		const executionId = await opened(fixture);
		await fixture.pass(60_000);
		await expect(
			fixture.settled(fixture.orderService.close({ ...by, executionId, amount: d('400') })),
		).rejects.toMatchObject({ code: 'QUOTE_STALE', field: 'amount' });
	});
});

test('a crash at any step of a partial close recovers to exactly the requested part', async () => {
	let reached = 0;
	for (let steps = 0; steps < 60; steps += 1) {
		const fixture = createTradingFixture(11);
		const id = await opened(fixture);
		fixture.feed('SOL');
		const by = { userId: USER, agent: undefined, executionId: id, maxSlippageBps: undefined };
		fixture.orderService.close({ ...by, share: d('0.4') }).catch(() => {});
		for (let at = 0; at < steps; at += 1) await Promise.resolve();
		const written = fixture.journal.readExecution(id);
		fixture.restart();
		const events = (await written).map(({ event }) => event.type);
		const wasAsked = events.includes('CloseRequested');
		for (let second = 0; second < 40; second += 1) await fixture.passFed(1_000, 'SOL');
		const state = fixture.driver.state(id);
		expect([state?.phase, state?.held.long], `after ${steps} steps`).toEqual([
			'running',
			wasAsked ? d('3') : d('5'),
		]);
		expect(heldAtVenues(fixture)).toEqual([state?.held.long, neg(state?.held.short ?? ZERO)]);
		expect(brokenLedgerSums(await fixture.journal.readExecution(id))).toEqual([]);
		if (wasAsked && !events.includes('PartClosed')) reached += 1;
	}
	expect(reached).toBeGreaterThan(0);
});
