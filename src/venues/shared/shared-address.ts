/** Holds the rate limits and bans of this machine's IP address, which all sessions in the process share. */
import type { Clock } from '../../ports/clock.ts';
import type { BanReading } from '../../ports/metrics.ts';
import { type AddressBan, type BanWatch, watchBans } from './address-ban.ts';
import type { RequestLimit } from './request-limit.ts';

/**
 * Limits and bans for the process's single IP address. The process creates one instance, and every session uses it.
 */
export type SharedAddress = {
	/** Returns the exchange's limit with this name; the first call creates it with `open`. */
	readonly limitOf: (venue: string, name: string, open: () => RequestLimit) => RequestLimit;
	/** Returns the exchange's ban watch. If the exchange documents no ban, the watch never reports one. */
	readonly bansOf: (venue: string, ban: AddressBan | undefined) => BanWatch;
	/** Returns the state of the ban watch of every exchange that has one. */
	readonly banReadings: () => readonly BanReading[];
};

/** Creates the shared limits and bans; each entry is created on first use. */
export function createSharedAddress(clock: Clock): SharedAddress {
	const limits = new Map<string, RequestLimit>();
	const bans = new Map<string, BanWatch>();
	return {
		limitOf(venue, name, open) {
			const key = `${venue} ${name}`;
			const limit = limits.get(key) ?? open();
			limits.set(key, limit);
			return limit;
		},
		bansOf(venue, ban) {
			const watch = bans.get(venue) ?? watchBans(venue, ban, clock);
			bans.set(venue, watch);
			return watch;
		},
		banReadings: () => [...bans].map(([venue, watch]) => ({ venue, ...watch.reading() })),
	};
}
