/**
 * Steps for tests with the trading fixture: opening, letting time pass with current order books, and reading the
 * outcome.
 */

import { expect } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import type { Asker, ExecuteAnswer, ExecuteRequest } from '../../src/ports/order-service.ts';
import type { FeedChange } from './fixture-feed.ts';
import { createTradingFixture, type RiskChange, type TradingFixture } from './trading-fixture.ts';

export const ANN: Asker = { userId: 'user_a', agent: undefined };
export const BOB: Asker = { userId: 'user_b', agent: undefined };

const TWO = fromInteger(2);
/** Maximum interval between two updates of the order books, milliseconds. */
const FEED_MS = 2_000;

export function fixtureWith(seed = 20_261_126, risk: RiskChange = {}): TradingFixture {
	const fixture = createTradingFixture(seed, risk);
	fixture.feed('SOL');
	return fixture;
}

export async function refusalOf(fixture: TradingFixture, promise: Promise<unknown>): Promise<CarrywireError> {
	const error = await fixture.settled(promise.catch((thrown: unknown) => thrown));
	expect(error).toBeInstanceOf(Error);
	return error as CarrywireError;
}

/** Starts an execution and returns its id once the call has been accepted. */
export async function begun(fixture: TradingFixture, change: Partial<ExecuteRequest> = {}): Promise<string> {
	return ((await fixture.settled(fixture.execute(change))) as ExecuteAnswer).executionId;
}

/** Opens an execution and returns its id once it is running. */
export async function opened(fixture: TradingFixture, change: Partial<ExecuteRequest> = {}): Promise<string> {
	const id = await begun(fixture, change);
	for (let waited = 0; stateOf(fixture, id).phase !== 'running' && waited < 100; waited += 1)
		await fixture.pass(50);
	expect(stateOf(fixture, id).phase).toBe('running');
	return id;
}

export function stateOf(fixture: TradingFixture, id: string): ExecutionState {
	const state = fixture.driver.state(id) ?? fixture.told.get(id);
	if (state === undefined) throw new Error(`There is no execution ${id}.`);
	return state;
}

/** Advances virtual time with current order books. */
export async function passFed(fixture: TradingFixture, ms: number, feed: FeedChange = {}): Promise<void> {
	for (let left = ms; left > 0; left -= FEED_MS) {
		fixture.feed('SOL', feed);
		await fixture.pass(Math.min(left, FEED_MS));
	}
}

/** Advances virtual time with current order books until the promise has settled, for at most a minute. */
export async function settledFed<T>(
	fixture: TradingFixture,
	promise: Promise<T>,
	feed: FeedChange = {},
): Promise<T> {
	let done = false;
	const finish = (): void => {
		done = true;
	};
	promise.then(finish, finish);
	for (let waited = 0; !done && waited < 60; waited += 1) await passFed(fixture, 1_000, feed);
	return promise;
}

/** Checks that there is no position at either exchange, and that the service broke none of their rules. */
export function expectFlat(fixture: TradingFixture): void {
	expect(fixture.bybit.positionOf('SOLUSDT')).toBe(ZERO);
	expect(fixture.kucoin.positionOf('SOLUSDTM')).toBe(ZERO);
	expectNoViolations(fixture);
}

export function expectNoViolations(fixture: TradingFixture): void {
	expect([...fixture.bybit.violations, ...fixture.kucoin.violations]).toEqual([]);
}

/** Mid prices at bybit and kucoin. Their basis is below every level of a grid planned at equal prices. */
export const BELOW_LEVELS = { mids: [101, 100] } as const;
export const GRID = { mode: 'grid', amount: fromInteger(2_000) } as const;

/** Opens a grid. Returns its id once the first slice is open on both legs and the next one waits for its level. */
export async function gridBetweenSlices(fixture: TradingFixture): Promise<string> {
	const id = await begun(fixture, GRID);
	for (let waited = 0; stateOf(fixture, id).held.short === 0n && waited < 200; waited += 1)
		await fixture.pass(5);
	await passFed(fixture, 5_000, BELOW_LEVELS);
	const { phase, held, plan } = stateOf(fixture, id);
	expect([phase, held.long === held.short, held.long > 0n, held.long < plan.quantity]).toEqual([
		'opening',
		true,
		true,
		true,
	]);
	return id;
}

/**
 * Opens an execution whose first leg rests as a maker order. The order is partly filled, and the filled part is
 * hedged.
 */
export async function restingPartly(fixture: TradingFixture): Promise<string> {
	fixture.bybit.restMakers(true);
	fixture.kucoin.restMakers(true);
	const id = await begun(fixture, { mode: 'single-delay' });
	await fixture.pass(200);
	const venue = fixture.bybit.restingCount() > 0 ? fixture.bybit : fixture.kucoin;
	expect(venue.restingCount()).toBe(1);
	venue.fillResting(TWO);
	await passFed(fixture, 3_000);
	expect(stateOf(fixture, id).held).toEqual({ long: TWO, short: TWO });
	return id;
}
