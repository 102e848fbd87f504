/**
 * Handles KuCoin's private account endpoints: balance, positions, margin mode, leverage, fees, payments and ledger.
 */
import { formatDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { Exchange } from '../core/types.ts';
import {
	apiKeyBody,
	assetLedgerBody,
	assetOverviewBody,
	emptyPositionBody,
	ledgerBody,
	overviewBody,
	paymentBody,
	positionBody,
} from './account-bodies.ts';
import { invalidParameter } from './errors.ts';
import { decimal, instrumentNamed, type Params, requiredText, text, time, whole } from './params.ts';
import type { PrivateRoute } from './routes.ts';

const PAYMENTS_PAGE = 10;
const PAYMENTS_PAGE_MAX = 100;
const LEDGER_PAGE = 50;
const LEDGER_PAGE_MAX = 50;
/** Maximum rows read from the core to build one page. */
const SCAN_ROWS_MAX = 5_000;

export const ACCOUNT_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	'GET /api/v1/account-overview': (exchange, params, _path, key) => {
		const currency = text(params, 'currency') ?? 'USDT';
		if (currency === 'USDT') return overviewBody(exchange.balance(key.accountId));
		const asset = exchange.assetBalance(key.accountId);
		if (asset?.asset === currency) return assetOverviewBody(asset);
		throw invalidParameter('currency parameter invalid: this account settles in USDT.');
	},
	'GET /api/v1/positions': (exchange, _params, _path, key) => {
		const account = exchange.account(key.accountId);
		return exchange.positions(key.accountId).flatMap((position) => {
			const instrument = exchange.instrument(position.symbol);
			return instrument === undefined ? [] : [positionBody(exchange, account, instrument, position)];
		});
	},
	'GET /api/v1/position': (exchange, params, _path, key) => onePosition(exchange, params, key.accountId),
	'GET /api/v2/position': (exchange, params, _path, key) => onePosition(exchange, params, key.accountId),
	'GET /api/v2/position/getPositionMode': (exchange, _params, _path, key) => ({
		positionMode: exchange.notes.isHedged(key.accountId) ? 1 : 0,
	}),
	'GET /api/v2/position/getMarginMode': (exchange, params, _path, key) => {
		const { symbol } = instrumentNamed(exchange, requiredText(params, 'symbol'));
		return {
			symbol,
			marginMode: exchange.marginMode(key.accountId, symbol) === 'cross' ? 'CROSS' : 'ISOLATED',
		};
	},
	'POST /api/v2/position/changeMarginMode': (exchange, params, _path, key) => {
		const { symbol } = instrumentNamed(exchange, requiredText(params, 'symbol'));
		const marginMode = requiredText(params, 'marginMode');
		if (marginMode !== 'ISOLATED' && marginMode !== 'CROSS')
			throw invalidParameter('marginMode parameter invalid.');
		exchange.setMarginMode(key.accountId, symbol, marginMode === 'CROSS' ? 'cross' : 'isolated');
		return { symbol, marginMode };
	},
	'GET /api/v2/getCrossUserLeverage': (exchange, params, _path, key) => {
		const { symbol } = instrumentNamed(exchange, requiredText(params, 'symbol'));
		return { symbol, leverage: formatDecimal(exchange.leverage(key.accountId, symbol)) };
	},
	'POST /api/v2/changeCrossUserLeverage': (exchange, params, _path, key) => {
		const { symbol } = instrumentNamed(exchange, requiredText(params, 'symbol'));
		const leverage = decimal(params, 'leverage') ?? ZERO;
		if (exchange.leverage(key.accountId, symbol) !== leverage)
			exchange.setLeverage(key.accountId, symbol, leverage);
		return true;
	},
	'GET /api/v1/trade-fees': (exchange, params, _path, key) => {
		const { symbol } = instrumentNamed(exchange, requiredText(params, 'symbol'));
		const fees = exchange.feeRates(key.accountId, symbol);
		return { symbol, takerFeeRate: formatDecimal(fees.taker), makerFeeRate: formatDecimal(fees.maker) };
	},
	'GET /api/v1/funding-history': (exchange, params, _path, key) => {
		const instrument = instrumentNamed(exchange, requiredText(params, 'symbol'));
		const range = {
			symbol: instrument.symbol,
			from: time(params, 'startAt') ?? time(params, 'from'),
			to: time(params, 'endAt') ?? time(params, 'to'),
			limit: SCAN_ROWS_MAX,
		};
		const rows = exchange.fundingPayments(key.accountId, range);
		const page = pageAfter(rows, (row) => Number(row.id), params, PAYMENTS_PAGE, PAYMENTS_PAGE_MAX);
		return { dataList: page.rows.map((row) => paymentBody(instrument, row)), hasMore: page.hasMore };
	},
	'GET /api/v1/transaction-history': (exchange, params, _path, key) => {
		const range = { from: time(params, 'startAt'), to: time(params, 'endAt'), limit: SCAN_ROWS_MAX };
		const wanted = text(params, 'type');
		const currency = text(params, 'currency');
		// Rows are newest first. Both ledgers take their ids from one counter, so `offset` sorts rows with equal
		// times.
		const bodies = [
			...exchange.ledger(key.accountId, range).map(ledgerBody),
			...exchange.assetLedger(key.accountId, range).map(assetLedgerBody),
		]
			.filter((row) => wanted === undefined || row.type === wanted)
			.filter((row) => currency === undefined || row.currency === currency)
			.sort((a, b) => b.time - a.time || b.offset - a.offset);
		const page = pageAfter(bodies, (row) => row.offset, params, LEDGER_PAGE, LEDGER_PAGE_MAX);
		return { hasMore: page.hasMore, dataList: page.rows };
	},
	// Source: page "Get Account Mode", read 2026-11.
	'GET /api/ua/v1/account/mode': (exchange, _params, _path, { accountId }) => ({
		selfAccountMode: exchange.notes.kind(accountId) ?? 'CLASSIC',
	}),
	'GET /api/v1/user/api-key': (exchange, _params, _path, key) =>
		apiKeyBody(key, exchange.account(key.accountId)),
	'GET /api/v1/hf/accounts/opened': () => true,
};

function onePosition(exchange: Exchange, params: Params, accountId: string): unknown {
	const instrument = instrumentNamed(exchange, requiredText(params, 'symbol'));
	const account = exchange.account(accountId);
	const position = exchange.positions(accountId).find((candidate) => candidate.symbol === instrument.symbol);
	return position === undefined
		? emptyPositionBody(exchange, account, instrument)
		: positionBody(exchange, account, instrument, position);
}

/** Returns the page that follows `offset`, which is the id of the last row seen. `rows` are newest first. */
function pageAfter<Row>(
	rows: readonly Row[],
	idOf: (row: Row) => number,
	params: Params,
	fallback: number,
	atMost: number,
) {
	const offset = whole(params, 'offset', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
	const count = whole(params, 'maxCount', fallback, atMost);
	const rest = rows.filter((row) => idOf(row) < offset);
	return { rows: rest.slice(0, count), hasMore: rest.length > count };
}
