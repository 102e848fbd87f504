/**
 * Tests accounts whose private stream reports no orders, with the order service and all layers below it: refusals,
 * alerts, and closes that still work.
 */
import { expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import { type AlertFixture, createAlertFixture, USER } from '../support/alert-fixture.ts';

const FEED = { size: '20' };
const asked: string[] = [];
/** True while a self-check is in progress. */
let checking = false;

function fixtureNow(): AlertFixture {
	asked.length = 0;
	checking = false;
	return createAlertFixture(20_261_123, {
		risk: {
			selfChecks: {
				refusal: () => (checking ? { said: 'The self-check is under way.', isFinal: false } : undefined),
				hearStream: (userId, venue) => asked.push(`${userId} ${venue}`),
			},
		},
	});
}

async function close(fixture: AlertFixture, executionId: string): Promise<string> {
	fixture.trading.feed('SOL', FEED);
	const closed = fixture.trading.orderService.close({
		userId: USER,
		agent: undefined,
		executionId,
		maxSlippageBps: undefined,
		share: fromInteger(1),
	});
	return (await fixture.trading.settled(closed)).status;
}

/** Opens and closes two executions and opens a third, which makes five orders at each exchange. */
async function fiveOrders(fixture: AlertFixture): Promise<string> {
	for (let count = 0; count < 2; count += 1)
		expect(await close(fixture, await fixture.open())).toBe('closed');
	return fixture.open();
}

async function refusalOf(fixture: AlertFixture): Promise<CarrywireError> {
	fixture.trading.feed('SOL', FEED);
	const error = await fixture.trading.settled(fixture.trading.execute({}).catch((thrown: unknown) => thrown));
	expect(error).toBeInstanceOf(Error);
	return error as CarrywireError;
}

const told = (fixture: AlertFixture): readonly unknown[] =>
	fixture.told
		.filter(({ kind }) => kind === 'stream_silent')
		.map(({ facts, exchange, severity }) => [facts.state, exchange, severity]);

test('opens no positions on an account whose stream reported none of its last five orders, and still closes', async () => {
	const fixture = fixtureNow();
	const { bybit, kucoin } = fixture.trading;
	kucoin.silenceStream(true);
	const id = await fiveOrders(fixture);
	await fixture.trading.passFed(8_000, 'SOL', FEED);
	expect(fixture.trading.streams.allSilent().map(({ venue }) => venue)).toEqual(['kucoin']);
	const sent = [bybit.sentCount(), kucoin.sentCount()];
	expect(await refusalOf(fixture)).toMatchObject({
		code: 'STREAM_SILENT',
		message: expect.stringMatching(
			/^The account stream of KuCoin has reported none of your last 5 orders since /,
		),
		facts: { exchange: 'kucoin' },
	});
	expect([bybit.sentCount(), kucoin.sentCount()]).toEqual(sent);
	expect(told(fixture)).toEqual([['began', 'kucoin', 'warning']]);
	expect([kucoin.streamRenewals(), bybit.streamRenewals()]).toEqual([1, 0]);
	await fixture.trading.passFed(6_000, 'SOL', FEED);
	expect(asked).toEqual([`${USER} kucoin`]);
	expect(await close(fixture, id)).toBe('closed');
	expect(fixture.trading.streams.allSilent()).toHaveLength(1);
});

test('allows opening again once the stream reports an order, and sends an alert', async () => {
	const fixture = fixtureNow();
	const { kucoin } = fixture.trading;
	kucoin.silenceStream(true);
	const id = await fiveOrders(fixture);
	await fixture.trading.passFed(8_000, 'SOL', FEED);
	expect((await refusalOf(fixture)).code).toBe('STREAM_SILENT');
	kucoin.silenceStream(false);
	kucoin.tellOrder('SOLUSDTM', 'c0ffee');
	await fixture.trading.passFed(2_000, 'SOL', FEED);
	expect(told(fixture)).toEqual([
		['began', 'kucoin', 'warning'],
		['over', 'kucoin', 'info'],
	]);
	expect(await close(fixture, id)).toBe('closed');
	expect(await close(fixture, await fixture.open())).toBe('closed');
});

test('an opening starts no further slice while the stream is silent, and continues once it reports again', async () => {
	const fixture = fixtureNow();
	const { trading } = fixture;
	trading.kucoin.silenceStream(true);
	for (let count = 0; count < 2; count += 1)
		expect(await close(fixture, await fixture.open())).toBe('closed');
	trading.feed('SOL', FEED);
	const terms = { mode: 'grid', amount: fromInteger(2_000) } as const;
	const { executionId: id } = (await trading.settled(trading.execute(terms))) as ExecuteAnswer;
	const state = () => trading.driver.state(id);
	const seconds = async (count: number, isSo: () => boolean): Promise<void> => {
		for (let tenth = 0; tenth < 10 * count && !isSo(); tenth += 1) await trading.passFed(100, 'SOL', FEED);
	};
	// A self-check in progress pauses the grid while the stream has time to report the first slice.
	await seconds(20, () => (state()?.held.long ?? ZERO) > ZERO);
	checking = true;
	await seconds(20, () => trading.streams.allSilent().length > 0);
	const held = state()?.held.long ?? ZERO;
	checking = false;
	await seconds(30, () => false);
	expect([state()?.phase, state()?.held.long]).toEqual(['opening', held]);
	trading.kucoin.silenceStream(false);
	trading.kucoin.tellOrder('SOLUSDTM', 'c0ffee');
	await seconds(240, () => state()?.phase === 'running');
	expect(state()?.held.long).toBe(state()?.plan.quantity);
});
