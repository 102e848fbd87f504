/** One table of names: what a venue calls a coin, and how many coins its unit is. */
import { type Decimal, fromInteger, ONE } from '../../domain/decimal.ts';

/** Names that mean the same coin. */
const ALIASES: Readonly<Record<string, string>> = { XBT: 'BTC', BEAMX: 'BEAM' };

/** Multiples in tickers (1000PEPE, 10000SATS, 1000000MOG, SHIB1000), longest first. */
const MULTIPLIERS = [1_000_000, 100_000, 10_000, 1_000] as const;

/** `XBT` → BTC × 1, `1000PEPE` and `SHIB1000` × 1000. What is not a multiple of a name in letters is a coin of its own. */
export function resolveCoin(base: string): { readonly coin: string; readonly coinsPerUnit: Decimal } {
	for (const multiplier of MULTIPLIERS) {
		const name = nameBeside(base, String(multiplier));
		if (name !== undefined) return { coin: ALIASES[name] ?? name, coinsPerUnit: fromInteger(multiplier) };
	}
	return { coin: ALIASES[base] ?? base, coinsPerUnit: ONE };
}

function nameBeside(base: string, multiple: string): string | undefined {
	if (base.startsWith(multiple) && /^[A-Z]/.test(base.slice(multiple.length)))
		return base.slice(multiple.length);
	if (base.endsWith(multiple) && /^[A-Z]+$/.test(base.slice(0, -multiple.length)))
		return base.slice(0, -multiple.length);
	return undefined;
}
