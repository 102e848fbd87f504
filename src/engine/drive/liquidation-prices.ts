/** Provides the liquidation prices that the exchanges report. */
import type { Decimal } from '../../domain/decimal.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccountCache } from './account-cache.ts';

/** Maximum age of an account read that may provide a liquidation price. */
const LIQUIDATION_AGE_MS_MAX = 30_000;

/**
 * Creates a lookup of liquidation prices in each account's last read. It returns null if that read is old or contains
 * no price.
 */
export function createLiquidationPrices(accountCache: Pick<AccountCache, 'onState'>, clock: Clock) {
	const prices = new Map<string, { readonly at: number; readonly bySymbol: ReadonlyMap<string, Decimal> }>();
	accountCache.onState((userId, venue, { positions }) => {
		const bySymbol = new Map<string, Decimal>();
		for (const { symbol, liquidationPrice } of positions)
			if (liquidationPrice !== null) bySymbol.set(symbol, liquidationPrice);
		prices.set(`${userId} ${venue}`, { at: clock.monotonic(), bySymbol });
	});
	return {
		of(userId: string, venue: VenueName, symbol: string): Decimal | null {
			const known = prices.get(`${userId} ${venue}`);
			if (known === undefined || clock.monotonic() - known.at > LIQUIDATION_AGE_MS_MAX) return null;
			return known.bySymbol.get(symbol) ?? null;
		},
		forget: (userId: string, venue: VenueName): boolean => prices.delete(`${userId} ${venue}`),
	};
}
