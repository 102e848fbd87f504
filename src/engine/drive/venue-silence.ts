/** How long each account's venue has been silent, or has been answering again. */
import type { Decimal } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import { legPlan } from '../../domain/execution.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccountState } from './account-cache.ts';
import type { ChangeListener } from './execution-states.ts';

/** Milliseconds on the monotonic clock. */
type Heard = { readonly last: number; readonly since: number };

/** Silence of each account at a venue. */
export type VenueSilence = {
	/** Time since its last message about the account or an order; since the start when there was none. */
	readonly silentMs: (userId: string, venue: VenueName) => number;
	/** True shortly after a message: a pause of a few reads does not count as silence. */
	readonly isAnswering: (userId: string, venue: VenueName) => boolean;
	/** Time between the first and the last of its messages without such a pause; 0 while it is silent. */
	readonly answeringMs: (userId: string, venue: VenueName) => number;
	/** The last read of the account. */
	readonly lastState: (userId: string, venue: VenueName) => AccountState | undefined;
	/** The last reported liquidation price of the position; null when none was reported. */
	readonly liquidationPrice: (userId: string, venue: VenueName, symbol: string) => Decimal | null;
	/** The account has been read. */
	readonly noteState: (userId: string, venue: VenueName, state: AccountState) => void;
	/** An execution has changed: events that only the venue can have caused count as an answer. */
	readonly noteChange: ChangeListener;
	/** Another account is in use there. */
	readonly forget: (userId: string, venue: VenueName) => void;
};

/** Events that only the venue itself can have caused. A rejection may be our own: nothing was sent. */
const CAUSED_BY_VENUE: ReadonlySet<ExecutionEvent['type']> = new Set([
	'OrderAccepted',
	'FillsRecorded',
	'OrderEnded',
	'OrderProvenAbsent',
]);

/** Starts to record when each account at a venue was last heard. */
export function watchSilence(options: {
	readonly clock: Clock;
	/** A venue without a message for this long has paused. */
	readonly pauseMs: number;
}): VenueSilence {
	const { clock, pauseMs } = options;
	const startedAt = clock.monotonic();
	const heard = new Map<string, Heard>();
	const states = new Map<string, AccountState>();

	function hear(userId: string, venue: VenueName): void {
		const key = `${userId} ${venue}`;
		const now = clock.monotonic();
		const before = heard.get(key);
		const isAnew = before === undefined || now - before.last >= pauseMs;
		heard.set(key, { last: now, since: isAnew ? now : before.since });
	}

	const silentMs = (userId: string, venue: VenueName): number =>
		clock.monotonic() - (heard.get(`${userId} ${venue}`)?.last ?? startedAt);
	const isAnswering = (userId: string, venue: VenueName): boolean => {
		const last = heard.get(`${userId} ${venue}`)?.last;
		return last !== undefined && clock.monotonic() - last < pauseMs;
	};
	return {
		silentMs,
		isAnswering,
		answeringMs(userId, venue) {
			const said = heard.get(`${userId} ${venue}`);
			return said === undefined || !isAnswering(userId, venue) ? 0 : said.last - said.since;
		},
		lastState: (userId, venue) => states.get(`${userId} ${venue}`),
		liquidationPrice: (userId, venue, symbol) =>
			states.get(`${userId} ${venue}`)?.positions.find((position) => position.symbol === symbol)
				?.liquidationPrice ?? null,
		noteState(userId, venue, state) {
			hear(userId, venue);
			states.set(`${userId} ${venue}`, state);
		},
		noteChange(state, events) {
			for (const event of events) {
				if (!('clientOrderId' in event) || !CAUSED_BY_VENUE.has(event.type)) continue;
				const order = state.orders.find(({ clientOrderId }) => clientOrderId === event.clientOrderId);
				if (order !== undefined) hear(state.plan.userId, legPlan(state, order.leg).venue);
			}
		},
		forget(userId, venue) {
			heard.delete(`${userId} ${venue}`);
			states.delete(`${userId} ${venue}`);
		},
	};
}
