/**
 * What can be done only where nothing is real: in mode simulated a page may let both contracts of an execution settle at
 * once, for at an exchange the next settlement can be hours away.
 */

import { createRateLimiter } from '../../api/http/rate-limit.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuditNotes } from './audit-notes.ts';
import type { LoggedIn, Page, PageAnswer } from './page.ts';

/** Of each user: each one is a row in the history of a rate that everybody sees. */
const SETTLEMENTS = { perSecond: 1 / 15, burst: 4 };
const LEG = /^([a-z0-9]{1,32}) ([A-Za-z0-9._:-]{1,64})$/;
const LEGS_MAX = 2;

/** The form that makes simulated exchanges settle now; refused for exchanges that are real. */
export function practicePages(parts: {
	/** @throws Error with a sentence where a simulated exchange does not do it */
	readonly settle: (venue: VenueName, symbol: string) => Promise<void>;
	readonly isSimulated: (venue: VenueName) => boolean;
	readonly notes: AuditNotes;
	readonly clock: Clock;
}): readonly Page[] {
	const { settle, isSimulated, notes, clock } = parts;
	const limiter = createRateLimiter(SETTLEMENTS);

	async function settleNow(visitor: LoggedIn): Promise<PageAnswer> {
		const { userId, address, form } = visitor;
		const legs = form.getAll('leg').map(readLeg);
		if (legs.length === 0 || legs.length > LEGS_MAX)
			throw refused(`leg must be given once or twice, was given ${legs.length} times.`);
		const { allowed, retryAfterMs } = limiter.take(userId, clock.monotonic());
		if (!allowed)
			throw new CarrywireError(
				'RATE_LIMITED',
				`Too many settlements out of turn: ${SETTLEMENTS.burst} at once and ${SETTLEMENTS.perSecond * 60} a minute are made; the next can be in ${Math.ceil(retryAfterMs / 1_000)} s.`,
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

	/** `bybit BTCUSDT`, as the legs of an execution name them. */
	function readLeg(text: string): { readonly venue: VenueName; readonly symbol: string } {
		const [, venue = '', symbol = ''] = LEG.exec(text) ?? [];
		if (!isSimulated(venue))
			throw refused(
				`leg must be a simulated exchange and its contract, such as "bybit BTCUSDT"; was ${JSON.stringify(text.slice(0, 80))}.`,
			);
		return { venue, symbol };
	}

	return [{ method: 'POST', path: '/practice/settlement', access: 'user', answer: settleNow }];
}

function refused(message: string): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', message, { field: 'leg' });
}
