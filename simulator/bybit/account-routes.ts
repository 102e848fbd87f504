/** Handles Bybit's REST endpoints for the account, its positions and its API key. */
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange, Instrument, Position } from '../core/types.ts';
import { accountInfoBody, apiKeyBody, positionBody, type Wallet, walletBody } from './account-bodies.ts';
import { BybitRefusal, paramsError } from './errors.ts';
import { FEE_COIN } from './fee-coin.ts';
import { moneyText, rateText } from './numbers.ts';
import { listed, requireInstrument } from './order-routes.ts';
import {
	type Category,
	category,
	cutPage,
	DAY_MS,
	oneOf,
	type Params,
	pageSize,
	positiveDecimal,
	readCursor,
	requiredText,
	text,
	timeWindow,
} from './params.ts';
import { realizedInAll, realizedOn } from './realized-totals.ts';
import type { PrivateRoute, RouteAnswer } from './routes.ts';
import { assetLog, LOG_TYPES, transactionLog } from './transaction-log.ts';

const POSITIONS_DEFAULT = 20;
const POSITIONS_MAX = 200;
const LOG_DEFAULT = 20;
const LOG_MAX = 50;

/** The only margin coin of simulated wallets. */
const COIN = 'USDT';

export const ACCOUNT_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	'GET /v5/user/query-api': queryKey,
	'GET /v5/account/info': accountInfo,
	'GET /v5/account/wallet-balance': walletBalance,
	'GET /v5/account/withdrawal': transferable,
	'GET /v5/account/fee-rate': feeRates,
	'GET /v5/account/transaction-log': log,
	'POST /v5/account/set-margin-mode': setMarginMode,
	'GET /v5/position/list': positions,
	'POST /v5/position/set-leverage': setLeverage,
	'POST /v5/position/switch-mode': switchMode,
	'GET /v5/asset/coin/query-info': coins,
};

function queryKey(exchange: Exchange, _params: Params, key: ApiKey): RouteAnswer {
	return { result: apiKeyBody(key, exchange.account(key.accountId), exchange.now()), retMsg: '' };
}

function accountInfo(exchange: Exchange, _params: Params, key: ApiKey): RouteAnswer {
	return { result: accountInfoBody(exchange.marginMode(key.accountId, undefined), exchange.now()) };
}

export function readWallet(exchange: Exchange, accountId: string): Wallet {
	const mode = exchange.marginMode(accountId, undefined);
	const cumulative = realizedInAll(exchange, accountId);
	return walletBody(exchange.balance(accountId), mode, cumulative, COIN, exchange.assetBalance(accountId));
}

function walletBalance(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	if (text(params, 'accountType') !== 'UNIFIED') {
		throw new BybitRefusal(10001, 'accountType only support UNIFIED.');
	}
	const wallet = readWallet(exchange, key.accountId);
	const asked = text(params, 'coin')?.split(',');
	if (asked === undefined) return { result: { list: [wallet] } };
	const coin = wallet.coin.filter((row) => asked.includes(String(row.coin)));
	return { result: { list: [{ ...wallet, coin }] } };
}

function transferable(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	const names = requiredText(params, 'coinName').split(',').slice(0, 20);
	const available = moneyText(exchange.balance(key.accountId).available);
	const amounts = names.map((name): [string, string] => [name, name === COIN ? available : '0']);
	return {
		result: {
			availableWithdrawal: amounts[0]?.[1] ?? '0',
			availableWithdrawalMap: Object.fromEntries(amounts),
		},
	};
}

/** Returns fee rates. `category` may be omitted here because ccxt's fetchTradingFees omits it. */
function feeRates(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	const asked: Category = text(params, 'category') === undefined ? 'linear' : category(params);
	if (asked !== 'linear') return { result: { list: [] } };
	const chosen = text(params, 'symbol') === undefined ? undefined : requireInstrument(exchange, params);
	const instruments = chosen === undefined ? exchange.instruments() : [chosen];
	const list = instruments.map(({ symbol }) => {
		const rates = exchange.feeRates(key.accountId, symbol);
		return { symbol, takerFeeRate: rateText(rates.taker), makerFeeRate: rateText(rates.maker) };
	});
	return { result: { list } };
}

/**
 * Returns transaction log rows. With only a start or only an end, the window is the 24 hours after the start or
 * before the end. Two bounds may be up to seven days apart.
 */
function log(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	const size = pageSize(params, LOG_DEFAULT, LOG_MAX);
	const currency = text(params, 'currency') ?? COIN;
	const asked = text(params, 'category') === undefined ? 'linear' : category(params);
	const type = text(params, 'type') === undefined ? undefined : oneOf(params, 'type', LOG_TYPES);
	const isAsset = currency === FEE_COIN;
	if ((currency !== COIN && !isAsset) || asked !== 'linear')
		return { result: { nextPageCursor: '', list: [] } };
	const cursor = readCursor(params);
	const span = timeWindow(params, exchange.now(), DAY_MS, 7 * DAY_MS);
	const window = cursor === undefined ? span : { from: span.from, to: Math.min(span.to, cursor.to) };
	const base = text(params, 'baseCoin');
	const ofBase = exchange.instruments().filter((instrument) => instrument.base === base);
	const symbols = base === undefined ? undefined : new Set(ofBase.map((instrument) => instrument.symbol));
	const query = { window, type, symbols };
	const rows = isAsset
		? assetLog(exchange, key.accountId, query)
		: transactionLog(exchange, key.accountId, query);
	const page = cutPage(rows, cursor ?? { offset: 0, to: window.to }, size);
	return { result: { nextPageCursor: page.nextPageCursor, list: page.rows } };
}

function setMarginMode(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	const asked = oneOf(params, 'setMarginMode', ['ISOLATED_MARGIN', 'REGULAR_MARGIN', 'PORTFOLIO_MARGIN']);
	if (asked === 'PORTFOLIO_MARGIN') {
		const reasonMsg = 'Equity needs to be equal to or greater than 1000 USDC';
		throw new BybitRefusal(3400045, 'Set margin mode failed', 200, {
			reasons: [{ reasonCode: '3400000', reasonMsg }],
		});
	}
	exchange.setMarginMode(key.accountId, undefined, asked === 'ISOLATED_MARGIN' ? 'isolated' : 'cross');
	return { result: { reasons: [] }, retMsg: 'Request accepted' };
}

function positionRow(
	exchange: Exchange,
	accountId: string,
	instrument: Instrument,
	position: Position | undefined,
): Record<string, unknown> {
	return positionBody({
		instrument,
		position,
		leverage: exchange.leverage(accountId, instrument.symbol),
		mark: position?.mark ?? exchange.quote(instrument.symbol).mark,
		cumulativeRealized: realizedOn(exchange, accountId, instrument.symbol),
		now: exchange.now(),
		status: 'Normal',
	});
}

/**
 * Returns position rows. With `symbol` it returns that instrument's row, even without a position; with `settleCoin`
 * it returns all open positions.
 */
function positions(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	const asked = category(params);
	const size = pageSize(params, POSITIONS_DEFAULT, POSITIONS_MAX);
	if (asked !== 'linear') return { result: { list: [], nextPageCursor: '', category: asked } };
	const held = exchange.positions(key.accountId);
	if (text(params, 'symbol') !== undefined) {
		const instrument = requireInstrument(exchange, params);
		const position = held.find((candidate) => candidate.symbol === instrument.symbol);
		const row = positionRow(exchange, key.accountId, instrument, position);
		// In hedge mode, each side has its own row (page "Get Position Info", positionIdx, read 2026-11).
		const list = exchange.notes.isHedged(key.accountId)
			? [1, 2].map((positionIdx) => ({ ...row, positionIdx }))
			: [row];
		return { result: { list, nextPageCursor: '', category: asked } };
	}
	const settle = text(params, 'settleCoin');
	if (settle === undefined) {
		throw paramsError('Missing some parameters that must be filled in, symbol or settleCoin');
	}
	const rows = settle === COIN ? held : [];
	const cursor = readCursor(params) ?? { offset: 0, to: exchange.now() };
	const page = cutPage(rows, cursor, size);
	const list = page.rows.map((position) =>
		positionRow(exchange, key.accountId, listed(exchange, position.symbol), position),
	);
	const more = cursor.offset + page.rows.length < rows.length;
	return { result: { list, nextPageCursor: more ? page.nextPageCursor : '', category: asked } };
}

const LEVERAGE_MIN = parseDecimal('1');

/** Sets the leverage. In one-way mode, buy and sell leverage must be equal. */
function setLeverage(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	if (category(params) !== 'linear') throw paramsError('Illegal category: only linear is traded here');
	const { symbol } = requireInstrument(exchange, params);
	const buy = positiveDecimal(params, 'buyLeverage', 'buy leverage');
	const sell = positiveDecimal(params, 'sellLeverage', 'sell leverage');
	if (buy === undefined || sell === undefined || buy < LEVERAGE_MIN) throw paramsError('leverage invalid');
	if (buy !== sell) throw paramsError('buy leverage invalid: it must equal sellLeverage in one-way mode');
	exchange.setLeverage(key.accountId, symbol, buy);
	return { result: {} };
}

/**
 * Switches the position mode. Clients can use only one-way mode: a request for it is refused as not modified, and a
 * request for hedge mode as not supported.
 */
function switchMode(exchange: Exchange, params: Params): RouteAnswer {
	if (category(params) !== 'linear') throw paramsError('Illegal category: only linear is traded here');
	if (text(params, 'symbol') !== undefined) requireInstrument(exchange, params);
	else requiredText(params, 'coin');
	const mode = oneOf(params, 'mode', ['0', '3']);
	if (mode === '3') throw new BybitRefusal(110029, 'Hedge mode is not supported for this symbol.');
	throw new BybitRefusal(110025, 'Position mode is not modified');
}

/**
 * Lists coins with their networks. Clients cannot transfer coins in the simulator, so deposits and withdrawals are
 * closed on every network.
 */
function coins(exchange: Exchange, params: Params): RouteAnswer {
	const asked = text(params, 'coin');
	const names = new Set([COIN, ...exchange.instruments().map((instrument) => instrument.base)]);
	const rows = [...names].filter((name) => asked === undefined || name === asked).map(coinBody);
	return { result: { rows }, retMsg: '' };
}

function coinBody(name: string): Record<string, unknown> {
	return {
		name,
		coin: name,
		remainAmount: '0',
		chains: [
			{
				chainType: 'Ethereum',
				confirmation: '6',
				withdrawFee: '0',
				depositMin: '0',
				withdrawMin: '0',
				chain: 'ETH',
				chainDeposit: '0',
				chainWithdraw: '0',
				minAccuracy: '8',
				withdrawPercentageFee: '0',
				contractAddress: '',
				safeConfirmNumber: '65',
			},
		],
	};
}
