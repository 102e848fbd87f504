/**
 * Reads the funding account of a Bybit user, moves money between it and the unified account, and reads deposits and
 * withdrawals (bybit-exchange.github.io/docs/v5/asset: pages "Create Internal Transfer", "Get Internal Transfer
 * Records", "Get All Coins Balance", "Get Deposit Records (on-chain)", "Get Withdrawal Records", read 2026-11).
 */
import { formatDecimal, ZERO } from '../../domain/decimal.ts';
import type { OutsideMove, OwnTransfer, WalletName, WalletReport } from '../../ports/own-transfers.ts';
import type { Call, TransfersByKey, TransfersDialect } from '../shared/dialect.ts';
import { codeProofs } from '../shared/error-codes.ts';
import { at, type Body, bodies, decimal, listed, required, text, whole } from '../shared/fields.ts';
import { partsOf, readInParts } from '../shared/paging.ts';
import { pages } from './markets.ts';

const COIN = 'USDT';
const RECORD_ROWS = 50;
const DAY_MS = 86_400_000;
/** Maximum range per request, milliseconds, minus a margin. */
const MOVES_MS_MAX = 30 * DAY_MS - 1_000;

/** Bybit's account type of each wallet. */
const TYPES: Readonly<Record<WalletName, string>> = { main: 'FUND', futures: 'UNIFIED' };

/** Wallets and transfers of a Bybit session. */
export const bybitTransfers: TransfersDialect = {
	readWallets: (call) =>
		Promise.all((['main', 'futures'] as const).map((wallet) => readWallet(call, wallet))),
	readOutsideMoves: bybitOutsideMoves,
	byKey: bybitTransfersByKey(),
};

/** Reads deposits and withdrawals of USDT. */
export async function bybitOutsideMoves(
	call: Call,
	from: number,
	to: number,
): Promise<readonly OutsideMove[]> {
	const deposits = await records(call, 'privateGetV5AssetDepositQueryRecord', from, to);
	const withdrawals = await records(call, 'privateGetV5AssetWithdrawQueryRecord', from, to);
	return [...deposits.flatMap((row) => depositOf(row) ?? []), ...withdrawals.map(withdrawalOf)];
}

async function readWallet(call: Call, wallet: WalletName): Promise<WalletReport> {
	const answer = await call('account', 'privateGetV5AssetTransferQueryAccountCoinsBalance', {
		accountType: TYPES[wallet],
		coin: COIN,
	});
	const rows = listed(at(answer, 'result', 'balance'), 'balance');
	const row = rows.find((candidate) => text(candidate, 'coin') === COIN);
	return {
		wallet,
		asset: COIN,
		amount: required(decimal(row, 'walletBalance'), 'walletBalance'),
		transferable: required(decimal(row, 'transferBalance'), 'transferBalance'),
	};
}

function bybitTransfersByKey(): TransfersByKey {
	return {
		async send(call, { from, to, asset, amount, clientId }) {
			const answer = await call('account', 'privatePostV5AssetTransferInterTransfer', {
				transferId: uuidOf(clientId),
				coin: asset,
				amount: formatDecimal(amount),
				fromAccountType: TYPES[from],
				toAccountType: TYPES[to],
			});
			return text(at(answer, 'result'), 'transferId');
		},
		async find(call, { clientId }: OwnTransfer) {
			const transferId = uuidOf(clientId);
			const answer = await call('account', 'privateGetV5AssetTransferQueryInterTransferList', { transferId });
			const rows = bodies(at(answer, 'result', 'list'));
			const row = rows.find((candidate) => text(candidate, 'transferId')?.toLowerCase() === transferId);
			return row === undefined
				? undefined
				: { state: STATES[text(row, 'status') ?? ''] ?? 'pending', venueTransferId: transferId };
		},
		// Page "Error Codes", section Account Asset. The codes for service errors, and 131214, "TransferId exist", leave
		// the outcome open.
		refusals: codeProofs({
			refused: {
				'131004': 'KYC needed',
				'131202': 'invalid memberId',
				'131203': 'request parameter error',
				'131204': 'account info error',
				'131207': 'account not exist',
				'131208': 'forbid transfer',
				'131210': 'amount accuracy error',
				'131211': 'fromAccountType can’t be the same as toAccountType',
				'131212': 'insufficient balance',
				'131213': 'transfer LTV check error',
				'131215': 'amount error',
				'131217': 'risk check error',
				'131231': 'transfers into this account are not supported',
				'131232': 'transfers out this account are not supported',
			},
			passing: {},
			untraded: {},
		}),
	};
}

/** Transfer states (page "Enums Definitions", transferStatus, read 2026-11); any other one is pending. */
const STATES: Readonly<Record<string, 'done' | 'failed'>> = { SUCCESS: 'done', FAILED: 'failed' };

/** Converts our id to Bybit's form, a UUID in lower case. */
function uuidOf(clientId: string): string {
	return clientId.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function records(call: Call, method: string, from: number, to: number): Promise<readonly Body[]> {
	const rows: Body[] = [];
	for (const [start, end] of partsOf(from, to, MOVES_MS_MAX))
		rows.push(
			...(await readInParts(start, end, (startTime, endTime) =>
				pages(call, 'account', method, { coin: COIN, limit: RECORD_ROWS, startTime, endTime }, 'rows'),
			)),
		);
	return rows;
}

/** Deposit states (page "Enums Definitions", depositStatus): 3 is success, 4 is failed, the others are pending. */
const DEPOSIT_STATES: Readonly<Record<string, OutsideMove['state']>> = { '3': 'done', '4': 'failed' };
/** Withdrawal states (page "Enums Definitions", withdrawStatus) that are final. */
const WITHDRAW_STATES: Readonly<Record<string, OutsideMove['state']>> = {
	success: 'done',
	CancelByUser: 'failed',
	Reject: 'failed',
	Fail: 'failed',
};

/** Parses a deposit; returns undefined for a row without an id, because a pending one may lack its transaction. */
function depositOf(row: Body): OutsideMove | undefined {
	const transactionId = text(row, 'txID') ?? null;
	const recordId = text(row, 'id') ?? transactionId ?? undefined;
	if (recordId === undefined) return undefined;
	return {
		recordId,
		kind: 'deposit',
		asset: required(text(row, 'coin'), 'coin'),
		amount: required(decimal(row, 'amount'), 'amount'),
		fee: ZERO,
		state: DEPOSIT_STATES[text(row, 'status') ?? ''] ?? 'pending',
		transactionId,
		at: required(whole(row, 'successAt'), 'successAt'),
	};
}

function withdrawalOf(row: Body): OutsideMove {
	return {
		recordId: required(text(row, 'withdrawId'), 'withdrawId'),
		kind: 'withdrawal',
		asset: required(text(row, 'coin'), 'coin'),
		amount: required(decimal(row, 'amount'), 'amount'),
		fee: decimal(row, 'withdrawFee') ?? ZERO,
		state: WITHDRAW_STATES[text(row, 'status') ?? ''] ?? 'pending',
		transactionId: text(row, 'txID') ?? null,
		at: required(whole(row, 'createTime'), 'createTime'),
	};
}
