/** Deposits paper money on an account that exists, and reports all deposits of an account. */
import { add, type Decimal, sub, sum, ZERO } from '../../domain/decimal.ts';
import type { ExternalFlowReport } from '../../ports/account-payments.ts';
import {
	LATER_DEPOSIT,
	type PaperAccount,
	type PaperPayment,
	type PaperStore,
} from '../../ports/paper-store.ts';
import type { LiveAccount } from './live-account.ts';

/** Raises the sum of the account's deposits to `total`, USD. An account that has received as much stays as it is. */
export async function depositUpTo(
	live: LiveAccount,
	store: PaperStore,
	total: Decimal,
	now: number,
): Promise<void> {
	await live.commit(async (draft) => {
		const { account } = live.state();
		const later = await laterDeposits(store, account);
		const missing = sub(total, add(account.deposit, sum(later.map(({ amount }) => amount))));
		if (missing <= 0n) return;
		draft.pay({
			symbol: LATER_DEPOSIT,
			// Each deposit has a time of its own, which is its record.
			settledAt: Math.max(now, (later.at(-1)?.settledAt ?? account.openedAt) + 1),
			rate: ZERO,
			quantity: ZERO,
			price: ZERO,
			amount: missing,
		});
	});
}

/** Returns the deposits of a paper account within these times, oldest first. They are its only external flows. */
export async function depositsOf(
	store: PaperStore,
	account: PaperAccount,
	asset: string,
	from: number,
	to: number,
): Promise<readonly ExternalFlowReport[]> {
	const flow = (recordId: string, at: number, amount: Decimal): ExternalFlowReport => ({
		recordId,
		kind: 'paper deposit',
		cause: 'deposit',
		asset,
		amount,
		at,
	});
	const later = await laterDeposits(store, account);
	return [
		flow('deposit', account.openedAt, account.deposit),
		...later.map(({ settledAt, amount }) => flow(`deposit ${settledAt}`, settledAt, amount)),
	].filter(({ at }) => at >= from && at <= to);
}

function laterDeposits(
	store: PaperStore,
	{ accountId, openedAt }: PaperAccount,
): Promise<readonly PaperPayment[]> {
	return store.payments(accountId, LATER_DEPOSIT, openedAt, Number.MAX_SAFE_INTEGER);
}
