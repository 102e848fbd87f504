/** A kill switch that keeps the caller from opening, as it is answered. */
import * as z from 'zod';
import type { Halt } from '../../ports/halts.ts';
import { instant } from './record-fields.ts';

/** Kill switch as methods answer it; the caller can end the scope user alone. */
export const haltSchema = z.strictObject({
	scope: z
		.enum(['user', 'exchange', 'service'])
		.describe(
			"user: the caller's own halt_trading, which resume_trading ends. exchange, service: the operator's.",
		),
	exchange: z.string().nullable().describe('Where nothing is opened; null: nowhere.'),
	reason: z.string().nullable().describe('In the words of whoever halted; null where there were none.'),
	halted_at: instant('Since when it stands.'),
	halted_by: z.string().describe('operator, restore (of a backup), or the id of the token or agent.'),
	close_all: z.boolean().describe('While it stands, what it covers is closed too.'),
});

/** Converts a kill switch to its record on the wire; `exchange` is null unless it is limited to one. */
export function haltRecord({ target, reason, at, by, closeAll }: Halt) {
	return {
		scope: target.scope,
		exchange: target.scope === 'exchange' ? target.venue : null,
		reason,
		halted_at: new Date(at).toISOString(),
		halted_by: by,
		close_all: closeAll,
	};
}
