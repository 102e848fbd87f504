/** Provides the settings of own transfers over the in-memory accounts. The label `no right` stands for a weaker key. */
import { CarrywireError } from '../../src/domain/carrywire-error.ts';
import type { ExchangeAccounts } from '../../src/ports/exchange-accounts.ts';
import type { OwnTransferService } from '../../src/ports/own-transfer-service.ts';

export function inMemoryOwnTransfers(
	accounts: Pick<ExchangeAccounts, 'list'>,
): Pick<OwnTransferService, 'setting'> {
	const allowed = new Set<string>();
	return {
		async setting(userId, accountId, isAllowed) {
			const account = accounts.list(userId).find((one) => one.accountId === accountId);
			if (account === undefined)
				throw new CarrywireError(
					'UNKNOWN_ACCOUNT',
					`account_id names no account of yours, was ${accountId}.`,
					{
						field: 'account_id',
					},
				);
			if (isAllowed === true && account.label === 'no right')
				throw new CarrywireError('INVALID_PARAMS', 'The key may not transfer.', { field: 'allowed' });
			if (isAllowed === true) allowed.add(accountId);
			if (isAllowed === false) allowed.delete(accountId);
			return { accountId, venue: account.venue, isAllowed: allowed.has(accountId), transfers: [] };
		},
	};
}
