/**
 * Handles Bybit's REST endpoints for the funding account: its balance, transfers to and from the unified account,
 * deposits and withdrawals.
 *
 * Sources: pages "Create Internal Transfer", "Get Internal Transfer Records", "Get All Coins Balance", "Get Deposit
 * Records (on-chain)", "Get Withdrawal Records" and "Error Codes" (section Account Asset, 131xxx), read 2026-11, and
 * ccxt 4.5.84. Transfers need the permission "AccountTransfer". The order of the checks is our assumption.
 */
import { isMultipleOf, parseDecimal } from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange } from '../core/types.ts';
import type { MoneyMove, OwnTransfer } from '../core/wallet-records.ts';
import { BybitRefusal } from './errors.ts';
import { moneyText } from './numbers.ts';
import {
	cutPage,
	DAY_MS,
	type Page,
	type Params,
	pageSize,
	positiveDecimal,
	readCursor,
	requiredText,
	text,
	timeWindow,
} from './params.ts';
import type { PrivateRoute, RouteAnswer } from './routes.ts';

const ROWS_DEFAULT = 20;
const ROWS_MAX = 50;
const SCAN_ROWS_MAX = 100_000;
/** Default and maximum range of the records, milliseconds. */
const TRANSFERS_MS = 7 * DAY_MS;
const MOVES_MS = 30 * DAY_MS;

const COIN = 'USDT';
const UNIFIED = 'UNIFIED';
const FUND = 'FUND';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Smallest step of an amount. Bybit does not say it per coin; this is the core's. */
const AMOUNT_STEP = parseDecimal('0.00000001');

/** `METHOD path` of requests that need the permission to transfer instead of the permission to trade. */
export const TRANSFER_ENDPOINTS: ReadonlySet<string> = new Set(['POST /v5/asset/transfer/inter-transfer']);

/** Routes of the funding account. */
export const TRANSFER_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	'POST /v5/asset/transfer/inter-transfer': transfer,
	'GET /v5/asset/transfer/query-inter-transfer-list': transfers,
	'GET /v5/asset/transfer/query-account-coins-balance': balances,
	'GET /v5/asset/deposit/query-record': deposits,
	'GET /v5/asset/withdraw/query-record': withdrawals,
};

function transfer(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	const transferId = requiredText(params, 'transferId');
	const from = requiredText(params, 'fromAccountType');
	const to = requiredText(params, 'toAccountType');
	const amount = positiveDecimal(params, 'amount', 'amount');
	if (!UUID.test(transferId) || amount === undefined)
		throw new BybitRefusal(131203, 'Request parameter error');
	if (from === to) throw new BybitRefusal(131211, "fromAccountType can't be the same as toAccountType");
	const isKnown = (name: string): boolean => name === UNIFIED || name === FUND;
	if (!isKnown(to)) throw new BybitRefusal(131231, 'Transfers into this account are not supported');
	if (!isKnown(from)) throw new BybitRefusal(131232, 'Transfers out this account are not supported');
	if (!isMultipleOf(amount, AMOUNT_STEP)) throw new BybitRefusal(131210, 'Amount accuracy error');
	if (requiredText(params, 'coin') !== COIN) throw new BybitRefusal(131212, 'Insufficient balance');
	const wish = { toFutures: to === UNIFIED, amount, clientId: transferId.toLowerCase() };
	const { kind } = exchange.wallets.transfer(key.accountId, wish);
	if (kind === 'duplicate') throw new BybitRefusal(131214, 'TransferId exist');
	if (kind === 'short') throw new BybitRefusal(131212, 'Insufficient balance');
	return { result: { transferId, status: 'SUCCESS' }, retMsg: 'success' };
}

function transfers(exchange: Exchange, params: Params, { accountId }: ApiKey): RouteAnswer {
	const wanted = text(params, 'transferId')?.toLowerCase();
	const status = text(params, 'status') ?? 'SUCCESS';
	const rows = recordsOf(params, exchange.now(), TRANSFERS_MS, (range) =>
		exchange.wallets
			.transfers(accountId, range)
			.filter(({ id, clientId }) => wanted === undefined || (clientId ?? id) === wanted)
			.filter(() => status === 'SUCCESS'),
	);
	return paged('list', rows, transferBody);
}

function transferBody({ id, clientId, amount, toFutures, at }: OwnTransfer): Record<string, unknown> {
	return {
		transferId: clientId ?? id,
		coin: COIN,
		amount: moneyText(amount),
		fromAccountType: toFutures ? FUND : UNIFIED,
		toAccountType: toFutures ? UNIFIED : FUND,
		timestamp: String(at),
		status: 'SUCCESS',
	};
}

/** Returns the balances of one account type. */
function balances(exchange: Exchange, params: Params, { accountId }: ApiKey): RouteAnswer {
	const accountType = requiredText(params, 'accountType');
	const isUnified = accountType === UNIFIED;
	if (!isUnified && accountType !== FUND) throw new BybitRefusal(131204, 'Account info error');
	const wallet = isUnified ? exchange.balance(accountId).walletBalance : exchange.wallets.balance(accountId);
	const free = isUnified ? exchange.wallets.transferable(accountId) : wallet;
	const asked = text(params, 'coin')?.split(',') ?? [COIN];
	const balance = asked.map((coin) => ({
		coin,
		transferBalance: coin === COIN ? moneyText(free) : '0',
		walletBalance: coin === COIN ? moneyText(wallet) : '0',
		bonus: '',
	}));
	return {
		result: { memberId: String(exchange.account(accountId).uid), accountType, balance },
		retMsg: 'success',
	};
}

/** Status of a deposit: 1 to be confirmed, 3 success, 4 failed (page "Enums Definitions", depositStatus). */
const DEPOSIT_STATUS: Readonly<Record<MoneyMove['status'], number>> = { pending: 1, done: 3, canceled: 4 };
/** Status of a withdrawal (page "Enums Definitions", withdrawStatus). */
const WITHDRAW_STATUS: Readonly<Record<MoneyMove['status'], string>> = {
	pending: 'Pending',
	done: 'success',
	canceled: 'CancelByUser',
};

function deposits(exchange: Exchange, params: Params, { accountId }: ApiKey): RouteAnswer {
	return paged('rows', movesOf(exchange, params, accountId, 'deposit'), (move) => ({
		id: move.id,
		coin: COIN,
		chain: 'ETH',
		amount: moneyText(move.amount),
		txID: move.txId,
		status: DEPOSIT_STATUS[move.status],
		toAddress: '0x0000000000000000000000000000000000000001',
		tag: '',
		depositFee: '',
		successAt: String(move.endedAt ?? move.at),
		confirmations: move.status === 'pending' ? '0' : '100',
		txIndex: '0',
		blockHash: '',
		batchReleaseLimit: '-1',
		depositType: '0',
		fromAddress: '',
		taxDepositRecordsId: '',
		taxStatus: 0,
	}));
}

function withdrawals(exchange: Exchange, params: Params, { accountId }: ApiKey): RouteAnswer {
	return paged('rows', movesOf(exchange, params, accountId, 'withdrawal'), (move) => ({
		coin: COIN,
		chain: 'ETH',
		amount: moneyText(move.amount),
		txID: move.status === 'done' ? move.txId : '',
		status: WITHDRAW_STATUS[move.status],
		toAddress: '0x0000000000000000000000000000000000000002',
		tag: '',
		withdrawFee: moneyText(move.fee),
		createTime: String(move.at),
		updateTime: String(move.endedAt ?? move.at),
		withdrawId: move.id,
		withdrawType: 0,
	}));
}

function movesOf(
	exchange: Exchange,
	params: Params,
	accountId: string,
	kind: MoneyMove['kind'],
): Page<MoneyMove> {
	return recordsOf(params, exchange.now(), MOVES_MS, (range) =>
		exchange.wallets.moves(accountId, range).filter((move) => move.kind === kind),
	);
}

/** Returns the requested page of records, newest first. */
function recordsOf<Row>(
	params: Params,
	now: number,
	spanMs: number,
	read: (range: { readonly from: number; readonly to: number; readonly limit: number }) => readonly Row[],
): Page<Row> {
	const size = pageSize(params, ROWS_DEFAULT, ROWS_MAX);
	const coin = text(params, 'coin');
	const cursor = readCursor(params);
	const { from, to } = timeWindow(params, now, spanMs);
	const end = cursor === undefined ? to : Math.min(to, cursor.to);
	const rows = coin === undefined || coin === COIN ? read({ from, to: end, limit: SCAN_ROWS_MAX }) : [];
	return cutPage(rows, cursor ?? { offset: 0, to: end }, size);
}

function paged<Row>(
	name: 'list' | 'rows',
	{ rows, nextPageCursor }: Page<Row>,
	body: (row: Row) => Record<string, unknown>,
): RouteAnswer {
	return { result: { [name]: rows.map(body), nextPageCursor }, retMsg: 'success' };
}
