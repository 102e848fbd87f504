/**
 * Handles KuCoin's endpoints for the main account: its balance and ledger, transfers to and from the futures account,
 * deposits and withdrawals. All of them are on the spot host.
 *
 * Sources: pages "Flex Transfer", "Get Account List - Spot", "Get Account Ledgers - Spot/Margin", "Get Deposit
 * History" and "Get Withdrawal History", read 2026-11, and ccxt 4.5.84. A transfer needs the permission
 * "FlexTransfers" (`InnerTransfer` in a key's description). KuCoin does not document what a repeated `clientOid` does.
 * The simulator moves the money again, because that exposes a client that sends twice.
 */
import { isMultipleOf, neg, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange } from '../core/types.ts';
import type { MainEntry, MoneyKind, MoneyMove } from '../core/wallet-records.ts';
import { KucoinRefusal } from './errors.ts';
import { moneyText } from './numbers.ts';
import { pageOf } from './order-routes.ts';
import { decimal, type Params, requiredText, text, time } from './params.ts';
import type { PrivateRoute } from './routes.ts';

const CURRENCY = 'USDT';
const ROWS_MAX = 100_000;
const AMOUNT_STEP = parseDecimal('0.00000001');
const MAIN = 'MAIN';
const FUTURES = 'CONTRACT';

/** Paths of requests that need the permission to transfer instead of the permission to trade. */
export const TRANSFER_PATHS: ReadonlySet<string> = new Set(['/api/v3/accounts/universal-transfer']);

/** Routes of the main account. */
export const TRANSFER_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	'POST /api/v3/accounts/universal-transfer': (exchange, params, _path, key) =>
		transferred(exchange, params, key),
	'GET /api/v1/accounts': (exchange, params, _path, { accountId }) => {
		const type = text(params, 'type') ?? 'main';
		const currency = text(params, 'currency') ?? CURRENCY;
		if (type !== 'main' || currency !== CURRENCY) return [];
		const balance = moneyText(exchange.wallets.balance(accountId));
		return [{ id: `main${accountId}`, currency, type, balance, available: balance, holds: '0' }];
	},
	'GET /api/v1/accounts/ledgers': (exchange, params, _path, { accountId }) => {
		const type = text(params, 'bizType');
		const direction = text(params, 'direction');
		const rows = exchange.wallets
			.entries(accountId, rangeOf(params))
			.map(ledgerBody)
			.filter((row) => type === undefined || row.bizType.toUpperCase() === type.toUpperCase())
			.filter((row) => direction === undefined || row.direction === direction);
		return pageOf(ofCurrency(params, rows), params, (row) => row);
	},
	'GET /api/v1/deposits': (exchange, params, _path, { accountId }) =>
		moves(exchange, params, accountId, 'deposit'),
	'GET /api/v1/withdrawals': (exchange, params, _path, { accountId }) =>
		moves(exchange, params, accountId, 'withdrawal'),
};

function transferred(exchange: Exchange, params: Params, { accountId }: ApiKey): unknown {
	requiredText(params, 'clientOid');
	const type = requiredText(params, 'type');
	const from = requiredText(params, 'fromAccountType');
	const to = requiredText(params, 'toAccountType');
	const amount = decimal(params, 'amount');
	const isOwn = (from === MAIN && to === FUTURES) || (from === FUTURES && to === MAIN);
	if (type !== 'INTERNAL' || !isOwn || amount === undefined || amount <= ZERO)
		throw new KucoinRefusal('400100', 'Parameter error.', 400);
	if (!isMultipleOf(amount, AMOUNT_STEP)) throw new KucoinRefusal('400100', 'Amount precision error.', 400);
	if (requiredText(params, 'currency') !== CURRENCY) throw balanceInsufficient();
	const wish = { toFutures: to === FUTURES, amount, clientId: undefined };
	const result = exchange.wallets.transfer(accountId, wish);
	if (result.kind === 'short') throw balanceInsufficient();
	return { orderId: result.transfer.id };
}

function balanceInsufficient(): KucoinRefusal {
	return new KucoinRefusal('230003', 'Balance insufficient!');
}

function rangeOf(params: Params) {
	return { from: time(params, 'startAt'), to: time(params, 'endAt'), limit: ROWS_MAX };
}

function ofCurrency<Row>(params: Params, rows: readonly Row[]): readonly Row[] {
	return (text(params, 'currency') ?? CURRENCY) === CURRENCY ? rows : [];
}

const BIZ_TYPES: Readonly<Record<MoneyKind, string>> = {
	deposit: 'Deposit',
	withdrawal: 'Withdrawal',
	transferIn: 'Transfer',
	transferOut: 'Transfer',
};

function ledgerBody({ id, kind, amount, balance, at, reference }: MainEntry) {
	return {
		id,
		currency: CURRENCY,
		amount: moneyText(amount < ZERO ? neg(amount) : amount),
		fee: '0',
		balance: moneyText(balance),
		accountType: MAIN,
		bizType: BIZ_TYPES[kind],
		direction: amount < ZERO ? 'out' : 'in',
		createdAt: at,
		context: JSON.stringify({ orderId: reference }),
	};
}

const STATUS: Readonly<Record<MoneyMove['status'], string>> = {
	pending: 'PROCESSING',
	done: 'SUCCESS',
	canceled: 'FAILURE',
};

function moves(exchange: Exchange, params: Params, accountId: string, kind: MoneyMove['kind']): unknown {
	const status = text(params, 'status');
	const rows = exchange.wallets
		.moves(accountId, rangeOf(params))
		.filter((move) => move.kind === kind)
		.filter((move) => status === undefined || STATUS[move.status] === status);
	return pageOf(ofCurrency(params, rows), params, moveBody);
}

function moveBody({ id, kind, amount, fee, txId, at, endedAt, status }: MoneyMove) {
	return {
		...(kind === 'withdrawal' ? { id } : {}),
		currency: CURRENCY,
		chain: 'eth',
		status: STATUS[status],
		address: '0x0000000000000000000000000000000000000001',
		memo: '',
		isInner: false,
		amount: moneyText(amount),
		fee: moneyText(fee),
		walletTxId: kind === 'withdrawal' && status !== 'done' ? null : txId,
		createdAt: at,
		updatedAt: endedAt ?? at,
		remark: '',
		...(kind === 'deposit' ? { arrears: false } : {}),
	};
}
