import * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isGuest } from '../../identity/guest-login.ts';
import { scopedMethod } from '../rpc/method.ts';
import { instant } from '../rpc/record-fields.ts';
import { RIGHTS_TEXT } from '../rpc/text.ts';

/** Returns the caller's name, identities and number of passkeys. Fails with UNAUTHORIZED if the user was deleted. */
export const getAccount = scopedMethod({
	name: 'get_account',
	summary:
		'Reads your user account: name, identities verified at login, number of passkeys. Needs a logged-in browser.',
	scope: 'arb:read',
	isOfLogin: true,
	tradesMoney: false,
	params: z.strictObject({}),
	result: z.strictObject({
		user_id: z.string().describe('Id of the user in all records.'),
		name: z.string().describe('Name of the user in the service.'),
		is_guest: z.boolean().describe('True for a guest, who cannot log in again.'),
		identities: z
			.array(
				z.strictObject({
					provider: z.string().describe('Configured identity provider that verified it.'),
					subject: z.string().describe('Wallet address, or id of the user at the provider.'),
					linked_at: instant('Time of the first login.'),
					last_login_at: instant('Time of the last login.'),
				}),
			)
			.describe('Identities that the user logged in with.'),
		passkeys: z.int().describe('Number of passkeys of the user.'),
	}),
	example: {
		params: {},
		result: {
			user_id: 'user_1f3a5c7e9b0d2f4a6c8e0a2c',
			name: '0x52908400098527886E0F7030069857D2E4169EE7-3f9a1c5b',
			is_guest: false,
			identities: [
				{
					provider: 'wallet',
					subject: '0x52908400098527886E0F7030069857D2E4169EE7',
					linked_at: '2026-11-20T08:00:00.000Z',
					last_login_at: '2026-11-24T09:30:00.000Z',
				},
			],
			passkeys: 1,
		},
	},
	errors: [],
	async handle(_params, { services, caller: { userId } }) {
		const { users, passkeys } = services.access;
		const [user, identities, own] = await Promise.all([
			users.find(userId),
			users.identitiesOf(userId),
			passkeys.listOf(userId),
		]);
		if (user === undefined) throw new CarrywireError('UNAUTHORIZED', RIGHTS_TEXT.userGone());
		return {
			user_id: userId,
			name: user.name,
			is_guest: isGuest(identities),
			identities: identities.map(({ provider, wallet, subject, linkedAt, lastLoginAt }) => ({
				provider,
				subject: wallet ?? subject,
				linked_at: new Date(linkedAt).toISOString(),
				last_login_at: new Date(lastLoginAt).toISOString(),
			})),
			passkeys: own.length,
		};
	},
});
