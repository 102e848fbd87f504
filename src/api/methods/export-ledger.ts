import * as z from 'zod';
import type { LedgerCursor } from '../../ports/ledger-export.ts';
import { LEDGER_ROW_EXAMPLE, ledgerRecord, ledgerRowSchema } from '../rpc/ledger-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam, show } from '../rpc/param-errors.ts';
import { integerOr, text } from '../rpc/params.ts';
import { ledgerSpan } from '../rpc/span.ts';
import { tradingModeSchema } from '../rpc/trading-mode.ts';

const FIRST: LedgerCursor = { seq: 0, index: 0, restore: '' };
const CURSOR = /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,5})(?:\.([0-9a-f]{16}))?$/;

/** Method that reads fills, fees and funding of the caller in pages. It fails with INVALID_PARAMS for a foreign cursor. */
export const exportLedger = scopedMethod({
	name: 'export_ledger',
	summary:
		"Reads the caller's fills, fees and funding row by row, in the order in which they were journaled: for other books, and for tax.",
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		from: text(40, 'First time, an ISO 8601 instant with its zone, or a UTC date. Absent: all.').optional(),
		until: text(40, 'First time that is not answered any more, written like from.').optional(),
		cursor: text(
			40,
			'next_cursor of an earlier answer: goes on behind it. Asked for again later, it has what was added since.',
		).optional(),
		limit: integerOr(500, { description: 'Rows per answer.', atLeast: 1, atMost: 2_000 }),
	}),
	result: z.strictObject({
		rows: z.array(ledgerRowSchema).describe('Each once; the order never changes.'),
		next_cursor: z.string().describe('Where the next answer begins.'),
		has_more: z.boolean().describe('There are more rows now.'),
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

/** @throws CarrywireError INVALID_PARAMS */
function readCursor(cursor: string): LedgerCursor {
	const [, seq, index, restore = ''] = CURSOR.exec(cursor) ?? [];
	if (seq === undefined || index === undefined)
		throw invalidParam('cursor', 'must be the next_cursor of an earlier answer', show(cursor));
	return { seq: Number(seq), index: Number(index), restore };
}

function writeCursor({ seq, index, restore }: LedgerCursor): string {
	return `${seq}.${index}${restore === '' ? '' : `.${restore}`}`;
}
