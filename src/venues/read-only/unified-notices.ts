/** What an exchange that is read through ccxt alone says of itself, and what time it has. */
import type { Clock } from '../../ports/clock.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { VenueNotices } from '../../ports/venue-notices.ts';
import { clockOffset } from '../shared/clock-compared.ts';
import { text, whole } from '../shared/fields.ts';
import { gatherNotices, titleText } from '../shared/notices.ts';
import type { UnifiedSession } from './unified-session.ts';

/** Maintenance as ccxt's `fetchStatus` states it, unknown when that fails; suspended currencies are not asked for. */
export function readUnifiedNotices(
	venue: string,
	session: UnifiedSession,
	clock: Clock,
): Promise<VenueNotices> {
	return gatherNotices(venue, {
		maintenance: async () => {
			if (!(await session.claims('fetchStatus'))) throw new Error('ccxt has no fetchStatus of it.');
			const answer = await session.read('market', 'fetchStatus');
			const status = text(answer, 'status');
			if (status === undefined) throw new Error('The answer has no status.');
			if (status === 'ok') return [];
			const until = whole(answer, 'eta') ?? null;
			return [{ title: titleText(`It states its status as ${status}.`), from: clock.now(), until }];
		},
		currencies: 'it is not asked for at an exchange that is read for data only.',
	});
}

/** An answer's Date is cut to the second: in the mean half of one has passed. */
const DATE_HALF_MS = 500;

type Stated = { readonly venueTime: number; readonly onItsWayMs: number };

/** Venue time minus ours. @throws VenueError where it states no time, or answered too slowly */
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
		throw new VenueError(venue, 'unavailable', `${venue} stated no usable time.`);
	return { venueTime, onItsWayMs: ms };
}

/** By the header of an answer that is small where it can be chosen. */
async function dateOfAnswer(venue: string, session: UnifiedSession): Promise<Stated> {
	const exchange = await session.exact();
	const symbol = Object.keys(exchange.markets ?? {})[0];
	const { ms } = await session.timed('numbers', 'fetchOrderBook', symbol);
	const headers = (await session.numbers()).last_response_headers ?? {};
	const written = Object.entries(headers).find(([name]) => name.toLowerCase() === 'date')?.[1];
	const at = Date.parse(written ?? '');
	if (Number.isNaN(at))
		throw new VenueError(venue, 'unavailable', `${venue} stated no time, and its answer no Date.`);
	return { venueTime: at + DATE_HALF_MS, onItsWayMs: ms };
}
