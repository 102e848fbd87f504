/**
 * Computes an account's position before each fill, which Hyperliquid reports with the fill. It is the sum of earlier
 * fills on the contract. Fills are only appended, in order of time, so the sums are kept between calls.
 */
import { add, type Decimal, neg, ZERO } from '../../src/domain/decimal.ts';
import type { Exchange, Fill } from '../core/types.ts';

type Sums = {
	readonly bySymbol: Map<string, Decimal>;
	readonly before: Map<string, Decimal>;
	readUpTo: number;
};

const ROWS_MAX = 5_000;
const sumsOf = new WeakMap<Exchange, Map<string, Sums>>();

/** Returns the signed quantity of the position before the fill. */
export function positionBefore(exchange: Exchange, fill: Fill): Decimal {
	return upToDate(exchange, fill.accountId).before.get(fill.id) ?? ZERO;
}

function upToDate(exchange: Exchange, accountId: string): Sums {
	const ofAccounts = sumsOf.get(exchange) ?? new Map<string, Sums>();
	sumsOf.set(exchange, ofAccounts);
	const sums = ofAccounts.get(accountId) ?? { bySymbol: new Map(), before: new Map(), readUpTo: 0 };
	ofAccounts.set(accountId, sums);
	for (const fill of newFills(exchange, accountId, sums)) {
		const held = sums.bySymbol.get(fill.symbol) ?? ZERO;
		sums.before.set(fill.id, held);
		sums.bySymbol.set(fill.symbol, add(held, fill.side === 'buy' ? fill.quantity : neg(fill.quantity)));
		sums.readUpTo = Math.max(sums.readUpTo, fill.at);
	}
	return sums;
}

/** Returns the fills that the sums do not include yet, oldest first. */
function newFills(exchange: Exchange, accountId: string, sums: Sums): readonly Fill[] {
	const fresh = new Map<string, Fill>();
	for (let offset = 0; ; offset += ROWS_MAX) {
		const page = exchange.fills(accountId, { from: sums.readUpTo, limit: ROWS_MAX, offset });
		for (const fill of page) if (!sums.before.has(fill.id)) fresh.set(fill.id, fill);
		if (page.length < ROWS_MAX) break;
	}
	return [...fresh.values()].sort((a, b) => Number(a.id) - Number(b.id));
}
