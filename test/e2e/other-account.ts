/**
 * Acts as other participants in the simulated markets while the service trades: fills maker orders and moves prices.
 */
import { add, floorToStep, formatDecimal, fromNumber, mulDown, sub, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionEvent, LegPlan, OrderIntent } from '../../src/domain/event.ts';
import type { FixtureRecords } from './exchange-records.ts';
import { type Fixture, VENUES, type Venue } from './fixture.ts';
import type { JournalWatch } from './journal-watch.ts';
import type { Opportunity } from './wire.ts';

/** Name of the account that trades against maker orders; it exists on both exchanges. */
const OTHER = 'other';
const OTHER_DEPOSIT_USD = '10000000';
/**
 * Factor by which a price is raised. The rise exceeds a grid's complete span, which is eight half deviations of the
 * price basis. One deviation is one to three basis points.
 */
const LIFT_FACTOR = '1.003';
/**
 * Time in which the price falls back by half, milliseconds. It is long enough to fill every slice of a grid near the
 * raised price, even on a busy machine.
 */
const LIFT_HALF_LIFE_MS = 120_000;

/** Creates the funded account that trades against maker orders, on both exchanges. */
export async function openOtherAccount(fixture: Fixture): Promise<void> {
	for (const venue of VENUES)
		await fixture.admin(venue, 'POST', '/accounts', { name: OTHER, deposit: OTHER_DEPOSIT_USD });
}

/**
 * Moves the market through all levels of a waiting grid: the short leg's price rises above the highest level, then
 * slowly falls back. Call it after planning, because the levels start at the price basis at that time.
 */
export async function liftBasis(fixture: Fixture, { base, short_venue }: Opportunity): Promise<void> {
	await fixture.admin(short_venue as Venue, 'POST', '/shocks', {
		coin: base,
		factor: LIFT_FACTOR,
		halfLifeMs: LIFT_HALF_LIFE_MS,
	});
}

export type Maker = { readonly venue: Venue; readonly leg: LegPlan; readonly order: OrderIntent };

/**
 * Returns the first maker order that its exchange has accepted and that is not in `met`; undefined if there is none
 * within the limit.
 */
export async function makerOf(
	watch: JournalWatch,
	limitMs: number,
	met: ReadonlySet<string> = new Set(),
): Promise<Maker | undefined> {
	const accepted = await watch.first((event) => {
		if (event.type !== 'OrderAccepted' || met.has(event.clientOrderId)) return undefined;
		return orderOf(watch.events(), event.clientOrderId);
	}, limitMs);
	return accepted;
}

function orderOf(events: readonly ExecutionEvent[], clientOrderId: string): Maker | undefined {
	const plans = events.flatMap((event) => (event.type === 'ExecutionPlanned' ? [event.plan] : []));
	const order = events.find(
		(event) =>
			event.type === 'OrderIntended' &&
			event.clientOrderId === clientOrderId &&
			event.timeInForce === 'postOnly',
	);
	const legs = plans.at(-1)?.legs;
	if (order === undefined || order.type !== 'OrderIntended' || legs === undefined) return undefined;
	const leg = legs[order.leg];
	return { venue: leg.venue as Venue, leg, order };
}

/**
 * Makes the other account trade through all orders ahead of the maker order, and then fill the given fraction of the
 * maker order. A fraction above 1 fills the complete order.
 */
export async function hitMaker(
	fixture: Fixture,
	records: FixtureRecords,
	{ venue, leg, order }: Maker,
	share: number,
): Promise<void> {
	const { symbol, lotSize } = leg.instrument;
	const standing = await records[venue].queue(symbol, order.side, order.limitPrice);
	// The exchange shows less at this price than the order's quantity, so the maker order no longer rests there.
	if (standing < order.quantity) return;
	const wanted = add(sub(standing, order.quantity), mulDown(order.quantity, fromNumber(share)));
	const quantity = floorToStep(wanted, lotSize);
	if (quantity === ZERO) return;
	await fixture.admin(venue, 'POST', `/accounts/${OTHER}/trade`, {
		symbol,
		side: order.side === 'buy' ? 'sell' : 'buy',
		quantity: formatDecimal(quantity),
	});
}
