/**
 * Registry of the facts of all traded exchanges. The command line loads it, so it must stay light; `modules.ts` has
 * the adapters.
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

/** Facts of all traded exchanges, by name. */
export const VENUE_FACTS: Readonly<Record<TradedVenue, VenueFacts>> = TRADED;

/** Names of all traded exchanges, in display order. */
export const VENUE_NAMES = Object.keys(TRADED) as readonly TradedVenue[];

/** Names of the traded exchanges with a test environment. */
export const TESTABLE_VENUES = VENUE_NAMES.filter((venue) => VENUE_FACTS[venue].sites.test !== undefined);

/**
 * Whether the service trades at the exchange. It reads prices and funding of any other exchange through ccxt's
 * unified API: its pairs are listed, but the service never orders there.
 */
export function isTradedAt(venue: string): venue is TradedVenue {
	return Object.hasOwn(TRADED, venue);
}

/** Facts of an exchange; undefined if the service does not trade there. */
export function venueFacts(venue: string): VenueFacts | undefined {
	return isTradedAt(venue) ? VENUE_FACTS[venue] : undefined;
}

/** Display name of an exchange; its plain name if the service does not trade there. */
export function shownNameOf(venue: string): string {
	return venueFacts(venue)?.shownName ?? venue;
}

/** The traded exchange that has this ccxt class under another name; undefined if there is none. */
export function tradedAs(ccxtClass: string): string | undefined {
	const facts = Object.values(VENUE_FACTS).find(
		({ name, ...its }) => ccxtClass !== name && [its.ccxtClass, ...its.ccxtAliases].includes(ccxtClass),
	);
	return facts?.name;
}

/** Sentence for an exchange at which the service does not trade. */
export function dataOnlySentence(venue: string): string {
	return `The service reads data from ${shownNameOf(venue)} but does not trade there.`;
}

/** Terms of read-only exchanges. 20 s is our default for exchanges without a stated time; no account exists there. */
const TERMS_OF_OTHERS: SettlementTerms = {
	uncertaintyMs: 20_000,
	paidOn: 'mark',
	tolerance: parseDecimal('0.01'),
	isHourlyAtBound: false,
};

/** Parts of an API key at the exchange; key and secret for a read-only one. */
export function keyFormOf(venue: string): KeyForm {
	return venueFacts(venue)?.keyForm ?? 'key and secret';
}

/** Settlement terms of the exchange. */
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

/** Asset of the exchange's wallets; USDT for a read-only exchange. */
export function walletAssetOf(venue: string): string {
	return venueFacts(venue)?.walletAsset ?? 'USDT';
}
