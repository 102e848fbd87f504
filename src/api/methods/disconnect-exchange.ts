import * as z from 'zod';
import { scopedMethod } from '../rpc/method.ts';
import { flag, text } from '../rpc/params.ts';

/** Disconnects an exchange account. Fails with EXECUTIONS_RUNNING while executions are open on the account. */
export const disconnectExchange = scopedMethod({
	name: 'disconnect_exchange',
	summary:
		'Disconnects an exchange account and erases its key; its history stays. Refused while executions are open on it, unless close_first is true.',
	scope: 'exchange:connect',
	tradesMoney: true,
	timeLimitMs: 25_000,
	params: z.strictObject({
		account_id: text(64, 'Id from account_exchange_pair.'),
		close_first: flag(
			false,
			'True: block openings on it, close its executions, then disconnect. This continues after a restart.',
		),
	}),
	result: z.strictObject({
		success: z.literal(true),
		account_id: z.string().describe('Id of the account.'),
		status: z
			.enum(['disconnected', 'closing'])
			.describe(
				'closing: closing continues without further calls; the account stays listed until it is done.',
			),
		executions: z.array(z.string()).describe('Ids of executions still open on it.'),
	}),
	example: {
		params: { account_id: 'acct_9d2e4f6081a3c5e73f9a1c5b', close_first: true },
		result: {
			success: true,
			account_id: 'acct_9d2e4f6081a3c5e73f9a1c5b',
			status: 'closing',
			executions: ['exec_9d2e4f6081a3c5e73f9a1c5b'],
		},
	},
	errors: ['UNKNOWN_ACCOUNT', 'EXECUTIONS_RUNNING', 'STORE_UNAVAILABLE'],
	async handle({ account_id: accountId, close_first: closeFirst }, { services, caller }) {
		const { status, executions } = await services.exchangeAccounts.disconnect(caller.userId, accountId, {
			closeFirst,
		});
		return { success: true, account_id: accountId, status, executions };
	},
});
