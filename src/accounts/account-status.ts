/** Derives the account status shown to the account's owner, with a reason. Pure functions. */
import type { AccountStatus, ListedAccount } from '../ports/exchange-accounts.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import type { BookedAccount } from './account-book.ts';
import { storedRefusal } from './stored-refusal.ts';
import { ACCOUNT_TEXT } from './text.ts';

/** Returns the account for its owner: with its status, but without its secrets, fingerprints and journal id. */
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

type StatusWithReason = { readonly status: AccountStatus; readonly statusReason: Words | null };

function statusOf(account: BookedAccount, now: number): StatusWithReason {
	const { venue, health } = account;
	const wrong = faultOf(account, now);
	if (account.leavingSince !== null)
		return {
			status: 'closing',
			statusReason: wrong ?? ACCOUNT_TEXT.closing(),
		};
	if (wrong !== null) return { status: 'needs_reconnect', statusReason: wrong };
	if (health.lastOkAt === null)
		return { status: 'unknown', statusReason: ACCOUNT_TEXT.notHeard({ exchange: shownNameOf(venue) }) };
	return { status: 'ok', statusReason: null };
}

/** Returns why the key must be replaced; null if nothing is known to be wrong with it. */
function faultOf(account: BookedAccount, now: number): Words | null {
	const { venue, health, keys, keyExpiresAt } = account;
	if (account.disconnectedAt === null && keys === undefined) return ACCOUNT_TEXT.unreadable();
	if (health.refusedAt !== null)
		return ACCOUNT_TEXT.refused({
			exchange: shownNameOf(venue),
			reason: health.lastError === null ? null : storedRefusal(health.lastError),
		});
	if (keyExpiresAt !== null && keyExpiresAt <= now) return ACCOUNT_TEXT.expired({ at: keyExpiresAt });
	if (account.canWithdraw === true) return ACCOUNT_TEXT.gainedWithdrawal();
	if (account.canTrade === false) return ACCOUNT_TEXT.lostTrading();
	return null;
}
