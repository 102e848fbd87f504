/** Stores users' threshold rules. */
import { formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { AlertRule, AlertRuleStore } from '../ports/alert-rules.ts';
import { ownedRows, type Row, type SqlDatabase } from './sql-database.ts';

/** Creates the store for threshold rules. */
export function createAlertRuleStore(database: SqlDatabase, owner?: string): AlertRuleStore {
	const { where, values } = ownedRows(owner);
	return {
		load: async () =>
			(await database.rows(`SELECT * FROM alert_rule ${where} ORDER BY created_at, rule_id`, ...values)).map(
				ruleOf,
			),
		async save(rule) {
			await database.changes(
				`INSERT INTO alert_rule (rule_id, user_id, name, kind, coin, exchange, exchangepair, execution_id,
					direction, limit_value, hysteresis, cooldown_ms, enabled, created_at, fired_at)
				 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
				 ON CONFLICT (rule_id) DO UPDATE SET user_id = excluded.user_id, name = excluded.name, kind = excluded.kind,
					coin = excluded.coin, exchange = excluded.exchange, exchangepair = excluded.exchangepair,
					execution_id = excluded.execution_id, direction = excluded.direction, limit_value = excluded.limit_value,
					hysteresis = excluded.hysteresis, cooldown_ms = excluded.cooldown_ms, enabled = excluded.enabled,
					created_at = excluded.created_at, fired_at = excluded.fired_at`,
				rule.ruleId,
				rule.userId,
				rule.name,
				rule.kind,
				rule.coin,
				rule.exchange,
				rule.exchangepair,
				rule.executionId,
				rule.direction,
				formatDecimal(rule.limit),
				formatDecimal(rule.hysteresis),
				rule.cooldownMs,
				rule.isEnabled ? 1 : 0,
				rule.createdAt,
				rule.firedAt,
			);
		},
		async remove(ruleId) {
			await database.changes('DELETE FROM alert_rule WHERE rule_id = ?', ruleId);
		},
	};
}

function ruleOf(row: Row): AlertRule {
	return {
		ruleId: String(row.rule_id),
		userId: String(row.user_id),
		name: String(row.name),
		kind: String(row.kind) as AlertRule['kind'],
		coin: textOrNull(row.coin),
		exchange: textOrNull(row.exchange),
		exchangepair: textOrNull(row.exchangepair),
		executionId: textOrNull(row.execution_id),
		direction: String(row.direction) as AlertRule['direction'],
		limit: parseDecimal(String(row.limit_value)),
		hysteresis: parseDecimal(String(row.hysteresis)),
		cooldownMs: Number(row.cooldown_ms),
		isEnabled: row.enabled === 1,
		createdAt: Number(row.created_at),
		firedAt: row.fired_at === null ? null : Number(row.fired_at),
	};
}

function textOrNull(value: unknown): string | null {
	return value === null ? null : String(value);
}
