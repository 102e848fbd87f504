/**
 * Delists a contract. Resting orders are cancelled, and positions are settled at the average index price under the
 * exchange's terms. No exchange documents how it rounds the price; we round it to the tick.
 */
import { abs, add, type Decimal, floorToStep, ZERO } from '../../src/domain/decimal.ts';
import { commit, type ExchangeState } from './exchange-state.ts';
import { announceTouched, type Touched, writeTouched } from './fill-booking.ts';
import { cancelBefore, closeByForce } from './forced-orders.ts';
import type { Market } from './market.ts';
import { publishBook } from './market-advance.ts';
import type { Instrument } from './types.ts';
import type { VenueTerms } from './venue-terms.ts';
import type { World } from './world.ts';

const SECOND_MS = 1_000;
const SECONDS_PER_MINUTE = 60;

/** Returns the settlement price of a contract that is delisted at `at`. */
export function delistingPrice(
	{ world, terms }: { readonly world: World; readonly terms: VenueTerms },
	instrument: Instrument,
	at: number,
): Decimal {
	const count = terms.delisting.averageMinutes * SECONDS_PER_MINUTE;
	let total: Decimal = ZERO;
	for (let second = 1; second <= count; second += 1)
		total = add(total, world.index(instrument, at - second * SECOND_MS));
	const average = (total / BigInt(count)) as Decimal;
	return floorToStep(add(average, (instrument.tickSize / 2n) as Decimal), instrument.tickSize);
}

/** Cancels all orders on the contract and closes all positions in it, at one price. */
export function settleForGood(state: ExchangeState, market: Market, at: number): void {
	const { symbol } = market.instrument;
	const price = delistingPrice(state, market.instrument, at);
	const touched: Touched = new Map();
	commit(state, () => {
		for (const account of state.accounts.values()) {
			cancelBefore(state, account, symbol, 'delisting', at);
			const held = account.positions.get(symbol);
			if (held === undefined) continue;
			const close = { quantity: abs(held.quantity), price, origin: 'delisting' } as const;
			closeByForce(state, market, account, close, at, touched);
		}
		writeTouched(state, touched);
	});
	publishBook(state, market, at);
	announceTouched(state, touched, at);
}
