/** Keeps the exchange rates between quote currencies, as last applied to pairs. */
import type { Decimal } from '../domain/decimal.ts';
import { orNaN } from '../domain/estimate.ts';
import { DEFAULT_TERMS } from '../domain/opportunity.ts';
import type { Market } from '../ports/market.ts';
import { type GuardLimits, isStale } from './guards.ts';
import type { PairColumns } from './pair-columns.ts';
import { isApart } from './pair-guards.ts';
import { guardContext } from './pair-reading.ts';

type QuotesSeen = {
	readonly from: string;
	readonly to: string;
	readonly rate: Decimal | null;
	readonly isStale: boolean;
	readonly isApart: boolean;
};

/** Exchange rates for pairs whose legs have different quote currencies. */
export type PairQuotes = {
	/** Writes to a pair's row the value of `from` in `to`, and whether the two currencies are at par. */
	readonly read: (pairRow: number, from: string, to: string, now: number) => void;
	/** True if a rate has changed or become stale since the last call. */
	readonly haveChanged: (now: number) => boolean;
};

/** Creates the exchange rates, which `read` writes to the pair columns. */
export function createPairQuotes(parts: {
	readonly market: Pick<Market, 'quoteRate'>;
	readonly limits: GuardLimits;
	readonly columns: PairColumns;
}): PairQuotes {
	const { market, limits, columns } = parts;
	const known = new Map<string, QuotesSeen>();

	function see(from: string, to: string, now: number): QuotesSeen {
		const found = market.quoteRate(from, to);
		const context = guardContext({ now, limits, quoteRate: market.quoteRate }, DEFAULT_TERMS);
		const at = found.rate === null ? undefined : found.at;
		return {
			from,
			to,
			rate: found.rate,
			isStale: isStale(at, limits.tickerStaleMs, now),
			isApart: isApart(found, context),
		};
	}

	return {
		read(pairRow, from, to, now) {
			const seen = see(from, to, now);
			const key = `${from}/${to}`;
			// Do not replace a known rate here, because `haveChanged` must still report the change for the other
			// pairs.
			if (!known.has(key)) known.set(key, seen);
			const row = columns.row(pairRow);
			columns.quotesApart[row] = seen.isApart ? 1 : 0;
			columns.quoteRate[row] = orNaN(seen.rate);
		},
		haveChanged(now) {
			let haveChanged = false;
			for (const [key, old] of known) {
				const seen = see(old.from, old.to, now);
				if (seen.rate === old.rate && seen.isStale === old.isStale && seen.isApart === old.isApart) continue;
				known.set(key, seen);
				haveChanged = true;
			}
			return haveChanged;
		},
	};
}
