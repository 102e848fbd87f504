import * as z from 'zod';
import type { KeyForm } from '../../domain/venue-facts.ts';
import { CONNECT_WAYS } from '../../ports/account-offers.ts';
import { keyFormOf, shownNameOf, venueFacts } from '../../venues/facts.ts';
import { scopedMethod } from '../rpc/method.ts';

type KeyMember = { readonly param: 'api_key' | 'api_secret' | 'api_passphrase'; readonly name: string };

const KEY_MEMBERS: Readonly<Record<KeyForm, readonly KeyMember[]>> = {
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

/** The ways in which this service connects an account of each exchange, and the parts of its key. */
export const listExchanges = scopedMethod({
	name: 'list_exchanges',
	summary: 'The exchanges at which accounts can be connected, and how.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({}),
	result: z.array(
		z.strictObject({
			exchange: z.string().describe('As methods name it.'),
			name: z.string().describe('As people write it.'),
			connect_by: z
				.array(z.enum(CONNECT_WAYS))
				.describe(
					'page: on the page of the exchange, from the dashboard. simulated: with open_simulated_accounts. key: with connect_exchange. Empty in mode paper.',
				),
			key_members: z
				.array(
					z.strictObject({
						param: z
							.enum(['api_key', 'api_secret', 'api_passphrase'])
							.describe('Member of the params of connect_exchange.'),
						name: z.string().describe('As the exchange calls it.'),
					}),
				)
				.describe('The parts of a key.'),
			test_key_page: z
				.string()
				.nullable()
				.describe(
					'The page where keys of its test environment are made, in mode testnet; null in the other modes.',
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
