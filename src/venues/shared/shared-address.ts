/** Limits and bans of this machine's network address, which all sessions of the process share. */
import type { Clock } from '../../ports/clock.ts';
import type { BanReading } from '../../ports/metrics.ts';
import { type AddressBan, type BanWatch, watchBans } from './address-ban.ts';
import type { RequestLimit } from './request-limit.ts';

/** The process has one address: one of these is opened with it, and every session asks it. */
export type SharedAddress = {
	/** The limit of that name at the venue; `open` makes it for whoever asks first. */
	readonly limitOf: (venue: string, name: string, open: () => RequestLimit) => RequestLimit;
	/** Of a venue that documents no ban: one that never finds any. */
	readonly bansOf: (venue: string, ban: AddressBan | undefined) => BanWatch;
	/** Of the venues that were asked of. */
	readonly banReadings: () => readonly BanReading[];
};

/** Creates limits and bans of this machine's address, empty until a session asks for one. */
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
