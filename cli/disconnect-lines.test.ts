/** The lines before an account is disconnected: which one it is, what is erased, and what stays at its exchange. */
import { expect, test } from 'vitest';
import { EXCHANGE_ACCOUNT_EXAMPLE } from '../src/api/rpc/exchange-account-record.ts';
import { disconnectLines } from './disconnect-lines.ts';

const { id, exchange, label } = EXCHANGE_ACCOUNT_EXAMPLE;

test('a real account: its copy of the key goes, what is open stays', () => {
	const text = disconnectLines(id, EXCHANGE_ACCOUNT_EXAMPLE, false).join('\n');
	expect(text).toContain(`Disconnect ${exchange}, ${label} (${id})?`);
	expect(text).toContain(`Stays at ${exchange}: positions, orders and money.`);
	expect(text).toContain('While an execution has a leg on it, this is refused');
});

test('a paper account ends with its money, and nothing stays anywhere', () => {
	const text = disconnectLines(id, { ...EXCHANGE_ACCOUNT_EXAMPLE, trading_mode: 'paper' }, true).join('\n');
	expect(text).toContain('Erased: the paper account with its demo money.');
	expect(text).not.toContain('Stays at');
	expect(text).toContain('Executions with a leg on it are closed first');
});
