/** Stores exchange accounts' self-checks: each account's last report, and every test order. */
import { formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { ProbeOrder, SelfCheckReport, SelfCheckStore } from '../ports/self-check.ts';
import { textOf } from '../sentences/sentence.ts';
import { ownedRows, type Row, type SqlDatabase } from './sql-database.ts';

/** Creates the store for self-check reports and test orders. */
export function createSelfCheckStore(database: SqlDatabase, owner?: string): SelfCheckStore {
	const { where, and, values } = ownedRows(owner);
	const ofOwner =
		owner === undefined ? '' : `WHERE account_id IN (SELECT account_id FROM exchange_account ${where})`;
	return {
		async reports() {
			const rows = await database.rows(
				`SELECT account_id, report FROM self_check ${ofOwner} ORDER BY account_id`,
				...values,
			);
			return new Map(
				rows.map((row) => [String(row.account_id), JSON.parse(String(row.report)) as SelfCheckReport]),
			);
		},
		async keep(accountId, report) {
			await database.changes(
				`INSERT INTO self_check (account_id, checked_at, report) VALUES (?, ?, ?)
				 ON CONFLICT (account_id) DO UPDATE SET checked_at = excluded.checked_at, report = excluded.report`,
				accountId,
				report.checkedAt,
				JSON.stringify(inEnglish(report)),
			);
		},
		openProbes: async () =>
			(
				await database.rows(
					`SELECT * FROM probe_order WHERE ended_at IS NULL ${and} ORDER BY begun_at, client_order_id`,
					...values,
				)
			).map(probeOf),
		async beginProbe(probe) {
			await database.changes(
				`INSERT INTO probe_order (client_order_id, account_id, user_id, venue, symbol, quantity, limit_price, begun_at)
				 VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
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
			await database.changes(
				'UPDATE probe_order SET ended_at = ?, filled = ? WHERE client_order_id = ?',
				endedAt,
				formatDecimal(filled),
				clientOrderId,
			);
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
