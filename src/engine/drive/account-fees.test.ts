import { expect, test } from 'vitest';
import { parseDecimal } from '../../domain/decimal.ts';
import type { VenueTrading } from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { createAccountFees } from './account-fees.ts';

const RATES: FeeRates = { taker: parseDecimal('0.0004'), maker: parseDecimal('0.0001') };

function account(answers: (() => Promise<FeeRates>)[]) {
	const asked: string[] = [];
	const fees: VenueTrading['fees'] = (symbol) => {
		asked.push(symbol);
		return answers.shift()?.() ?? Promise.resolve(RATES);
	};
	return { asked, trading: { fees } as VenueTrading };
}

test('reads fees once an hour per user and instrument, and once for simultaneous calls', async () => {
	const clock = createVirtualClock(0);
	const fees = createAccountFees(clock);
	const { asked, trading } = account([]);
	const both = await Promise.all([
		fees.of('user_1', 'bybit', 'SOLUSDT', trading),
		fees.of('user_1', 'bybit', 'SOLUSDT', trading),
	]);
	expect(both).toEqual([RATES, RATES]);
	await fees.of('user_2', 'bybit', 'SOLUSDT', trading);
	await fees.of('user_1', 'kucoin', 'SOLUSDT', trading);
	expect(asked).toHaveLength(3);
	clock.after(60 * 60_000, () => {});
	await clock.advance(60 * 60_000);
	await fees.of('user_1', 'bybit', 'SOLUSDT', trading);
	expect(asked).toHaveLength(4);
});

test('reports a failure and reads again on the next call', async () => {
	const fees = createAccountFees(createVirtualClock(0));
	const failure = new VenueError('bybit', 'unavailable', 'bybit answered 503.');
	const { trading } = account([() => Promise.reject(failure)]);
	await expect(fees.of('user_1', 'bybit', 'SOLUSDT', trading)).rejects.toBe(failure);
	expect(await fees.of('user_1', 'bybit', 'SOLUSDT', trading)).toBe(RATES);
});

test('reads the fees of a newly used account and keeps the others', async () => {
	const fees = createAccountFees(createVirtualClock(0));
	const { asked, trading } = account([]);
	for (const place of ['bybit', 'kucoin']) await fees.of('user_1', place, 'SOLUSDT', trading);
	await fees.of('user_10', 'bybit', 'SOLUSDT', trading);
	fees.forget('user_1', 'bybit');
	expect(fees.known('user_1', 'bybit', 'SOLUSDT')).toBeUndefined();
	for (const place of ['bybit', 'kucoin']) await fees.of('user_1', place, 'SOLUSDT', trading);
	await fees.of('user_10', 'bybit', 'SOLUSDT', trading);
	expect(asked).toHaveLength(4);
});
