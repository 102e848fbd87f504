/** Which of two closes of an execution applies. Pure. */
import type { CloseTerms } from '../../domain/event.ts';

type Terms = Pick<CloseTerms, 'remaining' | 'maxSlippageBps' | 'firm'>;

/** The wanted close replaces the present one: it leaves less open or may end sooner, and takes back nothing. */
export function supersedes(present: Terms, wanted: Terms): boolean {
	if (!isWithin(present, wanted)) return false;
	return wanted.remaining < present.remaining || widens(present, wanted);
}

/** The present close already does everything that the wanted one would do. */
export function satisfies(present: Terms, wanted: Terms): boolean {
	return isWithin(present, wanted) && !supersedes(present, wanted);
}

/** The wanted close keeps no more coins, and has no narrower guard, than the present one. */
function isWithin(present: Terms, wanted: Terms): boolean {
	const isNarrower = wanted.firm && (!present.firm || wanted.maxSlippageBps < present.maxSlippageBps);
	return wanted.remaining <= present.remaining && !isNarrower;
}

/** A guard that widens by itself needs no widening. */
function widens(present: Terms, wanted: Terms): boolean {
	return present.firm && (!wanted.firm || wanted.maxSlippageBps > present.maxSlippageBps);
}
