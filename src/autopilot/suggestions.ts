/** Confirms and declines suggested changes. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import { type ChangeEvent, type Decision, lastEvent, type PotStore } from '../ports/autopilot-store.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/**
 * Stores the answer of a person to suggested changes. Repeating an answer changes nothing.
 * @param numbers the changes that it concerns; undefined for all that are suggested
 * @returns true if at least one change was answered now
 * @throws CarrywireError UNKNOWN_DECISION for a number without a change; NOTHING_TO_CONFIRM
 */
export async function answerSuggestions(
	store: PotStore,
	decision: Decision,
	numbers: readonly number[] | undefined,
	event: ChangeEvent & { readonly kind: 'confirmed' | 'declined' },
): Promise<boolean> {
	const { decisionId, changes } = decision;
	const unknown = numbers?.find((n) => changes[n] === undefined);
	if (unknown !== undefined)
		throw new CarrywireError(
			'UNKNOWN_DECISION',
			AUTOPILOT_TEXT.unknownChange({ was: unknown, count: changes.length }),
			{ field: 'changes' },
		);
	const meant = numbers ?? changes.map((_change, n) => n);
	const already = meant.filter((n) => decision.events[n]?.some(({ kind }) => kind === event.kind));
	const waiting = meant.filter((n) => lastEvent(decision, n)?.kind === 'suggested');
	if (waiting.length + already.length === 0)
		throw new CarrywireError('NOTHING_TO_CONFIRM', AUTOPILOT_TEXT.nothingToConfirm());
	for (const n of waiting) await store.append(decisionId, n, event);
	return waiting.length > 0;
}
