import type { ErrorCode } from '../../domain/codes.ts';
import { type CheckRow, stated, withFacts } from './check-row.ts';
import type { OpenFacts } from './facts.ts';

/** Guards that have a code of the contract; all others are OPPORTUNITY_GUARDED. */
const OWN_CODES: Readonly<Partial<Record<string, ErrorCode>>> = { QUOTE_DEPEG: 'QUOTE_DEPEG' };

/** Nothing that the scanner found stands against the opportunity. */
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
		message:
			first === undefined
				? 'guards: none that forbids the trade.'
				: `Guards forbid this trade: ${named}. ${sentences.join(' ')}`.trim(),
	}));
	return [withFacts(row, { guards: blockingGuards })];
}
