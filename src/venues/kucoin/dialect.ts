/**
 * KuCoin futures, classic account, linear contracts, one-way positions. Orders, positions and books count lots.
 * Rules: kucoin.com/docs-new (futures: place order, get order by client id, contract, funding history), read 2026-11.
 */
import { add, formatDecimal, ONE, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument, toOrderUnits, toVenuePrice } from '../../domain/instrument.ts';
import type { ExternalFlowReport } from '../../ports/account-payments.ts';
import type { OrderReport, OtherAsset } from '../../ports/venue.ts';
import { HedgeModeError, VenueError } from '../../ports/venue-error.ts';
import { readLevels } from '../shared/book-levels.ts';
import { readContracts } from '../shared/contract-list.ts';
import type { Call, Dialect } from '../shared/dialect.ts';
import { refusedAs } from '../shared/error-codes.ts';
import { at, type Body, bodies, decimal, listed, required, text, whole } from '../shared/fields.ts';
import { gatherNotices } from '../shared/notices.ts';
import { withFills } from '../shared/order-report.ts';
import { readInParts, settledPages, settledRows, TOO_MANY } from '../shared/paging.ts';
import { type TradeMembers, tradesOf } from '../shared/public-trades.ts';
import { type TierMembers, tiersOf } from '../shared/risk-tiers.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import { tickersOf } from '../shared/ticker-fields.ts';
import {
	accountFillOf,
	cashOf,
	currenciesOf,
	instrumentOf,
	maintenanceOf,
	positionOf,
	signed,
	tickerOf,
} from './bodies.ts';
import { KUCOIN_ERRORS } from './errors.ts';
import { kucoin as facts } from './facts.ts';
import { fillRows, orderFills } from './fills.ts';
import { readKucoinKey } from './key.ts';
import { KUCOIN_BUDGETS } from './limits.ts';
import { kucoinAccountStream } from './stream.ts';

const RATE_ROWS_MAX = 100;
const PAYMENT_ROWS_MAX = 100;
/** Requests of one list or one part of a history: 20,000 rows of the ledger. */
const PAGES_MAX = 400;
const LEDGER_ROWS_MAX = 50;
const TRADE_MEMBERS: TradeMembers = {
	id: 'tradeId',
	price: 'price',
	quantity: 'size',
	time: 'ts',
	timePerMs: 1_000_000,
};
const TIER_MEMBERS: TierMembers = {
	valueMax: 'maxRiskLimit',
	maintenanceRate: 'maintainMargin',
	initialRate: 'initialMargin',
	leverageMax: 'maxLeverage',
	deduction: undefined,
};
/** Ledger rows that our own trading makes; everything else is an external flow. */
const OWN_LEDGER_TYPES = new Set(['RealisedPNL']);

/** What a futures account may hold beside USDT: other settlement currencies, and what fees may be paid in. */
const OTHER_ASSETS = ['USDC', 'XBT', 'KCS'];

/** Members that depend on no state of a session. */
const RULES: Omit<Dialect, 'prepare'> = {
	facts,
	settings: { uta: false, fetchMarkets: { types: ['swap'] }, fetchCurrencies: false },
	// The window is the venue's own and no request can make it shorter.
	orderSettings: {},
	...KUCOIN_BUDGETS,
	orderMethod: 'futuresPrivatePostOrders',
	// The timestamp may differ from the server's by 5 s either way (page "Authentication").
	orderWindowMs: 5_000,
	clockAheadMsMax: 5_000,
	errors: KUCOIN_ERRORS,
	// Base tier of futures (kucoin.com/vip/privilege, read 2026-11).
	baseFees: { taker: parseDecimal('0.0006'), maker: parseDecimal('0.0002') },

	async readInstruments(call) {
		return readContracts(await contracts(call), instrumentOf);
	},
	async readTickers(call, find, now) {
		return tickersOf(await contracts(call), find, (row, instrument) => tickerOf(row, instrument, now));
	},
	async readBook(call, instrument, depth) {
		const method = depth <= 20 ? 'futuresPublicGetLevel2Depth20' : 'futuresPublicGetLevel2Depth100';
		const answer = await call('market', method, { symbol: instrument.symbol });
		return {
			bids: readLevels('bids', at(answer, 'data', 'bids'), instrument, depth),
			asks: readLevels('asks', at(answer, 'data', 'asks'), instrument, depth),
		};
	},
	readSettledRates: (call, symbol, from, to, kind) =>
		settledPages(from, to, { pagesBegin: 'newest', rowsMax: RATE_ROWS_MAX }, async (start, end) => {
			const answer = await call(kind, 'futuresPublicGetContractFundingRates', {
				symbol,
				from: start,
				to: end,
			});
			const list = at(answer, 'data');
			// Null is taken for an empty list; a body without the member is no answer.
			return settledRows(list === null ? [] : list, 'fundingRate', 'timepoint');
		}),
	async readTime(call) {
		return required(whole(await call('market', 'futuresPublicGetTimestamp'), 'data'), 'timestamp');
	},
	// The last 100 (page "Get Trade History" of market data, read 2026-11).
	async readTrades(call, instrument) {
		const answer = await call('market', 'futuresPublicGetTradeHistory', { symbol: instrument.symbol });
		return tradesOf(listed(at(answer, 'data'), 'trades'), instrument, TRADE_MEMBERS);
	},
	// Page "Get Isolated Margin Risk Limit", read 2026-11; the rate is of the whole value.
	async readRiskTiers(call, instrument) {
		const query = { symbol: instrument.symbol };
		const answer = await call('market', 'futuresPublicGetContractsRiskLimitSymbol', query);
		return tiersOf(listed(at(answer, 'data'), 'risk tiers'), TIER_MEMBERS);
	},
	readNotices: (call, now) =>
		gatherNotices('kucoin', {
			maintenance: async () => maintenanceOf(await call('market', 'futuresPublicGetStatus'), now),
			currencies: async () => {
				const answer = await call('market', 'publicGetCurrencies');
				return currenciesOf(listed(at(answer, 'data'), 'currencies'));
			},
		}),

	accountStream: kucoinAccountStream,
	readKey: readKucoinKey,

	async placeOrder(send, instrument, order) {
		const answer = await send({
			clientOid: order.clientOrderId,
			symbol: instrument.symbol,
			side: order.side,
			type: 'limit',
			size: Number(formatDecimal(toOrderUnits(instrument, order.quantity))),
			price: formatDecimal(toVenuePrice(instrument, order.limitPrice)),
			timeInForce: order.timeInForce === 'postOnly' ? 'GTC' : 'IOC',
			...(order.timeInForce === 'postOnly' ? { postOnly: true } : {}),
			reduceOnly: order.reduceOnly,
			leverage: Number(formatDecimal(order.leverage)),
			marginMode: order.marginMode.toUpperCase(),
		});
		return text(at(answer, 'data'), 'orderId');
	},
	async findOrder(call, instrument, clientOrderId) {
		const row = await orderByClientId(call, clientOrderId);
		if (row === undefined) return undefined;
		if (text(row, 'clientOid') !== clientOrderId) return undefined;
		return orderReport(call, instrument, clientOrderId, row);
	},
	async cancelOrder(call, instrument, clientOrderId) {
		await call('probe', 'futuresPrivateDeleteOrdersClientOrderClientOid', {
			clientOid: clientOrderId,
			symbol: instrument.symbol,
		});
	},
	async readAccountFills(call, instrument, from, to) {
		const rows = await fillRows(call, instrument.symbol, from, to);
		return rows.flatMap((row) => accountFillOf(row, instrument) ?? []);
	},
	async readTradedSymbols(call, from, to) {
		const rows = await fillRows(call, undefined, from, to);
		return [...new Set(rows.flatMap((row) => text(row, 'symbol') ?? []))];
	},
	async readPositions(call, find) {
		const answer = await call('account', 'futuresPrivateGetPositions', {});
		return listed(at(answer, 'data'), 'positions').flatMap(
			(row) => positionOf(row, find(text(row, 'symbol') ?? '')) ?? [],
		);
	},
	otherAssets: OTHER_ASSETS,
	async readBalance(call, assets) {
		const [answer, ...others] = await Promise.all([
			call('account', 'futuresPrivateGetAccountOverview', { currency: 'USDT' }),
			...assets.map((asset) => otherAsset(call, asset)),
		]);
		const account = at(answer, 'data');
		const { cash, equity } = cashOf(account);
		return {
			walletBalance: cash,
			equity,
			available: required(decimal(account, 'availableBalance'), 'availableBalance'),
			marginUsed: add(decimal(account, 'positionMargin') ?? ZERO, decimal(account, 'orderMargin') ?? ZERO),
			otherAssets: others.flatMap((held) => held ?? []),
		};
	},
	async readFees(call, symbol) {
		const answer = await call('account', 'futuresPrivateGetTradeFees', { symbol });
		const row = at(answer, 'data');
		return {
			taker: required(decimal(row, 'takerFeeRate'), 'takerFeeRate'),
			maker: required(decimal(row, 'makerFeeRate'), 'makerFeeRate'),
		};
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

/** With what one session of an account keeps between its requests. */
export function createKucoinDialect(): Dialect {
	const reads = createSharedReads();
	return { ...RULES, prepare: (...asked) => prepare(reads, ...asked) };
}

async function prepare(
	reads: SharedReads,
	...[call, instrument, leverage, mode, verified]: Parameters<Dialect['prepare']>
): Promise<void> {
	if (leverage > 0n && Number(formatDecimal(leverage)) > instrument.leverageMax) {
		throw new VenueError(
			'kucoin',
			'rejected',
			`The leverage was ${formatDecimal(leverage)}, ${instrument.symbol} takes at most ${instrument.leverageMax}.`,
		);
	}
	// The leverage of an order is a whole number (page "Add Order").
	if (leverage % ONE !== 0n)
		throw new VenueError(
			'kucoin',
			'rejected',
			`The leverage was ${formatDecimal(leverage)}, KuCoin takes whole numbers.`,
		);
	await verified('position mode', 'one-way', () => requireOneWay(call));
	// Leverage travels with each order; only the margin mode is a setting of the symbol.
	const answer = await call('account', 'futuresPrivateGetPositionGetMarginMode', {
		symbol: instrument.symbol,
	});
	if (text(at(answer, 'data'), 'marginMode') === mode.toUpperCase()) return;
	await requireNothingHeld(reads, call, instrument, mode);
	await call('account', 'futuresPrivatePostPositionChangeMarginMode', {
		symbol: instrument.symbol,
		marginMode: mode.toUpperCase(),
	});
}

/** Every row of from…to; `idName`: the member by which the next page is asked for. */
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

/** Undefined where the account holds nothing of it, or the venue keeps no such account. */
async function otherAsset(call: Call, asset: string): Promise<OtherAsset | undefined> {
	try {
		const answer = await call('account', 'futuresPrivateGetAccountOverview', { currency: asset });
		const { cash } = cashOf(at(answer, 'data'));
		return cash === ZERO ? undefined : { asset, quantity: cash, usdPrice: null };
	} catch (error) {
		if (error instanceof VenueError && error.kind === 'rejected') return undefined;
		throw error;
	}
}

/** Undefined for what our trading makes, and for what is still pending: it comes again when it is completed. */
function flowOf(row: Body): ExternalFlowReport | undefined {
	const kind = text(row, 'type');
	const asset = text(row, 'currency');
	const amount = decimal(row, 'amount');
	const flowAt = whole(row, 'time');
	if (kind === undefined || asset === undefined || amount === undefined || flowAt === undefined)
		return undefined;
	if (OWN_LEDGER_TYPES.has(kind) || text(row, 'status') === 'Pending') return undefined;
	const offset = text(row, 'offset') ?? `${flowAt}-${kind}`;
	// Each currency has a ledger of its own.
	const recordId = asset === 'USDT' ? offset : `${asset}:${offset}`;
	return { recordId, kind, asset, amount: signed(kind, amount), at: flowAt };
}

/** The margin mode of a symbol that is held is nobody's to switch. @throws VenueError */
async function requireNothingHeld(
	reads: SharedReads,
	call: Call,
	{ symbol }: Instrument,
	mode: string,
): Promise<void> {
	const answer = await reads.together('positions', () => call('account', 'futuresPrivateGetPositions', {}));
	const isHeld = listed(at(answer, 'data'), 'positions').some(
		(row) => text(row, 'symbol') === symbol && (decimal(row, 'currentQty') ?? ZERO) !== ZERO,
	);
	if (!isHeld) return;
	throw new VenueError(
		'kucoin',
		'rejected',
		`A position in ${symbol} is open, so its margin mode is not switched to ${mode}. Close it, or switch it at the venue.`,
	);
}

/** Hedge mode has a position per side, which our orders do not name. @throws VenueError */
async function requireOneWay(call: Call): Promise<void> {
	const answer = await call('account', 'futuresPrivateGetPositionGetPositionMode');
	const mode = required(whole(at(answer, 'data'), 'positionMode'), 'positionMode');
	if (mode === 0) return;
	throw new HedgeModeError(
		'kucoin',
		`The account's position mode was ${mode} (hedge), one-way is needed. Switch it at the venue.`,
		// Page "Switch Position Mode", read 2026-11.
		'POST /api/v2/position/switchPositionMode with positionMode 0',
	);
}

async function contracts(call: Call): Promise<readonly Body[]> {
	return listed(at(await call('market', 'futuresPublicGetContractsActive', {}), 'data'), 'contracts');
}

async function orderByClientId(call: Call, clientOrderId: string): Promise<Body | undefined> {
	try {
		const answer = await call('probe', 'futuresPrivateGetOrdersByClientOid', { clientOid: clientOrderId });
		const row = at(answer, 'data');
		return text(row, 'id') === undefined ? undefined : (row as Body);
	} catch (error) {
		if (refusedAs(error, KUCOIN_ERRORS, 'absent')) return undefined;
		throw error;
	}
}

async function orderReport(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
	row: Body,
): Promise<OrderReport> {
	const venueOrderId = required(text(row, 'id'), 'id');
	const ended = row.isActive === false || text(row, 'status') === 'done';
	const filledLots = decimal(row, 'filledSize') ?? decimal(row, 'dealSize') ?? ZERO;
	const filledQuantity = fromOrderUnits(instrument, filledLots);
	const size = fromOrderUnits(instrument, required(decimal(row, 'size'), 'size'));
	const status = !ended ? 'open' : filledQuantity === size ? 'filled' : 'canceled';
	return withFills({ clientOrderId, venueOrderId, status, filledQuantity }, () =>
		orderFills(call, instrument, venueOrderId, filledQuantity),
	);
}
