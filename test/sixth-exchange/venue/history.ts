/** Reads account history from Tidemark: fills, settlements and all other wallet changes. */
import type { Instrument } from '../../../src/domain/instrument.ts';
import type { AccountFill, FillReport } from '../../../src/ports/venue.ts';
import type { Call, HistoryDialect } from '../../../src/venues/shared/dialect.ts';
import { type Body, BodyError, decimal, required, text } from '../../../src/venues/shared/fields.ts';
import { feeOf } from '../../../src/venues/shared/fill-fee.ts';
import { instant, instantOf, rowsOf } from './markets.ts';

const HISTORY_ROWS_MAX = 500;
const HISTORY_PAGES_MAX = 400;
/** Types of ledger rows that our own trading causes. All other types are external flows. */
const OWN_MOVES: ReadonlySet<string | undefined> = new Set(['trade', 'fee', 'funding']);

/** Tidemark's account history requests. */
export const tidemarkHistory: HistoryDialect = {
	async readAccountFills(call, instrument, from, to) {
		const rows = await history(call, 'signedPostFills', from, to, { contract: instrument.symbol });
		return rows.map((row) => accountFillOf(row, instrument));
	},
	async readTradedSymbols(call, from, to) {
		const rows = await history(call, 'signedPostFills', from, to, {});
		return [...new Set(rows.flatMap((row) => text(row, 'contract') ?? []))];
	},
	async readFundingPayments(call, instrument, from, to) {
		const rows = await history(call, 'signedPostFunding', from, to, { contract: instrument.symbol });
		return rows
			.map((row) => ({
				recordId: required(text(row, 'id'), 'id'),
				symbol: instrument.symbol,
				settledAt: required(instantOf(row, 'at'), 'at'),
				rate: decimal(row, 'rate') ?? null,
				amount: required(decimal(row, 'amount'), 'amount'),
				quantity: decimal(row, 'net') ?? null,
			}))
			.sort((a, b) => a.settledAt - b.settledAt);
	},
	async readExternalFlows(call, from, to) {
		const rows = await history(call, 'signedPostMoves', from, to, {});
		return rows
			.filter((row) => !OWN_MOVES.has(text(row, 'kind')))
			.map((row) => ({
				recordId: required(text(row, 'id'), 'id'),
				kind: required(text(row, 'kind'), 'kind'),
				cause: 'other' as const,
				asset: 'USDT',
				amount: required(decimal(row, 'amount'), 'amount'),
				at: required(instantOf(row, 'at'), 'at'),
			}));
	},
};

/**
 * Returns every row from `from` to `to`, newest first. @throws BodyError if the range has more than HISTORY_PAGES_MAX
 * pages
 */
async function history(
	call: Call,
	method: string,
	from: number,
	to: number,
	params: Body,
): Promise<readonly Body[]> {
	const rows: Body[] = [];
	for (let page = 0; page < HISTORY_PAGES_MAX; page += 1) {
		const range = { since: instant(from), until: instant(to), skip: rows.length };
		const list = rowsOf(await call('account', method, { ...params, ...range }), 'rows');
		rows.push(...list);
		if (list.length < HISTORY_ROWS_MAX) return rows;
	}
	throw new BodyError(`A history had more than ${HISTORY_PAGES_MAX} pages.`);
}

/** Parses a fill. Orders list their fills in the same form. @throws BodyError */
export function fillOf(row: Body, instrument: Instrument): FillReport {
	const fill = {
		price: required(decimal(row, 'price'), 'price'),
		quantity: required(decimal(row, 'qty'), 'qty'),
	};
	const paid = { asset: instrument.quote, quantity: required(decimal(row, 'fee'), 'fee') };
	return {
		tradeId: required(text(row, 'id'), 'id'),
		...fill,
		...feeOf(instrument, { ...fill, rate: undefined }, paid),
		filledAt: required(instantOf(row, 'at'), 'at'),
	};
}

const CAUSES: Readonly<Record<string, AccountFill['cause']>> = {
	liquidation: 'liquidation',
	adl: 'adl',
	delisting: 'delisting',
};

/** Parses a fill of the account, from its own order or one forced by the exchange. @throws BodyError */
function accountFillOf(row: Body, instrument: Instrument): AccountFill {
	return {
		...fillOf(row, instrument),
		side: text(row, 'side') === 'S' ? 'sell' : 'buy',
		venueOrderId: required(text(row, 'order'), 'order'),
		clientOrderId: text(row, 'ref') ?? null,
		cause: CAUSES[text(row, 'cause') ?? ''] ?? 'order',
	};
}
