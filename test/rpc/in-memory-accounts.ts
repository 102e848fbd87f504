/** Provides the exchange accounts of the in-memory services. A key's text decides its permissions. */
import { CarrywireError } from '../../src/domain/carrywire-error.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { ConnectRequest, ExchangeAccounts, ListedAccount } from '../../src/ports/exchange-accounts.ts';

/** The execution that is open on the active KuCoin account. */
export const OPEN_ON_KUCOIN = 'exec_000000000000000000000001';

/** Error codes for keys that are refused, by the key's text. */
const REFUSED_KEYS = {
	withdraws: 'KEY_CAN_WITHDRAW',
	reads: 'KEY_CANNOT_TRADE',
	revoked: 'KEY_REFUSED',
	known: 'ACCOUNT_ALREADY_CONNECTED',
	silent: 'VENUE_UNAVAILABLE',
} as const;

export function inMemoryExchangeAccounts(clock: Clock): ExchangeAccounts {
	const accounts = new Map<string, ListedAccount>();
	const own = (userId: string, accountId: string): ListedAccount => {
		const account = accounts.get(accountId);
		if (account !== undefined && account.userId === userId) return account;
		throw new CarrywireError('UNKNOWN_ACCOUNT', `account_id names no account of yours, was ${accountId}.`, {
			field: 'account_id',
		});
	};
	const at = (userId: string, venue: string): readonly ListedAccount[] =>
		[...accounts.values()].filter((account) => account.userId === userId && account.venue === venue);
	return {
		async connect(request) {
			const key = request.credentials.apiKey as keyof typeof REFUSED_KEYS;
			const code = REFUSED_KEYS[key];
			if (code !== undefined) throw new CarrywireError(code, 'The exchange said so.');
			const account = accountOf(request, {
				number: accounts.size + 1,
				inUse: at(request.userId, request.venue).length === 0,
				now: clock.now(),
			});
			accounts.set(account.accountId, account);
			return { account, renewed: false };
		},
		list: (userId) => [...accounts.values()].filter((account) => account.userId === userId),
		check: async (userId, accountId) => own(userId, accountId),
		async use(userId, accountId) {
			const chosen = own(userId, accountId);
			for (const account of at(userId, chosen.venue))
				accounts.set(account.accountId, { ...account, inUse: account === chosen });
			return own(userId, accountId);
		},
		openOn: () => [],
		async disconnect(userId, accountId, { closeFirst }) {
			const { venue, inUse } = own(userId, accountId);
			const executions = venue === 'kucoin' && inUse ? [OPEN_ON_KUCOIN] : [];
			if (executions.length > 0 && !closeFirst)
				throw new CarrywireError('EXECUTIONS_RUNNING', `${OPEN_ON_KUCOIN} is open.`, {
					facts: { exchange: venue, execution_ids: executions },
				});
			if (executions.length > 0) return { status: 'closing', accountId, executions };
			accounts.delete(accountId);
			return { status: 'disconnected', accountId, executions };
		},
	};
}

function accountOf(
	{ userId, venue, label, kind }: ConnectRequest,
	{ number, inUse, now }: { readonly number: number; readonly inUse: boolean; readonly now: number },
): ListedAccount {
	return {
		accountId: `acct_${String(number).padStart(24, '0')}`,
		userId,
		venue,
		label: label ?? venue,
		kind,
		permissions: ['ContractTrade:Order'],
		canTrade: true,
		canWithdraw: false,
		keyExpiresAt: null,
		connectedAt: now,
		disconnectedAt: null,
		leavingSince: null,
		inUse,
		health: { lastOkAt: now, lastError: null, refusedAt: null },
		status: 'ok',
		statusReason: null,
		streamSilentSince: null,
		selfCheck: null,
	};
}
