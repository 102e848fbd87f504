/** Defines the record of a connected exchange account. */
import * as z from 'zod';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { ListedAccount } from '../../ports/exchange-accounts.ts';
import { SELF_CHECK_STEPS, type SelfCheckState } from '../../ports/self-check.ts';
import { textOf } from '../../sentences/sentence.ts';
import {
	instant,
	instantOrNull,
	sentenceMember,
	sentenceSchema,
	type Wire,
	wordsRecord,
} from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';

/** An exchange account on the wire, with its permissions, expiry and self-check but without its key. */
export const exchangeAccountSchema = z.strictObject({
	id: z.string().describe('Id of the account, passed to methods as account_id.'),
	exchange: z.string().describe('Exchange of the account.'),
	user_id: z.string().describe('User who owns it.'),
	trading_mode: tradingModeSchema,
	label: z.string().describe('Name given by its owner.'),
	is_connected: z.boolean().describe('False while its key must be replaced; see health.'),
	in_use: z.boolean().describe('True when new executions on this exchange use this account.'),
	connected_at: instant('Time of connection.'),
	kind: z.enum(['oauth', 'api_key']).describe('Kind of credential.'),
	permissions: z
		.array(z.string())
		.describe('Permissions of the key as the exchange names them; empty until the exchange reports them.'),
	can_trade: z
		.boolean()
		.nullable()
		.describe('True when the key may trade; null until the exchange reports it.'),
	expires_at: instantOrNull('Expiry of the key; null: no known expiry.'),
	health: z
		.strictObject({
			status: z
				.enum(['ok', 'unknown', 'needs_reconnect', 'closing'])
				.describe(
					'ok: the key works. unknown: no answer with this key yet. needs_reconnect: connect the account again with another key; nothing is lost. closing: it is disconnected once its executions are closed.',
				),
			reason: z.string().nullable().describe('Why the status is not ok.'),
			sentence: sentenceSchema,
			last_ok_at: instantOrNull('Time of the last exchange answer with this key, accurate to a few minutes.'),
			refused_at: instantOrNull('Time since which the exchange has refused the key; null: not refused.'),
		})
		.describe('Health of the key.'),
	self_check: z
		.strictObject({
			status: z
				.enum(['checking', 'passed', 'failed', 'unknown'])
				.describe(
					'The service opens positions on the account only after passed. checking: the first check since the service started, or a repeated one, is running. failed: a step reports a problem that you must fix. unknown: the exchange gave no usable answer; the check repeats automatically.',
				),
			checked_at: instantOrNull('Time at which the last check finished; null: none yet.'),
			retry_at: instantOrNull(
				'Time of the next automatic check; null: call check_exchange_account to repeat it.',
			),
			steps: z
				.array(
					z.strictObject({
						name: z.enum(SELF_CHECK_STEPS).describe('Subject of the step.'),
						verdict: z
							.enum(['passed', 'warned', 'failed', 'unknown', 'skipped'])
							.describe('Result of the step.'),
						message: z.string().describe('Result in words.'),
						sentence: sentenceSchema,
					}),
				)
				.describe('Steps of the last completed check, in order.'),
		})
		.nullable()
		.describe('Self-check in testnet and live mode; null in other modes, which need none.'),
	stream_silent_since: instantOrNull(
		'Time since which the private stream of the account has reported none of its orders, which blocks openings (STREAM_SILENT). Null while it reports them, and while the account is not in use.',
	),
});

/** The record of an exchange account on the wire. */
export type ExchangeAccountRow = Wire<typeof exchangeAccountSchema>;

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
			reason: account.statusReason === null ? null : textOf(account.statusReason),
			...(account.statusReason === null ? {} : sentenceMember(account.statusReason)),
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
		steps: steps.map(({ name, verdict, said }) => ({ name, verdict, ...wordsRecord(said) })),
	};
}

/** The exchange account that the documentation uses as an example. */
export const EXCHANGE_ACCOUNT_EXAMPLE = {
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
} as const satisfies ExchangeAccountRow;

function iso(at: number): string {
	return new Date(at).toISOString();
}

function isoOrNull(at: number | null): string | null {
	return at === null ? null : iso(at);
}
