/**
 * Records in the audit trail every call that changes something for a user, with its outcome, before the response is
 * sent.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isJsonObject, type JsonObject, type JsonValue, NumberText } from '../../domain/exact-json.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { AuditAction, AuditEntry, AuditTrail } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Method } from '../rpc/method.ts';
import { FAILURE_TEXT } from '../rpc/text.ts';

/**
 * Parameters that are recorded in addition to scopes and caps. Other parameters may be secrets and are never
 * recorded.
 */
const SHOWN_PARAMS = [
	'opportunity_id',
	'execution_id',
	'job_id',
	'agent_id',
	'account_id',
	'target_id',
	'rule_id',
	'link_id',
	'replay_id',
	'acts_for_owner',
	'token_id',
	'application_id',
	'exchange',
	'lifetime_hours',
	'amount',
	'mode',
	'leverage',
	'share',
	'preview',
	'close_all',
	'close_first',
	'idempotency_key',
] as const;
/** Methods that only read, although their scope allows changes. */
const READS: ReadonlySet<string> = new Set([
	'list_agents',
	'list_alert_targets',
	'list_alert_rules',
	'get_alert_settings',
	'list_chats',
	'replay_status',
	'replay_result',
]);
/** Methods with an audit action of their own; every other method is recorded as `call`. */
const ACTIONS: Readonly<Record<string, AuditAction>> = {
	create_agent: 'agent.create',
	update_agent: 'agent.update',
	rotate_agent_key: 'agent.rotate_key',
	stop_agent: 'agent.stop',
	connect_exchange: 'connection.connect',
	open_simulated_accounts: 'connection.connect',
	check_exchange_account: 'connection.check',
	use_exchange_account: 'connection.use',
	set_own_transfers: 'connection.transfers',
	disconnect_exchange: 'connection.disconnect',
	create_token: 'token.create',
	rotate_token: 'token.rotate',
	revoke_token: 'token.revoke',
	revoke_application: 'application.revoke',
};

/** True for methods that change nothing. */
export function readsOnly({ name, scope }: Pick<Method, 'name' | 'scope'>): boolean {
	return scope === 'public' || scope === 'arb:read' || READS.has(name);
}

const SHOWN_CAPS = ['amount_max', 'open_amount_max', 'pairs', 'executions_per_day', 'must_be_trade'] as const;
const SUBJECTS = [
	'execution_id',
	'agent_id',
	'account_id',
	'target_id',
	'rule_id',
	'link_id',
	'replay_id',
	'token_id',
	'application_id',
	'job_id',
	'opportunity_id',
] as const;
const TEXT_LENGTH_MAX = 80;
const LIST_LENGTH_MAX = 10;

/** Decides which calls to record, and appends them to the audit trail. */
export type CallAudit = {
	/** True for methods whose calls are recorded: all methods except those that change nothing. */
	readonly isKept: (method: Method) => boolean;
	/**
	 * Records a call with its result or the error thrown. Never rejects, because a completed call must get its
	 * response.
	 */
	readonly note: (call: {
		readonly method: Method;
		readonly caller: Caller;
		readonly params: JsonObject;
		readonly address: string | null;
		readonly outcome: { readonly result: unknown } | { readonly thrown: unknown };
	}) => Promise<void>;
};

/**
 * Creates the audit of calls. If an entry cannot be written, the error is logged and the caller still gets a
 * response.
 */
export function createCallAudit(parts: {
	readonly audit: AuditTrail;
	readonly clock: Clock;
	readonly logger: Logger;
}): CallAudit {
	const { audit, clock, logger } = parts;
	return {
		isKept: (method) => !readsOnly(method),
		async note({ method, caller, params, address, outcome }) {
			const shown = Object.fromEntries(
				SHOWN_PARAMS.flatMap((name) => {
					const value = Object.hasOwn(params, name) ? shownValue(params[name]) : undefined;
					return value === undefined ? [] : [[name, value]];
				}),
			);
			try {
				await audit.append({
					at: clock.now(),
					userId: caller.userId,
					...actorOf(caller),
					action: ACTIONS[method.name] ?? 'call',
					subject: 'result' in outcome ? subjectOf(outcome.result, params) : subjectOf(undefined, params),
					outcome: 'result' in outcome ? 'ok' : codeOf(outcome.thrown),
					address,
					details: { method: method.name, ...shown, ...shownRights(params) },
				});
			} catch (error) {
				logger.error({ error, method: method.name }, FAILURE_TEXT.log.audit);
			}
		},
	};
}

function actorOf({ agent, application, login, tokenId }: Caller): Pick<AuditEntry, 'actor' | 'actorId'> {
	if (agent !== undefined) return { actor: 'agent', actorId: agent.agentId };
	if (application !== undefined) return { actor: 'application', actorId: application };
	if (login !== undefined) return { actor: 'user', actorId: null };
	return { actor: 'token', actorId: tokenId };
}

function codeOf(thrown: unknown): string {
	return thrown instanceof CarrywireError ? thrown.code : 'INTERNAL_ERROR';
}

function subjectOf(result: unknown, params: JsonObject): string | null {
	// The result of connect_exchange contains the account in the field `account`.
	const { account } = (result ?? {}) as { readonly account?: { readonly id?: unknown } };
	for (const record of [result, { account_id: account?.id }, params]) {
		if (typeof record !== 'object' || record === null) continue;
		for (const name of SUBJECTS) {
			const value = (record as Record<string, unknown>)[name];
			if (typeof value === 'string') return value.slice(0, TEXT_LENGTH_MAX);
		}
	}
	return null;
}

/** Shortens string values. The audit trail keeps every entry, so refused calls must not fill it with long values. */
function shownValue(value: JsonValue | undefined): string | boolean | undefined {
	if (typeof value === 'string') return value.slice(0, TEXT_LENGTH_MAX);
	if (value instanceof NumberText) return value.source.slice(0, TEXT_LENGTH_MAX);
	if (typeof value === 'boolean') return value;
	return value === undefined || value === null || isJsonObject(value) || Array.isArray(value)
		? undefined
		: String(value);
}

/** Returns the rights that a call grants to a token or an agent: scopes and caps. */
function shownRights({ scopes, caps }: JsonObject): Readonly<Record<string, unknown>> {
	return {
		...(Array.isArray(scopes) ? { scopes: shownList(scopes) } : {}),
		...(isJsonObject(caps) ? { caps: shownCaps(caps) } : {}),
	};
}

function shownCaps(caps: JsonObject): Readonly<Record<string, unknown>> {
	return Object.fromEntries(
		SHOWN_CAPS.flatMap((name) => {
			const value = Object.hasOwn(caps, name) ? caps[name] : undefined;
			const shown = Array.isArray(value) ? shownList(value) : shownValue(value);
			return shown === undefined ? [] : [[name, shown]];
		}),
	);
}

function shownList(values: readonly JsonValue[]): readonly unknown[] {
	return values.slice(0, LIST_LENGTH_MAX).map((value) => shownValue(value) ?? null);
}
