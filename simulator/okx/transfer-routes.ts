/**
 * Handles OKX's endpoints for the funding account: its balance and bills, transfers to and from the trading account,
 * deposits and withdrawals.
 *
 * Sources: pages "Funds transfer", "Get funds transfer state", "Get balance", "Asset bills details", "Get deposit
 * history", "Get withdrawal history", "Get maximum withdrawals" and "Error Code" (section funding class, 58xxx), read
 * 2026-11, and ccxt 4.5.84. A transfer needs the permission to trade. OKX does not document what a repeated `clientId`
 * does; 50071, which OKX uses for other ids that exist, is our assumption, and so is an empty list for a transfer that
 * is not known.
 */
import { isMultipleOf, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange } from '../core/types.ts';
import type { MainEntry, MoneyKind, MoneyMove, OwnTransfer } from '../core/wallet-records.ts';
import { OkxRefusal, wrongParameter } from './errors.ts';
import { instant, money } from './numbers.ts';
import { page } from './order-routes.ts';
import { decimal, type Params, pageSize, requiredText, text, whole } from './params.ts';
import type { PrivateRoute } from './routes.ts';

const CURRENCY = 'USDT';
const FUNDING = '6';
const TRADING = '18';
const WITHIN_ACCOUNT = '0';
const ROWS_MAX = 100;
const SCAN_ROWS_MAX = 100_000;
const CLIENT_ID = /^[A-Za-z0-9]{1,32}$/;
const AMOUNT_STEP = parseDecimal('0.00000001');

/** Routes of the funding account. */
export const TRANSFER_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	'POST /api/v5/asset/transfer': transfer,
	'GET /api/v5/asset/transfer-state': (exchange, params, { accountId }) => {
		const transId = text(params, 'transId');
		const clientId = text(params, 'clientId');
		if (transId === undefined && clientId === undefined)
			throw new OkxRefusal('50015', 'Either parameter transId or clientId is required', 400);
		const found =
			clientId === undefined
				? exchange.wallets.transfers(accountId, { limit: SCAN_ROWS_MAX }).find(({ id }) => id === transId)
				: exchange.wallets.transferOf(accountId, clientId);
		return found === undefined ? [] : [stateBody(found)];
	},
	'GET /api/v5/asset/balances': (exchange, params, { accountId }) => {
		const balance = exchange.wallets.balance(accountId);
		if (balance === ZERO || !asksForCurrency(params)) return [];
		const bal = money(balance);
		return [{ availBal: bal, bal, ccy: CURRENCY, frozenBal: '0' }];
	},
	'GET /api/v5/asset/bills': (exchange, params, { accountId }) => {
		const type = text(params, 'type');
		const rows = exchange.wallets
			.entries(accountId, { limit: SCAN_ROWS_MAX })
			.filter(({ kind }) => type === undefined || BILL_TYPES[kind] === type);
		return asksForCurrency(params) ? page(rows.map(billBody), ({ billId }) => billId, params) : [];
	},
	'GET /api/v5/asset/deposit-history': (exchange, params, key) =>
		movesOf(exchange, params, key, 'deposit').map(depositBody),
	'GET /api/v5/asset/withdrawal-history': (exchange, params, key) =>
		movesOf(exchange, params, key, 'withdrawal').map(withdrawalBody),
	'GET /api/v5/account/max-withdrawal': (exchange, params, { accountId }) => {
		const most = money(exchange.wallets.transferable(accountId));
		const row = { ccy: CURRENCY, maxWd: most, maxWdEx: '', spotOffsetMaxWd: '', spotOffsetMaxWdEx: '' };
		return asksForCurrency(params) ? [row] : [];
	},
};

function asksForCurrency(params: Params): boolean {
	const asked = text(params, 'ccy');
	return asked === undefined || asked.split(',').includes(CURRENCY);
}

function transfer(exchange: Exchange, params: Params, { accountId }: ApiKey): readonly unknown[] {
	const ccy = requiredText(params, 'ccy');
	const from = requiredText(params, 'from');
	const to = requiredText(params, 'to');
	const amount = decimal(params, 'amt');
	const clientId = text(params, 'clientId');
	const isOwn = (from === FUNDING && to === TRADING) || (from === TRADING && to === FUNDING);
	if (!isOwn) throw wrongParameter('from');
	if ((text(params, 'type') ?? WITHIN_ACCOUNT) !== WITHIN_ACCOUNT)
		throw new OkxRefusal('58115', 'Sub-account does not exist.');
	if (amount === undefined || !isMultipleOf(amount, AMOUNT_STEP)) throw wrongParameter('amt');
	if (amount <= ZERO) throw new OkxRefusal('58114', 'Transfer amount must be greater than 0.');
	if (clientId !== undefined && !CLIENT_ID.test(clientId)) throw wrongParameter('clientId');
	if (ccy !== CURRENCY) throw insufficient();
	const result = exchange.wallets.transfer(accountId, { toFutures: to === TRADING, amount, clientId });
	if (result.kind === 'duplicate') throw new OkxRefusal('50071', 'clientId already exists');
	if (result.kind === 'short') throw insufficient();
	const amt = money(amount);
	return [{ transId: result.transfer.id, ccy, clientId: clientId ?? '', from, amt, to }];
}

function insufficient(): OkxRefusal {
	return new OkxRefusal('58350', 'Insufficient balance');
}

function stateBody({ id, clientId, amount, toFutures }: OwnTransfer) {
	return {
		amt: money(amount),
		ccy: CURRENCY,
		clientId: clientId ?? '',
		from: toFutures ? FUNDING : TRADING,
		instId: '',
		state: 'success',
		subAcct: '',
		to: toFutures ? TRADING : FUNDING,
		toInstId: '',
		transId: id,
		type: WITHIN_ACCOUNT,
	};
}

/** Types of funding bills: deposit, withdrawal, "from trading account", "to trading account". */
const BILL_TYPES: Readonly<Record<MoneyKind, string>> = {
	deposit: '1',
	withdrawal: '2',
	transferIn: '131',
	transferOut: '130',
};

function billBody({ id, kind, amount, balance, at }: MainEntry) {
	return {
		bal: money(balance),
		balChg: money(amount),
		billId: id,
		ccy: CURRENCY,
		clientId: '',
		notes: '',
		ts: instant(at),
		type: BILL_TYPES[kind],
	};
}

/** Returns the moves between the times `before` and `after`, newest first. */
function movesOf(
	exchange: Exchange,
	params: Params,
	{ accountId }: ApiKey,
	kind: MoneyMove['kind'],
): readonly MoneyMove[] {
	if (!asksForCurrency(params)) return [];
	const olderThan = whole(params, 'after') ?? Number.MAX_SAFE_INTEGER;
	const newerThan = whole(params, 'before') ?? 0;
	return exchange.wallets
		.moves(accountId, { limit: SCAN_ROWS_MAX })
		.filter((move) => move.kind === kind && move.at < olderThan && move.at > newerThan)
		.slice(0, pageSize(params, ROWS_MAX));
}

/** State of a deposit: 0 waiting for confirmation, 2 successful, 13 a suspended one that we use for a canceled one. */
const DEPOSIT_STATES: Readonly<Record<MoneyMove['status'], string>> = {
	pending: '0',
	done: '2',
	canceled: '13',
};
/** State of a withdrawal: 1 withdrawing, 2 success, -2 canceled. */
const WITHDRAW_STATES: Readonly<Record<MoneyMove['status'], string>> = {
	pending: '1',
	done: '2',
	canceled: '-2',
};

function depositBody({ id, amount, status, txId, at }: MoneyMove) {
	return {
		actualDepBlkConfirm: status === 'done' ? '12' : '1',
		amt: money(amount),
		areaCodeFrom: '',
		ccy: CURRENCY,
		chain: `${CURRENCY}-ERC20`,
		depId: id,
		from: '',
		fromWdId: '',
		state: DEPOSIT_STATES[status],
		to: '0x0000000000000000000000000000000000000001',
		ts: instant(at),
		txId,
	};
}

function withdrawalBody({ id, amount, fee, status, txId, at }: MoneyMove) {
	return {
		addrEx: null,
		amt: money(amount),
		areaCodeFrom: '',
		areaCodeTo: '',
		ccy: CURRENCY,
		chain: `${CURRENCY}-ERC20`,
		clientId: '',
		fee: money(fee),
		feeCcy: CURRENCY,
		from: '',
		memo: '',
		nonTradableAsset: false,
		note: '',
		pmtId: '',
		state: WITHDRAW_STATES[status],
		tag: '',
		to: '0x0000000000000000000000000000000000000002',
		ts: instant(at),
		txId: status === 'done' ? txId : '',
		wdId: id,
	};
}
