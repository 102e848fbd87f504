import type { ErrorCode } from '../../domain/codes.ts';
import { type CheckRow, stated, withFacts } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { guardsText } from './text.ts';

/** Guards with an error code of their own; all others are OPPORTUNITY_GUARDED. */
const OWN_CODES: Readonly<Partial<Record<string, ErrorCode>>> = { QUOTE_DEPEG: 'QUOTE_DEPEG' };

/** Checks that no guard of the scanner blocks the opportunity. */
export function guards({ blockingGuards, record }: OpenFacts): readonly CheckRow[] {
	const [first] = blockingGuards;
	const sentences = record.reasons
		.filter((reason) => blockingGuards.includes(reason.code))
		.map((reason) => reason.message);
	const named = blockingGuards.join(', ');
	const code = OWN_CODES[first ?? ''] ?? 'OPPORTUNITY_GUARDED';
	const row = stated({ check: 'guards', code }, first === undefined, () => ({
		value: first === undefined ? 'none' : named,
		limit: 'none',
		message: guardsText(blockingGuards, sentences),
	}));
	return [withFacts(row, { guards: blockingGuards })];
}
