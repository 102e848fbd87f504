/**
 * Arms Hyperliquid's scheduled cancel (page "Exchange endpoint", "Schedule cancel (dead man's switch)", read
 * 2026-11). It cancels all the account's open orders at a set time. It can trigger at most ten times a day.
 *
 * Hyperliquid refuses the scheduled cancel to accounts that have traded less than 1,000,000 USD. The page does not
 * say so, but records from many clients in 2026 show it.
 */
import { type Decimal, formatDecimal, fromInteger } from '../../domain/decimal.ts';
import { VENUE_SWITCH_TEXT } from '../../domain/venue-text.ts';
import { SWITCH_PERIOD_MS } from '../../ports/dead-man-switch.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { Call, DeadManDialect } from '../shared/dialect.ts';
import { decimal, listed, required } from '../shared/fields.ts';
import { clientOrderIdOf } from './history.ts';
import { weighted } from './limits.ts';

const VOLUME_MIN_USD = fromInteger(1_000_000);
const LIFETIME_MS = 5_000;

/** Hyperliquid's scheduled cancel, which covers all the account's open orders. */
export const hyperliquidDeadMan: DeadManDialect = {
	reach: 'account',
	async readOpen(call) {
		const orders = listed(await weighted(call, 'probe', { type: 'frontendOpenOrders' }), 'open orders');
		return orders.map(({ cloid }) => clientOrderIdOf(cloid));
	},
	async check(call) {
		const limit = await weighted(call, 'probe', { type: 'userRateLimit' });
		const traded = required(decimal(limit, 'cumVlm'), 'cumVlm');
		if (traded < VOLUME_MIN_USD)
			throw new VenueError(
				'hyperliquid',
				'rejected',
				VENUE_SWITCH_TEXT.volumeTooLow({ traded: wholeUsd(traded), needed: wholeUsd(VOLUME_MIN_USD) }),
			);
	},
	arm: (call, _instrument, { venueNow }) =>
		schedule(call, { type: 'scheduleCancel', time: Math.floor(venueNow) + SWITCH_PERIOD_MS }),
	disarm: (call) => schedule(call, { type: 'scheduleCancel' }),
};

function schedule(call: Call, action: object): Promise<unknown> {
	return call('probe', 'privatePostExchange', { action, lifetimeMs: LIFETIME_MS });
}

/** Rounds down to whole USD, so that an account just below the limit does not seem to reach it. */
function wholeUsd(value: Decimal): number {
	return Math.floor(Number(formatDecimal(value)));
}
