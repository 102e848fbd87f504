/** Lists the ways to connect an account at each exchange. */
import type { VenueName } from '../domain/instrument.ts';
import type { TradingMode } from '../domain/trading-mode.ts';
import type { AccountOffers } from '../ports/account-offers.ts';

/**
 * Lists the ways to connect an account at each exchange; paper mode has none. In simulated mode, users can also open
 * simulated accounts.
 */
export function accountOffers(parts: {
	readonly mode: TradingMode;
	/** Exchanges on which the service trades. */
	readonly venues: readonly VenueName[];
	readonly hasPage: (venue: VenueName) => boolean;
	readonly simulated: {
		readonly opens: (venue: VenueName) => boolean;
		readonly open: AccountOffers['open'];
	};
}): AccountOffers {
	const { mode, venues, hasPage, simulated } = parts;
	return {
		list: () =>
			venues.map((venue) => ({
				venue,
				ways:
					mode === 'paper'
						? []
						: [
								...(hasPage(venue) ? (['page'] as const) : []),
								...(simulated.opens(venue) ? (['simulated'] as const) : []),
								'key',
							],
			})),
		open: simulated.open,
	};
}
