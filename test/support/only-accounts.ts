/** Provides trading accounts, exactly one per user and venue. */
import { journalId } from '../../src/domain/ids.ts';
import type { PrepareAccount, TradingAccounts } from '../../src/ports/accounts.ts';

/**
 * Creates the accounts. `ensure` journals the baseline of all of the user's accounts, unless `own` has another
 * `ensure`.
 */
export function onlyAccounts(
	own: Pick<TradingAccounts, 'connected' | 'trading' | 'users'> & Partial<Pick<TradingAccounts, 'ensure'>>,
): TradingAccounts {
	let prepare: PrepareAccount = () => Promise.reject(new Error('Nothing takes the baseline of an account.'));
	return {
		async ensure(userId) {
			await Promise.all(
				own.connected(userId).map((venue) => {
					const session = own.trading(userId, venue);
					return session === undefined
						? undefined
						: prepare(userId, venue, session, journalId(userId, venue));
				}),
			);
		},
		...own,
		journalId,
		tradingOn: (userId, venue) => own.trading(userId, venue),
		isLeaving: () => false,
		onOpened(next) {
			prepare = next;
		},
		onSwitch: () => () => {},
	};
}
