/** Defines the record of a kill switch that blocks the caller from opening positions. */
import * as z from 'zod';
import { haltWords } from '../../domain/halt-words.ts';
import type { Halt } from '../../ports/halts.ts';
import { instant, sentenceMember, sentenceSchema } from './record-fields.ts';

/** A kill switch on the wire. The caller can end only a switch with the scope `user`. */
export const haltSchema = z.strictObject({
	scope: z
		.enum(['user', 'exchange', 'service'])
		.describe('user: your own halt_trading; resume_trading ends it. exchange, service: set by the operator.'),
	exchange: z
		.string()
		.nullable()
		.describe('Exchange on which the service opens no positions; null: all exchanges.'),
	reason: z.string().nullable().describe('Reason given by the person or agent that halted; null: none.'),
	sentence: sentenceSchema,
	halted_at: instant('Time at which it was set.'),
	halted_by: z
		.string()
		.describe('Actor that set it: operator, restore (a backup was restored), or the id of a token or agent.'),
	close_all: z.boolean().describe('True when it also closes open executions.'),
});

/** Converts a kill switch to its record on the wire. `exchange` is null unless the switch applies to one exchange. */
export function haltRecord({ target, reason, at, by, closeAll }: Halt) {
	return {
		scope: target.scope,
		exchange: target.scope === 'exchange' ? target.venue : null,
		reason,
		...haltSentence(reason),
		halted_at: new Date(at).toISOString(),
		halted_by: by,
		close_all: closeAll,
	};
}

/** Returns the parts of a reason that the service itself gave. */
export function haltSentence(reason: string | null) {
	return reason === null ? {} : sentenceMember(haltWords(reason));
}
