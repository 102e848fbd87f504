/**
 * Registers the facts about all traded exchanges. The command line loads this file, so it must stay light;
 * `modules.ts` has the adapters.
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

/** Name of a traded exchange. */
export type TradedVenue = keyof typeof TRADED;

/** Facts about all traded exchanges, by name. */
export const VENUE_FACTS: Readonly<Record<TradedVenue, VenueFacts>> = TRADED;

/** Names of all traded exchanges, in display order. */
export const VENUE_NAMES = Object.keys(TRADED) as readonly TradedVenue[];

/** Names of the traded exchanges with a test environment. */
export const TESTABLE_VENUES = VENUE_NAMES.filter((venue) => VENUE_FACTS[venue].sites.test !== undefined);

/**
 * True if the service has an adapter that trades on the exchange. It reads any other exchange's prices and funding
 * through ccxt's unified API, lists that exchange's pairs and never places orders there. Services ask
 * `Market.status(venue).isTraded` instead, because a replay trades on every recorded exchange.
 */
export function isTradedAt(venue: string): venue is TradedVenue {
	return Object.hasOwn(TRADED, venue);
}

/** Returns the facts about an exchange; undefined if the service does not trade there. */
export function venueFacts(venue: string): VenueFacts | undefined {
	return isTradedAt(venue) ? VENUE_FACTS[venue] : undefined;
}

/** Returns an exchange's display name, or its id if the service does not trade there. */
export function shownNameOf(venue: string): string {
	return venueFacts(venue)?.shownName ?? venue;
}

/**
 * Returns the id of the traded exchange that ccxt knows under this class name. Undefined if there is none, or if the
 * name is the id itself.
 */
export function tradedAs(ccxtClass: string): string | undefined {
	const facts = Object.values(VENUE_FACTS).find(
		({ name, ...its }) => ccxtClass !== name && [its.ccxtClass, ...its.ccxtAliases].includes(ccxtClass),
	);
	return facts?.name;
}

/**
 * Settlement terms for exchanges without an adapter: the service only reads them, or a replay trades on paper accounts
 * there. The 20 s are our default uncertainty for exchanges that publish none.
 */
const TERMS_OF_OTHERS: SettlementTerms = {
	uncertaintyMs: 20_000,
	paidOn: 'mark',
	tolerance: parseDecimal('0.01'),
	isHourlyAtBound: false,
};

/** Returns what an API key at the exchange consists of; key and secret for an exchange without an adapter. */
export function keyFormOf(venue: string): KeyForm {
	return venueFacts(venue)?.keyForm ?? 'key and secret';
}

/** Returns the exchange's settlement terms. */
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

/** True if the exchange is a DEX; false for an unknown name. */
export function isDecentralised(venue: string): boolean {
	return venueFacts(venue)?.isDecentralised ?? DATA_ONLY_DEXES.has(venue);
}

/** Returns the exchange's settlement asset; USDT for an exchange without an adapter. */
export function walletAssetOf(venue: string): string {
	return venueFacts(venue)?.walletAsset ?? 'USDT';
}
