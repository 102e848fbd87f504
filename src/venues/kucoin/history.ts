/**
 * Reads the history of a KuCoin futures account: fills, settlements and the ledger (kucoin.com/docs-new, read
 * 2026-11).
 */
import { abs, type Decimal, neg, ZERO } from '../../domain/decimal.ts';
import type { FlowCause } from '../../domain/event.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import type { ExternalFlowReport } from '../../ports/account-payments.ts';
import type { AccountFill, FillReport } from '../../ports/venue.ts';
import type { Call, HistoryDialect } from '../shared/dialect.ts';
import { at, type Body, bodies, decimal, listed, required, text, whole } from '../shared/fields.ts';
import { feeOf } from '../shared/fill-fee.ts';
import { partsOf, readInParts, TOO_MANY } from '../shared/paging.ts';

const PAYMENT_ROWS_MAX = 100;
/** Maximum pages of one part of a history. For the ledger, with 50 rows per page, that is 20,000 rows. */
const PAGES_MAX = 400;
const LEDGER_ROWS_MAX = 50;
/**
 * Types of ledger rows that our trading causes and that are already reported as fills or settlements. Every other row
 * is an external flow.
 */
const OWN_LEDGER_TYPES = new Set(['RealisedPNL']);

const FILL_PAGE_ROWS = 500;
const FILL_PAGES_MAX = 20;
/**
 * Maximum time range per request, milliseconds: seven days of fills (page "Get Trade History" of the former
 * documentation, read 2026-11).
 */
const FILL_WINDOW_MS_MAX = 7 * 86_400_000 - 1_000;
/**
 * Margin around the time range, milliseconds. The list selects fills by recording time, which can differ from a
 * fill's reported time by this much.
 */
const FILL_WRITTEN_MS_MAX = 2_000;

const NANOSECONDS_PER_MS = 1_000_000;

/** History functions for a KuCoin session: fills, funding payments and external flows. */
export const kucoinHistory: HistoryDialect = {
	async readAccountFills(call, instrument, from, to) {
		const rows = await fillRows(call, instrument.symbol, from, to);
		return rows.flatMap((row) => accountFillOf(row, instrument) ?? []);
	},
	async readTradedSymbols(call, from, to) {
		const rows = await fillRows(call, undefined, from, to);
		return [...new Set(rows.flatMap((row) => text(row, 'symbol') ?? []))];
	},
	async readFundingPayments(call, instrument, from, to) {
		const rows = await history(call, 'futuresPrivateGetFundingHistory', from, to, 'id', {
			symbol: instrument.symbol,
			maxCount: PAYMENT_ROWS_MAX,
		});
		return rows
			.flatMap((row) => {
				const recordId = text(row, 'id');
				const amount = decimal(row, 'funding');
				const settledAt = whole(row, 'timePoint');
				if (recordId === undefined || amount === undefined || settledAt === undefined) return [];
				const lots = decimal(row, 'positionQty');
				return [
					{
						recordId,
						symbol: instrument.symbol,
						settledAt,
						rate: decimal(row, 'fundingRate') ?? null,
						amount,
						quantity: lots === undefined ? null : fromOrderUnits(instrument, lots),
					},
				];
			})
			.sort((a, b) => a.settledAt - b.settledAt);
	},
	async readExternalFlows(call, from, to) {
		const rows = await history(call, 'futuresPrivateGetTransactionHistory', from, to, 'offset', {
			maxCount: LEDGER_ROWS_MAX,
		});
		return rows.flatMap((row) => flowOf(row) ?? []);
	},
};

/**
 * Reads fills from the history list, which lags (KuCoin's page says so), then the recent fills. The recent list has
 * up to 1,000 fills from the last 24 h, without a lag. A fill has the same id in both lists. Without a symbol the
 * function reads the fills of every instrument.
 */
async function fillRows(
	call: Call,
	symbol: string | undefined,
	from: number,
	to: number,
): Promise<readonly Body[]> {
	const rows: Body[] = [];
	const ofSymbol = symbol === undefined ? {} : { symbol };
	const [first, last] = [from - FILL_WRITTEN_MS_MAX, to + FILL_WRITTEN_MS_MAX];
	for (const [start, end] of partsOf(first, last, FILL_WINDOW_MS_MAX))
		rows.push(
			...(await readInParts(start, end, (startAt, endAt) => fillPages(call, ofSymbol, startAt, endAt))),
		);
	const recent = await call('account', 'futuresPrivateGetRecentFills', ofSymbol);
	rows.push(...listed(at(recent, 'data'), 'recent fills'));
	const byId = new Map(rows.map((row) => [`${text(row, 'orderId')} ${text(row, 'tradeId')}`, row]));
	return [...byId.values()].filter((row) => symbol === undefined || text(row, 'symbol') === symbol);
}

async function fillPages(
	call: Call,
	ofSymbol: { readonly symbol?: string },
	startAt: number,
	endAt: number,
): Promise<readonly Body[] | typeof TOO_MANY> {
	const rows: Body[] = [];
	for (let currentPage = 1; ; currentPage += 1) {
		const page = { currentPage, pageSize: FILL_PAGE_ROWS };
		const answer = await call('account', 'futuresPrivateGetFills', { ...ofSymbol, startAt, endAt, ...page });
		rows.push(...listed(at(answer, 'data', 'items'), 'fills'));
		const pages = required(whole(at(answer, 'data'), 'totalPage'), 'totalPage');
		if (pages > FILL_PAGES_MAX) return TOO_MANY;
		if (currentPage >= pages) return rows;
	}
}

/**
 * Parses a fill from a history row. The fee is in `feeCurrency`; `feeRate` is a fraction of the value (page "Get
 * Trade History", read 2026-11).
 */
export function fillOf(row: Body, instrument: Instrument): FillReport {
	const nanoseconds = text(row, 'tradeTime');
	const filledAt =
		nanoseconds === undefined
			? whole(row, 'createdAt')
			: Math.floor(Number(nanoseconds) / NANOSECONDS_PER_MS);
	const price = fromVenuePrice(instrument, required(decimal(row, 'price'), 'price'));
	const quantity = fromOrderUnits(instrument, required(decimal(row, 'size'), 'size'));
	return {
		tradeId: required(text(row, 'tradeId'), 'tradeId'),
		quantity,
		price,
		...feeOf(
			instrument,
			{ price, quantity, rate: decimal(row, 'feeRate') },
			{ asset: text(row, 'feeCurrency'), quantity: required(decimal(row, 'fee'), 'fee') },
		),
		filledAt: required(filledAt, 'tradeTime'),
	};
}

/**
 * Trade types (pages "Get Trade History" and "Get Recent Trade History", read 2026-11): trade, liquid, adl,
 * settlement, and cancel for the filled part of a cancelled order. Earlier pages write `liquidation` for liquid.
 */
const FILL_CAUSES: Readonly<Record<string, AccountFill['cause']>> = {
	liquid: 'liquidation',
	liquidation: 'liquidation',
	adl: 'adl',
	settlement: 'delisting',
};

/**
 * Parses a fill; returns undefined for a row that changes no position. KuCoin's fills contain only KuCoin's order id,
 * not ours.
 */
function accountFillOf(row: Body, instrument: Instrument): AccountFill | undefined {
	if (decimal(row, 'size') === ZERO) return undefined;
	return {
		...fillOf(row, instrument),
		side: text(row, 'side') === 'sell' ? 'sell' : 'buy',
		venueOrderId: required(text(row, 'orderId'), 'orderId'),
		clientOrderId: null,
		cause: FILL_CAUSES[(text(row, 'tradeType') ?? '').toLowerCase()] ?? 'order',
	};
}

/**
 * Reads all rows from `from` to `to`, Unix milliseconds. `idName` is the field of a page's last row that selects the
 * next page.
 */
function history(
	call: Call,
	method: string,
	from: number,
	to: number,
	idName: string,
	params: Readonly<Record<string, unknown>>,
): Promise<readonly Body[]> {
	return readInParts(from, to, async (startAt, endAt) => {
		const rows: Body[] = [];
		let offset: string | undefined;
		for (let page = 0; page < PAGES_MAX; page += 1) {
			const next = offset === undefined ? {} : { offset, forward: true };
			const answer = await call('account', method, { ...params, startAt, endAt, ...next });
			const list = bodies(at(answer, 'data', 'dataList'));
			rows.push(...list);
			offset = text(list.at(-1), idName);
			if (at(answer, 'data', 'hasMore') !== true || offset === undefined) return rows;
		}
		return TOO_MANY;
	});
}

/**
 * Converts a ledger row to an external flow. Returns undefined for rows that our trading causes, and for pending
 * rows, because KuCoin lists them again once they are complete.
 */
function flowOf(row: Body): ExternalFlowReport | undefined {
	const kind = text(row, 'type');
	const asset = text(row, 'currency');
	const amount = decimal(row, 'amount');
	const flowAt = whole(row, 'time');
	if (kind === undefined || asset === undefined || amount === undefined || flowAt === undefined)
		return undefined;
	if (OWN_LEDGER_TYPES.has(kind) || text(row, 'status') === 'Pending') return undefined;
	const offset = text(row, 'offset') ?? `${flowAt}-${kind}`;
	// Each currency has its own ledger, so rows of two currencies may have the same offset.
	const recordId = asset === 'USDT' ? offset : `${asset}:${offset}`;
	return {
		...{ recordId, kind, cause: FLOW_CAUSES[kind] ?? 'other' },
		...{ asset, amount: signed(kind, amount), at: flowAt },
	};
}

/** Causes of ledger rows, by type (page "Get Account Ledgers - Futures", type, read 2026-11). */
const FLOW_CAUSES: Readonly<Record<string, FlowCause>> = {
	Deposit: 'deposit',
	Withdrawal: 'withdrawal',
	TransferIn: 'transfer',
	TransferOut: 'transfer',
};

/**
 * Returns the row's amount, negative for an outflow. The ledger shows an outflow as a negative amount, or as a
 * positive amount with an outgoing type; we accept both.
 */
function signed(kind: string, amount: Decimal): Decimal {
	return /Withdraw|TransferOut/i.test(kind) ? neg(abs(amount)) : amount;
}
