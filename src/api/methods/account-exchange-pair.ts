import * as z from 'zod';
import {
	EXCHANGE_ACCOUNT_EXAMPLE,
	exchangeAccountRow,
	exchangeAccountSchema,
} from '../rpc/exchange-account-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Lists the caller's exchange accounts without their keys; the list is empty if none is connected. */
export const accountExchangePair = scopedMethod({
	name: 'account_exchange_pair',
	summary: 'Lists your connected exchange accounts by exchange, oldest first.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({}),
	result: z.array(exchangeAccountSchema),
	example: { params: {}, result: [EXCHANGE_ACCOUNT_EXAMPLE] },
	errors: [],
	handle: (_params, { services, caller }) =>
		services.exchangeAccounts
			.list(caller.userId)
			.map((account) => exchangeAccountRow(account, services.info.tradingMode)),
});
