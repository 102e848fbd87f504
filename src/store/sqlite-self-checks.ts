/** Stores exchange accounts' self-checks in SQLite: each account's last report, and every test order. */
import type { DatabaseSync } from 'node:sqlite';
import { formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { ProbeOrder, SelfCheckReport, SelfCheckStore } from '../ports/self-check.ts';
import { textOf } from '../sentences/sentence.ts';

type Row = Record<string, unknown>;

/** Creates the store for self-check reports and test orders. */
export function createSqliteSelfCheckStore(database: DatabaseSync): SelfCheckStore {
	return {
		async reports() {
			const rows = database.prepare('SELECT account_id, report FROM self_check').all() as Row[];
			return new Map(
				rows.map((row) => [String(row.account_id), JSON.parse(String(row.report)) as SelfCheckReport]),
			);
		},
		async keep(accountId, report) {
			database
				.prepare(
					`INSERT INTO self_check (account_id, checked_at, report) VALUES (?, ?, ?)
					 ON CONFLICT (account_id) DO UPDATE SET checked_at = excluded.checked_at, report = excluded.report`,
				)
				.run(accountId, report.checkedAt, JSON.stringify(inEnglish(report)));
		},
		async openProbes() {
			const rows = database
				.prepare('SELECT * FROM probe_order WHERE ended_at IS NULL ORDER BY begun_at, client_order_id')
				.all() as Row[];
			return rows.map(probeOf);
		},
		async beginProbe(probe) {
			database
				.prepare(
					`INSERT INTO probe_order (client_order_id, account_id, user_id, venue, symbol, quantity, limit_price, begun_at)
					 VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
				)
				.run(
					probe.clientOrderId,
					probe.accountId,
					probe.userId,
					probe.venue,
					probe.symbol,
					formatDecimal(probe.quantity),
					formatDecimal(probe.limitPrice),
					probe.begunAt,
				);
		},
		async endProbe(clientOrderId, { endedAt, filled }) {
			database
				.prepare('UPDATE probe_order SET ended_at = ?, filled = ? WHERE client_order_id = ?')
				.run(endedAt, formatDecimal(filled), clientOrderId);
		},
	};
}

/** Only the text of each step is stored, because the service checks again after each start. */
function inEnglish(report: SelfCheckReport): SelfCheckReport {
	return { ...report, steps: report.steps.map((step) => ({ ...step, said: textOf(step.said) })) };
}

function probeOf(row: Row): ProbeOrder {
	return {
		clientOrderId: String(row.client_order_id),
		accountId: String(row.account_id),
		userId: String(row.user_id),
		venue: String(row.venue),
		symbol: String(row.symbol),
		quantity: parseDecimal(String(row.quantity)),
		limitPrice: parseDecimal(String(row.limit_price)),
		begunAt: Number(row.begun_at),
	};
}
