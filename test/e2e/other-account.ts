/** What everybody else does in the simulated markets while the service trades: they take makers, and prices move. */
import { add, floorToStep, formatDecimal, fromNumber, mulDown, sub, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionEvent, LegPlan, OrderIntent } from '../../src/domain/event.ts';
import { type Fixture, VENUES, type Venue } from './fixture.ts';
import type { JournalWatch } from './journal-watch.ts';
import type { VenueWords } from './venue-word.ts';
import type { Opportunity } from './wire.ts';

/** The account that trades against the makers, on both exchanges. */
const OTHER = 'other';
const OTHER_DEPOSIT_USD = '10000000';
/** More than the levels of a grid are apart in all: eight halves of the basis's deviation, of one to three basis points. */
const LIFT_FACTOR = '1.003';
/** Long enough for every slice of a grid to be worked while the price is there, on a busy machine too. */
const LIFT_HALF_LIFE_MS = 120_000;

/** The account that hits makers, with money, on both exchanges. */
export async function openOtherAccount(fixture: Fixture): Promise<void> {
	for (const venue of VENUES)
		await fixture.admin(venue, 'POST', '/accounts', { name: OTHER, deposit: OTHER_DEPOSIT_USD });
}

/**
 * The market comes to what waits in a grid: the short leg's price rises above its highest level, and comes back. To be done
 * once the plan is made, for its levels begin at the price basis of that moment.
 */
export async function liftBasis(fixture: Fixture, { base, short_venue }: Opportunity): Promise<void> {
	await fixture.admin(short_venue as Venue, 'POST', '/shocks', {
		coin: base,
		factor: LIFT_FACTOR,
		halfLifeMs: LIFT_HALF_LIFE_MS,
	});
}

export type Maker = { readonly venue: Venue; readonly leg: LegPlan; readonly order: OrderIntent };

/** The first order that rests and is not among those met, once its exchange has taken it; undefined when none comes in time. */
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

/** The other account trades through everything that stands before the maker, and takes the share of it; all above 1. */
export async function hitMaker(
	fixture: Fixture,
	words: VenueWords,
	{ venue, leg, order }: Maker,
	share: number,
): Promise<void> {
	const { symbol, lotSize } = leg.instrument;
	const standing = await words[venue].queue(symbol, order.side, order.limitPrice);
	// It rests no more.
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
