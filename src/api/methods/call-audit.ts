/** Writes every call that does something in a user's name into the audit trail, with its outcome, before it is answered. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isJsonObject, type JsonObject, type JsonValue, NumberText } from '../../domain/exact-json.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { AuditEntry, AuditTrail } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Method } from '../rpc/method.ts';

/** Parameters that say what was asked for. Nothing else is written down: another may be a secret. */
const SHOWN_PARAMS = [
	'opportunity_id',
	'execution_id',
	'job_id',
	'agent_id',
	'account_id',
	'target_id',
	'exchange',
	'amount',
	'mode',
	'leverage',
	'share',
	'preview',
	'close_all',
	'close_first',
	'idempotency_key',
] as const;
/** Methods that read only, of scopes that allow more than that. */
const READS: ReadonlySet<string> = new Set(['list_agents', 'list_alert_targets']);
/** True for methods that change nothing. */
export function readsOnly({ name, scope }: Pick<Method, 'name' | 'scope'>): boolean {
	return scope === 'public' || scope === 'arb:read' || READS.has(name);
}

const SUBJECTS = ['execution_id', 'agent_id', 'account_id', 'target_id', 'job_id', 'opportunity_id'] as const;
const TEXT_LENGTH_MAX = 80;

export type CallAudit = {
	/** True for methods whose calls are written down: all but reads. */
	readonly isKept: (method: Method) => boolean;
	/** `outcome` is the result or what was thrown. Never rejects: a call that was carried out is answered. */
	readonly note: (call: {
		readonly method: Method;
		readonly caller: Caller;
		readonly params: JsonObject;
		readonly address: string | null;
		readonly outcome: { readonly result: unknown } | { readonly thrown: unknown };
	}) => Promise<void>;
};

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
					action: 'call',
					subject: 'result' in outcome ? subjectOf(outcome.result, params) : subjectOf(undefined, params),
					outcome: 'result' in outcome ? 'ok' : codeOf(outcome.thrown),
					address,
					details: { method: method.name, ...shown },
				});
			} catch (error) {
				logger.error({ error, method: method.name }, 'The audit trail could not be written.');
			}
		},
	};
}

function actorOf({ agent, application, tokenId }: Caller): Pick<AuditEntry, 'actor' | 'actorId'> {
	if (agent !== undefined) return { actor: 'agent', actorId: agent.agentId };
	if (application !== undefined) return { actor: 'application', actorId: application };
	return { actor: 'token', actorId: tokenId };
}

function codeOf(thrown: unknown): string {
	return thrown instanceof CarrywireError ? thrown.code : 'INTERNAL_ERROR';
}

function subjectOf(result: unknown, params: JsonObject): string | null {
	for (const record of [result, params]) {
		if (typeof record !== 'object' || record === null) continue;
		for (const name of SUBJECTS) {
			const value = (record as Record<string, unknown>)[name];
			if (typeof value === 'string') return value.slice(0, TEXT_LENGTH_MAX);
		}
	}
	return null;
}

function shownValue(value: JsonValue | undefined): string | boolean | undefined {
	if (typeof value === 'string') return value.slice(0, TEXT_LENGTH_MAX);
	if (value instanceof NumberText) return value.source.slice(0, TEXT_LENGTH_MAX);
	if (typeof value === 'boolean') return value;
	return value === undefined || value === null || isJsonObject(value) || Array.isArray(value)
		? undefined
		: String(value);
}
