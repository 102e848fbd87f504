/** Tracks how long each account's venue has been silent, or has been responding again. */
import type { Decimal } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import { legPlan } from '../../domain/execution.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccountState } from './account-cache.ts';
import type { ChangeListener } from './execution-states.ts';

/** Monotonic times. `last`: the venue's last message; `since`: its first message after its last pause. */
type Heard = { readonly last: number; readonly since: number };

/** Reports for each account how long its venue has been silent or responding. */
export type VenueSilence = {
	/** Milliseconds since the venue's last message about the account or an order; since startup if there was none. */
	readonly silentMs: (userId: string, venue: VenueName) => number;
	/** True if the venue's last message is recent. Missing responses to a few reads do not count as silence. */
	readonly isAnswering: (userId: string, venue: VenueName) => boolean;
	/**
	 * Time between the first and the last message since the venue's last pause, milliseconds; 0 while the venue is
	 * silent.
	 */
	readonly answeringMs: (userId: string, venue: VenueName) => number;
	/** Returns the last read of the account; undefined if there is none. */
	readonly lastState: (userId: string, venue: VenueName) => AccountState | undefined;
	/** Returns the last reported liquidation price of the position; null when none was reported. */
	readonly liquidationPrice: (userId: string, venue: VenueName, symbol: string) => Decimal | null;
	/** Notes that the account has been read. */
	readonly noteState: (userId: string, venue: VenueName, state: AccountState) => void;
	/** Notes that an execution has changed. Events that only the venue can have caused count as a message. */
	readonly noteChange: ChangeListener;
	/** Forgets the account after the user switched accounts at the venue. */
	readonly forget: (userId: string, venue: VenueName) => void;
};

/** Events that only the venue itself can have caused. A rejection may be our own, because nothing was sent. */
const CAUSED_BY_VENUE: ReadonlySet<ExecutionEvent['type']> = new Set([
	'OrderAccepted',
	'FillsRecorded',
	'OrderEnded',
	'OrderProvenAbsent',
]);

/** Starts to record when each account's venue was last heard from. */
export function watchSilence(options: {
	readonly clock: Clock;
	/** Time without a message after which a venue counts as paused. */
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
