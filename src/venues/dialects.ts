/** The venues that the adapter speaks: one row each. */
import { binanceDialect } from './binance/dialect.ts';
import { bybitDialect } from './bybit/dialect.ts';
import { hyperliquidDialect } from './hyperliquid/dialect.ts';
import { kucoinDialect } from './kucoin/dialect.ts';
import { okxDialect } from './okx/dialect.ts';
import type { Dialect } from './shared/dialect.ts';

const DIALECTS: Readonly<Record<string, Dialect>> = {
	bybit: bybitDialect,
	kucoin: kucoinDialect,
	binance: binanceDialect,
	okx: okxDialect,
	hyperliquid: hyperliquidDialect,
};

/** As it is spoken at the venue, or at its test environment. @throws Error for a venue without a dialect. */
export function dialectOf(venue: string, isTest = false): Dialect {
	const dialect = DIALECTS[venue];
	if (dialect === undefined)
		throw new Error(
			`There is no adapter for ${venue}; there is one for ${Object.keys(DIALECTS).join(', ')}.`,
		);
	return isTest ? { ...dialect, ...dialect.inTest, isTest } : dialect;
}
