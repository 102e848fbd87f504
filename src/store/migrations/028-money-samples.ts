import type { Migration } from './migration.ts';

/** Adds samples of equity per exchange account, and of the profit, delta and basis of open executions. */
export const moneySamples: Migration = {
	id: 28,
	name: 'money-samples',
	compatibleFrom: 24,
	sql: `
	-- step_ms: 60000 or 3600000. at: the start of the minute or hour. Unknown figures are null.
	CREATE TABLE account_sample (
		user_id TEXT NOT NULL,
		step_ms INTEGER NOT NULL,
		at INTEGER NOT NULL,
		exchange TEXT NOT NULL,
		account TEXT NOT NULL,
		equity TEXT,
		external_flows TEXT,
		PRIMARY KEY (user_id, step_ms, at, exchange)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX account_sample_age ON account_sample (step_ms, at);
	CREATE TABLE execution_sample (
		execution_id TEXT NOT NULL,
		step_ms INTEGER NOT NULL,
		at INTEGER NOT NULL,
		price_pnl TEXT,
		funding_pnl TEXT NOT NULL,
		fee_cost TEXT NOT NULL,
		slippage_cost TEXT NOT NULL,
		delta TEXT NOT NULL,
		delta_usd TEXT,
		basis TEXT,
		PRIMARY KEY (execution_id, step_ms, at)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX execution_sample_age ON execution_sample (step_ms, at);
	`,
};
