/** Sentences about the market data of exchanges. Exchanges are display names. */
import type { Words, Writer } from './sentence.ts';

/** State of an exchange's market data that is not fresh. */
type NotFresh = 'stale' | 'down';

/** Why a connection failed or was lost. */
export type LostConnection = 'dns' | 'refused' | 'no-route' | 'lost' | 'timeout' | 'certificate' | 'unknown';

const CONNECTIONS: Readonly<Record<LostConnection, string>> = {
	dns: 'DNS lookup failed',
	refused: 'connection refused',
	'no-route': 'no route to the host',
	lost: 'connection lost',
	timeout: 'connection timed out',
	certificate: 'TLS certificate not accepted',
	unknown: 'no connection',
};

/** Data that the service reads again and again. */
export type MarketRead = 'prices' | 'contracts' | 'clock' | 'notices';

const READS: Readonly<Record<MarketRead, string>> = {
	prices: 'prices',
	contracts: 'the list of contracts',
	clock: 'the server time',
	notices: 'announcements',
};

/** Answer of an exchange to a read that failed. */
export type ReadFault = 'timeout' | 'unavailable' | 'maintenance' | 'limited' | 'refused';

const FAULTS: Readonly<Record<ReadFault, string>> = {
	timeout: 'it did not answer in time',
	unavailable: 'it reports that it is unavailable',
	maintenance: 'it reports maintenance',
	limited: 'it reports too many requests',
	refused: 'it rejected the request',
};

type At = { readonly exchange: string };
type Lost = At & { readonly cause: LostConnection };
type Reasoned = { readonly state: NotFresh; readonly reason: Words | null };

/** Why market data is missing or old, and why a pair or a contract does not trade. */
export const market = {
	/** A phrase without a full stop. */
	noConnection: ({ exchange, cause }: Lost) => `Cannot reach ${exchange} (${CONNECTIONS[cause]})`,
	unreachable: (lost: Lost) => `${market.noConnection(lost)}. Run \`carrywire doctor\`.`,
	unread: ({ exchange, read, fault }: At & { read: MarketRead; fault: ReadFault }) =>
		`Cannot read ${READS[read]} from ${exchange}: ${FAULTS[fault]}.`,
	noAnswerYet: ({ exchange }: At) => `${exchange} has not answered yet.`,
	noRecentAnswer: ({ exchange, ageMs, limitMs }: At & { ageMs: number; limitMs: number }, write: Writer) =>
		`${exchange} last answered ${write.duration(ageMs)} ago (limit ${write.duration(limitMs)}).`,
	/** @param title usually the exchange's own words */
	tradingStopped: ({ exchange, title }: At & { title: Words }, write: Writer) =>
		`${exchange} reports that trading is stopped or restricted: ${write.words(title)}.`,
	notFresh: ({ exchange, state, reason }: At & Reasoned, write: Writer) =>
		`The market data of ${exchange} is ${state}: ${because(reason, write)}`,
	notReady: ({ exchange, state, reason }: At & Reasoned, write: Writer) =>
		`${exchange} is ${state}: ${because(reason, write)}`,
	/** @param count coins with a fresh index price in both currencies on one exchange */
	quoteUnknown: ({ from, to, count, needed }: { from: string; to: string; count: number; needed: number }) =>
		`The rate of ${from} in ${to} is unknown: ${count} coins have a fresh index price in both currencies on one exchange, but at least ${needed} are needed.`,
	noneTradable: () => 'There is no tradable opportunity yet.',
	dataOnly: ({ exchange }: At) => `The service reads data from ${exchange} but does not trade there.`,
	haltedAt: ({ exchange }: At) => `Trading on ${exchange} is halted.`,
	halted: () => 'Trading is halted.',
	notTrading: ({ exchange, symbol }: At & { symbol: string }) =>
		`${symbol} is not trading on ${exchange} now.`,
};

function because(reason: Words | null, write: Writer): string {
	return reason === null ? 'the reason is unknown.' : write.words(reason);
}
