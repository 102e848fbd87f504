/** What `portfolio_live` says through the life of executions, and what it says when it cannot know. */
import { describe, expect, test } from 'vitest';
import { portfolioRecord } from '../../src/api/rpc/portfolio-record.ts';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { type Decimal, formatDecimal, fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { encodeExactJson } from '../../src/domain/exact-json.ts';
import type { ExecuteAnswer } from '../../src/ports/desk.ts';
import type { PortfolioAccount, PortfolioQuery, PortfolioRecord } from '../../src/ports/portfolio.ts';
import { brokenIdentities } from '../e2e/identities.ts';
import { type Portfolio, readExact } from '../e2e/wire.ts';
import { createTradingStage, type TradingStage } from '../support/trading-stage.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

const ALL: PortfolioQuery = {
	userId: 'user_a',
	executionId: undefined,
	includeClosed: true,
	page: 1,
	limit: 100,
};

const live = (stage: TradingStage, change: Partial<PortfolioQuery> = {}): Promise<PortfolioRecord> =>
	stage.settled(stage.portfolio.live({ ...ALL, ...change }));

/** Fresh inputs, then the record of everything, older than no snapshot that was taken before. */
async function look(stage: TradingStage, coins: readonly string[] = ['SOL']): Promise<PortfolioRecord> {
	await stage.pass(1_100);
	for (const coin of coins) stage.feed(coin);
	return live(stage);
}

async function opened(stage: TradingStage, coin = 'SOL'): Promise<string> {
	const opportunityId = stage.feed(coin);
	const answer = (await stage.settled(stage.execute({ opportunityId }))) as ExecuteAnswer;
	await stage.pass(1_000);
	expect(stage.driver.state(answer.executionId)?.phase).toBe('running');
	return answer.executionId;
}

const closed = (stage: TradingStage, executionId: string, share = '1') =>
	stage.settled(
		stage.desk.close({
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

/** Every identity of the contract on the digits as they would be written, and nothing unexplained. */
function expectExact(record: PortfolioRecord): void {
	const written = readExact(encodeExactJson(portfolioRecord(record, [], 'simulated'))) as Portfolio;
	expect(brokenIdentities(written)).toEqual([]);
	expect(record.accounts.map(({ unexplained, stale }) => [unexplained, stale])).toEqual([
		[ZERO, false],
		[ZERO, false],
	]);
}

/** Why accounts are not compared; the stage's venues state no liquidation prices, so no runway is known either. */
function comparisonCodes(record: PortfolioRecord): readonly string[] {
	return record.reasons.map(({ code }) => code).filter((code) => code !== 'LIQUIDATION_UNKNOWN');
}

/** What a venue has not said yet is shown as money that nothing explains, or not compared; never as nothing. */
function expectUnknown(record: PortfolioRecord, venue: string): void {
	expect(account(record, venue).unexplained).not.toBe(ZERO);
}

describe('through the life of executions', () => {
	test('the identities hold and nothing is unexplained, at every step', async () => {
		const stage = createTradingStage(1);
		expectExact(await look(stage));
		const sol = await opened(stage);
		expectExact(await look(stage));
		const instant = Date.UTC(2026, 10, 21, 16);
		await stage.passFed(instant - stage.clock.now(), 'SOL');
		stage.bybit.settle('SOLUSDT', instant, parseDecimal('-0.0123'));
		stage.kucoin.settle('SOLUSDTM', instant, parseDecimal('-0.0937'));
		const paid = await look(stage);
		expectExact(paid);
		expect(paid.executions[0]?.funding.fundingEvents).toHaveLength(2);
		expect(paid.executions[0]?.pnl.fundingPnl).toBe(parseDecimal('0.407'));
		// Fed at that instant: the settlement after it, on each leg's own clock.
		expect(paid.executions[0]?.longPosition.nextFundingTimestamp).toBeGreaterThan(instant / 1_000);
		expect((await closed(stage, sol, '0.3')).status).toBe('running');
		expectExact(await look(stage));
		stage.bybit.flow(fromInteger(250), true);
		const funded = await look(stage);
		expectExact(funded);
		expect(account(funded, 'bybit').externalFlows).toBe(fromInteger(250));
		const btc = await opened(stage, 'BTC');
		expect((await closed(stage, sol)).status).toBe('closed');
		const both = await look(stage, ['SOL', 'BTC']);
		expectExact(both);
		expect(both.executions.map(({ execution }) => [execution.id, execution.status])).toEqual([
			[btc, 'running'],
			[sol, 'closed'],
		]);
		stage.restart();
		const again = await look(stage, ['SOL', 'BTC']);
		expectExact(again);
		expect(again.executions.map(({ pnl }) => pnl)).toEqual(both.executions.map(({ pnl }) => pnl));
		stage.feed('BTC');
		expect((await closed(stage, btc)).status).toBe('closed');
		const flat = await look(stage);
		expectExact(flat);
		expect(flat.summary).toMatchObject({
			totalExecutions: 2,
			runningExecutions: 0,
			totalInvested: ZERO,
			totalUnrealizedPnl: ZERO,
		});
	});

	test.each(['a stop right after the close', 'a venue that does not say what it paid until then'])(
		'no settlement is lost by %s',
		async (what) => {
			const stage = createTradingStage(11);
			await look(stage);
			const sol = await opened(stage);
			stage.feed('SOL');
			stage.bybit.settle('SOLUSDT', stage.clock.now(), parseDecimal('-0.0123'));
			stage.kucoin.settle('SOLUSDTM', stage.clock.now(), parseDecimal('-0.0937'));
			stage.kucoin.refuseFunding(true);
			const answer = await closed(stage, sol);
			expect(answer).toMatchObject({ status: 'closed', finalPnl: null, totalFunding: null });
			expect(answer.message).toMatch(/ask again/);
			if (what.startsWith('a stop')) stage.restart();
			// Longer than late records are waited for: what is not known to be complete is asked for all the same.
			await stage.pass(1_200_000);
			expectUnknown(await look(stage), 'kucoin');
			stage.kucoin.refuseFunding(false);
			if (what.startsWith('a stop')) stage.restart();
			await stage.pass(65_000);
			const later = await look(stage);
			expectExact(later);
			expect(later.executions[0]?.funding.fundingEvents).toHaveLength(2);
			const finals = await closed(stage, sol);
			expect(finals.totalFunding).toBe(parseDecimal('0.407'));
			// Complete by now: the next start does not ask again.
			await stage.pass(1_200_000);
			expect(await stage.journal.unsettledExecutions()).toEqual([]);
			stage.restart();
			expect(await closed(stage, sol)).toEqual(finals);
		},
	);

	test('settlement records that come late keep no close from its answer', async () => {
		const stage = createTradingStage(13);
		await look(stage);
		const sol = await opened(stage);
		stage.feed('SOL');
		stage.bybit.settle('SOLUSDT', stage.clock.now(), parseDecimal('-0.0123'));
		stage.kucoin.settle('SOLUSDTM', stage.clock.now(), parseDecimal('-0.0937'));
		stage.kucoin.delayFunding(30_000);
		const since = stage.clock.now();
		const answer = await closed(stage, sol);
		expect(answer).toMatchObject({ success: true, status: 'closed', finalPnl: null, totalFunding: null });
		expect(answer.message).toMatch(/Both exchanges confirm that nothing is held.*ask again/);
		expect(stage.clock.now() - since).toBeLessThan(10_000);
		stage.kucoin.delayFunding(0);
		await stage.pass(65_000);
		expect((await closed(stage, sol)).totalFunding).toBe(parseDecimal('0.407'));
	});

	test('settlements are asked for only when something is unexplained that was not before', async () => {
		const stage = createTradingStage(12);
		await look(stage);
		await opened(stage);
		expectExact(await look(stage));
		const reads = () => [stage.bybit.fundingReadCount(), stage.kucoin.fundingReadCount()];
		const begun = reads();
		for (let times = 0; times < 5; times += 1) expectExact(await look(stage));
		expect(reads()).toEqual(begun);
		// At an instant that no clock of the venue foretold.
		stage.kucoin.settle('SOLUSDTM', stage.clock.now(), parseDecimal('-0.0937'));
		expectExact(await look(stage));
		expect(stage.kucoin.fundingReadCount()).toBeGreaterThan(begun[1] ?? 0);
		stage.bybit.flow(parseDecimal('-0.5'), false);
		expect(account(await look(stage), 'bybit').unexplained).toBe(parseDecimal('-0.5'));
		const looked = reads();
		for (let times = 0; times < 5; times += 1)
			expect(account(await look(stage), 'bybit').unexplained).toBe(parseDecimal('-0.5'));
		expect(reads()).toEqual(looked);
		// What is paid next is booked none the less.
		stage.bybit.settle('SOLUSDT', stage.clock.now(), parseDecimal('-0.0123'));
		const paid = await look(stage);
		expect(account(paid, 'bybit').unexplained).toBe(parseDecimal('-0.5'));
		expect(paid.executions[0]?.funding.fundingEvents).toHaveLength(2);
	});

	test('a settlement in the middle of a reading, at whatever moment of it, is counted once', async () => {
		for (let atMs = 0; atMs < 140; atMs += 2) {
			const stage = createTradingStage(13);
			await look(stage);
			await opened(stage);
			expectExact(await look(stage));
			// Something that no record explains, so that everything is asked for.
			stage.kucoin.flow(parseDecimal('-0.5'), false);
			await stage.pass(1_100);
			stage.feed('SOL');
			const reading = stage.portfolio.live(ALL);
			await stage.pass(atMs);
			stage.kucoin.settle('SOLUSDTM', stage.clock.now(), parseDecimal('-0.0181'));
			await stage.settled(reading);
			const after = await look(stage);
			expect([atMs, account(after, 'kucoin').unexplained]).toEqual([atMs, parseDecimal('-0.5')]);
			expect(after.executions[0]?.funding.fundingEvents).toHaveLength(1);
		}
	});

	test('the ROI stands on the peak of deployed capital, and the day on its time-weighted one', async () => {
		const stage = createTradingStage(2);
		await look(stage);
		const id = await opened(stage);
		await stage.settled(stage.portfolio.sample());
		const instant = Date.UTC(2026, 10, 21, 16);
		await stage.passFed(instant - stage.clock.now(), 'SOL');
		stage.kucoin.settle('SOLUSDTM', instant, fromInteger(-2));
		await look(stage);
		await closed(stage, id);
		const { summary, executions } = await look(stage);
		const pnl = executions[0]?.pnl;
		// Both legs: 5 coins at 100.1 and 99.9 = 1,000 USD.
		expect(executions[0]?.execution.filledAmount).toBe(fromInteger(1_000));
		expect(summary.weightedRoi).toBe(pnl?.totalPnlPct);
		expect(formatDecimal(summary.weightedRoi ?? ZERO)).toBe(
			formatDecimal(((pnl?.totalPnl ?? ZERO) / 10n) as Decimal),
		);
		// Capital of 1,000 USD since the sample and until now, a moment after the close: the same figure.
		expect(Number(summary.dailyRoi) / Number(summary.weightedRoi)).toBeCloseTo(1, 3);
	});
});

describe('what cannot be known is null, with its reason', () => {
	test('an account whose venue does not answer is shown as it was last read, and as unknown before that', async () => {
		const stage = createTradingStage(3);
		stage.kucoin.refuseReads(true);
		const before = await look(stage);
		expect(account(before, 'kucoin')).toMatchObject({ equity: null, unexplained: null, stale: true });
		expect(before.reasons.map(({ field, code }) => [field, code])).toEqual([
			['accounts.kucoin', 'VENUE_UNAVAILABLE'],
		]);
		stage.kucoin.refuseReads(false);
		const read = account(await look(stage), 'kucoin');
		stage.kucoin.refuseReads(true);
		const after = account(await look(stage), 'kucoin');
		expect(after).toMatchObject({ stale: true, equity: read.equity, updatedAt: read.updatedAt });
	});

	test('a journal that cannot be written is named as such, not as a venue that is silent', async () => {
		const stage = createTradingStage(4);
		await look(stage);
		stage.breakJournal(true);
		stage.bybit.flow(fromInteger(1), true);
		const record = await look(stage);
		expect(record.reasons.map(({ field, code }) => [field, code])).toEqual([
			['accounts.bybit', 'STORE_UNAVAILABLE'],
		]);
		stage.breakJournal(false);
		expectExact(await look(stage));
	});

	test('money that nothing explains is said to the last digit', async () => {
		const stage = createTradingStage(5);
		await opened(stage);
		await look(stage);
		stage.kucoin.flow(parseDecimal('-0.01000001'), false);
		const record = await look(stage);
		expect(account(record, 'kucoin').unexplained).toBe(parseDecimal('-0.01000001'));
		expect(account(record, 'bybit').unexplained).toBe(ZERO);
	});

	test('what a hand made on a contract that is not listed here is unexplained, and the account is read all the same', async () => {
		const stage = createTradingStage(15);
		await opened(stage);
		expectExact(await look(stage));
		stage.bybit.tradeByHand('WEIRDPERP', fromInteger(10), fromInteger(5));
		stage.bybit.tradeByHand('WEIRDPERP', fromInteger(-10), parseDecimal('5.1'));
		stage.bybit.unlist('WEIRDPERP');
		const [first, second] = [await look(stage), await look(stage)];
		const { unexplained, stale } = account(first, 'bybit');
		expect([stale, unexplained && unexplained > parseDecimal('0.9')]).toEqual([false, true]);
		expect(account(second, 'bybit')).toMatchObject({ stale: false, unexplained });
		expect(first.reasons.map(({ code }) => code)).not.toContain('VENUE_UNAVAILABLE');
		// What comes on a listed one is still found beside it.
		stage.bybit.settle('SOLUSDT', stage.clock.now(), parseDecimal('-0.0123'));
		expect(account(await look(stage), 'bybit').unexplained).toBe(unexplained);
	});

	test('a position that no execution explains makes the comparison null', async () => {
		const stage = createTradingStage(6);
		await opened(stage);
		stage.bybit.placeByHand('DOGEUSDT', fromInteger(100));
		const record = await look(stage);
		expect(account(record, 'bybit')).toMatchObject({ unexplained: null, unmanagedPnl: null });
		expect(comparisonCodes(record)).toEqual(['UNMANAGED_POSITION']);
		expect(account(record, 'kucoin').unexplained).toBe(ZERO);
	});

	test('while orders are on their way nothing is compared', async () => {
		const stage = createTradingStage(7);
		await look(stage);
		await stage.pass(1_100);
		stage.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
		await stage.settled(stage.execute({ opportunityId: stage.feed('SOL') }));
		const moving = await live(stage);
		expect(moving.executions[0]?.execution.status).toMatch(/queued|opening/);
		// The leg whose order is proven may be compared already.
		expect(account(moving, 'kucoin').unexplained).toBeNull();
		expect(new Set(comparisonCodes(moving))).toEqual(new Set(['ACCOUNT_MOVING']));
		stage.kucoin.setFaults(NO_FAULTS);
		for (let second = 0; second < 15; second += 1) await look(stage);
		expectExact(await look(stage));
	});

	test('a mark that is too old', async () => {
		const stage = createTradingStage(8);
		await opened(stage);
		await look(stage);
		await stage.pass(6_000);
		const record = await live(stage);
		expect(record.executions[0]?.pnl).toMatchObject({ unrealizedPnl: null, totalPnl: null });
		expect(record.executions[0]?.reasons.map(({ code }) => code)).toContain('MARK_UNKNOWN');
		expect(record.summary).toMatchObject({ totalUnrealizedPnl: null, weightedRoi: null });
		expect(record.executions[0]?.pnl.realizedPnl).toBeLessThan(0n);
	});
});

describe('which executions are shown', () => {
	test('open ones, and closed ones in pages, newest first', async () => {
		const stage = createTradingStage(9);
		const ids: string[] = [];
		for (let index = 0; index < 3; index += 1) {
			const id = await opened(stage);
			stage.feed('SOL');
			await closed(stage, id);
			ids.unshift(id);
		}
		expect((await live(stage, { includeClosed: false })).executions).toEqual([]);
		const first = await live(stage, { limit: 2 });
		expect(first.executions.map(({ execution }) => execution.id)).toEqual(ids.slice(0, 2));
		expect(first.pagination).toMatchObject({ totalCount: 3, totalPages: 2, hasNext: true });
		const second = await live(stage, { limit: 2, page: 2 });
		expect(second.executions.map(({ execution }) => execution.id)).toEqual(ids.slice(2));
		expect(first.summary).toEqual(second.summary);
	});

	test.each(['before', 'after'] as const)(
		'one that ends just %s its row is read is shown once, as the summary counts it',
		async (when) => {
			const stage = createTradingStage(9);
			const id = await opened(stage);
			await look(stage);
			stage.feed('SOL');
			const { userExecutions } = stage.journal;
			Object.assign(stage.journal, {
				async userExecutions(...query: Parameters<typeof userExecutions>) {
					if (when === 'before') await closed(stage, id);
					const rows = await userExecutions(...query);
					if (when === 'after') await closed(stage, id);
					return rows;
				},
			});
			const { executions, summary } = await live(stage);
			expect(executions.map(({ execution }) => [execution.id, execution.status])).toEqual([[id, 'closed']]);
			expect(summary).toMatchObject({ totalExecutions: 1, runningExecutions: 0, totalInvested: ZERO });
		},
	);

	test('one by its id, open or closed; another user’s does not exist', async () => {
		const stage = createTradingStage(10);
		const id = await opened(stage);
		const idsOf = (record: PortfolioRecord) => record.executions.map(({ execution }) => execution.id);
		expect(idsOf(await live(stage, { executionId: id }))).toEqual([id]);
		stage.feed('SOL');
		await closed(stage, id);
		stage.restart();
		expect(idsOf(await live(stage, { executionId: id, includeClosed: false }))).toEqual([id]);
		for (const query of [{ executionId: id, userId: 'user_b' }, { executionId: 'exec_0' }])
			await expect(live(stage, query)).rejects.toSatisfy(
				(error: CarrywireError) => error.code === 'UNKNOWN_EXECUTION',
			);
	});
});
