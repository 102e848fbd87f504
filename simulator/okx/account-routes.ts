/** Handles OKX's private account endpoints: balance, positions, configuration, leverage, fees and bills. */
import { ExchangeRefusal } from '../core/types.ts';
import {
	balanceBody,
	configBody,
	currencyBodies,
	feeBody,
	leverageBody,
	maxSizeBody,
	positionBody,
} from './account-bodies.ts';
import { BILL_TYPES, billsOf } from './bills.ts';
import { emptyParameter, OkxRefusal, unknownInstrument, wrongParameter } from './errors.ts';
import { instrumentBody } from './market-bodies.ts';
import { page, rangeOf } from './order-routes.ts';
import {
	asksForSwaps,
	decimal,
	familyOf,
	instrumentNamed,
	oneOf,
	type Params,
	requiredText,
	selected,
	text,
} from './params.ts';
import type { PrivateRoute } from './routes.ts';

const DAY_MS = 86_400_000;
const BILLS_MS = 7 * DAY_MS;
const ARCHIVE_MS = 92 * DAY_MS;
const INSTRUMENTS_NAMED_MAX = 10;

export const ACCOUNT_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	'GET /api/v5/account/balance': (exchange, params, { accountId }) => {
		const body = balanceBody(exchange.balance(accountId), exchange.positions(accountId), exchange.now());
		const wanted = text(params, 'ccy')?.split(',');
		const details = body.details.filter(({ ccy }) => wanted === undefined || wanted.includes(ccy));
		return [{ ...body, details }];
	},
	'GET /api/v5/account/positions': (exchange, params, { accountId }) => {
		if (!asksForSwaps(params, false)) return [];
		const wanted = text(params, 'instId')?.split(',');
		if (wanted !== undefined && wanted.length > INSTRUMENTS_NAMED_MAX) throw wrongParameter('instId');
		return [...exchange.positions(accountId)]
			.sort((a, b) => b.openedAt - a.openedAt)
			.filter(({ symbol }) => wanted === undefined || wanted.includes(symbol))
			.map((position) => positionBody(exchange, instrumentNamed(exchange, position.symbol), position));
	},
	'GET /api/v5/account/config': (exchange, _params, key) => [
		configBody(key, exchange.account(key.accountId), exchange.notes.isHedged(key.accountId)),
	],
	'GET /api/v5/account/instruments': (exchange, params) =>
		selected(exchange, params).map((instrument) => instrumentBody(exchange, instrument)),
	'GET /api/v5/account/leverage-info': (exchange, params, { accountId }) => {
		const mode = modeOf(params);
		return requiredText(params, 'instId')
			.split(',')
			.map((instId) => {
				const instrument = instrumentNamed(exchange, instId);
				return leverageBody(instrument, mode, exchange.leverage(accountId, instrument.symbol));
			});
	},
	'POST /api/v5/account/set-leverage': (exchange, params, { accountId }) => {
		const instrument = instrumentNamed(exchange, requiredText(params, 'instId'));
		const mode = modeOf(params);
		const leverage = decimal(params, 'lever');
		if (leverage === undefined) throw emptyParameter('lever');
		try {
			exchange.setLeverage(accountId, instrument.symbol, leverage);
		} catch (error) {
			// At OKX, setting the current leverage again is not an error.
			if (!(error instanceof ExchangeRefusal) || error.code !== 'LEVERAGE_NOT_MODIFIED') throw error;
		}
		return [leverageBody(instrument, mode, leverage)];
	},
	'POST /api/v5/account/set-position-mode': (exchange, params, { accountId }) => {
		const posMode = oneOf(requiredText(params, 'posMode'), 'posMode', ['net_mode', 'long_short_mode']);
		const isInUse =
			exchange.positions(accountId).length + exchange.openOrders(accountId, undefined).length > 0;
		if (isInUse) throw new OkxRefusal('59000', 'Your settings failed as you have positions or open orders.');
		exchange.notes.setHedged(accountId, posMode === 'long_short_mode');
		return [{ posMode }];
	},
	'GET /api/v5/account/trade-fee': (exchange, params, { accountId }) => {
		if (!asksForSwaps(params, true)) return [];
		const family = text(params, 'instFamily');
		const instrument = exchange
			.instruments()
			.find((candidate) => family === undefined || familyOf(candidate) === family);
		if (instrument === undefined) throw unknownInstrument();
		return [feeBody(exchange.feeRates(accountId, instrument.symbol), exchange.now())];
	},
	'GET /api/v5/account/max-size': (exchange, params, { accountId }) => {
		oneOf(requiredText(params, 'tdMode'), 'tdMode', ['isolated', 'cross']);
		return requiredText(params, 'instId')
			.split(',')
			.map((instId) => maxSizeBody(exchange, instrumentNamed(exchange, instId), accountId));
	},
	'GET /api/v5/account/bills': (exchange, params, { accountId }) =>
		bills(exchange, params, accountId, BILLS_MS),
	'GET /api/v5/account/bills-archive': (exchange, params, { accountId }) =>
		bills(exchange, params, accountId, ARCHIVE_MS),
	'GET /api/v5/account/subtypes': (_exchange, params) => {
		const wanted = text(params, 'type')?.split(',');
		return BILL_TYPES.filter(({ type }) => wanted === undefined || wanted.includes(type));
	},
	'GET /api/v5/asset/currencies': (exchange, params) => {
		const wanted = text(params, 'ccy')?.split(',');
		return currencyBodies(exchange).filter(({ ccy }) => wanted === undefined || wanted.includes(ccy));
	},
	'GET /api/v5/trade/account-rate-limit': (exchange) => [
		{
			accRateLimit: '1000',
			fillRatio: '',
			mainFillRatio: '',
			nextAccRateLimit: '',
			ts: String(exchange.now()),
		},
	],
};

function modeOf(params: Params): 'isolated' | 'cross' {
	return oneOf(requiredText(params, 'mgnMode'), 'mgnMode', ['isolated', 'cross']);
}

function bills(
	exchange: Parameters<PrivateRoute>[0],
	params: Params,
	accountId: string,
	keptMs: number,
): readonly unknown[] {
	const range = rangeOf(params, exchange.now() - keptMs);
	const wanted = (name: string, value: string | undefined): boolean => {
		const asked = text(params, name);
		return asked === undefined || asked === value;
	};
	const rows = billsOf(exchange, accountId, { from: range.from ?? 0, to: range.to }).filter(
		(bill) =>
			wanted('instType', bill.instType) &&
			wanted('instId', bill.instId) &&
			wanted('ccy', bill.ccy) &&
			wanted('mgnMode', bill.mgnMode) &&
			wanted('type', bill.type) &&
			wanted('subType', bill.subType),
	);
	return page(rows, (bill) => bill.billId, params);
}
