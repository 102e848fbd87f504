/** Steps of tests over the trading stage: opening, letting time pass with current books, and looking at what became of it. */

import { expect } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import type { Asker, ExecuteAnswer, ExecuteRequest } from '../../src/ports/desk.ts';
import type { FeedChange } from './stage-feed.ts';
import { createTradingStage, type RiskChange, type TradingStage } from './trading-stage.ts';

export const ANN: Asker = { userId: 'user_a', agent: undefined };
export const BOB: Asker = { userId: 'user_b', agent: undefined };

const TWO = fromInteger(2);
/** Books come at least this often. */
const FEED_MS = 2_000;

export function stageWith(seed = 20_261_126, risk: RiskChange = {}): TradingStage {
	const stage = createTradingStage(seed, risk);
	stage.feed('SOL');
	return stage;
}

export async function refusalOf(stage: TradingStage, promise: Promise<unknown>): Promise<CarrywireError> {
	const error = await stage.settled(promise.catch((thrown: unknown) => thrown));
	expect(error).toBeInstanceOf(Error);
	return error as CarrywireError;
}

/** The id of an execution that is accepted. */
export async function begun(stage: TradingStage, change: Partial<ExecuteRequest> = {}): Promise<string> {
	return ((await stage.settled(stage.execute(change))) as ExecuteAnswer).executionId;
}

/** The id of one that runs. */
export async function opened(stage: TradingStage, change: Partial<ExecuteRequest> = {}): Promise<string> {
	const id = await begun(stage, change);
	for (let waited = 0; stateOf(stage, id).phase !== 'running' && waited < 100; waited += 1)
		await stage.pass(50);
	expect(stateOf(stage, id).phase).toBe('running');
	return id;
}

export function stateOf(stage: TradingStage, id: string): ExecutionState {
	const state = stage.driver.state(id) ?? stage.told.get(id);
	if (state === undefined) throw new Error(`There never was an execution ${id}.`);
	return state;
}

/** Virtual time with books that stay current. */
export async function passFed(stage: TradingStage, ms: number, feed: FeedChange = {}): Promise<void> {
	for (let left = ms; left > 0; left -= FEED_MS) {
		stage.feed('SOL', feed);
		await stage.pass(Math.min(left, FEED_MS));
	}
}

/** The same until the promise has settled, for a minute at most. */
export async function settledFed<T>(
	stage: TradingStage,
	promise: Promise<T>,
	feed: FeedChange = {},
): Promise<T> {
	let done = false;
	const finish = (): void => {
		done = true;
	};
	promise.then(finish, finish);
	for (let waited = 0; !done && waited < 60; waited += 1) await passFed(stage, 1_000, feed);
	return promise;
}

/** Both exchanges hold nothing, and the service broke none of their rules. */
export function expectFlat(stage: TradingStage): void {
	expect(stage.bybit.positionOf('SOLUSDT')).toBe(ZERO);
	expect(stage.kucoin.positionOf('SOLUSDTM')).toBe(ZERO);
	expectNoViolations(stage);
}

export function expectNoViolations(stage: TradingStage): void {
	expect([...stage.bybit.violations, ...stage.kucoin.violations]).toEqual([]);
}

/** Below every level of a grid that was planned at equal prices. */
export const BELOW_LEVELS = { mids: [101, 100] } as const;
export const GRID = { mode: 'grid', amount: fromInteger(2_000) } as const;

/** A grid whose first slice is open on both legs, and whose next waits for its level. */
export async function gridBetweenSlices(stage: TradingStage): Promise<string> {
	const id = await begun(stage, GRID);
	for (let waited = 0; stateOf(stage, id).held.short === 0n && waited < 200; waited += 1) await stage.pass(5);
	await passFed(stage, 5_000, BELOW_LEVELS);
	const { phase, held, plan } = stateOf(stage, id);
	expect([phase, held.long === held.short, held.long > 0n, held.long < plan.quantity]).toEqual([
		'opening',
		true,
		true,
		true,
	]);
	return id;
}

/** The first leg rests, with a part of it filled and hedged. */
export async function restingPartly(stage: TradingStage): Promise<string> {
	stage.bybit.restMakers(true);
	stage.kucoin.restMakers(true);
	const id = await begun(stage, { mode: 'single-delay' });
	await stage.pass(200);
	const venue = stage.bybit.restingCount() > 0 ? stage.bybit : stage.kucoin;
	expect(venue.restingCount()).toBe(1);
	venue.fillResting(TWO);
	await passFed(stage, 3_000);
	expect(stateOf(stage, id).held).toEqual({ long: TWO, short: TWO });
	return id;
}
