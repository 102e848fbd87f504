/**
 * Tests `accountIdentity` against a model in which the venue's wallet follows its netted position. The trades come
 * from executions and from outside traders.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccountBooks, foldAccount } from './account-books.ts';
import { type AssetAmount, accountIdentity, addTo, type OurSide } from './account-identity.ts';
import {
	abs,
	add,
	type Decimal,
	parseDecimal as d,
	fromInteger,
	min,
	mulTrunc,
	neg,
	sub,
	ZERO,
} from './decimal.ts';
import type { AccountEvent } from './event.ts';
import { costShare } from './ledger.ts';
import type { NettedFill } from './netted-position.ts';
import type { Side } from './order-book.ts';

const SYMBOL = 'SOLUSDT';
const OWNERS = 3;

/** Owner 0 is an outside trader. The executions are long. */
const steps = fc.array(
	fc.record({
		owner: fc.integer({ min: 0, max: OWNERS }),
		opens: fc.boolean(),
		tenths: fc.integer({ min: 1, max: 400 }),
		cents: fc.integer({ min: 5_000, max: 15_000 }),
		feeUnits: fc.integer({ min: -1_000, max: 100_000 }),
		inCoin: fc.boolean(),
	}),
	{ maxLength: 30 },
);

type Held = { quantity: Decimal; cost: Decimal };

/** Updates the average cost for one owner or for the venue's entire position; returns the fill's realized result. */
function book(held: Held, side: Side, quantity: Decimal, price: Decimal): Decimal {
	const size = abs(held.quantity);
	const closes = (side === 'sell') === held.quantity > 0n ? min(size, quantity) : ZERO;
	const removed = costShare({ quantity: size, cost: held.cost }, closes);
	const proceeds = mulTrunc(price, closes);
	const realized = held.quantity > 0n ? sub(proceeds, removed) : sub(removed, proceeds);
	held.cost = add(sub(held.cost, removed), mulTrunc(price, sub(quantity, closes)));
	held.quantity = side === 'buy' ? add(held.quantity, quantity) : sub(held.quantity, quantity);
	return closes === 0n ? ZERO : realized;
}

test('leaves nothing unexplained for any traders in any order, with fees in a third coin', () => {
	const seen = { shared: 0, foreign: 0 };
	fc.assert(
		fc.property(steps, fc.integer({ min: 1, max: 40 }), (draws, priceUnits) => {
			const coinPrice = d(`${priceUnits}e-1`);
			const venue: Held = { quantity: ZERO, cost: ZERO };
			const owners = Array.from({ length: OWNERS + 1 }, (): Held => ({ quantity: ZERO, cost: ZERO }));
			const events: AccountEvent[] = [
				{ type: 'AccountConnected', venue: 'bybit', walletBalance: fromInteger(1_000), connectedAt: 0 },
				{
					type: 'HoldingsCounted',
					assets: [{ asset: 'MNT', quantity: fromInteger(50), usdPrice: d('0.7') }],
					positions: [],
					countedAt: 0,
				},
			];
			const otherFees = new Map<string, AssetAmount>();
			const ownFills: NettedFill[] = [];
			let wallet: Decimal = fromInteger(1_000);
			let coins: Decimal = fromInteger(50);
			let realized = ZERO;
			for (const [index, draw] of draws.entries()) {
				const owner = owners[draw.owner];
				if (owner === undefined) continue;
				const isForeign = draw.owner === 0;
				const wanted = d(`${draw.tenths}e-1`);
				const quantity = isForeign || draw.opens ? wanted : min(wanted, owner.quantity);
				if (quantity === 0n) continue;
				const side: Side = draw.opens ? 'buy' : 'sell';
				const price = d(`${draw.cents}e-2`);
				const fee = d(`${draw.feeUnits}e-8`);
				const feeQuantity = draw.inCoin ? d(`${draw.feeUnits * 2}e-8`) : fee;
				const feeAsset = draw.inCoin ? 'MNT' : 'USDT';
				wallet = add(wallet, book(venue, side, quantity, price));
				if (draw.inCoin) coins = sub(coins, feeQuantity);
				else wallet = sub(wallet, fee);
				const ownRealized = book(owner, side, quantity, price);
				if (isForeign) {
					seen.foreign += 1;
					events.push({
						type: 'ForeignFillRecorded',
						symbol: SYMBOL,
						side,
						cause: 'hand',
						tradeId: `t${index}`,
						quantity,
						price,
						fee,
						feeAsset,
						feeQuantity,
						filledAt: index,
					});
					continue;
				}
				realized = sub(add(realized, ownRealized), fee);
				if (draw.inCoin) addTo(otherFees, 'MNT', { quantity: feeQuantity, usd: fee });
				ownFills.push({ side, quantity, price, filledAt: index });
			}
			if (owners.filter(({ quantity }) => quantity !== 0n).length > 1) seen.shared += 1;
			const books: AccountBooks = foldAccount(events);
			const own = owners.slice(1);
			const ours: OurSide = {
				realized,
				otherFees,
				held: new Map([
					[
						SYMBOL,
						{
							quantity: own.reduce<Decimal>((total, { quantity }) => add(total, quantity), ZERO),
							cost: own.reduce<Decimal>((total, { cost }) => add(total, cost), ZERO),
						},
					],
				]),
				taken: new Map(),
				fillsOn: () => ownFills,
			};
			const identity = accountIdentity(books, ours, {
				walletAsset: 'USDT',
				wallet,
				positions: new Map([[SYMBOL, venue.quantity]]),
				otherAssets: [{ asset: 'MNT', quantity: coins, usdPrice: coinPrice }],
			});
			expect(identity.misfits).toEqual([]);
			expect(identity.unexplained).toBe(ZERO);
			const missing = accountIdentity(books, ours, {
				walletAsset: 'USDT',
				wallet: add(wallet, neg(d('0.01000001'))),
				positions: new Map([[SYMBOL, venue.quantity]]),
				otherAssets: [{ asset: 'MNT', quantity: coins, usdPrice: coinPrice }],
			});
			expect(missing.unexplained).toBe(d('-0.01000001'));
		}),
		{ numRuns: 400 },
	);
	expect(seen.shared).toBeGreaterThan(50);
	expect(seen.foreign).toBeGreaterThan(200);
});
