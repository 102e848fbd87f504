/** One table of names: what a venue calls a coin, and how many coins its unit is. */
import { type Decimal, fromInteger, ONE } from '../../domain/decimal.ts';

/** Names that mean the same coin. */
const ALIASES: Readonly<Record<string, string>> = { XBT: 'BTC', BEAMX: 'BEAM' };

/** Multiplier prefixes of tickers (1000PEPE, 10000SATS, 1000000MOG), longest first. */
const MULTIPLIERS = [1_000_000, 100_000, 10_000, 1_000] as const;

/** `XBT` → BTC × 1, `1000PEPE` → PEPE × 1000. A name that is all digits after the prefix is a coin of its own. */
export function resolveCoin(base: string): { readonly coin: string; readonly coinsPerUnit: Decimal } {
	for (const multiplier of MULTIPLIERS) {
		const rest = base.startsWith(String(multiplier)) ? base.slice(String(multiplier).length) : '';
		if (/^[A-Z]/.test(rest)) return { coin: ALIASES[rest] ?? rest, coinsPerUnit: fromInteger(multiplier) };
	}
	return { coin: ALIASES[base] ?? base, coinsPerUnit: ONE };
}
