/**
 * Registers the simulated exchanges, in the order in which worlds list them. A new exchange needs one import and one
 * line.
 */
import { binance } from './binance/exchange.ts';
import { bybit } from './bybit/exchange.ts';
import type { ExchangeModule } from './core/exchange-module.ts';
import { hyperliquid } from './hyperliquid/exchange.ts';
import { kucoin } from './kucoin/exchange.ts';
import { okx } from './okx/exchange.ts';

const BY_NAME = {
	bybit,
	kucoin,
	binance,
	okx,
	hyperliquid,
} satisfies Readonly<Record<string, ExchangeModule>>;

/** Name of a simulated exchange. */
export type ExchangeName = keyof typeof BY_NAME;

/** All simulated exchanges. */
export const EXCHANGES: readonly ExchangeModule[] = Object.values(BY_NAME);

/** Names of the simulated exchanges. */
export const EXCHANGE_NAMES = Object.keys(BY_NAME) as readonly ExchangeName[];

/** Returns the simulated exchange with that name. */
export function exchangeNamed(name: ExchangeName): ExchangeModule {
	return BY_NAME[name];
}
