/**
 * Computes the cumulative realised results that Bybit reports for wallets and positions. They include price results,
 * fees and funding since the account was created.
 *
 * The results are sums over the core's ledger. Entries are only ever added to a ledger, in order of time, so each
 * call reads only new entries and adds them to the stored sums.
 */
import { add, type Decimal, sum, ZERO } from '../../src/domain/decimal.ts';
import type { Exchange, LedgerEntry } from '../core/types.ts';

type Totals = {
	readonly bySymbol: Map<string, Decimal>;
	/** Time of the latest ledger entry included in the sums. */
	at: number;
	/** Ids of all included ledger entries with the time `at`. */
	idsAt: Set<string>;
};

/** Maximum rows per ledger request; further requests get the rest. */
const ROWS_MAX = 10_000;

const totalsOfExchange = new WeakMap<Exchange, Map<string, Totals>>();

/** Returns the account's cumulative realised result on one instrument. */
export function realizedOn(exchange: Exchange, accountId: string, symbol: string): Decimal {
	return upToDate(exchange, accountId).bySymbol.get(symbol) ?? ZERO;
}

/** Returns the realised result of the whole account: all ledger entries except transfers. */
export function realizedInAll(exchange: Exchange, accountId: string): Decimal {
	return sum(upToDate(exchange, accountId).bySymbol.values());
}

function upToDate(exchange: Exchange, accountId: string): Totals {
	const ofAccounts = totalsOfExchange.get(exchange) ?? new Map<string, Totals>();
	totalsOfExchange.set(exchange, ofAccounts);
	const totals = ofAccounts.get(accountId) ?? { bySymbol: new Map(), at: 0, idsAt: new Set() };
	ofAccounts.set(accountId, totals);
	const fresh = newRows(exchange, accountId, totals);
	for (const { symbol, amount } of fresh) {
		// An entry without an instrument is a transfer.
		if (symbol === undefined) continue;
		totals.bySymbol.set(symbol, add(totals.bySymbol.get(symbol) ?? ZERO, amount));
	}
	const newest = fresh[0];
	if (newest === undefined) return totals;
	const idsAt = fresh.filter(({ at }) => at === newest.at).map(({ id }) => id);
	totals.idsAt = new Set(newest.at === totals.at ? [...totals.idsAt, ...idsAt] : idsAt);
	totals.at = newest.at;
	return totals;
}

/** Returns the ledger entries that the sums do not include yet, newest first. */
function newRows(exchange: Exchange, accountId: string, totals: Totals): LedgerEntry[] {
	// A settlement booked between the requests for two pages shifts the rows of the second page. Keying rows by id
	// prevents counting a row twice.
	const rows = new Map<string, LedgerEntry>();
	for (let offset = 0; ; offset += ROWS_MAX) {
		const page = exchange.ledger(accountId, { from: totals.at, limit: ROWS_MAX, offset });
		for (const row of page) rows.set(row.id, row);
		if (page.length < ROWS_MAX) break;
	}
	return [...rows.values()].filter(({ id }) => !totals.idsAt.has(id));
}
