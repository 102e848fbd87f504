/**
 * Describes what a disconnection erases, and what it keeps here and at the exchange. The user reads this before
 * confirming.
 */
import type { ExchangeAccount } from '../client/methods.ts';

/**
 * Returns the lines that the user is asked to confirm. @param account undefined if the token may not read the account
 */
export function disconnectLines(
	id: string,
	account: ExchangeAccount | undefined,
	closeFirst: boolean,
): readonly string[] {
	const name = account === undefined ? id : `${account.exchange}, ${account.label} (${id})`;
	const where = account?.exchange ?? 'the exchange';
	return [
		`Disconnect ${name}?`,
		...(account?.trading_mode === 'paper'
			? [
					'Erased: the paper account with its demo money. The next service start or login gives you a new one.',
				]
			: [
					`Erased: this service’s copy of the account’s key. Afterwards the service can neither read the account nor trade on it.`,
					`Stays at ${where}: positions, orders and money. The key stays valid there until you delete it.`,
				]),
		'Stays in this service: your history, the ledger and the audit trail.',
		closeFirst
			? 'The service first closes executions with a leg on the account, with reduce-only orders.'
			: 'The service refuses to disconnect while an execution has a leg on the account. Close that execution first, or add --close-first.',
	];
}
