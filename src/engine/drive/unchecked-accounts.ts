/**
 * Halts openings on accounts that have not passed their self-check. The service opens nothing new on them. Openings
 * in progress wait, or end if the user must act first. Open positions can still be closed.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { SelfCheckRefusal, SelfChecks } from '../../ports/self-check.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { Halts } from './halts.ts';

/** Extends the halts to unchecked accounts. */
export function haltUnchecked(halts: Halts, checks: Pick<SelfChecks, 'refusal'>): Halts {
	return {
		...halts,
		openingHalted(state) {
			return halts.openingHalted(state) ?? finalRefusal(state, checks) ?? null;
		},
		requireOpen(userId, venues: readonly VenueName[]) {
			halts.requireOpen(userId, venues);
			const refused = venues.flatMap((venue) => {
				const refusal = checks.refusal(userId, venue);
				return refusal === undefined ? [] : [{ venue, ...refusal }];
			});
			// A problem that the user must fix is reported before one that passes by itself.
			const first = refused.find(({ isFinal }) => isFinal) ?? refused[0];
			if (first !== undefined)
				throw new CarrywireError('SELF_CHECK_NOT_PASSED', first.said, { facts: { exchange: first.venue } });
		},
	};
}

/** True if the next slice must wait for a self-check. */
export function awaitsSelfCheck(state: ExecutionState, checks: Pick<SelfChecks, 'refusal'>): boolean {
	return refusals(state, checks).length > 0;
}

/** Returns why the user must act before an account of the execution passes its self-check; undefined if not. */
export function finalRefusal(state: ExecutionState, checks: Pick<SelfChecks, 'refusal'>): Words | undefined {
	return refusals(state, checks).find(({ isFinal }) => isFinal)?.said;
}

function refusals(
	{ plan: { userId, legs } }: ExecutionState,
	{ refusal }: Pick<SelfChecks, 'refusal'>,
): readonly SelfCheckRefusal[] {
	return [legs.long.venue, legs.short.venue].flatMap((venue) => refusal(userId, venue) ?? []);
}
