/** Tests the responses of `portfolio_live` over the lifetime of executions, and for unknown figures. */
import { describe, expect, test } from 'vitest';
import { portfolioRecord } from '../../src/api/rpc/portfolio-record.ts';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { type Decimal, formatDecimal, fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { encodeExactJson } from '../../src/domain/exact-json.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import type { PortfolioAccount, PortfolioQuery, PortfolioRecord } from '../../src/ports/portfolio.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { brokenIdentities } from '../e2e/identities.ts';
import { type Portfolio, readExact } from '../e2e/wire.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

const ALL: PortfolioQuery = {
	userId: 'user_a',
	executionId: undefined,
	includeClosed: true,
	page: 1,
	limit: 100,
};

const live = (fixture: TradingFixture, change: Partial<PortfolioQuery> = {}): Promise<PortfolioRecord> =>
	fixture.settled(fixture.portfolio.live({ ...ALL, ...change }));

/**
 * Advances time by more than a second, feeds fresh inputs, and returns the complete record. It is at least as new as
 * every earlier snapshot.
 */
async function check(fixture: TradingFixture, coins: readonly string[] = ['SOL']): Promise<PortfolioRecord> {
	await fixture.pass(1_100);
	for (const coin of coins) fixture.feed(coin);
	return live(fixture);
}

async function opened(fixture: TradingFixture, coin = 'SOL'): Promise<string> {
	const opportunityId = fixture.feed(coin);
	const answer = (await fixture.settled(fixture.execute({ opportunityId }))) as ExecuteAnswer;
	await fixture.pass(1_000);
	expect(fixture.driver.state(answer.executionId)?.phase).toBe('running');
	return answer.executionId;
}

const closed = (fixture: TradingFixture, executionId: string, share = '1') =>
	fixture.settled(
		fixture.orderService.close({
			userId: 'user_a',
			agent: undefined,
			executionId,
			maxSlippageBps: undefined,
			share: parseDecimal(share),
		}),
	);

function account(record: PortfolioRecord, venue: string): PortfolioAccount {
	const found = record.accounts.find(({ exchange }) => exchange === venue);
	if (found === undefined) throw new Error(`The record has no account at ${venue}.`);
	return found;
}

/** Checks every accounting identity of the API on the exact decimals, and that nothing is unexplained. */
function expectExact(record: PortfolioRecord): void {
	const written = readExact(encodeExactJson(portfolioRecord(record, [], 'simulated'))) as Portfolio;
	expect(brokenIdentities(written)).toEqual([]);
	expect(record.accounts.map(({ unexplained, stale }) => [unexplained, stale])).toEqual([
		[ZERO, false],
		[ZERO, false],
	]);
}

/**
 * Returns the codes of the reasons why accounts are not compared. The fixture's venues report no liquidation prices,
 * so the runway is unknown too; its code is left out.
 */
function comparisonCodes(record: PortfolioRecord): readonly string[] {
	return record.reasons.map(({ code }) => code).filter((code) => code !== 'LIQUIDATION_UNKNOWN');
}

/** Checks that money missing from a venue's records is reported as unexplained or not compared, never as zero. */
function expectUnknown(record: PortfolioRecord, venue: string): void {
	expect(account(record, venue).unexplained).not.toBe(ZERO);
}

describe('during the lifetime of executions', () => {
	test('the identities hold and nothing is unexplained at every step', async () => {
		const fixture = createTradingFixture(1);
		expectExact(await check(fixture));
		const sol = await opened(fixture);
		expectExact(await check(fixture));
		const instant = Date.UTC(2026, 10, 21, 16);
		await fixture.passFed(instant - fixture.clock.now(), 'SOL');
		fixture.bybit.settle('SOLUSDT', instant, parseDecimal('-0.0123'));
		fixture.kucoin.settle('SOLUSDTM', instant, parseDecimal('-0.0937'));
		const paid = await check(fixture);
		expectExact(paid);
		expect(paid.executions[0]?.funding.fundingEvents).toHaveLength(2);
		expect(paid.executions[0]?.pnl.fundingPnl).toBe(parseDecimal('0.407'));
		// These inputs announce a different next settlement time for each leg.
		expect(paid.executions[0]?.longPosition.nextFundingTimestamp).toBeGreaterThan(instant / 1_000);
		expect((await closed(fixture, sol, '0.3')).status).toBe('running');
		expectExact(await check(fixture));
		fixture.bybit.flow(fromInteger(250), true);
		const funded = await check(fixture);
		expectExact(funded);
		expect(account(funded, 'bybit').externalFlows).toBe(fromInteger(250));
		const btc = await opened(fixture, 'BTC');
		expect((await closed(fixture, sol)).status).toBe('closed');
		const both = await check(fixture, ['SOL', 'BTC']);
		expectExact(both);
		expect(both.executions.map(({ execution }) => [execution.id, execution.status])).toEqual([
			[btc, 'running'],
			[sol, 'closed'],
		]);
		fixture.restart();
		const again = await check(fixture, ['SOL', 'BTC']);
		expectExact(again);
		expect(again.executions.map(({ pnl }) => pnl)).toEqual(both.executions.map(({ pnl }) => pnl));
		fixture.feed('BTC');
		expect((await closed(fixture, btc)).status).toBe('closed');
		const flat = await check(fixture);
		expectExact(flat);
		expect(flat.summary).toMatchObject({
			totalExecutions: 2,
			runningExecutions: 0,
			totalInvested: ZERO,
			totalUnrealizedPnl: ZERO,
		});
	});

	test.each(['a stop right after the close', 'a venue that does not report its payments until then'])(
		'loses no settlement to %s',
		async (what) => {
			const fixture = createTradingFixture(11);
			await check(fixture);
			const sol = await opened(fixture);
			fixture.feed('SOL');
			fixture.bybit.settle('SOLUSDT', fixture.clock.now(), parseDecimal('-0.0123'));
			fixture.kucoin.settle('SOLUSDTM', fixture.clock.now(), parseDecimal('-0.0937'));
			fixture.kucoin.refuseFunding(true);
			const answer = await closed(fixture, sol);
			expect(answer).toMatchObject({ status: 'closed', finalPnl: null, totalFunding: null });
			expect(textOf(answer.message)).toMatch(/Try again/);
			if (what.startsWith('a stop')) fixture.restart();
			// This pause is longer than the service waits for late records. It still fetches the records, because
			// they are not known to be complete.
			await fixture.pass(1_200_000);
			expectUnknown(await check(fixture), 'kucoin');
			fixture.kucoin.refuseFunding(false);
			if (what.startsWith('a stop')) fixture.restart();
			await fixture.pass(65_000);
			const later = await check(fixture);
			expectExact(later);
			expect(later.executions[0]?.funding.fundingEvents).toHaveLength(2);
			const finals = await closed(fixture, sol);
			expect(finals.totalFunding).toBe(parseDecimal('0.407'));
			// The records are complete by now, so the service does not fetch them again when it restarts.
			await fixture.pass(1_200_000);
			expect(await fixture.journal.unsettledExecutions()).toEqual([]);
			fixture.restart();
			expect(await closed(fixture, sol)).toEqual(finals);
		},
	);

	test('late settlement records do not delay the answer of a close', async () => {
		const fixture = createTradingFixture(13);
		await check(fixture);
		const sol = await opened(fixture);
		fixture.feed('SOL');
		fixture.bybit.settle('SOLUSDT', fixture.clock.now(), parseDecimal('-0.0123'));
		fixture.kucoin.settle('SOLUSDTM', fixture.clock.now(), parseDecimal('-0.0937'));
		fixture.kucoin.delayFunding(30_000);
		const since = fixture.clock.now();
		const answer = await closed(fixture, sol);
		expect(answer).toMatchObject({ success: true, status: 'closed', finalPnl: null, totalFunding: null });
		expect(textOf(answer.message)).toMatch(/Both exchanges confirm zero position.*Try again/);
		expect(fixture.clock.now() - since).toBeLessThan(10_000);
		fixture.kucoin.delayFunding(0);
		await fixture.pass(65_000);
		expect((await closed(fixture, sol)).totalFunding).toBe(parseDecimal('0.407'));
	});

	test('fetches settlements only when a new unexplained amount appears', async () => {
		const fixture = createTradingFixture(12);
		await check(fixture);
		await opened(fixture);
		expectExact(await check(fixture));
		const reads = () => [fixture.bybit.fundingReadCount(), fixture.kucoin.fundingReadCount()];
		const begun = reads();
		for (let times = 0; times < 5; times += 1) expectExact(await check(fixture));
		expect(reads()).toEqual(begun);
		// The venue's schedule did not announce this settlement.
		fixture.kucoin.settle('SOLUSDTM', fixture.clock.now(), parseDecimal('-0.0937'));
		expectExact(await check(fixture));
		expect(fixture.kucoin.fundingReadCount()).toBeGreaterThan(begun[1] ?? 0);
		fixture.bybit.flow(parseDecimal('-0.5'), false);
		expect(account(await check(fixture), 'bybit').unexplained).toBe(parseDecimal('-0.5'));
		const checked = reads();
		for (let times = 0; times < 5; times += 1)
			expect(account(await check(fixture), 'bybit').unexplained).toBe(parseDecimal('-0.5'));
		expect(reads()).toEqual(checked);
		// The next payment is still booked.
		fixture.bybit.settle('SOLUSDT', fixture.clock.now(), parseDecimal('-0.0123'));
		const paid = await check(fixture);
		expect(account(paid, 'bybit').unexplained).toBe(parseDecimal('-0.5'));
		expect(paid.executions[0]?.funding.fundingEvents).toHaveLength(2);
	});

	test('counts a settlement once, at whatever moment of a read it happens', async () => {
		for (let atMs = 0; atMs < 140; atMs += 2) {
			const fixture = createTradingFixture(13);
			await check(fixture);
			await opened(fixture);
			expectExact(await check(fixture));
			// An amount that no record explains makes the service fetch all records.
			fixture.kucoin.flow(parseDecimal('-0.5'), false);
			await fixture.pass(1_100);
			fixture.feed('SOL');
			const reading = fixture.portfolio.live(ALL);
			await fixture.pass(atMs);
			fixture.kucoin.settle('SOLUSDTM', fixture.clock.now(), parseDecimal('-0.0181'));
			await fixture.settled(reading);
			const after = await check(fixture);
			expect([atMs, account(after, 'kucoin').unexplained]).toEqual([atMs, parseDecimal('-0.5')]);
			expect(after.executions[0]?.funding.fundingEvents).toHaveLength(1);
		}
	});

	test('the ROI uses the peak of deployed capital, and the daily figure its time-weighted average', async () => {
		const fixture = createTradingFixture(2);
		await check(fixture);
		const id = await opened(fixture);
		await fixture.settled(fixture.portfolio.sample());
		const instant = Date.UTC(2026, 10, 21, 16);
		await fixture.passFed(instant - fixture.clock.now(), 'SOL');
		fixture.kucoin.settle('SOLUSDTM', instant, fromInteger(-2));
		await check(fixture);
		await closed(fixture, id);
		const { summary, executions } = await check(fixture);
		const pnl = executions[0]?.pnl;
		// Both legs hold 5 coins, at 100.1 and 99.9, which is 1,000 USD in total.
		expect(executions[0]?.execution.filledAmount).toBe(fromInteger(1_000));
		expect(summary.weightedRoi).toBe(pnl?.totalPnlPct);
		expect(formatDecimal(summary.weightedRoi ?? ZERO)).toBe(
			formatDecimal(((pnl?.totalPnl ?? ZERO) / 10n) as Decimal),
		);
		// Capital was 1,000 USD from the sample until the close a moment ago, so the average capital equals it.
		expect(Number(summary.dailyRoi) / Number(summary.weightedRoi)).toBeCloseTo(1, 3);
	});
});

describe('unknown figures are null, with a reason', () => {
	test('shows the last read of an account whose venue does not answer, or unknown without a read', async () => {
		const fixture = createTradingFixture(3);
		fixture.kucoin.refuseReads(true);
		const before = await check(fixture);
		expect(account(before, 'kucoin')).toMatchObject({ equity: null, unexplained: null, stale: true });
		expect(before.reasons.map(({ field, code }) => [field, code])).toEqual([
			['accounts.kucoin', 'VENUE_UNAVAILABLE'],
		]);
		fixture.kucoin.refuseReads(false);
		const read = account(await check(fixture), 'kucoin');
		fixture.kucoin.refuseReads(true);
		const after = account(await check(fixture), 'kucoin');
		expect(after).toMatchObject({ stale: true, equity: read.equity, updatedAt: read.updatedAt });
	});

	test('names an unwritable journal as the reason, not a silent venue', async () => {
		const fixture = createTradingFixture(4);
		await check(fixture);
		fixture.breakJournal(true);
		fixture.bybit.flow(fromInteger(1), true);
		const record = await check(fixture);
		expect(record.reasons.map(({ field, code }) => [field, code])).toEqual([
			['accounts.bybit', 'STORE_UNAVAILABLE'],
		]);
		fixture.breakJournal(false);
		expectExact(await check(fixture));
	});

	test('shows unexplained money to the last digit', async () => {
		const fixture = createTradingFixture(5);
		await opened(fixture);
		await check(fixture);
		fixture.kucoin.flow(parseDecimal('-0.01000001'), false);
		const record = await check(fixture);
		expect(account(record, 'kucoin').unexplained).toBe(parseDecimal('-0.01000001'));
		expect(account(record, 'bybit').unexplained).toBe(ZERO);
	});

	test('shows the result of a manual trade on an unlisted contract as unexplained, and still reads the account', async () => {
		const fixture = createTradingFixture(15);
		await opened(fixture);
		expectExact(await check(fixture));
		fixture.bybit.tradeByHand('WEIRDPERP', fromInteger(10), fromInteger(5));
		fixture.bybit.tradeByHand('WEIRDPERP', fromInteger(-10), parseDecimal('5.1'));
		fixture.bybit.unlist('WEIRDPERP');
		const [first, second] = [await check(fixture), await check(fixture)];
		const { unexplained, stale } = account(first, 'bybit');
		expect([stale, unexplained && unexplained > parseDecimal('0.9')]).toEqual([false, true]);
		expect(account(second, 'bybit')).toMatchObject({ stale: false, unexplained });
		expect(first.reasons.map(({ code }) => code)).not.toContain('VENUE_UNAVAILABLE');
		// A manual trade on a listed contract is still found in addition to the trade on the unlisted one.
		fixture.bybit.settle('SOLUSDT', fixture.clock.now(), parseDecimal('-0.0123'));
		expect(account(await check(fixture), 'bybit').unexplained).toBe(unexplained);
	});

	test('a position that no execution explains makes the comparison null', async () => {
		const fixture = createTradingFixture(6);
		await opened(fixture);
		fixture.bybit.placeByHand('DOGEUSDT', fromInteger(100));
		const record = await check(fixture);
		expect(account(record, 'bybit')).toMatchObject({ unexplained: null, unmanagedPnl: null });
		expect(comparisonCodes(record)).toEqual(['UNMANAGED_POSITION']);
		expect(account(record, 'kucoin').unexplained).toBe(ZERO);
	});

	test('compares nothing while orders are in flight', async () => {
		const fixture = createTradingFixture(7);
		await check(fixture);
		await fixture.pass(1_100);
		fixture.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
		await fixture.settled(fixture.execute({ opportunityId: fixture.feed('SOL') }));
		const moving = await live(fixture);
		expect(moving.executions[0]?.execution.status).toMatch(/queued|opening/);
		// The account whose order has a known outcome may already have been compared.
		expect(account(moving, 'kucoin').unexplained).toBeNull();
		expect(new Set(comparisonCodes(moving))).toEqual(new Set(['ACCOUNT_MOVING']));
		fixture.kucoin.setFaults(NO_FAULTS);
		for (let second = 0; second < 15; second += 1) await check(fixture);
		expectExact(await check(fixture));
	});

	test('a mark that is too old', async () => {
		const fixture = createTradingFixture(8);
		await opened(fixture);
		await check(fixture);
		await fixture.pass(6_000);
		const record = await live(fixture);
		expect(record.executions[0]?.pnl).toMatchObject({ unrealizedPnl: null, totalPnl: null });
		expect(record.executions[0]?.reasons.map(({ code }) => code)).toContain('MARK_UNKNOWN');
		expect(record.summary).toMatchObject({ totalUnrealizedPnl: null, weightedRoi: null });
		expect(record.executions[0]?.pnl.realizedPnl).toBeLessThan(0n);
	});
});

describe('the listed executions', () => {
	test('lists open executions, and closed ones in pages, newest first', async () => {
		const fixture = createTradingFixture(9);
		const ids: string[] = [];
		for (let index = 0; index < 3; index += 1) {
			const id = await opened(fixture);
			fixture.feed('SOL');
			await closed(fixture, id);
			ids.unshift(id);
		}
		expect((await live(fixture, { includeClosed: false })).executions).toEqual([]);
		const first = await live(fixture, { limit: 2 });
		expect(first.executions.map(({ execution }) => execution.id)).toEqual(ids.slice(0, 2));
		expect(first.pagination).toMatchObject({ totalCount: 3, totalPages: 2, hasNext: true });
		const second = await live(fixture, { limit: 2, page: 2 });
		expect(second.executions.map(({ execution }) => execution.id)).toEqual(ids.slice(2));
		expect(first.summary).toEqual(second.summary);
		fixture.restart();
		const history = { sort: 'closedAt', order: 'asc', symbol: 'sol' } as const;
		const filters = { longExchange: undefined, shortExchange: undefined, outcome: undefined };
		const all = { ...history, ...filters, from: undefined, until: undefined };
		const sorted = await live(fixture, { limit: 2, page: 2, history: all });
		expect(sorted.executions.map(({ execution }) => execution.id)).toEqual(ids.slice(0, 1));
		expect(sorted.pagination).toMatchObject({ totalCount: 3, hasNext: false, hasPrevious: true });
		const none = await live(fixture, { history: { ...all, outcome: 'failed' } });
		expect([none.executions, none.pagination?.totalCount]).toEqual([[], 0]);
	});

	test.each(['before', 'after'] as const)(
		'shows an execution that ends just %s its row is read once, as the summary counts it',
		async (when) => {
			const fixture = createTradingFixture(9);
			const id = await opened(fixture);
			await check(fixture);
			fixture.feed('SOL');
			const { userExecutions } = fixture.journal;
			Object.assign(fixture.journal, {
				async userExecutions(...query: Parameters<typeof userExecutions>) {
					if (when === 'before') await closed(fixture, id);
					const rows = await userExecutions(...query);
					if (when === 'after') await closed(fixture, id);
					return rows;
				},
			});
			const { executions, summary } = await live(fixture);
			expect(executions.map(({ execution }) => [execution.id, execution.status])).toEqual([[id, 'closed']]);
			expect(summary).toMatchObject({ totalExecutions: 1, runningExecutions: 0, totalInvested: ZERO });
		},
	);

	test('returns an execution by its id, open or closed; another user’s is unknown', async () => {
		const fixture = createTradingFixture(10);
		const id = await opened(fixture);
		const idsOf = (record: PortfolioRecord) => record.executions.map(({ execution }) => execution.id);
		expect(idsOf(await live(fixture, { executionId: id }))).toEqual([id]);
		fixture.feed('SOL');
		await closed(fixture, id);
		fixture.restart();
		expect(idsOf(await live(fixture, { executionId: id, includeClosed: false }))).toEqual([id]);
		for (const query of [{ executionId: id, userId: 'user_b' }, { executionId: 'exec_0' }])
			await expect(live(fixture, query)).rejects.toSatisfy(
				(error: CarrywireError) => error.code === 'UNKNOWN_EXECUTION',
			);
	});
});
