import * as z from 'zod';
import { OWN_TRANSFER_STATES } from '../../ports/own-transfer-service.ts';
import { scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';
import { amount, instant } from '../rpc/record-fields.ts';

const WALLETS = ['main', 'futures'] as const;

/**
 * Reads or changes whether the service may move money between two wallets of an account. Fails with UNKNOWN_ACCOUNT for
 * an id that is not the caller's.
 */
export const setOwnTransfers = scopedMethod({
	name: 'set_own_transfers',
	summary:
		'Lets the service move money from your main wallet to the futures account of the same exchange when the margin there is thin, or forbids it. Off at first. Without allowed, only reads the setting and the transfers of the last week.',
	scope: 'exchange:connect',
	tradesMoney: true,
	params: z.strictObject({
		account_id: text(64, 'Id from account_exchange_pair.'),
		allowed: z
			.boolean()
			.optional()
			.describe(
				'True: the service may make such transfers. The key needs the right to transfer, and no right to withdraw.',
			),
	}),
	result: z.strictObject({
		success: z.literal(true),
		account_id: z.string().describe('Id of the account.'),
		exchange: z.string().describe('Exchange of the account.'),
		allowed: z.boolean().describe('True if the service may make such transfers.'),
		transfers: z
			.array(
				z.strictObject({
					transfer_id: z.string().describe('Id of the transfer at the exchange, given by the service.'),
					from: z.enum(WALLETS).describe('Wallet that the money leaves.'),
					to: z.enum(WALLETS).describe('Wallet that the money enters.'),
					asset: z.string().describe('Asset that moves.'),
					amount: amount('Amount of the asset.'),
					state: z
						.enum(OWN_TRANSFER_STATES)
						.describe(
							'intended: journaled, and perhaps sent. unknown: sent, and the service searches it; nothing else is sent meanwhile. done: moved. rejected, failed: not moved. absent: it never reached the exchange.',
						),
					intended_at: instant('Time just before the request.'),
					changed_at: instant('Time of the last change of state.'),
					message: z.string().nullable().describe("The exchange's words; null: none."),
				}),
			)
			.describe('Transfers of the last week, newest first.'),
	}),
	example: {
		params: { account_id: 'acct_9d2e4f6081a3c5e73f9a1c5b', allowed: true },
		result: {
			success: true,
			account_id: 'acct_9d2e4f6081a3c5e73f9a1c5b',
			exchange: 'bybit',
			allowed: true,
			transfers: [
				{
					transfer_id: '5f0d1c2b3a49586776859403122130ff',
					from: 'main',
					to: 'futures',
					asset: 'USDT',
					amount: 640,
					state: 'done',
					intended_at: '2026-11-29T08:00:05.000Z',
					changed_at: '2026-11-29T08:00:06.000Z',
					message: null,
				},
			],
		},
	},
	errors: ['UNKNOWN_ACCOUNT', 'VENUE_UNAVAILABLE', 'STORE_UNAVAILABLE'],
	async handle({ account_id: accountId, allowed }, { services, caller }) {
		const setting = await services.ownTransfers.setting(caller.userId, accountId, allowed);
		return {
			success: true as const,
			account_id: setting.accountId,
			exchange: setting.venue,
			allowed: setting.isAllowed,
			transfers: setting.transfers.map((transfer) => ({
				transfer_id: transfer.clientId,
				from: transfer.from,
				to: transfer.to,
				asset: transfer.asset,
				amount: transfer.amount,
				state: transfer.state,
				intended_at: new Date(transfer.intendedAt).toISOString(),
				changed_at: new Date(transfer.changedAt).toISOString(),
				message: transfer.message,
			})),
		};
	},
});
