/** Keeps users' quiet hours, and says whether they are in progress. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { AlertSettingsStore, QuietHours } from '../ports/alert-settings.ts';
import { SETTING_TEXTS } from './text.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** Registry of all users' quiet hours. */
export type QuietHoursBook = ReturnType<typeof createQuietHours>;

/** Creates the registry from the stored quiet hours. A change takes effect once it is durable. */
export function createQuietHours(parts: {
	readonly stored: ReadonlyMap<string, QuietHours>;
	readonly store: Pick<AlertSettingsStore, 'saveQuietHours'>;
}) {
	const hours = new Map(parts.stored);
	return {
		get: (userId: string): QuietHours | null => hours.get(userId) ?? null,
		/** Returns when the user's quiet hours in progress end, milliseconds; undefined outside quiet hours. */
		until(userId: string, now: number): number | undefined {
			const own = hours.get(userId);
			return own === undefined ? undefined : quietUntil(own, now);
		},
		/** Returns the daily length of the user's quiet hours, milliseconds; 0 without quiet hours. */
		lengthMs(userId: string): number {
			const own = hours.get(userId);
			return own === undefined ? 0 : minutesBetween(own.fromMinute, own.untilMinute) * MINUTE_MS;
		},
		/** @throws CarrywireError INVALID_PARAMS for an unknown time zone, or an end equal to the start */
		async set(userId: string, own: QuietHours | null): Promise<void> {
			if (own !== null) requireValid(own);
			await parts.store.saveQuietHours(userId, own);
			if (own === null) hours.delete(userId);
			else hours.set(userId, own);
		},
	};
}

/**
 * Returns when the quiet hours end, milliseconds; undefined if `now` is outside them. A change of the clocks before
 * the end moves the true end, so callers check again at the returned time.
 */
export function quietUntil(
	{ fromMinute, untilMinute, timeZone }: QuietHours,
	now: number,
): number | undefined {
	const minute = minuteOfDay(now, timeZone);
	const passed = (minute - fromMinute + DAY_MINUTES) % DAY_MINUTES;
	if (passed >= minutesBetween(fromMinute, untilMinute)) return undefined;
	return now - (now % MINUTE_MS) + minutesBetween(minute, untilMinute) * MINUTE_MS;
}

function minutesBetween(from: number, until: number): number {
	return (until - from + DAY_MINUTES) % DAY_MINUTES;
}

const CLOCKS = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for an unknown time zone */
function minuteOfDay(now: number, timeZone: string): number {
	let clock = CLOCKS.get(timeZone);
	if (clock === undefined) {
		clock = new Intl.DateTimeFormat('en-GB', {
			timeZone,
			hour: '2-digit',
			minute: '2-digit',
			hourCycle: 'h23',
		});
		CLOCKS.set(timeZone, clock);
	}
	const [hours = '0', minutes = '0'] = clock.format(now).split(':');
	return Number(hours) * 60 + Number(minutes);
}

function requireValid({ fromMinute, untilMinute, timeZone }: QuietHours): void {
	if (fromMinute === untilMinute)
		throw new CarrywireError('INVALID_PARAMS', SETTING_TEXTS.emptyQuietHours(), { field: 'until' });
	try {
		minuteOfDay(0, timeZone);
	} catch {
		throw new CarrywireError('INVALID_PARAMS', SETTING_TEXTS.unknownZone({ was: timeZone.slice(0, 64) }), {
			field: 'time_zone',
		});
	}
}
