/**
 * KuCoin futures, classic account, linear contracts, one-way positions. Orders, positions and books count lots.
 * Rules: kucoin.com/docs-new (futures: place order, get order by client id, contract, funding history), read 2026-11.
 */
import {
	abs,
	add,
	type Decimal,
	divTrunc,
	formatDecimal,
	mulDown,
	neg,
	parseDecimal,
	sum,
	ZERO,
} from '../../domain/decimal.ts';
import {
	fromOrderUnits,
	fromVenuePrice,
	type Instrument,
	toOrderUnits,
	toVenuePrice,
} from '../../domain/instrument.ts';
import {
	type FillReport,
	type InstrumentTicker,
	type OrderReport,
	type PositionReport,
	VenueError,
} from '../../ports/venue.ts';
import { readLevels } from './book-levels.ts';
import { resolveCoin } from './coins.ts';
import type { Call, Dialect } from './dialect.ts';
import { at, type Body, bodies, decimal, positive, required, text, whole } from './fields.ts';
import { pagesBackward } from './paging.ts';

const RATE_ROWS_MAX = 100;
const PAYMENT_ROWS_MAX = 100;
const PAGES_MAX = 20;
const LEDGER_ROWS_MAX = 50;
/** Ledger rows that our own trading makes; everything else is an external flow. */
const OWN_LEDGER_TYPES = new Set(['RealisedPNL']);
const NANOSECONDS_PER_MS = 1_000_000;

export const kucoinDialect: Dialect = {
	venue: 'kucoin',
	ccxtClass: 'kucoinfutures',
	settings: { uta: false, fetchMarkets: { types: ['swap'] }, fetchCurrencies: false },
	// 2,000 of weight per 30 s for everything private of an account, orders included (rate-limit page, read 2026-11). What
	// reads may use, 400 + 30 s × 35, leaves a reserve of 550 that orders alone can touch: 100 + 30 s × 15.
	budgets: {
		order: { perSecond: 15, burst: 100, waitMsMax: 0 },
		account: { perSecond: 35, burst: 400, waitMsMax: 4_000 },
		market: { perSecond: 15, burst: 60, waitMsMax: 5_000 },
	},
	weights: {
		futuresPrivateGetAccountOverview: 5,
		futuresPrivateGetPositions: 2,
		futuresPrivateGetOrdersByClientOid: 5,
		futuresPrivateGetFills: 5,
		futuresPrivateGetTradeFees: 3,
		futuresPrivateGetFundingHistory: 5,
		futuresPrivateGetTransactionHistory: 2,
		futuresPrivateGetPositionGetMarginMode: 2,
		futuresPrivatePostPositionChangeMarginMode: 2,
	},
	orderWeight: 2,
	// The timestamp may differ from the server's by 5 s either way (page "Authentication").
	receiveWindowMs: 5_000,
	clockAheadMsMax: 5_000,
	// clientOid duplicated, on futures and in the unified error table.
	duplicateCodes: ['126044', '300016'],
	// The gateway's limit: the request never reached the order book. ccxt 4.5.84 knows no such code.
	refusalCodes: ['429000'],
	// Base tier of futures (kucoin.com/vip/privilege, read 2026-11).
	baseFees: { taker: parseDecimal('0.0006'), maker: parseDecimal('0.0002') },
	bookChunk: 25,

	async readInstruments(call) {
		return (await contracts(call)).flatMap((row) => instrumentOf(row) ?? []);
	},
	async readTickers(call, find, now) {
		return (await contracts(call)).flatMap((row) => {
			const instrument = find(text(row, 'symbol') ?? '');
			return instrument === undefined ? [] : [tickerOf(row, instrument, now)];
		});
	},
	async readBook(call, instrument, depth) {
		const method = depth <= 20 ? 'futuresPublicGetLevel2Depth20' : 'futuresPublicGetLevel2Depth100';
		const answer = await call('market', method, { symbol: instrument.symbol });
		return {
			bids: readLevels(at(answer, 'data', 'bids'), instrument, depth),
			asks: readLevels(at(answer, 'data', 'asks'), instrument, depth),
		};
	},
	readSettledRates: (call, symbol, from, to) =>
		pagesBackward(from, to, RATE_ROWS_MAX, async (start, end) => {
			const answer = await call('market', 'futuresPublicGetContractFundingRates', {
				symbol,
				from: start,
				to: end,
			});
			return bodies(at(answer, 'data')).flatMap((row) => {
				const rate = decimal(row, 'fundingRate');
				const settledAt = whole(row, 'timepoint');
				return rate === undefined || settledAt === undefined ? [] : [{ rate, settledAt }];
			});
		}),
	async readTime(call) {
		return required(whole(await call('market', 'futuresPublicGetTimestamp'), 'data'), 'timestamp');
	},
	bookUnit: (instrument) => instrument.coinsPerOrderUnit,
	// ccxt checks sequences itself and resyncs on a gap.
	guardBooks() {},

	async placeOrder(send, instrument, order) {
		const answer = await send('futuresPrivatePostOrders', {
			clientOid: order.clientOrderId,
			symbol: instrument.symbol,
			side: order.side,
			type: 'limit',
			size: Number(formatDecimal(toOrderUnits(instrument, order.quantity))),
			price: formatDecimal(toVenuePrice(instrument, order.limitPrice)),
			timeInForce: order.timeInForce,
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
	async prepare(call, instrument, leverage, mode) {
		if (leverage > 0n && Number(formatDecimal(leverage)) > instrument.leverageMax) {
			throw new VenueError(
				'kucoin',
				'rejected',
				`The leverage was ${formatDecimal(leverage)}, ${instrument.symbol} takes at most ${instrument.leverageMax}.`,
			);
		}
		// Leverage travels with each order; only the margin mode is a setting of the symbol.
		const answer = await call('account', 'futuresPrivateGetPositionGetMarginMode', {
			symbol: instrument.symbol,
		});
		if (text(at(answer, 'data'), 'marginMode') === mode.toUpperCase()) return;
		await call('account', 'futuresPrivatePostPositionChangeMarginMode', {
			symbol: instrument.symbol,
			marginMode: mode.toUpperCase(),
		});
	},
	async readPositions(call, find) {
		const answer = await call('account', 'futuresPrivateGetPositions', {});
		return bodies(at(answer, 'data')).flatMap(
			(row) => positionOf(row, find(text(row, 'symbol') ?? '')) ?? [],
		);
	},
	async readBalance(call) {
		const answer = await call('account', 'futuresPrivateGetAccountOverview', { currency: 'USDT' });
		const account = at(answer, 'data');
		const equity = required(decimal(account, 'accountEquity'), 'accountEquity');
		const unrealized = decimal(account, 'unrealisedPNL') ?? ZERO;
		return {
			walletBalance: (equity - unrealized) as Decimal,
			equity,
			available: required(decimal(account, 'availableBalance'), 'availableBalance'),
			marginUsed: add(decimal(account, 'positionMargin') ?? ZERO, decimal(account, 'orderMargin') ?? ZERO),
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
		const rows: Body[] = [];
		let offset: string | undefined;
		for (let page = 0; page < PAGES_MAX; page += 1) {
			const answer = await call('account', 'futuresPrivateGetFundingHistory', {
				symbol: instrument.symbol,
				startAt: from,
				endAt: to,
				maxCount: PAYMENT_ROWS_MAX,
				...(offset === undefined ? {} : { offset, forward: true }),
			});
			const list = bodies(at(answer, 'data', 'dataList'));
			rows.push(...list);
			offset = text(list.at(-1), 'id');
			if (at(answer, 'data', 'hasMore') !== true || offset === undefined) break;
		}
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
		const rows: Body[] = [];
		let offset: string | undefined;
		for (let page = 0; page < PAGES_MAX; page += 1) {
			const answer = await call('account', 'futuresPrivateGetTransactionHistory', {
				currency: 'USDT',
				startAt: from,
				endAt: to,
				maxCount: LEDGER_ROWS_MAX,
				...(offset === undefined ? {} : { offset, forward: true }),
			});
			const list = bodies(at(answer, 'data', 'dataList'));
			rows.push(...list);
			offset = text(list.at(-1), 'offset');
			if (at(answer, 'data', 'hasMore') !== true || offset === undefined) break;
		}
		return rows.flatMap((row) => {
			const kind = text(row, 'type');
			const amount = decimal(row, 'amount');
			const flowAt = whole(row, 'time');
			const recordId = text(row, 'offset') ?? (flowAt === undefined ? undefined : `${flowAt}-${kind}`);
			if (
				kind === undefined ||
				amount === undefined ||
				flowAt === undefined ||
				recordId === undefined ||
				OWN_LEDGER_TYPES.has(kind)
			)
				return [];
			return [{ recordId, kind, amount: signed(kind, amount), at: flowAt }];
		});
	},
};

async function contracts(call: Call): Promise<readonly Body[]> {
	return bodies(at(await call('market', 'futuresPublicGetContractsActive', {}), 'data'));
}

function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'symbol');
	const base = text(row, 'baseCurrency');
	const quote = text(row, 'quoteCurrency');
	const tick = positive(row, 'tickSize');
	const multiplier = positive(row, 'multiplier');
	const lots = positive(row, 'lotSize');
	const most = positive(row, 'maxOrderQty');
	if (
		symbol === undefined ||
		base === undefined ||
		quote === undefined ||
		tick === undefined ||
		multiplier === undefined ||
		lots === undefined ||
		most === undefined
	)
		return undefined;
	// Perpetuals have no expiry; inverse contracts count USD, not coins.
	if (
		row.isInverse === true ||
		text(row, 'type') !== 'FFWCSX' ||
		text(row, 'status') !== 'Open' ||
		(quote !== 'USDT' && quote !== 'USDC')
	)
		return undefined;
	const { coin, coinsPerUnit } = resolveCoin(base);
	const coinsPerLot = mulDown(multiplier, coinsPerUnit);
	return {
		venue: 'kucoin',
		symbol,
		unifiedSymbol: `${base === 'XBT' ? 'BTC' : base}/${quote}:${quote}`,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerLot,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: divTrunc(tick, coinsPerUnit),
		lotSize: mulDown(lots, coinsPerLot),
		quantityMin: mulDown(lots, coinsPerLot),
		quantityMax: mulDown(most, coinsPerLot),
		notionalMin: ZERO,
		leverageMax: Number(text(row, 'maxLeverage') ?? '1'),
	};
}

function tickerOf(row: Body, instrument: Instrument, now: number): InstrumentTicker {
	const problems: string[] = [];
	const price = (name: string): Decimal | null => {
		const value = positive(row, name);
		if (value === undefined)
			problems.push(`${name} was ${JSON.stringify(row[name] ?? null)}, a positive number is needed.`);
		return value === undefined ? null : fromVenuePrice(instrument, value);
	};
	const mark = price('markPrice');
	const rate = decimal(row, 'fundingFeeRate');
	const intervalMs = whole(row, 'currentFundingRateGranularity') ?? whole(row, 'fundingRateGranularity');
	const next = nextSettlement(row, now);
	const usable = rate !== undefined && intervalMs !== undefined && intervalMs > 0 && next !== undefined;
	if (!usable)
		problems.push(
			`The funding was not usable: rate ${JSON.stringify(row.fundingFeeRate ?? null)}, interval ${JSON.stringify(row.fundingRateGranularity ?? null)} ms, next ${JSON.stringify(row.nextFundingRateTime ?? null)} ms.`,
		);
	const interestLots = decimal(row, 'openInterest');
	return {
		symbol: instrument.symbol,
		mark,
		index: price('indexPrice'),
		last: price('lastTradePrice'),
		volume24h: decimal(row, 'turnoverOf24h') ?? null,
		openInterest:
			interestLots === undefined || mark === null
				? null
				: mulDown(abs(fromOrderUnits(instrument, interestLots)), mark),
		funding: usable ? { predictedRate: rate, intervalMs, nextSettlementAt: next } : null,
		fundingCap: decimal(row, 'fundingRateCap') ?? null,
		fundingFloor: decimal(row, 'fundingRateFloor') ?? null,
		tradable: text(row, 'status') === 'Open',
		problems,
	};
}

/** The instant where the venue states it; else now plus `nextFundingRateTime`, which counts the milliseconds that remain. */
function nextSettlement(row: Body, now: number): number | undefined {
	const instant = whole(row, 'nextFundingRateDateTime');
	if (instant !== undefined && instant > now - 60_000) return instant;
	const remaining = whole(row, 'nextFundingRateTime');
	return remaining === undefined || remaining < 0 ? undefined : now + remaining;
}

async function orderByClientId(call: Call, clientOrderId: string): Promise<Body | undefined> {
	try {
		const answer = await call('account', 'futuresPrivateGetOrdersByClientOid', { clientOid: clientOrderId });
		const row = at(answer, 'data');
		return text(row, 'id') === undefined ? undefined : (row as Body);
	} catch (error) {
		// 100001 with error.getOrder.orderNotExist: ccxt's OrderNotFound.
		if (error instanceof VenueError && error.kind === 'rejected' && error.message.startsWith('OrderNotFound'))
			return undefined;
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
	if (filledLots === 0n) return { clientOrderId, venueOrderId, status, filledQuantity, fills: [] };
	const fills = await orderFills(call, instrument, venueOrderId);
	const reported = sum(fills.map((fill) => fill.quantity));
	// The order may be known before its fills are: then it is not at its end for us.
	return {
		clientOrderId,
		venueOrderId,
		status: reported === filledQuantity ? status : 'open',
		filledQuantity: reported,
		fills,
	};
}

async function orderFills(
	call: Call,
	instrument: Instrument,
	venueOrderId: string,
): Promise<readonly FillReport[]> {
	const fills: FillReport[] = [];
	for (let page = 1; page <= PAGES_MAX; page += 1) {
		const answer = await call('account', 'futuresPrivateGetFills', {
			orderId: venueOrderId,
			symbol: instrument.symbol,
			pageSize: 100,
			currentPage: page,
		});
		const rows = bodies(at(answer, 'data', 'items')).filter((row) => text(row, 'orderId') === venueOrderId);
		fills.push(...rows.map((row) => fillOf(row, instrument)));
		if (page >= (whole(at(answer, 'data'), 'totalPage') ?? 1)) break;
	}
	return fills;
}

function fillOf(row: Body, instrument: Instrument): FillReport {
	const nanoseconds = text(row, 'tradeTime');
	const filledAt =
		nanoseconds === undefined
			? whole(row, 'createdAt')
			: Math.floor(Number(nanoseconds) / NANOSECONDS_PER_MS);
	return {
		tradeId: required(text(row, 'tradeId'), 'tradeId'),
		quantity: fromOrderUnits(instrument, required(decimal(row, 'size'), 'size')),
		price: fromVenuePrice(instrument, required(decimal(row, 'price'), 'price')),
		fee: required(decimal(row, 'fee'), 'fee'),
		feeAsset: text(row, 'feeCurrency') ?? instrument.quote,
		filledAt: required(filledAt, 'tradeTime'),
	};
}

function positionOf(row: Body, instrument: Instrument | undefined): PositionReport | undefined {
	const lots = decimal(row, 'currentQty');
	if (instrument === undefined || lots === undefined || lots === 0n) return undefined;
	const price = (name: string): Decimal | null => {
		const value = positive(row, name);
		return value === undefined ? null : fromVenuePrice(instrument, value);
	};
	return {
		symbol: instrument.symbol,
		quantity: fromOrderUnits(instrument, lots),
		entryPrice: price('avgEntryPrice'),
		markPrice: price('markPrice'),
		liquidationPrice: price('liquidationPrice'),
		leverage: decimal(row, 'leverage') ?? decimal(row, 'realLeverage') ?? null,
		marginMode: text(row, 'marginMode') === 'CROSS' || row.crossMode === true ? 'cross' : 'isolated',
		margin: decimal(row, 'posMargin') ?? null,
		unrealizedPnl: decimal(row, 'unrealisedPnl') ?? null,
	};
}

/** The ledger writes what leaves as a positive amount with a kind that says so, or as a negative one: both are read. */
function signed(kind: string, amount: Decimal): Decimal {
	return /Withdraw|TransferOut/i.test(kind) ? neg(abs(amount)) : amount;
}
