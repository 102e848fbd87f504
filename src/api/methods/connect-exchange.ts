import * as z from 'zod';
import {
	EXCHANGE_ACCOUNT_EXAMPLE,
	exchangeAccountRow,
	exchangeAccountSchema,
} from '../rpc/exchange-account-record.ts';
import { requireTradedExchange } from '../rpc/known-things.ts';
import { scopedMethod } from '../rpc/method.ts';
import { secretText, text } from '../rpc/params.ts';

/** Connects an exchange account. Fails with KEY_REFUSED if the exchange refuses the key. */
export const connectExchange = scopedMethod({
	name: 'connect_exchange',
	summary:
		'Connects an exchange account with an API key that may trade but not withdraw. The service uses the first account of an exchange immediately. A new key for a connected account replaces the old key, even while executions run.',
	scope: 'exchange:connect',
	tradesMoney: true,
	timeLimitMs: 20_000,
	params: z.strictObject({
		exchange: text(32, 'Name of the exchange.'),
		label: text(
			64,
			'Name of the account. Default: its previous name, or the name of the exchange.',
		).optional(),
		api_key: secretText(128, 'API key.'),
		api_secret: secretText(256, 'Secret of the key.'),
		api_passphrase: secretText(128, 'Passphrase of the key, for exchanges that use one.').optional(),
	}),
	result: z.strictObject({
		success: z.literal(true),
		renewed: z
			.boolean()
			.describe('True when the key of a previously connected account was replaced; its id stays the same.'),
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
