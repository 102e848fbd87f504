/**
 * Bybit V5, linear perpetuals, unified account, one-way positions.
 * Rules: bybit-exchange.github.io/docs/v5 (order/create-order, position/leverage, account/set-margin-mode,
 * market/tickers, rate-limit), read 2026-11.
 */
import { type Decimal, formatDecimal, neg, parseDecimal, sum, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument, toOrderUnits, toVenuePrice } from '../../domain/instrument.ts';
import type { FillReport, OrderReport, OrderReportStatus } from '../../ports/venue.ts';
import { HedgeModeError, VenueError } from '../../ports/venue-error.ts';
import { readLevels } from '../shared/book-levels.ts';
import { readContracts } from '../shared/contract-list.ts';
import type { Call, Dialect } from '../shared/dialect.ts';
import { refusedAs } from '../shared/error-codes.ts';
import {
	at,
	type Body,
	BodyError,
	bodies,
	decimal,
	listed,
	required,
	text,
	whole,
} from '../shared/fields.ts';
import { withFills } from '../shared/order-report.ts';
import { partsOf, readInParts, settledPages, settledRows, TOO_MANY } from '../shared/paging.ts';
import { createSharedReads } from '../shared/slow-reads.ts';
import { tickersOf } from '../shared/ticker-fields.ts';
import {
	accountFillOf,
	balanceOf,
	fillOf,
	instrumentOf,
	marketRate,
	positionOf,
	tickerOf,
} from './bodies.ts';
import { bybitDeadMan } from './dead-man.ts';
import { BYBIT_ERRORS } from './errors.ts';
import { bybit as facts } from './facts.ts';
import { readBybitFees } from './fees.ts';
import { readBybitKey } from './key.ts';
import { BYBIT_BUDGETS } from './limits.ts';
import { readBybitNotices, readBybitTiers, readBybitTrades } from './markets.ts';
import { bybitAccountStream, hearProtection } from './stream.ts';

const CATEGORY = { category: 'linear' } as const;
const PAGE_ROWS = 200;
const EXECUTION_ROWS = 100;
const LOG_PAGE_ROWS = 50;
/** Requests of one list or one part of a history: 20,000 rows of the ledger. */
const PAGES_MAX = 400;
const DAY_MS = 86_400_000;
/** The venue answers at most seven days of executions and ledger in one request. */
const WINDOW_MS_MAX = 7 * DAY_MS - 1_000;
const STATUSES: Readonly<Record<string, OrderReportStatus>> = {
	New: 'open',
	PartiallyFilled: 'open',
	Untriggered: 'open',
	Filled: 'filled',
	Cancelled: 'canceled',
	PartiallyFilledCanceled: 'canceled',
	Deactivated: 'canceled',
	Rejected: 'rejected',
};
/**
 * Ledger rows that trading linear contracts makes, which its fills and settlements tell too; everything else, spot trades and
 * fees that were paid back too, is an external flow.
 */
const OWN_LOG_TYPES = new Set(['TRADE', 'SETTLEMENT', 'DELIVERY', 'LIQUIDATION', 'ADL']);
/** Age at which the venue refuses a read, milliseconds: its own default. */
const READ_WINDOW_MS = 5_000;
/**
 * Age at which it refuses an order. It must cover the way there and how wrong our measure of its clock is (half a second at
 * most), and everything beyond only keeps an order that was lost to us alive; half of the default does.
 */
const ORDER_WINDOW_MS = 2_500;

/** Members that depend on no state of a session. */
const RULES: Omit<Dialect, 'readFees'> = {
	facts,
	settings: {
		defaultType: 'swap',
		defaultSubType: 'linear',
		fetchMarkets: { types: ['linear'] },
		fetchCurrencies: false,
		recvWindow: READ_WINDOW_MS,
		enableUnifiedAccount: true,
		enableUnifiedMargin: false,
		brokerId: '',
	},
	adapt: hearProtection,
	orderSettings: { recvWindow: ORDER_WINDOW_MS },
	...BYBIT_BUDGETS,
	orderMethod: 'privatePostV5OrderCreate',
	// server_time − recv_window ≤ timestamp < server_time + 1000 (page "Integration Guidance").
	orderWindowMs: ORDER_WINDOW_MS,
	clockAheadMsMax: 1_000,
	errors: BYBIT_ERRORS,
	// Base tier of linear perpetuals (bybit.com/en/help-center, fee structure, read 2026-11).
	baseFees: { taker: parseDecimal('0.00055'), maker: parseDecimal('0.0002') },

	async readInstruments(call) {
		const rows = await allPages(call, 'market', 'publicGetV5MarketInstrumentsInfo', {
			...CATEGORY,
			limit: 1_000,
		});
		return readContracts(rows, instrumentOf);
	},
	async readTickers(call, find, now) {
		const answer = await call('market', 'publicGetV5MarketTickers', CATEGORY);
		const rows = listed(at(answer, 'result', 'list'), 'tickers');
		return tickersOf(rows, find, (row, instrument) => tickerOf(row, instrument, now));
	},
	async readBook(call, instrument, depth) {
		const answer = await call('market', 'publicGetV5MarketOrderbook', {
			...CATEGORY,
			symbol: instrument.symbol,
			limit: depth,
		});
		return {
			bids: readLevels('bids', at(answer, 'result', 'b'), instrument),
			asks: readLevels('asks', at(answer, 'result', 'a'), instrument),
		};
	},
	readSettledRates: (call, symbol, from, to, kind) =>
		settledPages(from, to, { pagesBegin: 'newest', rowsMax: PAGE_ROWS }, async (start, end) => {
			const answer = await call(kind, 'publicGetV5MarketFundingHistory', {
				...CATEGORY,
				symbol,
				startTime: start,
				endTime: end,
				limit: PAGE_ROWS,
			});
			return settledRows(at(answer, 'result', 'list'), 'fundingRate', 'fundingRateTimestamp');
		}),
	async readTime(call) {
		const answer = await call('market', 'publicGetV5MarketTime');
		const nanoseconds = text(at(answer, 'result'), 'timeNano');
		return nanoseconds === undefined
			? required(whole(answer, 'time'), 'time')
			: Number(BigInt(nanoseconds) / 1_000_000n);
	},
	readTrades: readBybitTrades,
	readRiskTiers: readBybitTiers,
	readNotices: readBybitNotices,

	accountStream: bybitAccountStream,
	deadMan: bybitDeadMan,
	readKey: readBybitKey,

	async placeOrder(send, instrument, order) {
		const answer = await send({
			...CATEGORY,
			symbol: instrument.symbol,
			side: order.side === 'buy' ? 'Buy' : 'Sell',
			orderType: 'Limit',
			qty: formatDecimal(toOrderUnits(instrument, order.quantity)),
			price: formatDecimal(toVenuePrice(instrument, order.limitPrice)),
			timeInForce: order.timeInForce === 'postOnly' ? 'PostOnly' : 'IOC',
			orderLinkId: order.clientOrderId,
			positionIdx: 0,
			reduceOnly: order.reduceOnly,
		});
		return text(at(answer, 'result'), 'orderId');
	},
	async findOrder(call, instrument, clientOrderId) {
		const query = { ...CATEGORY, symbol: instrument.symbol, orderLinkId: clientOrderId };
		for (const method of ['privateGetV5OrderRealtime', 'privateGetV5OrderHistory']) {
			const answer = await call('probe', method, query);
			// Whatever order comes back is looked at: the id must be ours.
			const row = bodies(at(answer, 'result', 'list')).find(
				(candidate) => text(candidate, 'orderLinkId') === clientOrderId,
			);
			if (row !== undefined) return orderReport(call, instrument, clientOrderId, row);
		}
		return undefined;
	},
	async cancelOrder(call, instrument, clientOrderId) {
		await call('probe', 'privatePostV5OrderCancel', {
			...CATEGORY,
			symbol: instrument.symbol,
			orderLinkId: clientOrderId,
		});
	},
	async readAccountFills(call, instrument, from, to) {
		const rows = await history(call, 'privateGetV5ExecutionList', from, to, {
			...CATEGORY,
			symbol: instrument.symbol,
			limit: EXECUTION_ROWS,
		});
		return rows.flatMap((row) => accountFillOf(row, instrument) ?? []);
	},
	async readTradedSymbols(call, from, to) {
		const query = { ...CATEGORY, limit: EXECUTION_ROWS };
		const rows = await history(call, 'privateGetV5ExecutionList', from, to, query);
		const fills = rows.filter((row) => text(row, 'execType') !== 'Funding');
		return [...new Set(fills.flatMap((row) => text(row, 'symbol') ?? []))];
	},
	async prepare(call, instrument, leverage, mode, verified) {
		await verified('margin mode', mode, () => requireMarginMode(call, mode));
		const value = formatDecimal(leverage);
		const positions = await call('account', 'privateGetV5PositionList', {
			...CATEGORY,
			symbol: instrument.symbol,
		});
		const rows = bodies(at(positions, 'result', 'list'));
		// 1 and 2 are the sides of hedge mode, which our orders do not name.
		if (rows.some((row) => (whole(row, 'positionIdx') ?? 0) !== 0))
			throw new HedgeModeError(
				'bybit',
				`${instrument.symbol} is in hedge mode, one-way is needed. Switch it at the venue.`,
				// Page "Switch Position Mode", read 2026-11, which asks for a coin or a symbol: contracts in USDC are one-way only.
				'POST /v5/position/switch-mode with category linear, coin USDT and mode 0',
			);
		const present = rows[0];
		if (present !== undefined && decimal(present, 'leverage') === leverage) return;
		try {
			await call('account', 'privatePostV5PositionSetLeverage', {
				...CATEGORY,
				symbol: instrument.symbol,
				buyLeverage: value,
				sellLeverage: value,
			});
		} catch (error) {
			// It has the wanted leverage already.
			if (refusedAs(error, BYBIT_ERRORS, 'unchanged')) return;
			throw error;
		}
	},
	async readPositions(call, find) {
		const rows = await allPages(call, 'account', 'privateGetV5PositionList', {
			...CATEGORY,
			settleCoin: 'USDT',
			limit: PAGE_ROWS,
		});
		const { mode } = await marginModeOf(call);
		return rows.flatMap((row) => positionOf(row, find(text(row, 'symbol') ?? ''), mode) ?? []);
	},
	// One answer has all that the account holds.
	otherAssets: [],
	async readBalance(call) {
		const answer = await call('account', 'privateGetV5AccountWalletBalance', {
			accountType: 'UNIFIED',
		});
		const account = bodies(at(answer, 'result', 'list'))[0];
		const coin = bodies(at(account, 'coin')).find((candidate) => text(candidate, 'coin') === 'USDT');
		return balanceOf(account, coin);
	},
	async readFundingPayments(call, instrument, from, to) {
		const rows = await history(call, 'privateGetV5ExecutionList', from, to, {
			...CATEGORY,
			symbol: instrument.symbol,
			execType: 'Funding',
			limit: EXECUTION_ROWS,
		});
		return rows
			.flatMap((row) => {
				const recordId = text(row, 'execId');
				const fee = decimal(row, 'execFee');
				const settledAt = whole(row, 'execTime');
				if (recordId === undefined || fee === undefined || settledAt === undefined) return [];
				const quantity = decimal(row, 'execQty');
				const signed =
					quantity === undefined
						? null
						: fromOrderUnits(instrument, text(row, 'side') === 'Sell' ? neg(quantity) : quantity);
				// The fee of a funding record is what was paid: negative is received.
				return [
					{
						recordId,
						symbol: instrument.symbol,
						settledAt,
						rate: marketRate(row),
						amount: neg(fee),
						quantity: signed,
					},
				];
			})
			.sort((a, b) => a.settledAt - b.settledAt);
	},
	async readExternalFlows(call, from, to) {
		const rows = await history(call, 'privateGetV5AccountTransactionLog', from, to, {
			accountType: 'UNIFIED',
			limit: LOG_PAGE_ROWS,
		});
		return rows.flatMap((row) => {
			const kind = text(row, 'type');
			const asset = text(row, 'currency');
			const recordId = text(row, 'id');
			const amount = decimal(row, 'change');
			const flowAt = whole(row, 'transactionTime');
			if (
				kind === undefined ||
				asset === undefined ||
				recordId === undefined ||
				amount === undefined ||
				flowAt === undefined ||
				(OWN_LOG_TYPES.has(kind) && text(row, 'category') === 'linear')
			)
				return [];
			return [{ recordId, kind, asset, amount, at: flowAt }];
		});
	},
};

/** With what one session of an account keeps between its requests. */
export function createBybitDialect(): Dialect {
	const reads = createSharedReads();
	return { ...RULES, readFees: (...asked) => readBybitFees(reads, ...asked) };
}

/** Every row of a list that has no time range. @throws BodyError when it is longer than we read. */
async function allPages(
	call: Call,
	kind: 'market' | 'account',
	method: string,
	params: Readonly<Record<string, unknown>> & { readonly limit: number },
): Promise<readonly Body[]> {
	const rows = await pages(call, kind, method, params);
	if (rows !== TOO_MANY) return rows;
	throw new BodyError(`${method} had more than ${PAGES_MAX} pages of ${params.limit} rows.`);
}

/** Every row of from…to. */
async function history(
	call: Call,
	method: string,
	from: number,
	to: number,
	params: Readonly<Record<string, unknown>> & { readonly limit: number },
): Promise<readonly Body[]> {
	const rows: Body[] = [];
	for (const [start, end] of partsOf(from, to, WINDOW_MS_MAX)) {
		const part = await readInParts(start, end, (startTime, endTime) =>
			pages(call, 'account', method, { ...params, startTime, endTime }),
		);
		rows.push(...part);
	}
	return rows;
}

async function pages(
	call: Call,
	kind: 'market' | 'account',
	method: string,
	params: Readonly<Record<string, unknown>>,
): Promise<readonly Body[] | typeof TOO_MANY> {
	const rows: Body[] = [];
	let cursor: string | undefined;
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const answer = await call(kind, method, cursor === undefined ? params : { ...params, cursor });
		const list = listed(at(answer, 'result', 'list'), 'rows');
		rows.push(...list);
		cursor = text(at(answer, 'result'), 'nextPageCursor');
		if (cursor === undefined || list.length === 0) return rows;
	}
	return TOO_MANY;
}

async function orderReport(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
	row: Body,
): Promise<OrderReport> {
	const venueOrderId = required(text(row, 'orderId'), 'orderId');
	const status = STATUSES[text(row, 'orderStatus') ?? ''] ?? 'open';
	const filledQuantity = fromOrderUnits(instrument, decimal(row, 'cumExecQty') ?? ZERO);
	return withFills({ clientOrderId, venueOrderId, status, filledQuantity }, () =>
		orderFills(call, instrument, venueOrderId, filledQuantity),
	);
}

/** Page by page, and no page more once the fills are all there: the hedge waits for this answer. */
async function orderFills(
	call: Call,
	instrument: Instrument,
	venueOrderId: string,
	filledQuantity: Decimal,
): Promise<readonly FillReport[]> {
	const fills = new Map<string, FillReport>();
	let cursor: string | undefined;
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const answer = await call('probe', 'privateGetV5ExecutionList', {
			...CATEGORY,
			symbol: instrument.symbol,
			orderId: venueOrderId,
			limit: EXECUTION_ROWS,
			...(cursor === undefined ? {} : { cursor }),
		});
		const rows = bodies(at(answer, 'result', 'list'));
		for (const row of rows) {
			if (text(row, 'orderId') !== venueOrderId || text(row, 'execType') === 'Funding') continue;
			const fill = fillOf(row, instrument);
			fills.set(fill.tradeId, fill);
		}
		cursor = text(at(answer, 'result'), 'nextPageCursor');
		const filled = sum([...fills.values()].map((fill) => fill.quantity));
		if (filled >= filledQuantity || cursor === undefined || rows.length === 0) break;
	}
	return [...fills.values()];
}

/** On a unified account the margin mode is the account's. It is switched only while nothing is open. */
async function requireMarginMode(call: Call, mode: 'isolated' | 'cross'): Promise<void> {
	const present = await marginModeOf(call);
	if (present.mode === mode) return;
	const positions = await call('account', 'privateGetV5PositionList', {
		...CATEGORY,
		settleCoin: 'USDT',
		limit: PAGE_ROWS,
	});
	const open = bodies(at(positions, 'result', 'list')).some((row) => (decimal(row, 'size') ?? ZERO) !== 0n);
	if (open)
		throw new VenueError(
			'bybit',
			'rejected',
			`The account's margin mode is ${present.text} and positions are open, so it is not switched to ${mode}. Close them, or switch it at the venue.`,
		);
	await call('account', 'privatePostV5AccountSetMarginMode', {
		setMarginMode: mode === 'isolated' ? 'ISOLATED_MARGIN' : 'REGULAR_MARGIN',
	});
}

async function marginModeOf(
	call: Call,
): Promise<{ readonly mode: 'isolated' | 'cross'; readonly text: string }> {
	const answer = await call('account', 'privateGetV5AccountInfo');
	const present = text(at(answer, 'result'), 'marginMode') ?? 'unknown';
	return { mode: present === 'ISOLATED_MARGIN' ? 'isolated' : 'cross', text: present };
}
