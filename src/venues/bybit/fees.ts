/** Fees of a Bybit account (page "Get Fee Rate", read 2026-11). Without a symbol one answer has all of them, and it may be asked for five times a second. */
import type { FeeRates } from '../../ports/venue-market.ts';
import type { Call } from '../shared/dialect.ts';
import { at, decimal, listed, required, text } from '../shared/fields.ts';
import type { SharedReads } from '../shared/slow-reads.ts';

/** So long the list of all is kept, milliseconds. */
const KEPT_MS = 10 * 60_000;

/** Taker and maker rate of the symbol, shares of the notional, from a shared answer that is kept for a while. */
export async function readBybitFees(
	reads: SharedReads,
	call: Call,
	symbol: string,
	now: number,
): Promise<FeeRates> {
	const all = await reads.slowly('fees', KEPT_MS, now, () => feeRates(call, {}));
	const rates = all.get(symbol) ?? (await feeRates(call, { symbol })).get(symbol);
	return required(rates, `fees of ${symbol}`);
}

async function feeRates(
	call: Call,
	query: { readonly symbol?: string },
): Promise<ReadonlyMap<string, FeeRates>> {
	const answer = await call('account', 'privateGetV5AccountFeeRate', { category: 'linear', ...query });
	const rows = listed(at(answer, 'result', 'list'), 'fees');
	return new Map(
		rows.flatMap((row) => {
			const symbol = text(row, 'symbol');
			const taker = decimal(row, 'takerFeeRate');
			const maker = decimal(row, 'makerFeeRate');
			return symbol === undefined || taker === undefined || maker === undefined
				? []
				: [[symbol, { taker, maker }] as const];
		}),
	);
}
