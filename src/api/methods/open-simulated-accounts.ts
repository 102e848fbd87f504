import * as z from 'zod';
import {
	EXCHANGE_ACCOUNT_EXAMPLE,
	type ExchangeAccountRow,
	exchangeAccountRow,
	exchangeAccountSchema,
} from '../rpc/exchange-account-record.ts';
import { requireTradedExchange } from '../rpc/known-things.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam, show } from '../rpc/param-errors.ts';
import { text } from '../rpc/params.ts';
import { RULE_TEXT } from '../rpc/text.ts';

/**
 * Opens and connects simulated accounts. If an exchange refuses, the accounts that were opened before stay connected.
 */
export const openSimulatedAccounts = scopedMethod({
	name: 'open_simulated_accounts',
	summary:
		'Opens and connects an account with 10,000 demo USD on each simulated exchange where you have no account in use, or on the given exchange. Needs a logged-in browser.',
	scope: 'exchange:connect',
	isOfLogin: true,
	tradesMoney: true,
	timeLimitMs: 20_000,
	params: z.strictObject({
		exchange: text(
			32,
			'Name of a simulated exchange. Default: all where you have no account in use.',
		).optional(),
		label: text(64, 'Name of the account. Default: the name of the exchange.').optional(),
	}),
	result: z.strictObject({
		success: z.literal(true),
		accounts: z.array(exchangeAccountSchema).describe('Accounts that were opened.'),
	}),
	example: {
		params: {},
		result: {
			success: true,
			accounts: [{ ...EXCHANGE_ACCOUNT_EXAMPLE, trading_mode: 'simulated', expires_at: null }],
		},
	},
	errors: ['TOO_MANY_ACCOUNTS', 'EXECUTIONS_RUNNING', 'VENUE_UNAVAILABLE', 'STORE_UNAVAILABLE'],
	async handle({ exchange, label }, { services, caller: { userId } }) {
		const { exchangeAccounts, offers, info } = services;
		const simulated = offers.list().flatMap(({ venue, ways }) => (ways.includes('simulated') ? [venue] : []));
		const inUse = new Set(
			exchangeAccounts.list(userId).flatMap((account) => (account.inUse ? [account.venue] : [])),
		);
		const wanted =
			exchange === undefined
				? simulated.filter((venue) => !inUse.has(venue))
				: [requireTradedExchange(services, exchange, 'exchange')];
		for (const venue of wanted)
			if (!simulated.includes(venue))
				throw invalidParam('exchange', RULE_TEXT.simulatedExchange(), show(venue));
		const accounts: ExchangeAccountRow[] = [];
		// Open one account at a time, so that those opened before a refusal stay connected.
		for (const venue of wanted) {
			const credentials = await offers.open(venue, userId);
			const { account } = await exchangeAccounts.connect({
				userId,
				venue,
				label,
				kind: 'api_key',
				credentials,
			});
			accounts.push(exchangeAccountRow(account, info.tradingMode));
		}
		return { success: true, accounts };
	},
});
