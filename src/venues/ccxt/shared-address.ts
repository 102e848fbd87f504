/** What hits this machine's address on the network, and so all sessions of the process: its budget of requests at a venue, and bans. */
import type { Clock } from '../../ports/clock.ts';
import type { BanReading } from '../../ports/metrics.ts';
import { type AddressBan, type BanWatch, watchBans } from './address-ban.ts';
import { type AddressBudget, createAddressLimiter } from './address-limiter.ts';
import type { Limiter } from './limiter.ts';

/** The process has one address: one of these is opened with it, and every session asks it. */
export type SharedAddress = {
	readonly limiterOf: (venue: string, budget: AddressBudget) => Limiter;
	/** Of a venue that documents no ban: one that never finds any. */
	readonly bansOf: (venue: string, ban: AddressBan | undefined) => BanWatch;
	/** Of the venues that were asked of. */
	readonly banReadings: () => readonly BanReading[];
};

export function createSharedAddress(clock: Clock): SharedAddress {
	const limiters = new Map<string, Limiter>();
	const bans = new Map<string, BanWatch>();
	return {
		limiterOf(venue, budget) {
			const limiter = limiters.get(venue) ?? createAddressLimiter(venue, budget, clock);
			limiters.set(venue, limiter);
			return limiter;
		},
		bansOf(venue, ban) {
			const watch = bans.get(venue) ?? watchBans(venue, ban, clock);
			bans.set(venue, watch);
			return watch;
		},
		banReadings: () => [...bans].map(([venue, watch]) => ({ venue, ...watch.reading() })),
	};
}
