/**
 * Checks that the lines shown before a disconnect name the account, the data to erase, and what stays at the
 * exchange.
 */
import { expect, test } from 'vitest';
import { EXCHANGE_ACCOUNT_EXAMPLE } from '../src/api/rpc/exchange-account-record.ts';
import { disconnectLines } from './disconnect-lines.ts';

const { id, exchange, label } = EXCHANGE_ACCOUNT_EXAMPLE;

test('erases the copy of the key of a real account and leaves its positions', () => {
	const text = disconnectLines(id, EXCHANGE_ACCOUNT_EXAMPLE, false).join('\n');
	expect(text).toContain(`Disconnect ${exchange}, ${label} (${id})?`);
	expect(text).toContain(`Stays at ${exchange}: positions, orders and money.`);
	expect(text).toContain('The service refuses to disconnect while an execution has a leg on the account');
});

test('erases a paper account with its money and leaves nothing at an exchange', () => {
	const text = disconnectLines(id, { ...EXCHANGE_ACCOUNT_EXAMPLE, trading_mode: 'paper' }, true).join('\n');
	expect(text).toContain('Erased: the paper account with its demo money.');
	expect(text).not.toContain('Stays at');
	expect(text).toContain('The service first closes executions with a leg on the account');
});
