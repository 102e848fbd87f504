/** Recognizes reasons that the journal keeps as text, so that pages can write them in another language. */
import { legReason, phase, reason } from '../sentences/reason.ts';
import { byText, type Sentence, type Words } from '../sentences/sentence.ts';
import { spoken } from './english.ts';
import type { ReductionCause } from './event.ts';

/** Reasons that name another reason, an execution, an exchange or a time. */
export const PHASE_TEXT = spoken('phase', phase);

/** Reasons that name a leg. */
export const LEG_REASON_TEXT = spoken('leg_reason', legReason);

const CAUSES: readonly ReductionCause[] = ['liquidation', 'adl', 'delisting', 'hand', 'handover'];

const FIXED = byText([
	...Object.values(spoken('reason', reason)).map((write) => write()),
	...CAUSES.flatMap((cause) => [
		LEG_REASON_TEXT.reduced({ cause, leg: 'long' }),
		LEG_REASON_TEXT.reduced({ cause, leg: 'short' }),
	]),
]);

/** Sentences around a reason, with their words before and after it. */
const AROUND = [
	['CANCELED: ', '', PHASE_TEXT.canceled],
	['Nothing was opened: ', '.', PHASE_TEXT.nothingOpened],
] as const;

/**
 * Returns the sentence of a fixed reason, alone or within a sentence around it. Any other reason stays as it is: a
 * sentence, or a text without parts.
 */
export function storedReason(reason: Words): Words {
	return typeof reason === 'string' ? (FIXED.get(reason) ?? aroundFixed(reason) ?? reason) : reason;
}

function aroundFixed(text: string): Sentence | undefined {
	for (const [before, after, write] of AROUND) {
		if (!text.startsWith(before) || !text.endsWith(after)) continue;
		const why = FIXED.get(text.slice(before.length, text.length - after.length));
		if (why !== undefined) return write({ why });
	}
	return undefined;
}
