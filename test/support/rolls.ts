/** Opens pairs on two exchanges of the trading fixture, and rolls one leg to the third. */
import { parseDecimal as d, fromInteger, ONE } from '../../src/domain/decimal.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import type { ExecuteAnswer, RollPreview, RollRequest } from '../../src/ports/order-service.ts';
import type { HandDrivenMarket } from './hand-driven-market.ts';
import { createTradingFixture, type RiskChange, type TradingFixture } from './trading-fixture.ts';

export const ROLL_VENUES = ['bybit', 'kucoin', 'okx'] as const;

/** A running pair, long on Bybit and short on KuCoin, with calls on it. */
export type RolledPair = {
	readonly fixture: TradingFixture;
	/** Id of the pair before. */
	readonly id: string;
	readonly state: (id: string) => ExecutionState;
	/** Advances time by these milliseconds while all three exchanges send market data. */
	readonly pass: (ms: number, venues?: readonly (typeof ROLL_VENUES)[number][]) => Promise<void>;
	readonly roll: (change?: Partial<RollRequest>) => Promise<string>;
	readonly preview: (change?: Partial<RollRequest>) => Promise<RollPreview>;
};

/** Circumstances that a test changes before anything opens. */
export type RollSetUp = {
	readonly risk?: RiskChange;
	/** Lists contracts whose terms differ from those of the fixture. */
	readonly list?: (market: HandDrivenMarket) => void;
};

/** Opens ten coins per leg at a price of 100. @param unhedgedMax largest slice, USD */
export async function rolledPair(
	unhedgedMax = '2000',
	change: Parameters<TradingFixture['execute']>[0] = {},
	{ risk = {}, list = () => undefined }: RollSetUp = {},
): Promise<RolledPair> {
	const fixture = createTradingFixture(20_261_121, {
		thirdVenue: true,
		...risk,
		limits: { unhedgedMaxUsd: d(unhedgedMax), ...risk.limits },
	});
	list(fixture.market);
	const pass: RolledPair['pass'] = async (ms, venues = ROLL_VENUES) => {
		for (let left = ms; left > 0; left -= 250) {
			fixture.feed('SOL', { venues });
			await fixture.pass(Math.min(left, 250));
		}
	};
	fixture.feed('SOL', { venues: ROLL_VENUES });
	const opened = (await fixture.settled(
		fixture.execute({ amount: fromInteger(2_000), ...change }),
	)) as ExecuteAnswer;
	const id = opened.executionId;
	await pass(30_000);
	const ask = (asked: Partial<RollRequest>): RollRequest => ({
		userId: 'user_a',
		agent: undefined,
		executionId: id,
		leg: 'short',
		exchange: 'okx',
		symbol: undefined,
		share: ONE,
		maxSlippageBps: undefined,
		onlyIfPays: false,
		idempotencyKey: undefined,
		preview: false,
		previewId: undefined,
		...asked,
	});
	return {
		fixture,
		id,
		pass,
		state(known) {
			const found = fixture.driver.state(known) ?? fixture.told.get(known);
			if (found === undefined) throw new Error(`No execution ${known} in memory.`);
			return found;
		},
		async roll(asked = {}) {
			const answer = await fixture.settled(fixture.orderService.roll(ask(asked)));
			if ('preview' in answer) throw new Error('A roll was answered with a preview.');
			return answer.executionId;
		},
		async preview(asked = {}) {
			const answer = await fixture.settled(fixture.orderService.roll(ask({ ...asked, preview: true })));
			if (!('preview' in answer)) throw new Error('A preview was answered with an execution.');
			return answer;
		},
	};
}
