/**
 * Reads the funding account of an OKX user, moves money between it and the trading account, and reads deposits and
 * withdrawals (okx.com/docs-v5: pages "Funds transfer", "Get funds transfer state", "Get balance" of the section
 * Funding account, "Get maximum withdrawals", "Get deposit history", "Get withdrawal history", read 2026-11). Deposits
 * enter the funding account.
 */
import { formatDecimal, ZERO } from '../../domain/decimal.ts';
import type { OutsideMove, WalletName } from '../../ports/own-transfers.ts';
import type { Call, TransfersByKey, TransfersDialect } from '../shared/dialect.ts';
import { codeProofs } from '../shared/error-codes.ts';
import { at, type Body, bodies, decimal, listed, required, text, whole } from '../shared/fields.ts';
import { cashOf } from './account.ts';
import { COLLATERAL } from './markets.ts';

const PAGE_ROWS = 100;
/** Maximum pages of deposits or withdrawals; the pages cover the last three months. */
const PAGES_MAX = 50;
/** Transfer type: within one account. */
const WITHIN_ACCOUNT = '0';
/** OKX's number of each wallet. */
const NUMBERS: Readonly<Record<WalletName, string>> = { main: '6', futures: '18' };

/** Wallets and transfers of an OKX session. */
export const okxTransfers: TransfersDialect = {
	async readWallets(call) {
		const query = { ccy: COLLATERAL };
		// Without a balance the list is empty.
		const main = listed(at(await call('account', 'privateGetAssetBalances', query), 'data'), 'balances')[0];
		const account = bodies(at(await call('account', 'privateGetAccountBalance', query), 'data'))[0];
		const detail = bodies(at(account, 'details')).find((row) => text(row, 'ccy') === COLLATERAL);
		const most = bodies(at(await call('account', 'privateGetAccountMaxWithdrawal', query), 'data'))[0];
		return [
			{
				wallet: 'main',
				asset: COLLATERAL,
				amount: decimal(main, 'bal') ?? ZERO,
				transferable: decimal(main, 'availBal') ?? ZERO,
			},
			{
				wallet: 'futures',
				asset: COLLATERAL,
				amount: detail === undefined ? ZERO : cashOf(detail),
				transferable: decimal(most, 'maxWd') ?? ZERO,
			},
		];
	},
	async readOutsideMoves(call, from, to) {
		const deposits = await records(call, 'privateGetAssetDepositHistory', from, to);
		const withdrawals = await records(call, 'privateGetAssetWithdrawalHistory', from, to);
		return [
			...deposits.map((row) => moveOf(row, 'deposit', 'depId', DEPOSIT_STATES)),
			...withdrawals.map((row) => moveOf(row, 'withdrawal', 'wdId', WITHDRAW_STATES)),
		];
	},
	byKey: okxTransfersByKey(),
};

function okxTransfersByKey(): TransfersByKey {
	return {
		async send(call, { from, to, asset, amount, clientId }) {
			const answer = await call('account', 'privatePostAssetTransfer', {
				ccy: asset,
				amt: formatDecimal(amount),
				from: NUMBERS[from],
				to: NUMBERS[to],
				type: WITHIN_ACCOUNT,
				clientId,
			});
			return text(bodies(at(answer, 'data'))[0], 'transId');
		},
		async find(call, { clientId }) {
			const query = { clientId, type: WITHIN_ACCOUNT };
			const answer = await call('account', 'privateGetAssetTransferState', query);
			const row = bodies(at(answer, 'data')).find((one) => text(one, 'clientId') === clientId);
			if (row === undefined) return undefined;
			return { state: STATES[text(row, 'state') ?? ''] ?? 'pending', venueTransferId: text(row, 'transId') };
		},
		// Page "Error Code", section funding class. 58112, "failed, try again later", and 50071, an id that exists, leave
		// the outcome open.
		refusals: codeProofs({
			refused: {
				'58004': 'account blocked',
				'58100': 'the product triggers risk control, transfers out are suspended',
				'58101': 'transfer suspended',
				'58104': 'restricted from fund transfers',
				'58105': 'restricted from fund transfers',
				'58110': 'the contract triggers risk control, transfers are suspended',
				'58114': 'transfer amount must be greater than 0',
				'58115': 'sub-account does not exist',
				'58116': 'transfer amount exceeds the limit',
				'58117': 'account assets are abnormal, negative assets',
				'58350': 'insufficient balance',
			},
			passing: {
				'58102': 'too frequent transfers',
				'58111': 'transfers unavailable while the funding fee is charged',
			},
			untraded: {},
		}),
	};
}

/** Final states of a transfer: "success, pending, failed". */
const STATES: Readonly<Record<string, 'done' | 'failed'>> = { success: 'done', failed: 'failed' };

/** Reads the rows with from ≤ ts ≤ to, page by page from the newest. `before` and `after` exclude their own time. */
async function records(call: Call, method: string, from: number, to: number): Promise<readonly Body[]> {
	const rows: Body[] = [];
	let after = to + 1;
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const query = { ccy: COLLATERAL, before: from - 1, after, limit: PAGE_ROWS };
		const list = listed(at(await call('account', method, query), 'data'), 'rows');
		rows.push(...list);
		const oldest = whole(list.at(-1), 'ts');
		if (list.length < PAGE_ROWS || oldest === undefined) return rows;
		after = oldest;
	}
	return rows;
}

/**
 * Final states of deposits: 1 is "credited", 2 "successful"; the others wait for something (page "Get deposit
 * history"). A deposit with state 1 can be traded but not withdrawn yet.
 */
const DEPOSIT_STATES: Readonly<Record<string, OutsideMove['state']>> = { '1': 'done', '2': 'done' };
/** Final states of withdrawals: 2 is "success", -1 "failed", -2 "canceled" (page "Get withdrawal history"). */
const WITHDRAW_STATES: Readonly<Record<string, OutsideMove['state']>> = {
	'2': 'done',
	'-1': 'failed',
	'-2': 'failed',
};

function moveOf(
	row: Body,
	kind: OutsideMove['kind'],
	idName: string,
	states: Readonly<Record<string, OutsideMove['state']>>,
): OutsideMove {
	return {
		recordId: required(text(row, idName), idName),
		kind,
		asset: required(text(row, 'ccy'), 'ccy'),
		amount: required(decimal(row, 'amt'), 'amt'),
		fee: kind === 'withdrawal' ? (decimal(row, 'fee') ?? ZERO) : ZERO,
		state: states[text(row, 'state') ?? ''] ?? 'pending',
		transactionId: text(row, 'txId') ?? null,
		at: required(whole(row, 'ts'), 'ts'),
	};
}
