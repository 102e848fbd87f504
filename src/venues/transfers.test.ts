/** Parses answers about wallets, transfers, deposits and withdrawals, in the form of each exchange's documentation. */
import { describe, expect, test } from 'vitest';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { OwnTransfer } from '../ports/own-transfers.ts';
import { dialectOf } from './modules.ts';
import type { Call } from './shared/dialect.ts';
import { createOwnTransfers } from './shared/own-transfers.ts';

const SENT_AT = 1_760_000_000_000;
const MOVED_AT = Date.UTC(2019, 9, 12, 11, 12, 2);
const TRANSFER: OwnTransfer = {
	from: 'main',
	to: 'futures',
	asset: 'USDT',
	amount: parseDecimal('2.5'),
	clientId: 'a'.repeat(32),
};

/** Returns an exchange's functions over fixed answers, by ccxt's method, and the parameters of each request. */
function over(venue: string, answers: Readonly<Record<string, unknown>>) {
	const asked: Record<string, unknown> = {};
	const call: Call = async (_kind, method, params) => {
		asked[method] = params;
		if (!Object.hasOwn(answers, method)) throw new Error(`No answer to ${method}.`);
		return answers[method];
	};
	return { asked, ...createOwnTransfers(dialectOf(venue), call) };
}

describe('Binance', () => {
	const moves = (deposits: unknown, withdrawals: unknown) =>
		over('binance', {
			sapiGetCapitalDepositHisrec: deposits,
			sapiGetCapitalWithdrawHistory: withdrawals,
		}).outsideMoves?.(MOVED_AT, MOVED_AT + 1_000);
	const deposit = { id: 'd1', amount: '7', coin: 'USDT', txId: 't1', insertTime: MOVED_AT };
	const withdrawal = { id: 'w1', amount: '8', transactionFee: '1', coin: 'USDT', txId: '' };

	test.each([
		[0, 'pending'],
		[8, 'pending'],
		[1, 'done'],
		[6, 'done'],
		[2, 'failed'],
		[7, 'failed'],
	])('status %s of a deposit is %s', async (status, state) => {
		expect(await moves([{ ...deposit, status }], [])).toMatchObject([
			{ kind: 'deposit', state, at: MOVED_AT },
		]);
	});

	test.each([
		[0, 'pending'],
		[4, 'pending'],
		[6, 'done'],
		[1, 'failed'],
		[3, 'failed'],
		[5, 'failed'],
	])('status %s of a withdrawal is %s', async (status, state) => {
		const row = { ...withdrawal, status, applyTime: '2019-10-12 11:12:02' };
		expect(await moves([], [row])).toEqual([
			{
				recordId: 'w1',
				kind: 'withdrawal',
				asset: 'USDT',
				amount: fromInteger(8),
				fee: fromInteger(1),
				state,
				transactionId: null,
				at: MOVED_AT,
			},
		]);
	});

	test('a withdrawal without a readable time makes the answer unusable', async () => {
		await expect(moves([], [{ ...withdrawal, status: 6, applyTime: 'yesterday' }])).rejects.toThrow(
			/applyTime/,
		);
	});

	test('finds the earliest transfer with the same direction and amount', async () => {
		const row = { asset: 'USDT', type: 'MAIN_UMFUTURE', status: 'CONFIRMED' };
		const rows = [
			{ ...row, amount: '2.5', tranId: 3 },
			{ ...row, amount: '2.50', tranId: 2 },
			{ ...row, amount: '9', tranId: 1 },
		];
		const { asked, findOwnTransfer } = over('binance', { sapiGetAssetTransfer: { total: 3, rows } });
		expect(await findOwnTransfer?.(TRANSFER, SENT_AT)).toEqual({
			kind: 'found',
			state: 'done',
			venueTransferId: '2',
		});
		expect(asked.sapiGetAssetTransfer).toMatchObject({ type: 'MAIN_UMFUTURE', startTime: SENT_AT - 5_000 });
	});

	test('an answer without rows knows no transfer', async () => {
		const { findOwnTransfer } = over('binance', { sapiGetAssetTransfer: { total: 0 } });
		expect(await findOwnTransfer?.(TRANSFER, SENT_AT)).toEqual({ kind: 'absent' });
	});

	test('reads no wallets in the test environment, which lacks the wallet interface', () => {
		const { transfers, inTest } = dialectOf('binance');
		expect(transfers).toBeDefined();
		expect(inTest).toHaveProperty('transfers', undefined);
	});
});

describe('KuCoin', () => {
	test('finds a transfer in the ledger of the main account', async () => {
		const items = [
			{ amount: '2.5', direction: 'out', context: '{"orderId":"later"}' },
			{ amount: '2.5', direction: 'out', context: '{"orderId":"first"}' },
			{ amount: '3', direction: 'out', context: '{"orderId":"other"}' },
		];
		const { asked, findOwnTransfer } = over('kucoin', { privateGetAccountsLedgers: { data: { items } } });
		expect(await findOwnTransfer?.(TRANSFER, SENT_AT)).toEqual({
			kind: 'found',
			state: 'done',
			venueTransferId: 'first',
		});
		expect(asked.privateGetAccountsLedgers).toMatchObject({ direction: 'out', bizType: 'TRANSFER' });
	});

	test('reads every page of deposits; a pending one has no transaction yet', async () => {
		const page = (currentPage: number, status: string) => ({
			data: {
				currentPage,
				totalPage: 2,
				items: [
					{
						currency: 'USDT',
						amount: currentPage,
						fee: 0.01,
						status,
						createdAt: currentPage,
						walletTxId: '',
					},
				],
			},
		});
		const call: Call = async (_kind, method, params) => {
			if (method === 'privateGetWithdrawals') return { data: { totalPage: 0, items: [] } };
			return params?.currentPage === 1 ? page(1, 'SUCCESS') : page(2, 'PROCESSING');
		};
		const { outsideMoves } = createOwnTransfers(dialectOf('kucoin'), call);
		expect(await outsideMoves?.(0, 1_000)).toMatchObject([
			{ recordId: '1', state: 'done', transactionId: null, fee: 0n },
			{ recordId: '2', state: 'pending' },
		]);
	});
});

describe('OKX', () => {
	test('sends our id, and finds a transfer only by it', async () => {
		const row = { transId: '9', clientId: TRANSFER.clientId, state: 'success' };
		const { asked, transferOwn, findOwnTransfer } = over('okx', {
			privatePostAssetTransfer: { code: '0', data: [row] },
			privateGetAssetTransferState: { code: '0', data: [{ ...row, clientId: 'b'.repeat(32) }] },
		});
		expect(await transferOwn?.(TRANSFER)).toEqual({ kind: 'accepted', venueTransferId: '9' });
		expect(asked.privatePostAssetTransfer).toEqual({
			ccy: 'USDT',
			amt: '2.5',
			from: '6',
			to: '18',
			type: '0',
			clientId: TRANSFER.clientId,
		});
		expect(await findOwnTransfer?.(TRANSFER, SENT_AT)).toEqual({ kind: 'absent' });
	});

	test('counts a credited deposit as arrived, and a canceled withdrawal as failed', async () => {
		const { outsideMoves } = over('okx', {
			privateGetAssetDepositHistory: {
				data: [{ depId: 'd', ccy: 'USDT', amt: '5', state: '1', ts: '10', txId: 't' }],
			},
			privateGetAssetWithdrawalHistory: {
				data: [{ wdId: 'w', ccy: 'USDT', amt: '5', fee: '0.1', state: '-2', ts: '20', txId: '' }],
			},
		});
		expect(await outsideMoves?.(0, 1_000)).toMatchObject([
			{ recordId: 'd', kind: 'deposit', state: 'done', fee: 0n },
			{ recordId: 'w', kind: 'withdrawal', state: 'failed', fee: parseDecimal('0.1') },
		]);
	});

	test('an account without money in the funding account has an empty main wallet', async () => {
		const { wallets } = over('okx', {
			privateGetAssetBalances: { data: [] },
			privateGetAccountBalance: {
				data: [{ details: [{ ccy: 'USDT', cashBal: '90', isoEq: '12', isoUpl: '2' }] }],
			},
			privateGetAccountMaxWithdrawal: { data: [{ ccy: 'USDT', maxWd: '80' }] },
		});
		expect(await wallets?.()).toMatchObject([
			{ wallet: 'main', amount: 0n, transferable: 0n },
			{ wallet: 'futures', amount: fromInteger(100), transferable: fromInteger(80) },
		]);
	});
});

describe('Hyperliquid', () => {
	test('offers no transfer, because only the account’s own key could send one', () => {
		const { wallets, outsideMoves, transferOwn, findOwnTransfer } = over('hyperliquid', {});
		expect([wallets, outsideMoves, transferOwn, findOwnTransfer].map((each) => each !== undefined)).toEqual([
			true,
			true,
			false,
			false,
		]);
	});
});
