/** Self-checks and executions: nothing is begun on an account that has not passed, what is being opened waits, closing goes on. */
import { describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { ExecuteAnswer } from '../../src/ports/desk.ts';
import type { SelfCheckRefusal } from '../../src/ports/self-check.ts';
import type { FeedChange } from '../support/stage-feed.ts';
import { createTradingStage, type TradingStage } from '../support/trading-stage.ts';

const UNDER_WAY: SelfCheckRefusal = { said: 'The self-check at kucoin is under way.', isFinal: false };
const FAILED: SelfCheckRefusal = { said: 'The account at kucoin is in hedge mode.', isFinal: true };

/** What is refused now, by venue. */
const refused = new Map<string, SelfCheckRefusal>();

function stageNow(feed: FeedChange = {}): TradingStage {
	refused.clear();
	const stage = createTradingStage(20_261_122, {
		selfChecks: { refusal: (_user, venue) => refused.get(venue), hearStream() {} },
	});
	stage.feed('SOL', feed);
	return stage;
}

async function refusalOf(stage: TradingStage): Promise<CarrywireError> {
	const error = await stage.settled(stage.execute({}).catch((thrown: unknown) => thrown));
	expect(error).toBeInstanceOf(Error);
	return error as CarrywireError;
}

describe('an open', () => {
	test.each([
		['is under way', UNDER_WAY],
		['has failed', FAILED],
	])('is refused while a self-check %s, and nothing is sent', async (_what, refusal) => {
		const stage = stageNow();
		refused.set('kucoin', refusal);
		expect(await refusalOf(stage)).toMatchObject({
			code: 'SELF_CHECK_NOT_PASSED',
			message: refusal.said,
			facts: { exchange: 'kucoin' },
		});
		expect([stage.bybit.sentCount(), stage.kucoin.sentCount()]).toEqual([0, 0]);
		expect(await stage.journal.openExecutions()).toEqual([]);
	});

	test('says first what somebody must put right', async () => {
		const stage = stageNow();
		refused.set('bybit', UNDER_WAY);
		refused.set('kucoin', FAILED);
		expect((await refusalOf(stage)).message).toBe(FAILED.said);
	});
});

describe('an execution', () => {
	const FEED = { size: '20' };

	/** A grid of several children, of which the first is open. */
	async function opening(): Promise<{ readonly stage: TradingStage; readonly id: string }> {
		const stage = stageNow(FEED);
		const terms = { mode: 'grid', amount: fromInteger(2_000) } as const;
		const { executionId: id } = (await stage.settled(stage.execute(terms))) as ExecuteAnswer;
		for (let waited = 0; (stage.driver.state(id)?.held.long ?? ZERO) === ZERO && waited < 200; waited += 1)
			await stage.pass(50);
		expect(stage.driver.state(id)?.phase).toBe('opening');
		return { stage, id };
	}

	async function seconds(
		stage: TradingStage,
		count: number,
		isSo: () => boolean = () => false,
	): Promise<void> {
		for (let second = 0; second < count && !isSo(); second += 1) {
			stage.feed('SOL', FEED);
			await stage.pass(1_000);
		}
	}

	test('that is being opened begins no slice while a check is under way, and goes on when it has passed', async () => {
		const { stage, id } = await opening();
		refused.set('kucoin', UNDER_WAY);
		await seconds(stage, 3);
		const sent = stage.bybit.sentCount();
		await seconds(stage, 20);
		expect(stage.bybit.sentCount()).toBe(sent);
		expect(stage.driver.state(id)?.phase).toBe('opening');
		refused.clear();
		await seconds(stage, 120, () => stage.driver.state(id)?.phase === 'running');
		const state = stage.driver.state(id);
		expect(state?.held.long).toBe(state?.plan.quantity);
	});

	test('keeps what it has opened where somebody must act first, and is closed all the same', async () => {
		const { stage, id } = await opening();
		refused.set('kucoin', FAILED);
		await seconds(stage, 60, () => stage.driver.state(id)?.phase === 'running');
		const state = stage.driver.state(id);
		expect(state?.phase).toBe('running');
		expect(state?.held.long).toBeLessThan(state?.plan.quantity ?? ZERO);
		expect(state?.held.short).toBe(state?.held.long);
		stage.feed('SOL', FEED);
		const closed = stage.desk.close({
			userId: 'user_a',
			agent: undefined,
			executionId: id,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		expect((await stage.settled(closed)).status).toBe('closed');
	});
});
