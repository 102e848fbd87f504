/** How it stands with an account, in words. Pure. */
import type { AccountStatus, ListedAccount } from '../ports/exchange-accounts.ts';
import type { BookedAccount } from './account-book.ts';

/** Without what only this service may know of it. */
export function listedAccount(
	account: BookedAccount,
	now: number,
	{ selfCheck, streamSilentSince }: Pick<ListedAccount, 'selfCheck' | 'streamSilentSince'>,
): ListedAccount {
	const { status, statusReason } = statusOf(account, now);
	return {
		accountId: account.accountId,
		userId: account.userId,
		venue: account.venue,
		label: account.label,
		kind: account.kind,
		permissions: account.permissions,
		canTrade: account.canTrade,
		canWithdraw: account.canWithdraw,
		keyExpiresAt: account.keyExpiresAt,
		connectedAt: account.connectedAt,
		disconnectedAt: account.disconnectedAt,
		leavingSince: account.leavingSince,
		inUse: account.inUse,
		health: account.health,
		status,
		statusReason,
		selfCheck,
		streamSilentSince,
	};
}

type Standing = { readonly status: AccountStatus; readonly statusReason: string | null };

function statusOf(account: BookedAccount, now: number): Standing {
	const { venue, health } = account;
	const wrong = faultOf(account, now);
	if (account.leavingSince !== null)
		return {
			status: 'closing',
			statusReason: wrong ?? 'It is disconnected once its executions are closed.',
		};
	if (wrong !== null) return { status: 'needs_reconnect', statusReason: wrong };
	if (health.lastOkAt === null)
		return { status: 'unknown', statusReason: `${venue} has not answered with this key yet.` };
	return { status: 'ok', statusReason: null };
}

/** Why the key must be replaced; null while it need not. */
function faultOf(account: BookedAccount, now: number): string | null {
	const { venue, health, keys, keyExpiresAt } = account;
	if (account.disconnectedAt === null && keys === undefined)
		return 'What is kept of its key does not open here. Connect it again.';
	if (health.refusedAt !== null)
		return `${venue} refuses the key: ${health.lastError ?? 'it gave no reason'}`;
	if (keyExpiresAt !== null && keyExpiresAt <= now)
		return `The key has ended at ${new Date(keyExpiresAt).toISOString()}.`;
	if (account.canWithdraw === true)
		return 'The key can take money out of the account by now. Take that permission from it, or connect another.';
	if (account.canTrade === false) return 'The key may not trade perpetual futures any more.';
	return null;
}
