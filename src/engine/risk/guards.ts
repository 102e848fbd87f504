import type { ErrorCode } from '../../domain/codes.ts';
import { type CheckRow, stated, withFacts } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/** Guards with their own error code; all others use OPPORTUNITY_GUARDED. */
const OWN_CODES: Readonly<Partial<Record<string, ErrorCode>>> = { QUOTE_DEPEG: 'QUOTE_DEPEG' };

/** Checks that no guard in the opportunity's record blocks the trade. */
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
		message: CHECK_TEXT.guards({ guards: blockingGuards, reasons: sentences }),
	}));
	return [withFacts(row, { guards: blockingGuards })];
}
