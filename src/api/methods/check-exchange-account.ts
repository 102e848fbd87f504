import * as z from 'zod';
import {
	EXCHANGE_ACCOUNT_EXAMPLE,
	exchangeAccountRow,
	exchangeAccountSchema,
} from '../rpc/exchange-account-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';

/** Runs the self-check of a connected account. Fails with UNKNOWN_ACCOUNT for an id that is not the caller's. */
export const checkExchangeAccount = scopedMethod({
	name: 'check_exchange_account',
	summary:
		'Repeats the self-check of an account (clock, key, balance, settings, fees, and one order that cannot fill) and waits until it finishes. It runs only in testnet and live mode.',
	scope: 'exchange:connect',
	tradesMoney: true,
	params: z.strictObject({ account_id: text(64, 'Id from account_exchange_pair.') }),
	result: z.strictObject({ success: z.literal(true), account: exchangeAccountSchema }),
	example: {
		params: { account_id: 'acct_9d2e4f6081a3c5e73f9a1c5b' },
		result: { success: true, account: EXCHANGE_ACCOUNT_EXAMPLE },
	},
	errors: ['UNKNOWN_ACCOUNT'],
	async handle({ account_id: accountId }, { services, caller }) {
		const account = await services.exchangeAccounts.check(caller.userId, accountId);
		return { success: true, account: exchangeAccountRow(account, services.info.tradingMode) };
	},
});
