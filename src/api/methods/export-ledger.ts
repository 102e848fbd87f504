import * as z from 'zod';
import type { LedgerCursor } from '../../ports/ledger-export.ts';
import { LEDGER_ROW_EXAMPLE, ledgerRecord, ledgerRowSchema } from '../rpc/ledger-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam, show } from '../rpc/param-errors.ts';
import { integerOr, text } from '../rpc/params.ts';
import { ledgerSpan } from '../rpc/span.ts';
import { RULE_TEXT } from '../rpc/text.ts';
import { tradingModeSchema } from '../rpc/trading-mode.ts';

const FIRST: LedgerCursor = { seq: 0, index: 0, restore: '' };
const CURSOR = /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,5})(?:\.([0-9a-f]{16}))?$/;

/**
 * Returns the caller's fills, fees and funding in pages. Fails with INVALID_PARAMS for a malformed cursor, or one
 * from another journal.
 */
export const exportLedger = scopedMethod({
	name: 'export_ledger',
	summary: 'Reads your fills, fees and funding row by row in journal order, for accounting and tax.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		from: text(
			40,
			'Start, inclusive: an ISO 8601 instant with a time zone, or a UTC date. Default: all.',
		).optional(),
		until: text(40, 'End, exclusive, in the format of from.').optional(),
		cursor: text(
			40,
			'next_cursor of an earlier answer, to continue after it. Use it again later to read rows added since then.',
		).optional(),
		limit: integerOr(500, { description: 'Rows per answer.', atLeast: 1, atMost: 2_000 }),
	}),
	result: z.strictObject({
		rows: z.array(ledgerRowSchema).describe('Rows, each once, in a fixed order.'),
		next_cursor: z.string().describe('Cursor of the next page.'),
		has_more: z.boolean().describe('True when more rows exist now.'),
		trading_mode: tradingModeSchema,
	}),
	example: {
		params: { from: '2026-01-01', until: '2027-01-01' },
		result: {
			rows: [LEDGER_ROW_EXAMPLE],
			next_cursor: '412.1',
			has_more: true,
			trading_mode: 'live',
		},
	},
	errors: [],
	async handle({ from, until, cursor, limit }, { services, caller: { userId } }) {
		const after = cursor === undefined ? FIRST : readCursor(cursor);
		const page = await services.ledger.page({ userId, ...ledgerSpan({ from, until }), after, limit });
		const mode = services.info.tradingMode;
		return {
			rows: page.rows.map((row) => ledgerRecord(row, mode)),
			next_cursor: writeCursor(page.next),
			has_more: page.hasMore,
			trading_mode: mode,
		};
	},
});

/** Parses a cursor. @throws CarrywireError INVALID_PARAMS */
function readCursor(cursor: string): LedgerCursor {
	const [, seq, index, restore = ''] = CURSOR.exec(cursor) ?? [];
	if (seq === undefined || index === undefined)
		throw invalidParam('cursor', RULE_TEXT.cursor(), show(cursor));
	return { seq: Number(seq), index: Number(index), restore };
}

function writeCursor({ seq, index, restore }: LedgerCursor): string {
	return `${seq}.${index}${restore === '' ? '' : `.${restore}`}`;
}
