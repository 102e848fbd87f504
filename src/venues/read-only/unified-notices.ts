/** Reads the notices and clock of an exchange that we read only through ccxt. */
import type { Clock } from '../../ports/clock.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { VenueNotices } from '../../ports/venue-notices.ts';
import { clockOffset } from '../shared/clock-compared.ts';
import { BodyError, text, whole } from '../shared/fields.ts';
import { gatherNotices, titleText } from '../shared/notices.ts';
import { NOTICE_TEXT } from '../shared/text.ts';
import { CURRENCIES_NOT_READ, noDate, noTime } from './text.ts';
import type { UnifiedSession } from './unified-session.ts';

/**
 * Reads maintenance with ccxt's `fetchStatus`; if that fails, the maintenance is unknown. Suspended currencies are
 * not read.
 */
export function readUnifiedNotices(
	venue: string,
	session: UnifiedSession,
	clock: Clock,
): Promise<VenueNotices> {
	return gatherNotices(venue, {
		maintenance: async () => {
			if (!(await session.claims('fetchStatus')))
				throw new BodyError(NOTICE_TEXT.noMethod({ method: 'fetchStatus' }));
			const answer = await session.read('market', 'fetchStatus');
			const status = text(answer, 'status');
			if (status === undefined) throw new BodyError(NOTICE_TEXT.noStatus());
			if (status === 'ok') return [];
			const until = whole(answer, 'eta') ?? null;
			return [{ title: NOTICE_TEXT.stated({ status: titleText(status) }), from: clock.now(), until }];
		},
		currencies: CURRENCIES_NOT_READ,
	});
}

/**
 * Milliseconds to add to a Date header. The header has no fractional seconds, so on average half a second has passed.
 */
const DATE_HALF_MS = 500;

type Stated = { readonly venueTime: number; readonly roundTripMs: number };

/**
 * Measures the exchange's time minus ours, milliseconds. `isExact` is false if the time comes from a Date header, not
 * from a time request. @throws VenueError if the exchange reports no time, or responds too slowly
 */
export async function readClock(
	session: UnifiedSession,
	clock: Clock,
): Promise<{ readonly offsetMs: number; readonly isExact: boolean }> {
	const { id: venue } = await session.exact();
	const isExact = await session.claims('fetchTime');
	const stated = isExact ? await statedTime(venue, session) : await dateOfAnswer(venue, session);
	return { offsetMs: clockOffset(venue, { ...stated, answeredAt: clock.now() }), isExact };
}

async function statedTime(venue: string, session: UnifiedSession): Promise<Stated> {
	const { answer, ms } = await session.timed('exact', 'fetchTime');
	const venueTime = Number(answer);
	if (!Number.isSafeInteger(venueTime) || venueTime <= 0)
		throw new VenueError(venue, 'unavailable', noTime(venue));
	return { venueTime, roundTripMs: ms };
}

/** Reads the time from the Date header of an order book response, which is small. */
async function dateOfAnswer(venue: string, session: UnifiedSession): Promise<Stated> {
	const exchange = await session.exact();
	const symbol = Object.keys(exchange.markets ?? {})[0];
	const { ms } = await session.timed('numbers', 'fetchOrderBook', symbol);
	const headers = (await session.numbers()).last_response_headers ?? {};
	const written = Object.entries(headers).find(([name]) => name.toLowerCase() === 'date')?.[1];
	const at = Date.parse(written ?? '');
	if (Number.isNaN(at)) throw new VenueError(venue, 'unavailable', noDate(venue));
	return { venueTime: at + DATE_HALF_MS, roundTripMs: ms };
}
