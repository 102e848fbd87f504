/**
 * Caches the fees of users' own accounts, as the exchange reports them. Each account's fees are read at most once an
 * hour per instrument.
 */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VenueTrading } from '../../ports/venue.ts';
import type { FeeRates } from '../../ports/venue-market.ts';

const KEPT_MS = 60 * 60_000;
/** Maximum number of cached entries across all users; the oldest one is dropped. */
const KEPT_MAX = 10_000;

/** The fee rates that accounts pay. */
export interface AccountFees {
	/**
	 * @throws VenueError if the fees are unknown and the venue does not respond. Simultaneous calls share one
	 * request.
	 */
	of(userId: string, venue: VenueName, symbol: string, trading: VenueTrading): Promise<FeeRates>;
	/** Returns the last known fees, of any age; undefined before the first response. */
	known(userId: string, venue: VenueName, symbol: string): FeeRates | undefined;
	/**
	 * Drops the cached fees after the user switched accounts at the venue, because the other account has its own
	 * fees.
	 */
	forget(userId: string, venue: VenueName): void;
}

/** Creates an empty cache of the fee rates that accounts pay. */
export function createAccountFees(clock: Clock): AccountFees {
	const kept = new Map<
		string,
		{ readonly askedAt: number; readonly fees: Promise<FeeRates>; answered: FeeRates | undefined }
	>();
	return {
		of(userId, venue, symbol, trading) {
			const key = `${userId} ${venue} ${symbol}`;
			const known = kept.get(key);
			if (known !== undefined && clock.monotonic() - known.askedAt < KEPT_MS) return known.fees;
			const answered: FeeRates | undefined = known?.answered;
			const asked = { askedAt: clock.monotonic(), fees: trading.fees(symbol), answered };
			kept.delete(key);
			const [oldest] = kept.keys();
			if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
			kept.set(key, asked);
			asked.fees.then(
				(fees) => {
					asked.answered = fees;
				},
				() => {
					if (kept.get(key) === asked) kept.delete(key);
				},
			);
			return asked.fees;
		},
		known: (userId, venue, symbol) => kept.get(`${userId} ${venue} ${symbol}`)?.answered,
		forget(userId, venue) {
			for (const key of kept.keys()) if (key.startsWith(`${userId} ${venue} `)) kept.delete(key);
		},
	};
}
