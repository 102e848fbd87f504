/**
 * Reads the spot balance of a Hyperliquid account, and deposits and withdrawals (hyperliquid.gitbook.io, pages "Info
 * endpoint: spot" and "Info endpoint: perpetuals", read 2026-11). The bridge pays into the perpetuals balance.
 *
 * The service cannot transfer between the two: `usdClassTransfer` needs the signature of the account's own key (page
 * "Exchange endpoint"), which can also withdraw, and the service stores no such key.
 */
import { abs, sub, ZERO } from '../../domain/decimal.ts';
import type { OutsideMove } from '../../ports/own-transfers.ts';
import type { Call, TransfersDialect } from '../shared/dialect.ts';
import { at, type Body, decimal, listed, text } from '../shared/fields.ts';
import { readBalanceAlone } from './account.ts';
import { COLLATERAL, flowOf, type Ledger } from './history.ts';
import type { SessionWallet } from './key.ts';
import { weighted } from './limits.ts';

/** Creates the functions for one account session. */
export function hyperliquidTransfers(wallet: SessionWallet, ledger: Ledger): TransfersDialect {
	return {
		async readWallets(call: Call) {
			const spot = await weighted(call, 'account', { type: 'spotClearinghouseState' });
			const row = listed(at(spot, 'balances'), 'balances').find((one) => text(one, 'coin') === COLLATERAL);
			const total = decimal(row, 'total') ?? ZERO;
			const futures = await readBalanceAlone(call);
			return [
				{
					wallet: 'main',
					asset: COLLATERAL,
					amount: total,
					transferable: sub(total, decimal(row, 'hold') ?? ZERO),
				},
				{
					wallet: 'futures',
					asset: COLLATERAL,
					amount: futures.walletBalance,
					transferable: futures.available,
				},
			];
		},
		async readOutsideMoves(call, from, to) {
			const { account } = wallet.addresses();
			const rows = await ledger.rows(call, from, to);
			return rows.flatMap((row) => moveOf(row, account) ?? []);
		},
	};
}

/** Parses a deposit or withdrawal; undefined for any other entry. Hyperliquid lists them when they are done. */
function moveOf(row: Body, account: string): OutsideMove | undefined {
	const flow = flowOf(row, account);
	if (flow === undefined || (flow.cause !== 'deposit' && flow.cause !== 'withdrawal')) return undefined;
	const fee = flow.cause === 'withdrawal' ? (decimal(at(row, 'delta'), 'fee') ?? ZERO) : ZERO;
	return {
		recordId: flow.recordId,
		kind: flow.cause,
		asset: flow.asset,
		amount: sub(abs(flow.amount), fee),
		fee,
		state: 'done',
		transactionId: text(row, 'hash') ?? null,
		at: flow.at,
	};
}
