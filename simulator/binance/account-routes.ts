/** Handles Binance's signed account endpoints: balance, positions, settings, fees, income and the API key. */
import { fromInteger } from '../../src/domain/decimal.ts';
import type { Exchange, Position } from '../core/types.ts';
import {
	accountBody,
	adlOf,
	assetIncome,
	balanceBodies,
	bracketBody,
	configBody,
	emptyPosition,
	fundingIncome,
	type IncomeRow,
	keyBody,
	ledgerIncome,
	oldPositionBody,
	positionBody,
} from './account-bodies.ts';
import { BinanceRefusal, malformed } from './errors.ts';
import { moneyText } from './numbers.ts';
import {
	flag,
	instrumentNamed,
	type Params,
	requiredInstrument,
	requiredText,
	rowLimit,
	text,
	whole,
} from './params.ts';
import { reads, type SignedRoute, trades } from './routes.ts';
import { spotBalances } from './transfer-routes.ts';

const WEEK_MS = 7 * 86_400_000;
const INCOME_ROWS = 100;
const INCOME_ROWS_MAX = 1_000;
const SCAN_ROWS_MAX = 20_000;
const LEVERAGE_MAX = 125;
const DONE = { code: 200, msg: 'success' };

const account = reads((exchange, _params, key) => accountBody(exchange, key.accountId));
const balance = reads((exchange, _params, key) => balanceBodies(exchange, key.accountId));

export const ACCOUNT_ROUTES: Readonly<Record<string, SignedRoute>> = {
	'GET /fapi/v2/account': account,
	'GET /fapi/v3/account': account,
	'GET /fapi/v2/balance': balance,
	'GET /fapi/v3/balance': balance,
	'GET /fapi/v3/positionRisk': reads((exchange, params, key) =>
		positions(exchange, params, key.accountId, false).map((position) =>
			positionBody(instrumentNamed(exchange, position.symbol), position),
		),
	),
	'GET /fapi/v2/positionRisk': reads((exchange, params, key) =>
		positions(exchange, params, key.accountId, true).map((position) =>
			oldPositionBody(exchange, key.accountId, instrumentNamed(exchange, position.symbol), position),
		),
	),
	'GET /fapi/v1/symbolConfig': reads((exchange, params, key) =>
		named(exchange, params).map((instrument) => configBody(exchange, key.accountId, instrument)),
	),
	'GET /fapi/v1/accountConfig': reads((exchange, _params, key) => ({
		feeTier: 0,
		canTrade: true,
		canDeposit: true,
		canWithdraw: true,
		dualSidePosition: exchange.notes.isHedged(key.accountId),
		updateTime: 0,
		multiAssetsMargin: exchange.notes.kind(key.accountId) === 'BNFCR',
		tradeGroupId: -1,
		accountId: exchange.account(key.accountId).uid,
	})),
	'GET /fapi/v1/leverageBracket': reads((exchange, params) => named(exchange, params).map(bracketBody)),
	'POST /fapi/v1/leverage': trades((exchange, params, key) => {
		const instrument = requiredInstrument(exchange, params);
		const leverage = whole(params, 'leverage') ?? 0;
		if (leverage < 1 || leverage > LEVERAGE_MAX || leverage > instrument.leverageMax)
			throw new BinanceRefusal(-4028, `Leverage ${leverage} is not valid`);
		const wanted = fromInteger(leverage);
		if (exchange.leverage(key.accountId, instrument.symbol) !== wanted)
			exchange.setLeverage(key.accountId, instrument.symbol, wanted);
		const { maxNotionalValue } = configBody(exchange, key.accountId, instrument);
		return { symbol: instrument.symbol, leverage, maxNotionalValue };
	}),
	'POST /fapi/v1/marginType': trades((exchange, params, key) => {
		const { symbol } = requiredInstrument(exchange, params);
		const type = requiredText(params, 'marginType');
		if (type !== 'ISOLATED' && type !== 'CROSSED') throw malformed('marginType');
		if (exchange.openOrders(key.accountId, symbol).length > 0)
			throw new BinanceRefusal(-4047, 'Margin type cannot be changed if there exists open orders.');
		exchange.setMarginMode(key.accountId, symbol, type === 'CROSSED' ? 'cross' : 'isolated');
		return DONE;
	}),
	'GET /fapi/v1/positionSide/dual': reads((exchange, _params, key) => ({
		dualSidePosition: exchange.notes.isHedged(key.accountId),
	})),
	'POST /fapi/v1/positionSide/dual': trades((exchange, params, key) => {
		requiredText(params, 'dualSidePosition');
		if (flag(params, 'dualSidePosition') === exchange.notes.isHedged(key.accountId))
			throw new BinanceRefusal(-4059, 'No need to change position side.');
		// Clients cannot change the position mode, because the simulator keeps one position per contract. Only the
		// admin interface sets hedge mode.
		throw new BinanceRefusal(-4084, 'Method is not allowed currently. Upcoming soon.');
	}),
	'GET /fapi/v1/multiAssetsMargin': reads(() => ({ multiAssetsMargin: false })),
	'GET /fapi/v1/feeBurn': reads((exchange, _params, key) => ({
		feeBurn: exchange.assetBalance(key.accountId) !== undefined,
	})),
	'GET /fapi/v1/commissionRate': reads((exchange, params, key) => {
		const { symbol } = requiredInstrument(exchange, params);
		const rates = exchange.feeRates(key.accountId, symbol);
		return {
			symbol,
			makerCommissionRate: moneyText(rates.maker),
			takerCommissionRate: moneyText(rates.taker),
			rpiCommissionRate: moneyText(rates.maker),
		};
	}),
	'GET /fapi/v1/adlQuantile': reads((exchange, params, key) =>
		positions(exchange, params, key.accountId, false).map((position) => ({
			symbol: position.symbol,
			adlQuantile: { LONG: 0, SHORT: 0, BOTH: adlOf(position) },
		})),
	),
	'GET /fapi/v1/apiTradingStatus': reads((exchange) => ({ indicators: {}, updateTime: exchange.now() })),
	'GET /fapi/v1/income': reads((exchange, params, key) => income(exchange, params, key.accountId)),
	'GET /sapi/v1/account/apiRestrictions': reads((_exchange, _params, key) => keyBody(key)),
	'GET /api/v3/account': reads((exchange, _params, key) => ({
		makerCommission: 10,
		takerCommission: 10,
		buyerCommission: 0,
		sellerCommission: 0,
		canTrade: key.canTrade,
		canWithdraw: key.canWithdraw,
		canDeposit: true,
		brokered: false,
		requireSelfTradePrevention: false,
		preventSor: false,
		updateTime: key.createdAt,
		accountType: 'SPOT',
		balances: spotBalances(exchange, key.accountId),
		permissions: ['SPOT'],
		uid: exchange.account(key.accountId).uid,
	})),
};

function named(exchange: Exchange, params: Params) {
	const symbol = text(params, 'symbol');
	return symbol === undefined ? exchange.instruments() : [instrumentNamed(exchange, symbol)];
}

/**
 * Returns an account's positions. Version 3 of the endpoint lists contracts with a position or orders; version 2
 * lists every contract.
 */
function positions(
	exchange: Exchange,
	params: Params,
	accountId: string,
	alsoEmpty: boolean,
): readonly Position[] {
	const held = new Map(exchange.positions(accountId).map((position) => [position.symbol, position]));
	const withOrders = new Set(exchange.openOrders(accountId, undefined).map(({ request }) => request.symbol));
	return named(exchange, params).flatMap((instrument) => {
		const position = held.get(instrument.symbol);
		if (position !== undefined) return [position];
		return alsoEmpty || withOrders.has(instrument.symbol)
			? [emptyPosition(exchange, accountId, instrument)]
			: [];
	});
}

/**
 * Returns income rows, oldest first. Without a start time it returns the latest rows of the seven days before the end
 * time. With a start time it returns the first rows from then on, or the later page that `page` selects (page "Get
 * Income History").
 */
function income(exchange: Exchange, params: Params, accountId: string): readonly IncomeRow[] {
	const limit = rowLimit(params, INCOME_ROWS, INCOME_ROWS_MAX);
	const start = whole(params, 'startTime');
	const to = whole(params, 'endTime') ?? exchange.now();
	const range = { from: start ?? to - WEEK_MS, to, limit: SCAN_ROWS_MAX };
	const type = text(params, 'incomeType');
	const symbol = text(params, 'symbol');
	const rows = [
		...exchange.ledger(accountId, range).flatMap((entry) => ledgerIncome(entry) ?? []),
		...exchange.fundingPayments(accountId, range).map(fundingIncome),
		...exchange.assetLedger(accountId, range).map(assetIncome),
	]
		.filter((row) => type === undefined || row.incomeType === type)
		.filter((row) => symbol === undefined || row.symbol === symbol)
		.sort((a, b) => a.time - b.time || a.tranId - b.tranId);
	const page = Math.max(1, whole(params, 'page') ?? 1);
	if (start === undefined && page === 1) return rows.slice(-limit);
	return rows.slice((page - 1) * limit, page * limit);
}
