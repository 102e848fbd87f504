/**
 * The registry of exchanges that the service trades at, by their facts: an import and a line for each. The command line loads it, so
 * it must stay light; adapters are in `modules.ts`.
 */
import { parseDecimal } from '../domain/decimal.ts';
import type { KeyForm, SettlementTerms, VenueFacts } from '../domain/venue-facts.ts';
import { binance } from './binance/facts.ts';
import { bybit } from './bybit/facts.ts';
import { hyperliquid } from './hyperliquid/facts.ts';
import { kucoin } from './kucoin/facts.ts';
import { okx } from './okx/facts.ts';

const TRADED = {
	bybit,
	kucoin,
	binance,
	okx,
	hyperliquid,
} as const;

/** The name of an exchange that the service trades at. */
export type TradedVenue = keyof typeof TRADED;

/** Facts of all exchanges that the service trades at, by name. */
export const VENUE_FACTS: Readonly<Record<TradedVenue, VenueFacts>> = TRADED;

/** Names of all exchanges that the service trades at, in the order in which they are shown. */
export const VENUE_NAMES = Object.keys(TRADED) as readonly TradedVenue[];

/** Names of the traded exchanges with a test environment. */
export const TESTABLE_VENUES = VENUE_NAMES.filter((venue) => VENUE_FACTS[venue].sites.test !== undefined);

/**
 * Whether the service trades there. Any other exchange is read through ccxt's unified API for prices and funding: its pairs are
 * listed, and nothing is ever ordered there.
 */
export function isTradedAt(venue: string): venue is TradedVenue {
	return Object.hasOwn(TRADED, venue);
}

/** Undefined for an exchange that is not traded at. */
export function venueFacts(venue: string): VenueFacts | undefined {
	return isTradedAt(venue) ? VENUE_FACTS[venue] : undefined;
}

/** The exchange as people write it; its name where it is not traded at. */
export function shownNameOf(venue: string): string {
	return venueFacts(venue)?.shownName ?? venue;
}

/** The exchange whose class of ccxt this is under another name; undefined where it is none. */
export function tradedAs(ccxtClass: string): string | undefined {
	const facts = Object.values(VENUE_FACTS).find(
		({ name, ...its }) => ccxtClass !== name && [its.ccxtClass, ...its.ccxtAliases].includes(ccxtClass),
	);
	return facts?.name;
}

/** The sentence for an exchange that is not traded at. */
export function dataOnlySentence(venue: string): string {
	return `${venue} is read for data only: the service does not trade there.`;
}

/** For exchanges that are only read: 20 s is the caution for all that state no time, and no account is ever there. */
const TERMS_OF_OTHERS: SettlementTerms = {
	uncertaintyMs: 20_000,
	paidOn: 'mark',
	tolerance: parseDecimal('0.01'),
	isHourlyAtBound: false,
};

/** The parts of its keys. */
export function keyFormOf(venue: string): KeyForm {
	return venueFacts(venue)?.keyForm ?? 'key and secret';
}

/** How the exchange settles funding. */
export function settlementTermsOf(venue: string): SettlementTerms {
	return venueFacts(venue)?.settlement ?? TERMS_OF_OTHERS;
}

/** Exchanges that ccxt can read and marks as a DEX (`dex: true`, ccxt 4.5.84). */
const DATA_ONLY_DEXES: ReadonlySet<string> = new Set([
	'apex',
	'aster',
	'derive',
	'dydx',
	'extended',
	'grvt',
	'hibachi',
	'lighter',
	'modetrade',
	'nado',
	'pacifica',
	'paradex',
	'woofipro',
]);

/** Whether the exchange is a DEX; false for an unknown name. */
export function isDecentralised(venue: string): boolean {
	return venueFacts(venue)?.isDecentralised ?? DATA_ONLY_DEXES.has(venue);
}

/** The asset of wallets at the exchange; USDT where nothing is traded. */
export function walletAssetOf(venue: string): string {
	return venueFacts(venue)?.walletAsset ?? 'USDT';
}
