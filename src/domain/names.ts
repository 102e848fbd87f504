/**
 * One table of names: what a venue writes, as coin, quote and the number of coins in the unit that its prices are for.
 *
 * What a venue states of base and quote goes before what its symbol looks like: BTCPERP is BTC in USDC. A multiple is read
 * from a name only in the venue's own way of writing it, because coins may begin or end alike (1INCH, 0G, KAS, C98). A name
 * that is wrongly taken for a coin of its own only loses an opportunity; one that is wrongly joined is caught by the guard
 * PRICE_MISMATCH. Pure.
 */
import { type Decimal, fromInteger, ONE } from './decimal.ts';

/** What a venue's listing says of an instrument; base and quote where it states them. */
export type WrittenName = {
	readonly symbol: string;
	readonly base?: string | undefined;
	readonly quote?: string | undefined;
};

/** Meaning of an instrument's name: coin, quote currency, and coins in the unit of its prices (1000 for 1000PEPE). */
export type ResolvedName = {
	/** The coin's own ticker: `BTC` for XBT, `PEPE` for 1000PEPE and kPEPE. */
	readonly coin: string;
	readonly coinsPerUnit: Decimal;
	/** The currency that the contract is quoted and settled in: `USDT`, `USDC`, `USD`. */
	readonly quote: string;
};

/** How a venue writes its perpetuals. */
export type Spelling = {
	/** A perpetual's symbol: group 1 is the base. */
	readonly symbol: RegExp;
	/** The quote of a symbol that fits, by its group 2; a venue with one quote has it under ''. */
	readonly quotes: Readonly<Record<string, string>>;
	/** Multiples before the name, longest first; what follows must be a name in capitals. */
	readonly prefixes: readonly (readonly [text: string, multiple: number])[];
	/** Names that fit no rule. */
	readonly exceptions: Readonly<Record<string, readonly [coin: string, multiple: number]>>;
};

/** Tickers that mean one coin wherever they are written. */
const ALIASES: Readonly<Record<string, string>> = { XBT: 'BTC', BEAMX: 'BEAM' };

const THOUSANDS = [
	['1000000', 1_000_000],
	['100000', 100_000],
	['10000', 10_000],
	['1000', 1_000],
] as const;

/** SHIB1000 is how Bybit and 1MBABYDOGE how Binance and KuCoin write theirs. */
const ODD_MULTIPLES = { SHIB1000: ['SHIB', 1_000], '1MBABYDOGE': ['BABYDOGE', 1_000_000] } as const;

/** Multiples as most venues write them. */
export const COMMON_MULTIPLES: Pick<Spelling, 'prefixes' | 'exceptions'> = {
	prefixes: THOUSANDS,
	exceptions: ODD_MULTIPLES,
};

/**
 * Undefined where base or quote is neither stated nor to be read from the symbol.
 * @param spelling of the venue; undefined where none is known, and a symbol alone says nothing
 */
export function resolveName(spelling: Spelling | undefined, written: WrittenName): ResolvedName | undefined {
	const parts = spelling?.symbol.exec(written.symbol);
	const base = written.base ?? parts?.[1];
	const quote = written.quote ?? spelling?.quotes[parts?.[2] ?? 'unreadable'];
	if (base === undefined || base === '' || quote === undefined || quote === '') return undefined;
	return { ...resolveBase(base, spelling), quote };
}

/** `XBT` → BTC × 1, `1000PEPE` → PEPE × 1000. What is not a multiple of a name in capitals is a coin of its own. */
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
