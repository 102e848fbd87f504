/**
 * Resolves a venue's instrument names to coin, quote and the number of coins per price unit.
 *
 * The base and quote that a venue reports take precedence over the symbol, so BTCPERP is BTC in USDC. A multiple is
 * parsed from a name only in the venue's own spelling, because some coin names look like multiples (1INCH, 0G, KAS,
 * C98). A name wrongly treated as a separate coin only loses an opportunity; the PRICE_MISMATCH guard catches two
 * different coins treated as one. Pure functions.
 */
import { type Decimal, fromInteger, ONE } from './decimal.ts';

/** Names in a venue's listing of an instrument, with base and quote if the venue reports them. */
export type WrittenName = {
	readonly symbol: string;
	readonly base?: string | undefined;
	readonly quote?: string | undefined;
};

/** The meaning of an instrument's name: coin, quote currency, and coins per price unit (1000 for 1000PEPE). */
export type ResolvedName = {
	/** The coin's own ticker: `BTC` for XBT, `PEPE` for 1000PEPE and kPEPE. */
	readonly coin: string;
	readonly coinsPerUnit: Decimal;
	/** Quote and settlement currency of the contract, such as `USDT`, `USDC` or `USD`. */
	readonly quote: string;
};

/** The spelling that a venue uses for its perpetuals. */
export type Spelling = {
	/** Pattern of a perpetual's symbol. Group 1 is the base. */
	readonly symbol: RegExp;
	/** Quote currency by group 2 of the match of `symbol`. A venue with one quote currency lists it under ''. */
	readonly quotes: Readonly<Record<string, string>>;
	/** Multiples written before the name, longest first. A name in capitals must follow. */
	readonly prefixes: readonly (readonly [text: string, multiple: number])[];
	/** Bases that follow no rule, with their coin and multiple. */
	readonly exceptions: Readonly<Record<string, readonly [coin: string, multiple: number]>>;
};

/** Tickers that mean the same coin on every venue. */
const ALIASES: Readonly<Record<string, string>> = { XBT: 'BTC', BEAMX: 'BEAM' };

const THOUSANDS = [
	['1000000', 1_000_000],
	['100000', 100_000],
	['10000', 10_000],
	['1000', 1_000],
] as const;

/** Bases whose multiple follows no rule: Bybit writes SHIB1000; Binance and KuCoin write 1MBABYDOGE. */
const ODD_MULTIPLES = { SHIB1000: ['SHIB', 1_000], '1MBABYDOGE': ['BABYDOGE', 1_000_000] } as const;

/** Multiples in the spelling that most venues use. */
export const COMMON_MULTIPLES: Pick<Spelling, 'prefixes' | 'exceptions'> = {
	prefixes: THOUSANDS,
	exceptions: ODD_MULTIPLES,
};

/**
 * Resolves a name. Returns undefined if the base or quote is neither reported nor readable from the symbol.
 * @param spelling the venue's spelling; undefined if unknown, in which case a symbol alone cannot be resolved
 */
export function resolveName(spelling: Spelling | undefined, written: WrittenName): ResolvedName | undefined {
	const parts = spelling?.symbol.exec(written.symbol);
	const base = written.base ?? parts?.[1];
	const quote = written.quote ?? spelling?.quotes[parts?.[2] ?? 'unreadable'];
	if (base === undefined || base === '' || quote === undefined || quote === '') return undefined;
	return { ...resolveBase(base, spelling), quote };
}

/**
 * Resolves a base: `XBT` → BTC × 1, `1000PEPE` → PEPE × 1000. Anything except a multiple of a name in capitals is a
 * separate coin.
 */
function resolveBase(
	base: string,
	spelling: Pick<Spelling, 'prefixes' | 'exceptions'> = COMMON_MULTIPLES,
): Pick<ResolvedName, 'coin' | 'coinsPerUnit'> {
	const exception = Object.hasOwn(spelling.exceptions, base) ? spelling.exceptions[base] : undefined;
	if (exception !== undefined) return { coin: exception[0], coinsPerUnit: fromInteger(exception[1]) };
	for (const [prefix, multiple] of spelling.prefixes) {
		const name = base.slice(prefix.length);
		if (base.startsWith(prefix) && /^[A-Z]/.test(name))
			return { coin: aliasOf(name), coinsPerUnit: fromInteger(multiple) };
	}
	return { coin: aliasOf(base), coinsPerUnit: ONE };
}

function aliasOf(name: string): string {
	return Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
}
