/** Says what disconnecting an account erases and what stays, before it is done. */
import type { ExchangeAccount } from '../client/methods.ts';

/** @param account undefined where the token may not read it */
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
			? ['Erased: the paper account with its demo money. The next start or login gives you a new one.']
			: [
					`Erased: the copy of its key here. The service can no longer read that account or trade on it.`,
					`Stays at ${where}: positions, orders and money. The key is valid there until you delete it.`,
				]),
		'Stays here: your history, the ledger and the audit trail.',
		closeFirst
			? 'Executions with a leg on it are closed first: each leg by orders that can only reduce it.'
			: 'While an execution has a leg on it, this is refused: close it first, or give --close-first.',
	];
}
