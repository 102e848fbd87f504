import * as z from 'zod';
import {
	EXCHANGE_ACCOUNT_EXAMPLE,
	exchangeAccountRow,
	exchangeAccountSchema,
} from '../rpc/exchange-account-record.ts';
import { requireTradedExchange } from '../rpc/known-things.ts';
import { scopedMethod } from '../rpc/method.ts';
import { secretText, text } from '../rpc/params.ts';

/** Method that connects an exchange account. It fails with KEY_REFUSED when the exchange refuses the key. */
export const connectExchange = scopedMethod({
	name: 'connect_exchange',
	summary:
		'Connects an exchange account by an API key that may trade and not withdraw; the first one of an exchange is in use at once. A new key of an account that is connected replaces the old one while executions run.',
	scope: 'exchange:connect',
	tradesMoney: true,
	timeLimitMs: 20_000,
	params: z.strictObject({
		exchange: text(32, 'Name of the exchange.'),
		label: text(64, 'What you call it; default: the name of the exchange, or what it was called.').optional(),
		api_key: secretText(128, 'The key.'),
		api_secret: secretText(256, 'Its secret.'),
		api_passphrase: secretText(128, 'Its passphrase, where the exchange has one.').optional(),
	}),
	result: z.strictObject({
		success: z.literal(true),
		renewed: z
			.boolean()
			.describe('The key of an account that was connected before was replaced: its id stays.'),
		account: exchangeAccountSchema,
	}),
	example: {
		params: { exchange: 'bybit', label: 'main', api_key: 'KEY', api_secret: 'SECRET' },
		result: { success: true, renewed: false, account: EXCHANGE_ACCOUNT_EXAMPLE },
	},
	errors: [
		'PAPER_NEEDS_NO_KEY',
		'KEY_REFUSED',
		'KEY_CAN_WITHDRAW',
		'KEY_CANNOT_TRADE',
		'ACCOUNT_ALREADY_CONNECTED',
		'TOO_MANY_ACCOUNTS',
		'EXECUTIONS_RUNNING',
		'VENUE_UNAVAILABLE',
		'VENUE_RATE_LIMITED',
		'STORE_UNAVAILABLE',
	],
	async handle(params, { services, caller }) {
		const { account, renewed } = await services.exchangeAccounts.connect({
			userId: caller.userId,
			venue: requireTradedExchange(services, params.exchange, 'exchange'),
			label: params.label,
			kind: 'api_key',
			credentials: {
				apiKey: params.api_key,
				secret: params.api_secret,
				passphrase: params.api_passphrase,
			},
		});
		return { success: true, renewed, account: exchangeAccountRow(account, services.info.tradingMode) };
	},
});
