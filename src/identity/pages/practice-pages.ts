/**
 * Makes both contracts of an execution settle now, because the next settlement can be hours away. Available only in
 * simulated mode.
 */

import { createRateLimiter } from '../../api/http/rate-limit.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuditNotes } from './audit-notes.ts';
import type { LoggedIn, Page, PageAnswer } from './page.ts';
import { texts } from './page-language.ts';

/** Limits how often each user can settle. Every settlement adds a row to the funding history, which all users see. */
const RATE = { perSecond: 1 / 15, burst: 4 };
const LEG = /^([a-z0-9]{1,32}) ([A-Za-z0-9._:-]{1,64})$/;
const LEGS_MAX = 2;

/** Returns the form that makes simulated exchanges settle now. The form refuses real exchanges. */
export function practicePages(parts: {
	/** @throws Error with a message if a simulated exchange refuses */
	readonly settle: (venue: VenueName, symbol: string) => Promise<void>;
	readonly isSimulated: (venue: VenueName) => boolean;
	readonly notes: AuditNotes;
	readonly clock: Clock;
}): readonly Page[] {
	const { settle, isSimulated, notes, clock } = parts;
	const limiter = createRateLimiter(RATE);

	async function settleNow(visitor: LoggedIn): Promise<PageAnswer> {
		const { userId, address, form } = visitor;
		const legs = form.getAll('leg').map(readLeg);
		if (legs.length === 0 || legs.length > LEGS_MAX) throw refused(texts().SETTLEMENTS.legCount(legs.length));
		const { allowed, retryAfterMs } = limiter.take(userId, clock.monotonic());
		if (!allowed)
			throw new CarrywireError(
				'RATE_LIMITED',
				texts().SETTLEMENTS.tooMany(RATE.burst, RATE.perSecond * 60, Math.ceil(retryAfterMs / 1_000)),
				{ retryAfterMs },
			);
		const details = { legs: legs.map(({ venue, symbol }) => `${venue} ${symbol}`) };
		await notes.around({ userId, address, action: 'simulated.settle', details }, () =>
			Promise.all(legs.map(({ venue, symbol }) => settle(venue, symbol))).catch((error: unknown) => {
				throw new CarrywireError('VENUE_UNAVAILABLE', messageOf(error));
			}),
		);
		return { kind: 'json', content: { settled: legs.length } };
	}

	/** Parses a leg such as `bybit BTCUSDT`. */
	function readLeg(text: string): { readonly venue: VenueName; readonly symbol: string } {
		const [, venue = '', symbol = ''] = LEG.exec(text) ?? [];
		if (!isSimulated(venue)) throw refused(texts().SETTLEMENTS.badLeg(JSON.stringify(text.slice(0, 80))));
		return { venue, symbol };
	}

	return [{ method: 'POST', path: '/practice/settlement', access: 'user', answer: settleNow }];
}

function refused(message: string): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', message, { field: 'leg' });
}
