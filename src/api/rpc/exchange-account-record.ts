/** A connected exchange account on the wire. */
import * as z from 'zod';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { ListedAccount } from '../../ports/exchange-accounts.ts';
import { SELF_CHECK_STEPS, type SelfCheckState } from '../../ports/self-check.ts';
import { instant, instantOrNull } from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';

/** Exchange account as methods answer it, with permissions, expiry and self-check but without its key. */
export const exchangeAccountSchema = z.strictObject({
	id: z.string().describe('account_id.'),
	exchange: z.string().describe('Where the account is.'),
	user_id: z.string().describe('Whose it is.'),
	trading_mode: tradingModeSchema,
	label: z.string().describe('What its owner calls it.'),
	is_connected: z.boolean().describe('False while its key must be replaced: see health.'),
	in_use: z.boolean().describe('New executions at the exchange trade on this account.'),
	connected_at: instant(''),
	kind: z.enum(['oauth', 'api_key']).describe('How its key came.'),
	permissions: z
		.array(z.string())
		.describe('Of the key, in the words of the exchange; empty before it has told them.'),
	can_trade: z.boolean().nullable().describe('Null before the exchange has told.'),
	expires_at: instantOrNull('When the key ends; null: no end is known.'),
	health: z
		.strictObject({
			status: z
				.enum(['ok', 'unknown', 'needs_reconnect', 'closing'])
				.describe(
					'unknown: nothing was heard with this key yet. needs_reconnect: connect it again with another key; nothing of it is lost. closing: it is disconnected once its executions are closed.',
				),
			reason: z.string().nullable().describe('Why the status is not ok.'),
			last_ok_at: instantOrNull('When the exchange last answered with this key, to some minutes.'),
			refused_at: instantOrNull('Since when the exchange refuses the key.'),
		})
		.describe('Whether its key still works.'),
	self_check: z
		.strictObject({
			status: z
				.enum(['checking', 'passed', 'failed', 'unknown'])
				.describe(
					'Nothing is opened on the account unless it has passed. checking: none has ended since this start, or it is repeated. failed: somebody must put right what a step says. unknown: the exchange gave no usable answer, and is asked again by itself.',
				),
			checked_at: instantOrNull('When the last one ended.'),
			retry_at: instantOrNull('When it is tried again by itself; null: ask with check_exchange_account.'),
			steps: z
				.array(
					z.strictObject({
						name: z.enum(SELF_CHECK_STEPS).describe('What was looked at.'),
						verdict: z.enum(['passed', 'warned', 'failed', 'unknown', 'skipped']).describe('What was found.'),
						message: z.string().describe('The same in words.'),
					}),
				)
				.describe('Of the last one that ended, in their order.'),
		})
		.nullable()
		.describe('Of the modes testnet and live; null in the other modes, which ask for none.'),
	stream_silent_since: instantOrNull(
		'Since when the own stream of the account tells of none of its orders, so that nothing is opened on it (STREAM_SILENT); null while it does, and where it is not in use.',
	),
});

/** Record of an exchange account on the wire. */
export type ExchangeAccountRow = z.output<typeof exchangeAccountSchema>;

/** Converts a connected account to its record on the wire. */
export function exchangeAccountRow(account: ListedAccount, mode: TradingMode): ExchangeAccountRow {
	const { health } = account;
	return {
		id: account.accountId,
		exchange: account.venue,
		user_id: account.userId,
		trading_mode: mode,
		label: account.label,
		is_connected: account.status !== 'needs_reconnect',
		in_use: account.inUse,
		connected_at: iso(account.connectedAt),
		kind: account.kind,
		permissions: [...account.permissions],
		can_trade: account.canTrade,
		expires_at: isoOrNull(account.keyExpiresAt),
		health: {
			status: account.status,
			reason: account.statusReason,
			last_ok_at: isoOrNull(health.lastOkAt),
			refused_at: isoOrNull(health.refusedAt),
		},
		self_check: selfCheckRow(account.selfCheck),
		stream_silent_since: isoOrNull(account.streamSilentSince),
	};
}

function selfCheckRow(selfCheck: SelfCheckState | null): ExchangeAccountRow['self_check'] {
	if (selfCheck === null) return null;
	const { status, checkedAt, retryAt, steps } = selfCheck;
	return {
		status,
		checked_at: isoOrNull(checkedAt),
		retry_at: isoOrNull(retryAt),
		steps: steps.map(({ name, verdict, said }) => ({ name, verdict, message: said })),
	};
}

/** Exchange account in the examples of the documentation. */
export const EXCHANGE_ACCOUNT_EXAMPLE: ExchangeAccountRow = {
	id: 'acct_9d2e4f6081a3c5e73f9a1c5b',
	exchange: 'bybit',
	user_id: 'user_1f3a5c7e9b0d2f4a6c8e0a2c',
	trading_mode: 'live',
	label: 'main',
	is_connected: true,
	in_use: true,
	connected_at: '2026-11-20T08:00:00.000Z',
	kind: 'api_key',
	permissions: ['ContractTrade:Order', 'ContractTrade:Position'],
	can_trade: true,
	expires_at: '2027-02-18T08:00:00.000Z',
	health: { status: 'ok', reason: null, last_ok_at: '2026-11-20T08:10:00.000Z', refused_at: null },
	self_check: null,
	stream_silent_since: null,
};

function iso(at: number): string {
	return new Date(at).toISOString();
}

function isoOrNull(at: number | null): string | null {
	return at === null ? null : iso(at);
}
