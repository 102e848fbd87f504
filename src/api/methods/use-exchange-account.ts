import * as z from 'zod';
import {
	EXCHANGE_ACCOUNT_EXAMPLE,
	exchangeAccountRow,
	exchangeAccountSchema,
} from '../rpc/exchange-account-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';

/**
 * Chooses the account for new executions. Fails with EXECUTIONS_RUNNING while executions are open on another account
 * of the exchange.
 */
export const useExchangeAccount = scopedMethod({
	name: 'use_exchange_account',
	summary:
		'Chooses the account of an exchange for new executions. Refused while executions are open on another account of that exchange.',
	scope: 'exchange:connect',
	tradesMoney: true,
	params: z.strictObject({ account_id: text(64, 'Id from account_exchange_pair.') }),
	result: z.strictObject({ success: z.literal(true), account: exchangeAccountSchema }),
	example: {
		params: { account_id: 'acct_9d2e4f6081a3c5e73f9a1c5b' },
		result: { success: true, account: EXCHANGE_ACCOUNT_EXAMPLE },
	},
	errors: ['UNKNOWN_ACCOUNT', 'EXECUTIONS_RUNNING', 'KEY_REFUSED', 'STORE_UNAVAILABLE'],
	async handle({ account_id: accountId }, { services, caller }) {
		const account = await services.exchangeAccounts.use(caller.userId, accountId);
		return { success: true, account: exchangeAccountRow(account, services.info.tradingMode) };
	},
});
