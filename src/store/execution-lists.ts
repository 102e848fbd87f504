/** Reads the tables beside the journal: summaries of executions, idempotency keys, ledger positions, profit samples. */
import type { ExecutionSummary, Journal, PnlSample } from '../ports/journal.ts';
import { claimOf, claimValues, SELECT_CLAIM } from './idempotency.ts';
import type { Row, SqlDatabase, SqlValue } from './sql-database.ts';

/** Maximum number of rows on a page, whatever the caller requests. */
const PAGE_ROWS_MAX = 1_000;

/** Selects executions that have not ended, oldest first. */
export const OPEN_EXECUTIONS = 'FROM execution WHERE ended = 0 ORDER BY created_at, execution_id';
/** Selects ended executions whose settlements may be incomplete, oldest first. */
export const UNSETTLED_EXECUTIONS =
	'FROM execution WHERE ended = 1 AND funding_complete = 0 ORDER BY created_at, execution_id';
/** Selects executions that agents have started since a time in milliseconds, oldest first. */
export const EXECUTIONS_OF_AGENTS =
	'FROM execution WHERE agent_id IS NOT NULL AND created_at >= ? ORDER BY created_at, execution_id';
const OF_USER = 'FROM execution WHERE user_id = ? AND ended = ?';
const OF_PAIR = 'FROM execution WHERE user_id = ? AND exchangepair = ? AND symbol = ?';

/** The journal's reads that need no event. */
export type ExecutionLists = Pick<
	Journal,
	| 'openExecutions'
	| 'unsettledExecutions'
	| 'userExecutions'
	| 'countUserExecutions'
	| 'executionsOfPair'
	| 'usersWithExecutions'
	| 'findExecution'
	| 'findJob'
	| 'findIdempotency'
	| 'ledgerReadTo'
	| 'pnlSamples'
>;

/** Returns the journal's reads that need no event. */
export function executionLists(database: SqlDatabase): ExecutionLists {
	const summaries = async (sql: string, ...values: SqlValue[]) =>
		(await database.rows(sql, ...values)).map(summaryOf);
	const count = async (from: string, ...values: SqlValue[]) =>
		Number((await database.rows(`SELECT count(*) AS n ${from}`, ...values))[0]?.n ?? 0);
	return {
		openExecutions: () => summaries(`SELECT * ${OPEN_EXECUTIONS}`),
		unsettledExecutions: () => summaries(`SELECT * ${UNSETTLED_EXECUTIONS}`),
		userExecutions: (userId, { ended, offset, limit }) =>
			summaries(
				`SELECT * ${OF_USER} ORDER BY created_at DESC, execution_id LIMIT ? OFFSET ?`,
				userId,
				ended ? 1 : 0,
				Math.min(limit, PAGE_ROWS_MAX),
				offset,
			),
		countUserExecutions: (userId, ended) => count(OF_USER, userId, ended ? 1 : 0),
		async executionsOfPair({ userId, symbol, exchangepair, offset, limit }) {
			const [rows, total] = await Promise.all([
				summaries(
					`SELECT * ${OF_PAIR} ORDER BY created_at DESC, execution_id LIMIT ? OFFSET ?`,
					userId,
					exchangepair,
					symbol,
					Math.min(limit, PAGE_ROWS_MAX),
					offset,
				),
				count(OF_PAIR, userId, exchangepair, symbol),
			]);
			return { rows, count: total };
		},
		usersWithExecutions: async () =>
			(await database.rows('SELECT DISTINCT user_id FROM execution ORDER BY user_id')).map(({ user_id }) =>
				String(user_id),
			),
		findExecution: async (executionId) =>
			(await summaries('SELECT * FROM execution WHERE execution_id = ?', executionId))[0],
		findJob: async (jobId) => (await summaries('SELECT * FROM execution WHERE job_id = ?', jobId))[0],
		findIdempotency: async (key) => claimOf(key, await database.rows(SELECT_CLAIM, ...claimValues(key))),
		async ledgerReadTo(accountId) {
			const [row] = await database.rows('SELECT read_to FROM ledger_read WHERE account_id = ?', accountId);
			return row === undefined ? undefined : Number(row.read_to);
		},
		pnlSamples: (userId, from) => readSamples(database, userId, from),
	};
}

async function readSamples(
	database: SqlDatabase,
	userId: string,
	from: number,
): Promise<readonly PnlSample[]> {
	const [earlier, later] = await Promise.all([
		database.rows(
			'SELECT * FROM pnl_sample WHERE user_id = ? AND at < ? ORDER BY at DESC LIMIT 1',
			userId,
			from,
		),
		database.rows(
			'SELECT * FROM pnl_sample WHERE user_id = ? AND at >= ? ORDER BY at LIMIT ?',
			userId,
			from,
			PAGE_ROWS_MAX,
		),
	]);
	return [...earlier, ...later].map((row) => ({
		at: Number(row.at),
		totalPnl: String(row.total_pnl),
		deployed: String(row.deployed),
	}));
}

/** Converts a row of `execution`. */
export function summaryOf(row: Row): ExecutionSummary {
	return {
		executionId: String(row.execution_id),
		jobId: String(row.job_id),
		userId: String(row.user_id),
		agentId: row.agent_id === null ? null : String(row.agent_id),
		exchangepair: String(row.exchangepair),
		symbol: String(row.symbol),
		phase: String(row.phase),
		ended: row.ended === 1,
		createdAt: Number(row.created_at),
		closedAt: row.closed_at === null ? null : Number(row.closed_at),
	};
}
