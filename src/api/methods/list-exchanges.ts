import * as z from 'zod';
import type { KeyForm } from '../../domain/venue-facts.ts';
import { CONNECT_WAYS } from '../../ports/account-offers.ts';
import { keyFormOf, shownNameOf, venueFacts } from '../../venues/facts.ts';
import { scopedMethod } from '../rpc/method.ts';

type KeyMember = { readonly param: 'api_key' | 'api_secret' | 'api_passphrase'; readonly name: string };

/** Parts of an API key, for each form of key. */
export const KEY_MEMBERS: Readonly<Record<KeyForm, readonly KeyMember[]>> = {
	'key and secret': [
		{ param: 'api_key', name: 'API key' },
		{ param: 'api_secret', name: 'Secret' },
	],
	'key, secret and passphrase': [
		{ param: 'api_key', name: 'API key' },
		{ param: 'api_secret', name: 'Secret' },
		{ param: 'api_passphrase', name: 'Passphrase' },
	],
	wallet: [
		{ param: 'api_key', name: 'Address of the account' },
		{ param: 'api_secret', name: 'Private key of the API wallet' },
	],
};

/** Lists how to connect an account at each exchange, with the parts of the exchange's API key. */
export const listExchanges = scopedMethod({
	name: 'list_exchanges',
	summary: 'Lists the exchanges where you can connect an account, and how.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({}),
	result: z.array(
		z.strictObject({
			exchange: z.string().describe('Name of the exchange in methods.'),
			name: z.string().describe('Display name.'),
			connect_by: z
				.array(z.enum(CONNECT_WAYS))
				.describe(
					'Ways to connect. page: on the website of the exchange, from the dashboard. simulated: with open_simulated_accounts. key: with connect_exchange. Empty in paper mode.',
				),
			key_members: z
				.array(
					z.strictObject({
						param: z
							.enum(['api_key', 'api_secret', 'api_passphrase'])
							.describe('Parameter of connect_exchange.'),
						name: z.string().describe('Name used by the exchange.'),
					}),
				)
				.describe('Parts of a key.'),
			test_key_page: z
				.string()
				.nullable()
				.describe(
					'Page where you create keys for the test environment of the exchange, in testnet mode; null in other modes.',
				),
		}),
	),
	example: {
		params: {},
		result: [
			{
				exchange: 'bybit',
				name: 'Bybit',
				connect_by: ['page', 'key'],
				key_members: KEY_MEMBERS['key and secret'],
				test_key_page: null,
			},
		],
	},
	errors: [],
	handle: (_params, { services }) =>
		services.offers.list().map(({ venue, ways }) => {
			const isTest = services.info.tradingMode === 'testnet';
			return {
				exchange: venue,
				name: shownNameOf(venue),
				connect_by: [...ways],
				key_members: KEY_MEMBERS[keyFormOf(venue)],
				test_key_page: isTest ? (venueFacts(venue)?.sites.test?.keyPage ?? null) : null,
			};
		}),
});
