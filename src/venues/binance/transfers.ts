/**
 * Reads the spot wallet of a Binance user, moves money between it and the USD-M futures account, and reads deposits
 * and withdrawals (wallet documentation: pages "User Universal Transfer", "Query User Universal Transfer History",
 * "Deposit History", "Withdraw History", read 2026-11). Deposits enter the spot wallet.
 *
 * Binance takes no client id. A transfer whose outcome is unknown is searched in the history by direction and amount.
 */
import { add, formatDecimal, ZERO } from '../../domain/decimal.ts';
import type { OutsideMove } from '../../ports/own-transfers.ts';
import type { Call, TransfersByKey, TransfersDialect } from '../shared/dialect.ts';
import { codeProofs } from '../shared/error-codes.ts';
import { at, type Body, bodies, decimal, listed, required, text, whole } from '../shared/fields.ts';
import { SEARCH_BACK_MS } from '../shared/own-transfers.ts';
import { partsOf, readInParts, TOO_MANY } from '../shared/paging.ts';

const ASSET = 'USDT';
const TRANSFER_ROWS = 100;
const MOVE_ROWS_MAX = 1_000;
/** Maximum range per request, milliseconds: 90 days, minus a margin. */
const MOVES_MS_MAX = 90 * 86_400_000 - 1_000;

/** Wallets and transfers of a Binance session. */
export const binanceTransfers: TransfersDialect = {
	async readWallets(call) {
		const spot = await call('account', 'privateGetAccount', { omitZeroBalances: true });
		const main = listed(at(spot, 'balances'), 'balances').find((row) => text(row, 'asset') === ASSET);
		const free = decimal(main, 'free') ?? ZERO;
		const rows = listed(await call('account', 'fapiPrivateV3GetBalance'), 'balances');
		const futures = rows.find((row) => text(row, 'asset') === ASSET);
		return [
			{
				wallet: 'main',
				asset: ASSET,
				amount: add(free, decimal(main, 'locked') ?? ZERO),
				transferable: free,
			},
			{
				wallet: 'futures',
				asset: ASSET,
				amount: required(decimal(futures, 'balance'), 'balance'),
				transferable: required(decimal(futures, 'maxWithdrawAmount'), 'maxWithdrawAmount'),
			},
		];
	},
	async readOutsideMoves(call, from, to) {
		const deposits = await records(call, 'sapiGetCapitalDepositHisrec', from, to);
		const withdrawals = await records(call, 'sapiGetCapitalWithdrawHistory', from, to);
		return [...deposits.map(depositOf), ...withdrawals.map(withdrawalOf)];
	},
	byKey: binanceTransfersByKey(),
};

function typeOf(to: 'main' | 'futures'): string {
	return to === 'main' ? 'UMFUTURE_MAIN' : 'MAIN_UMFUTURE';
}

function binanceTransfersByKey(): TransfersByKey {
	return {
		async send(call, { to, asset, amount }) {
			const answer = await call('account', 'sapiPostAssetTransfer', {
				type: typeOf(to),
				asset,
				amount: formatDecimal(amount),
			});
			return text(answer, 'tranId');
		},
		async find(call, { to, asset, amount }, sentAt) {
			const answer = await call('account', 'sapiGetAssetTransfer', {
				type: typeOf(to),
				startTime: sentAt - SEARCH_BACK_MS,
				size: TRANSFER_ROWS,
			});
			// Newest first, so the earliest one is the last. Without any transfer the answer has no rows.
			const row = bodies(at(answer, 'rows')).findLast(
				(one) => text(one, 'asset') === asset && decimal(one, 'amount') === amount,
			);
			if (row === undefined) return undefined;
			return { state: STATES[text(row, 'status') ?? ''] ?? 'pending', venueTransferId: text(row, 'tranId') };
		},
		// Codes of the wallet interface in ccxt 4.5.84; their texts say that nothing has moved.
		refusals: codeProofs({
			refused: {
				'-3005': 'transferring out not allowed, amount exceeds the maximum',
				'-3018': 'transferring in has been banned for this account',
				'-3019': 'transferring out has been banned for this account',
				'-3020': 'transfer out amount exceeds the maximum',
				'-5002': 'insufficient balance',
				'-5003': 'you do not have this asset',
				'-5013': 'asset transfer failed: insufficient balance',
			},
			passing: {},
			untraded: {},
		}),
	};
}

/** Final states of a transfer: "CONFIRMED / FAILED / PENDING". */
const STATES: Readonly<Record<string, 'done' | 'failed'>> = { CONFIRMED: 'done', FAILED: 'failed' };

async function records(call: Call, method: string, from: number, to: number): Promise<readonly Body[]> {
	const rows: Body[] = [];
	for (const [start, end] of partsOf(from, to, MOVES_MS_MAX))
		rows.push(
			...(await readInParts(start, end, async (startTime, endTime) => {
				const query = { coin: ASSET, startTime, endTime, limit: MOVE_ROWS_MAX };
				const list = listed(await call('account', method, query), 'rows');
				return list.length < MOVE_ROWS_MAX ? list : TOO_MANY;
			})),
		);
	return rows;
}

/**
 * States of deposits: 1 is success, 6 "credited but cannot withdraw", 7 "wrong deposit", 2 "rejected"; others are
 * pending.
 */
const DEPOSIT_STATES: Readonly<Record<string, OutsideMove['state']>> = {
	'1': 'done',
	'6': 'done',
	'2': 'failed',
	'7': 'failed',
};
/** States of withdrawals: 6 is completed, 1 cancelled, 3 rejected, 5 failure; others are pending. */
const WITHDRAW_STATES: Readonly<Record<string, OutsideMove['state']>> = {
	'6': 'done',
	'1': 'failed',
	'3': 'failed',
	'5': 'failed',
};

function depositOf(row: Body): OutsideMove {
	const transactionId = text(row, 'txId') ?? null;
	return {
		recordId: required(text(row, 'id') ?? transactionId ?? undefined, 'id'),
		kind: 'deposit',
		asset: required(text(row, 'coin'), 'coin'),
		amount: required(decimal(row, 'amount'), 'amount'),
		fee: ZERO,
		state: DEPOSIT_STATES[text(row, 'status') ?? ''] ?? 'pending',
		transactionId,
		at: required(whole(row, 'insertTime'), 'insertTime'),
	};
}

/** Parses a withdrawal. Its time is text in UTC, in whole seconds. */
function withdrawalOf(row: Body): OutsideMove {
	const applied = Date.parse(`${text(row, 'applyTime')?.replace(' ', 'T')}Z`);
	return {
		recordId: required(text(row, 'id'), 'id'),
		kind: 'withdrawal',
		asset: required(text(row, 'coin'), 'coin'),
		amount: required(decimal(row, 'amount'), 'amount'),
		fee: decimal(row, 'transactionFee') ?? ZERO,
		state: WITHDRAW_STATES[text(row, 'status') ?? ''] ?? 'pending',
		transactionId: text(row, 'txId') ?? null,
		at: required(Number.isFinite(applied) ? applied : undefined, 'applyTime'),
	};
}
