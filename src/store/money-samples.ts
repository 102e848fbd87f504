/** Stores samples of money: the tables `account_sample` and `execution_sample`. */
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
import { insertRows } from './insert-rows.ts';
import { changesOf, type Row, rowsOf, type SqlDatabase, type Steps } from './sql-database.ts';

const TABLES = ['account_sample', 'execution_sample'] as const;
/** Maximum time whose expired samples one batch deletes, ms. After a long pause, several batches share the work. */
const DELETED_MS_MAX = HOUR_MS;

/** Creates the store for samples. */
export function createSampleStore(database: SqlDatabase): SampleStore {
	return {
		add: (batch) =>
			database.transaction(function* () {
				for (const { stepMs, keptMs } of SAMPLE_STEPS) {
					yield* put(batch, stepMs);
					yield* dropOld(stepMs, batch.at - keptMs);
				}
			}),
		accounts: async (userId, step, from) =>
			(
				await database.rows(
					'SELECT * FROM account_sample WHERE user_id = ? AND step_ms = ? AND at >= ? ORDER BY at, exchange',
					userId,
					step,
					from,
				)
			).map(accountOf),
		execution: async (executionId, step, from) =>
			(
				await database.rows(
					'SELECT * FROM execution_sample WHERE execution_id = ? AND step_ms = ? AND at >= ? ORDER BY at',
					executionId,
					step,
					from,
				)
			).map(executionOf),
		span: async (userId) =>
			spanOf(
				await database.rows(
					'SELECT step_ms, min(at) AS first, max(at) AS last FROM account_sample WHERE user_id = ? GROUP BY step_ms',
					userId,
				),
			),
	};
}

function* put({ at, accounts, executions }: SampleBatch, stepMs: number): Steps<void> {
	const begin = at - (at % stepMs);
	yield* insertRows(
		'INSERT INTO account_sample (user_id, step_ms, at, exchange, account, equity, external_flows)',
		accounts.map(({ userId, exchange, account, equity, externalFlows }) => [
			userId,
			stepMs,
			begin,
			exchange,
			account,
			textOf(equity),
			textOf(externalFlows),
		]),
		'ON CONFLICT DO NOTHING',
	);
	yield* insertRows(
		'INSERT INTO execution_sample (execution_id, step_ms, at, price_pnl, funding_pnl, fee_cost, slippage_cost, delta, delta_usd, basis)',
		executions.map((one) => [
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
		]),
		'ON CONFLICT DO NOTHING',
	);
}

function* dropOld(stepMs: number, before: number): Steps<void> {
	for (const table of TABLES) {
		const [oldest] = yield* rowsOf(`SELECT min(at) AS at FROM ${table} WHERE step_ms = ?`, stepMs);
		const at = oldest?.at;
		if (typeof at === 'number' && at < before)
			yield* changesOf(
				`DELETE FROM ${table} WHERE step_ms = ? AND at < ?`,
				stepMs,
				Math.min(before, at + DELETED_MS_MAX),
			);
	}
}

function spanOf(rows: readonly Row[]): { first: number; last: number } | undefined {
	const [hours, minutes] = [HOUR_MS, MINUTE_MS].map((step) => rows.find((row) => row.step_ms === step));
	if (hours === undefined) return undefined;
	const [firstHour, firstMinute] = [Number(hours.first), Number(minutes?.first)];
	// While the first hour's minutes are still stored, the first minute is more exact than its hour.
	const first = firstMinute - firstHour < HOUR_MS ? firstMinute : firstHour;
	return { first, last: Number((minutes ?? hours).last) };
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
