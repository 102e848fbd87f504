/** Accounts of users who have one at each venue and never another. */
import { journalId } from '../../src/domain/ids.ts';
import type { TradingAccounts } from '../../src/ports/accounts.ts';

export function onlyAccounts(
	own: Pick<TradingAccounts, 'connected' | 'trading' | 'ensure' | 'users'>,
): TradingAccounts {
	return {
		...own,
		journalId,
		tradingOn: (userId, venue) => own.trading(userId, venue),
		isLeaving: () => false,
		onSwitch: () => () => {},
	};
}
