/**
 * Handles Binance's wallet endpoints for the spot wallet: transfers to and from the USD-M futures account, deposits
 * and withdrawals.
 *
 * Sources: wallet documentation, pages "User Universal Transfer", "Query User Universal Transfer History", "Deposit
 * History" and "Withdraw History", read 2026-11, and ccxt 4.5.84 (`transfer`, and code -5013 for too little money). A
 * transfer needs "Permits Universal Transfer" of the key; the code of the refusal, -1002, is our assumption. Binance
 * takes no client id, so a transfer that is sent twice moves the money twice.
 */
import { isMultipleOf, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange } from '../core/types.ts';
import type { MoneyMove, OwnTransfer } from '../core/wallet-records.ts';
import { BinanceRefusal, malformed } from './errors.ts';
import { moneyText } from './numbers.ts';
import { decimal, type Params, requiredText, text, whole } from './params.ts';
import { reads, type SignedRoute } from './routes.ts';

const ASSET = 'USDT';
const TO_FUTURES = 'MAIN_UMFUTURE';
const TO_SPOT = 'UMFUTURE_MAIN';
const DAY_MS = 86_400_000;
/** Range without a start time: transfers of seven days, deposits and withdrawals of ninety. */
const TRANSFERS_MS = 7 * DAY_MS;
const MOVES_MS = 90 * DAY_MS;
const TRANSFER_ROWS = 10;
const TRANSFER_ROWS_MAX = 100;
const MOVE_ROWS_MAX = 1_000;
const SCAN_ROWS_MAX = 100_000;
const AMOUNT_STEP = parseDecimal('0.00000001');

/** Routes of the spot wallet. */
export const TRANSFER_ROUTES: Readonly<Record<string, SignedRoute>> = {
	// The permission is checked in the handler, because it is not the one to trade.
	'POST /sapi/v1/asset/transfer': reads(transfer),
	'GET /sapi/v1/asset/transfer': reads((exchange, params, { accountId }) => {
		const isIn = directionOf(requiredText(params, 'type'));
		const rows = exchange.wallets
			.transfers(accountId, rangeOf(params, exchange.now(), TRANSFERS_MS))
			.filter(({ toFutures }) => toFutures === isIn);
		const size = Math.min(TRANSFER_ROWS_MAX, whole(params, 'size') ?? TRANSFER_ROWS);
		const start = (Math.max(1, whole(params, 'current') ?? 1) - 1) * size;
		return { total: rows.length, rows: rows.slice(start, start + size).map(transferBody) };
	}),
	'GET /sapi/v1/capital/deposit/hisrec': reads((exchange, params, key) =>
		movesOf(exchange, params, key, 'deposit').map(depositBody),
	),
	'GET /sapi/v1/capital/withdraw/history': reads((exchange, params, key) =>
		movesOf(exchange, params, key, 'withdrawal').map(withdrawalBody),
	),
};

/** Returns the spot balances of `GET /api/v3/account`. */
export function spotBalances(exchange: Exchange, accountId: string): readonly unknown[] {
	const balance = exchange.wallets.balance(accountId);
	return balance === ZERO ? [] : [{ asset: ASSET, free: moneyText(balance), locked: '0' }];
}

function transfer(exchange: Exchange, params: Params, key: ApiKey): unknown {
	if (!key.canTransfer)
		throw new BinanceRefusal(-1002, 'You are not authorized to execute this request.', 401);
	const toFutures = directionOf(requiredText(params, 'type'));
	const asset = requiredText(params, 'asset');
	const amount = decimal(params, 'amount');
	if (amount === undefined || amount <= ZERO || !isMultipleOf(amount, AMOUNT_STEP)) throw malformed('amount');
	const result =
		asset === ASSET
			? exchange.wallets.transfer(key.accountId, { toFutures, amount, clientId: undefined })
			: undefined;
	if (result === undefined || result.kind === 'short')
		throw new BinanceRefusal(-5013, 'Asset transfer failed: insufficient balance');
	return { tranId: Number(result.transfer.id) };
}

/** True for a transfer into the futures account. @throws BinanceRefusal for a transfer between other wallets */
function directionOf(type: string): boolean {
	if (type !== TO_FUTURES && type !== TO_SPOT) throw malformed('type');
	return type === TO_FUTURES;
}

function transferBody({ id, amount, toFutures, at }: OwnTransfer) {
	return {
		asset: ASSET,
		amount: moneyText(amount),
		type: toFutures ? TO_FUTURES : TO_SPOT,
		status: 'CONFIRMED',
		tranId: Number(id),
		timestamp: at,
	};
}

function rangeOf(params: Params, now: number, spanMs: number) {
	const to = whole(params, 'endTime') ?? now;
	return { from: whole(params, 'startTime') ?? to - spanMs, to, limit: SCAN_ROWS_MAX };
}

function movesOf(
	exchange: Exchange,
	params: Params,
	{ accountId }: ApiKey,
	kind: MoneyMove['kind'],
): readonly MoneyMove[] {
	if ((text(params, 'coin') ?? ASSET) !== ASSET) return [];
	const offset = whole(params, 'offset') ?? 0;
	const limit = Math.min(MOVE_ROWS_MAX, whole(params, 'limit') ?? MOVE_ROWS_MAX);
	return exchange.wallets
		.moves(accountId, rangeOf(params, exchange.now(), MOVES_MS))
		.filter((move) => move.kind === kind)
		.slice(offset, offset + limit);
}

/** Status of a deposit: 0 pending, 1 success, 7 wrong deposit (page "Deposit History"). */
const DEPOSIT_STATUS: Readonly<Record<MoneyMove['status'], number>> = { pending: 0, done: 1, canceled: 7 };
/** Status of a withdrawal: 4 processing, 6 completed, 1 canceled (page "Withdraw History"). */
const WITHDRAW_STATUS: Readonly<Record<MoneyMove['status'], number>> = { pending: 4, done: 6, canceled: 1 };

function depositBody({ id, amount, status, txId, at, endedAt }: MoneyMove) {
	return {
		id,
		amount: moneyText(amount),
		coin: ASSET,
		network: 'ETH',
		status: DEPOSIT_STATUS[status],
		address: '0x0000000000000000000000000000000000000001',
		addressTag: '',
		txId,
		insertTime: at,
		...(endedAt === undefined ? {} : { completeTime: endedAt }),
		transferType: 0,
		confirmTimes: status === 'done' ? '12/12' : '1/12',
		unlockConfirm: 12,
		walletType: 0,
	};
}

function withdrawalBody({ id, amount, fee, status, txId, at, endedAt }: MoneyMove) {
	return {
		id,
		amount: moneyText(amount),
		transactionFee: moneyText(fee),
		coin: ASSET,
		status: WITHDRAW_STATUS[status],
		address: '0x0000000000000000000000000000000000000002',
		txId: status === 'done' ? txId : '',
		applyTime: utcText(at),
		network: 'ETH',
		transferType: 0,
		...(endedAt === undefined ? {} : { completeTime: utcText(endedAt) }),
		info: '',
		confirmNo: status === 'done' ? 12 : 0,
		walletType: 0,
		txKey: '',
	};
}

/** Formats a time as Binance does for withdrawals: UTC, in whole seconds. */
function utcText(at: number): string {
	return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
