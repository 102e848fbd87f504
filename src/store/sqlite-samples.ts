/** Stores samples of money in SQLite: the tables `account_sample` and `execution_sample`. */
import type { DatabaseSync } from 'node:sqlite';
import { type Decimal, formatDecimal, parseDecimal } from '../domain/decimal.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';
import {
	type AccountSample,
	type ExecutionSample,
	MINUTE_MS,
	SAMPLE_STEPS,
	type SampleBatch,
	type SampleStore,
	type Stored,
} from '../ports/money-samples.ts';
import { inTransaction, type Row, rowsOf } from './database.ts';

const TABLES = ['account_sample', 'execution_sample'] as const;
/** Maximum time whose expired samples one batch deletes, ms. After a long pause, several batches share the work. */
const DELETED_MS_MAX = HOUR_MS;

/** Creates the store for samples. */
export function createSqliteSampleStore(database: DatabaseSync): SampleStore {
	const putAccount = database.prepare(
		`INSERT INTO account_sample (user_id, step_ms, at, exchange, account, equity, external_flows)
		 VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
	);
	const putExecution = database.prepare(
		`INSERT INTO execution_sample
			(execution_id, step_ms, at, price_pnl, funding_pnl, fee_cost, slippage_cost, delta, delta_usd, basis)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
	);
	const deletions = TABLES.map((table) => ({
		oldest: database.prepare(`SELECT min(at) AS at FROM ${table} WHERE step_ms = ?`),
		drop: database.prepare(`DELETE FROM ${table} WHERE step_ms = ? AND at < ?`),
	}));

	function put({ at, accounts, executions }: SampleBatch, stepMs: number): void {
		const begin = at - (at % stepMs);
		for (const { userId, exchange, account, equity, externalFlows } of accounts)
			putAccount.run(userId, stepMs, begin, exchange, account, textOf(equity), textOf(externalFlows));
		for (const one of executions)
			putExecution.run(
				one.executionId,
				stepMs,
				begin,
				textOf(one.pricePnl),
				formatDecimal(one.fundingPnl),
				formatDecimal(one.feeCost),
				formatDecimal(one.slippageCost),
				formatDecimal(one.delta),
				textOf(one.deltaUsd),
				textOf(one.basis),
			);
	}

	function dropOld(stepMs: number, before: number): void {
		for (const { oldest, drop } of deletions) {
			const at = oldest.get(stepMs)?.at;
			if (typeof at === 'number' && at < before) drop.run(stepMs, Math.min(before, at + DELETED_MS_MAX));
		}
	}

	return {
		async add(batch) {
			inTransaction(database, () => {
				for (const { stepMs, keptMs } of SAMPLE_STEPS) {
					put(batch, stepMs);
					dropOld(stepMs, batch.at - keptMs);
				}
			});
		},
		accounts: async (userId, step, from) =>
			rowsOf(
				database,
				'SELECT * FROM account_sample WHERE user_id = ? AND step_ms = ? AND at >= ? ORDER BY at, exchange',
				userId,
				step,
				from,
			).map(accountOf),
		execution: async (executionId, step, from) =>
			rowsOf(
				database,
				'SELECT * FROM execution_sample WHERE execution_id = ? AND step_ms = ? AND at >= ? ORDER BY at',
				executionId,
				step,
				from,
			).map(executionOf),
		span: async (userId) => spanOf(database, userId),
	};
}

function spanOf(database: DatabaseSync, userId: string): { first: number; last: number } | undefined {
	const [hours, minutes] = [HOUR_MS, MINUTE_MS].map(
		(step) =>
			rowsOf(
				database,
				'SELECT min(at) AS first, max(at) AS last FROM account_sample WHERE user_id = ? AND step_ms = ?',
				userId,
				step,
			)[0],
	);
	if (typeof hours?.first !== 'number') return undefined;
	// While the first hour's minutes are still stored, the first minute is more exact than its hour.
	const first =
		typeof minutes?.first === 'number' && minutes.first - hours.first < HOUR_MS ? minutes.first : hours.first;
	return { first, last: Number(minutes?.last ?? hours.last) };
}

function textOf(value: Decimal | null): string | null {
	return value === null ? null : formatDecimal(value);
}

function decimalOf(value: unknown): Decimal | null {
	return value === null ? null : parseDecimal(String(value));
}

function accountOf(row: Row): Stored<AccountSample> {
	return {
		at: Number(row.at),
		exchange: String(row.exchange) as VenueName,
		account: String(row.account),
		equity: decimalOf(row.equity),
		externalFlows: decimalOf(row.external_flows),
	};
}

function executionOf(row: Row): Stored<ExecutionSample> {
	return {
		at: Number(row.at),
		pricePnl: decimalOf(row.price_pnl),
		fundingPnl: parseDecimal(String(row.funding_pnl)),
		feeCost: parseDecimal(String(row.fee_cost)),
		slippageCost: parseDecimal(String(row.slippage_cost)),
		delta: parseDecimal(String(row.delta)),
		deltaUsd: decimalOf(row.delta_usd),
		basis: decimalOf(row.basis),
	};
}
