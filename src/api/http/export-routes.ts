/**
 * Serves the caller's ledger as a CSV or JSON download. Rows are streamed, so that a large file neither fills memory
 * nor blocks other calls.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { csvCell } from '../../domain/csv-cell.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { LedgerExport, LedgerRow } from '../../ports/ledger-export.ts';
import { LEDGER_COLUMNS, type LedgerRecord, ledgerRecord } from '../rpc/ledger-record.ts';
import { ledgerSpan } from '../rpc/span.ts';
import type { createGetCalls, GetRoute } from './get-calls.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { REQUEST_TEXT } from './text.ts';

const CSV_PATH = '/export/ledger.csv';
const JSON_PATH = '/export/ledger.json';

/** Paths of the exports. Their query parameters are `from`, `until` and `execution_id`. */
export const EXPORT_PATHS = [CSV_PATH, JSON_PATH] as const;

/** Maximum concurrent downloads per user. */
export const EXPORTS_AT_ONCE_MAX = 2;
const RETRY_AFTER_MS = 5_000;

type Written = {
	readonly type: string;
	readonly head: string;
	readonly foot: string;
	readonly row: (record: LedgerRecord, isFirst: boolean) => string;
};

const CSV: Written = {
	type: 'text/csv; charset=utf-8; header=present',
	head: `${LEDGER_COLUMNS.join(',')}\r\n`,
	foot: '',
	row: (record) => `${LEDGER_COLUMNS.map((column) => csvField(column, record[column])).join(',')}\r\n`,
};

const JSON_ROWS: Written = {
	type: 'application/json; charset=utf-8',
	head: '[',
	foot: '\n]\n',
	row: (record, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(record)}`,
};

/** Serves the ledger to callers with the scope arb:read. */
export function addExportRoutes(
	app: FastifyInstance,
	parts: {
		readonly ledger: LedgerExport;
		readonly tradingMode: TradingMode;
		/**
		 * Throws if the execution belongs to another user, because an empty file would look like an execution that
		 * has no rows. @throws CarrywireError UNKNOWN_EXECUTION
		 */
		readonly requireExecution: (userId: string, executionId: string) => Promise<void>;
		readonly calls: ReturnType<typeof createGetCalls>;
	},
): void {
	const { ledger, tradingMode, requireExecution, calls } = parts;
	const underway = new Map<string, number>();

	/** @throws CarrywireError RATE_LIMITED */
	function begin(userId: string): () => void {
		const count = underway.get(userId) ?? 0;
		if (count >= EXPORTS_AT_ONCE_MAX)
			throw new CarrywireError('RATE_LIMITED', REQUEST_TEXT.downloads({ limit: EXPORTS_AT_ONCE_MAX }), {
				retryAfterMs: RETRY_AFTER_MS,
				facts: { limit: EXPORTS_AT_ONCE_MAX },
			});
		underway.set(userId, count + 1);
		return () => {
			const left = (underway.get(userId) ?? 1) - 1;
			if (left === 0) underway.delete(userId);
			else underway.set(userId, left);
		};
	}

	const download = (written: Written, name: string): GetRoute => ({
		scope: () => 'arb:read',
		query: ['from', 'until', 'execution_id'],
		async answer({ caller, query, reply }) {
			if (caller === undefined) throw new Error('Invariant broken: a scoped route has a caller.');
			const { userId } = caller;
			const span = ledgerSpan(query);
			const executionId = query.execution_id;
			if (executionId !== undefined) await requireExecution(userId, executionId);
			const end = begin(userId);
			const stream = Readable.from(
				texts(written, ledger.read({ userId, ...span, executionId }), tradingMode),
			);
			stream.once('close', end);
			await reply
				.headers(SECURITY_HEADERS)
				.header('content-disposition', `attachment; filename="${name}"`)
				.type(written.type)
				.send(stream);
			return undefined;
		},
	});
	app.get(CSV_PATH, calls(download(CSV, 'carrywire-ledger.csv')));
	app.get(JSON_PATH, calls(download(JSON_ROWS, 'carrywire-ledger.json')));
}

async function* texts(
	{ head, foot, row }: Written,
	parts: AsyncIterable<readonly LedgerRow[]>,
	mode: TradingMode,
): AsyncGenerator<string> {
	yield head;
	let isFirst = true;
	for await (const rows of parts) {
		let text = '';
		for (const one of rows) {
			text += row(ledgerRecord(one, mode), isFirst);
			isFirst = false;
		}
		yield text;
	}
	if (foot !== '') yield foot;
}

const NUMBERS: ReadonlySet<keyof LedgerRecord> = new Set([
	'quantity',
	'price',
	'amount',
	'usd_value',
	'funding_rate',
]);

/** Writes a CSV field. A negative number is not a formula and remains a number. */
export function csvField(column: keyof LedgerRecord, value: string | null): string {
	if (value === null) return '';
	return NUMBERS.has(column) ? value : csvCell(value, 'needed');
}
