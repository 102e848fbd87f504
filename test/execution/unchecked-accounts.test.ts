/**
 * Tests self-checks and executions: nothing starts on an account that has not passed, openings wait, and closing
 * continues.
 */
import { describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import type { SelfCheckRefusal } from '../../src/ports/self-check.ts';
import type { FeedChange } from '../support/fixture-feed.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const UNDER_WAY: SelfCheckRefusal = { said: 'The self-check at kucoin is under way.', isFinal: false };
const FAILED: SelfCheckRefusal = { said: 'The account at kucoin is in hedge mode.', isFinal: true };

/** Current refusals, by venue. */
const refused = new Map<string, SelfCheckRefusal>();

function fixtureNow(feed: FeedChange = {}): TradingFixture {
	refused.clear();
	const fixture = createTradingFixture(20_261_122, {
		selfChecks: { refusal: (_user, venue) => refused.get(venue), hearStream() {} },
	});
	fixture.feed('SOL', feed);
	return fixture;
}

async function refusalOf(fixture: TradingFixture): Promise<CarrywireError> {
	const error = await fixture.settled(fixture.execute({}).catch((thrown: unknown) => thrown));
	expect(error).toBeInstanceOf(Error);
	return error as CarrywireError;
}

describe('an open', () => {
	test.each([
		['is under way', UNDER_WAY],
		['has failed', FAILED],
	])('is refused while a self-check %s, and no order is sent', async (_what, refusal) => {
		const fixture = fixtureNow();
		refused.set('kucoin', refusal);
		expect(await refusalOf(fixture)).toMatchObject({
			code: 'SELF_CHECK_NOT_PASSED',
			message: refusal.said,
			facts: { exchange: 'kucoin' },
		});
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([0, 0]);
		expect(await fixture.journal.openExecutions()).toEqual([]);
	});

	test('states first what the user must fix', async () => {
		const fixture = fixtureNow();
		refused.set('bybit', UNDER_WAY);
		refused.set('kucoin', FAILED);
		expect((await refusalOf(fixture)).message).toBe(FAILED.said);
	});
});

describe('an execution', () => {
	const FEED = { size: '20' };

	/** Opens a grid of several slices, with the first one open. */
	async function opening(): Promise<{ readonly fixture: TradingFixture; readonly id: string }> {
		const fixture = fixtureNow(FEED);
		const terms = { mode: 'grid', amount: fromInteger(2_000) } as const;
		const { executionId: id } = (await fixture.settled(fixture.execute(terms))) as ExecuteAnswer;
		for (let waited = 0; (fixture.driver.state(id)?.held.long ?? ZERO) === ZERO && waited < 200; waited += 1)
			await fixture.pass(50);
		expect(fixture.driver.state(id)?.phase).toBe('opening');
		return { fixture, id };
	}

	async function seconds(
		fixture: TradingFixture,
		count: number,
		isSo: () => boolean = () => false,
	): Promise<void> {
		for (let second = 0; second < count && !isSo(); second += 1) {
			fixture.feed('SOL', FEED);
			await fixture.pass(1_000);
		}
	}

	test('starts no further slice while a check is under way, and continues once it has passed', async () => {
		const { fixture, id } = await opening();
		refused.set('kucoin', UNDER_WAY);
		await seconds(fixture, 3);
		const sent = fixture.bybit.sentCount();
		await seconds(fixture, 20);
		expect(fixture.bybit.sentCount()).toBe(sent);
		expect(fixture.driver.state(id)?.phase).toBe('opening');
		refused.clear();
		await seconds(fixture, 120, () => fixture.driver.state(id)?.phase === 'running');
		const state = fixture.driver.state(id);
		expect(state?.held.long).toBe(state?.plan.quantity);
	});

	test('keeps its filled part while the user must act first, and can still be closed', async () => {
		const { fixture, id } = await opening();
		refused.set('kucoin', FAILED);
		await seconds(fixture, 60, () => fixture.driver.state(id)?.phase === 'running');
		const state = fixture.driver.state(id);
		expect(state?.phase).toBe('running');
		expect(state?.held.long).toBeLessThan(state?.plan.quantity ?? ZERO);
		expect(state?.held.short).toBe(state?.held.long);
		fixture.feed('SOL', FEED);
		const closed = fixture.orderService.close({
			userId: 'user_a',
			agent: undefined,
			executionId: id,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		expect((await fixture.settled(closed)).status).toBe('closed');
	});
});
