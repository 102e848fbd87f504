/** The fees of a user's own account, by the exchange's own word: asked for once an hour per instrument. */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VenueTrading } from '../../ports/venue.ts';
import type { FeeRates } from '../../ports/venue-market.ts';

const KEPT_MS = 60 * 60_000;
/** Instruments of users that are kept; the one asked for longest ago makes room. */
const KEPT_MAX = 10_000;

/** The fee rates that accounts pay. */
export interface AccountFees {
	/** @throws VenueError when they are not known and the venue does not answer. Calls while one is under way share it. */
	of(userId: string, venue: VenueName, symbol: string, trading: VenueTrading): Promise<FeeRates>;
	/** As last answered, however long ago; undefined before the first answer. */
	known(userId: string, venue: VenueName, symbol: string): FeeRates | undefined;
	/** Another account is in use there: its fees are its own. */
	forget(userId: string, venue: VenueName): void;
}

/** Keeps fee rates for a while after each read. */
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
