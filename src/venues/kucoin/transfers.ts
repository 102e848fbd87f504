/**
 * Reads the main account of a KuCoin user, moves money between it and the futures account, and reads deposits and
 * withdrawals (kucoin.com/docs-new: pages "Flex Transfer", "Get Account List - Spot", "Get Account Ledgers -
 * Spot/Margin", "Get Deposit History", "Get Withdrawal History", read 2026-11).
 *
 * KuCoin does not say what a repeated `clientOid` does, and finds no transfer by it. A transfer whose outcome is
 * unknown is searched in the ledger of the main account by direction and amount.
 */
import { formatDecimal, ZERO } from '../../domain/decimal.ts';
import type { OutsideMove, WalletName } from '../../ports/own-transfers.ts';
import type { Call, TransfersByKey, TransfersDialect } from '../shared/dialect.ts';
import { codeProofs } from '../shared/error-codes.ts';
import { at, type Body, bodies, decimal, listed, required, text, whole } from '../shared/fields.ts';
import { SEARCH_BACK_MS } from '../shared/own-transfers.ts';
import { partsOf, readInParts, TOO_MANY } from '../shared/paging.ts';

const CURRENCY = 'USDT';
const PAGE_ROWS = 500;
const PAGES_MAX = 20;
/** Maximum range per request, milliseconds, minus a margin: "the query time range cannot exceed 7 days" (deposits). */
const MOVES_MS_MAX = 7 * 86_400_000 - 1_000;

/** KuCoin's account type of each wallet. */
const TYPES: Readonly<Record<WalletName, string>> = { main: 'MAIN', futures: 'CONTRACT' };

/** Wallets and transfers of a KuCoin session. */
export const kucoinTransfers: TransfersDialect = {
	async readWallets(call) {
		const main = await call('account', 'privateGetAccounts', { currency: CURRENCY, type: 'main' });
		const row = listed(at(main, 'data'), 'accounts').find((one) => text(one, 'currency') === CURRENCY);
		const futures = await call('account', 'futuresPrivateGetAccountOverview', { currency: CURRENCY });
		const account = at(futures, 'data');
		return [
			{
				wallet: 'main',
				asset: CURRENCY,
				amount: decimal(row, 'balance') ?? ZERO,
				transferable: decimal(row, 'available') ?? ZERO,
			},
			{
				wallet: 'futures',
				asset: CURRENCY,
				// `marginBalance` excludes the unrealised profit, as in the balance (page "Get Account - Futures").
				amount: required(decimal(account, 'marginBalance'), 'marginBalance'),
				transferable: required(decimal(account, 'availableBalance'), 'availableBalance'),
			},
		];
	},
	async readOutsideMoves(call, from, to) {
		const deposits = await records(call, 'privateGetDeposits', from, to);
		const withdrawals = await records(call, 'privateGetWithdrawals', from, to);
		return [
			...deposits.map((row) => moveOf(row, 'deposit')),
			...withdrawals.map((row) => moveOf(row, 'withdrawal')),
		];
	},
	byKey: kucoinTransfersByKey(),
};

function kucoinTransfersByKey(): TransfersByKey {
	return {
		async send(call, { from, to, asset, amount, clientId }) {
			const answer = await call('account', 'privatePostAccountsUniversalTransfer', {
				clientOid: clientId,
				type: 'INTERNAL',
				currency: asset,
				amount: formatDecimal(amount),
				fromAccountType: TYPES[from],
				toAccountType: TYPES[to],
			});
			return text(at(answer, 'data'), 'orderId');
		},
		async find(call, { to, asset, amount }, sentAt) {
			const answer = await call('account', 'privateGetAccountsLedgers', {
				currency: asset,
				direction: to === 'main' ? 'in' : 'out',
				bizType: 'TRANSFER',
				startAt: sentAt - SEARCH_BACK_MS,
				pageSize: PAGE_ROWS,
			});
			const rows = listed(at(answer, 'data', 'items'), 'ledger');
			// Newest first, so the earliest one is the last.
			const row = rows.findLast((one) => decimal(one, 'amount') === amount);
			return row === undefined ? undefined : { state: 'done', venueTransferId: orderIdOf(row) };
		},
		refusals: codeProofs({
			refused: {
				'210021': 'balance not enough',
				'230003': 'balance insufficient',
				'260100': 'no balance',
			},
			passing: {},
			untraded: {},
		}),
	};
}

/** Returns the transfer's id from `context`, which is JSON text. */
function orderIdOf(row: Body): string | undefined {
	return /"orderId":\s*"([^"]+)"/.exec(text(row, 'context') ?? '')?.[1];
}

async function records(call: Call, method: string, from: number, to: number): Promise<readonly Body[]> {
	const rows: Body[] = [];
	for (const [start, end] of partsOf(from, to, MOVES_MS_MAX))
		rows.push(...(await readInParts(start, end, (startAt, endAt) => pages(call, method, startAt, endAt))));
	return rows;
}

async function pages(
	call: Call,
	method: string,
	startAt: number,
	endAt: number,
): Promise<readonly Body[] | typeof TOO_MANY> {
	const rows: Body[] = [];
	for (let currentPage = 1; ; currentPage += 1) {
		const page = { currency: CURRENCY, startAt, endAt, currentPage, pageSize: PAGE_ROWS };
		const answer = await call('account', method, page);
		rows.push(...bodies(at(answer, 'data', 'items')));
		const count = required(whole(at(answer, 'data'), 'totalPage'), 'totalPage');
		if (count > PAGES_MAX) return TOO_MANY;
		if (currentPage >= count) return rows;
	}
}

/** Final states of deposits and withdrawals; PROCESSING and any other one is pending. */
const STATES: Readonly<Record<string, OutsideMove['state']>> = { SUCCESS: 'done', FAILURE: 'failed' };

/** Parses a deposit, which has no id but its transaction, or a withdrawal. */
function moveOf(row: Body, kind: OutsideMove['kind']): OutsideMove {
	const transactionId = text(row, 'walletTxId') ?? null;
	const moveAt = required(whole(row, 'createdAt'), 'createdAt');
	return {
		recordId: text(row, 'id') ?? transactionId ?? String(moveAt),
		kind,
		asset: required(text(row, 'currency'), 'currency'),
		amount: required(decimal(row, 'amount'), 'amount'),
		fee: kind === 'withdrawal' ? (decimal(row, 'fee') ?? ZERO) : ZERO,
		state: STATES[text(row, 'status') ?? ''] ?? 'pending',
		transactionId,
		at: moveAt,
	};
}
