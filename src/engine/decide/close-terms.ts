/** Decides which of two closes of an execution applies. Pure functions. */
import type { CloseTerms } from '../../domain/event.ts';

type Terms = Pick<CloseTerms, 'remaining' | 'maxSlippageBps' | 'firm'>;

/**
 * True if the wanted close replaces the current one: it leaves less open or has a wider slippage limit, and it
 * neither leaves more open nor has a narrower limit.
 */
export function supersedes(present: Terms, wanted: Terms): boolean {
	if (!isWithin(present, wanted)) return false;
	return wanted.remaining < present.remaining || widens(present, wanted);
}

/** True if the current close already does everything that the wanted one would do. */
export function satisfies(present: Terms, wanted: Terms): boolean {
	return isWithin(present, wanted) && !supersedes(present, wanted);
}

/**
 * True if the wanted close leaves at most as many coins open as the current one, and allows at least as much
 * slippage.
 */
function isWithin(present: Terms, wanted: Terms): boolean {
	const isNarrower = wanted.firm && (!present.firm || wanted.maxSlippageBps < present.maxSlippageBps);
	return wanted.remaining <= present.remaining && !isNarrower;
}

/**
 * True if the wanted close has a wider slippage limit. A limit that is not firm counts as the widest, because it
 * widens by itself.
 */
function widens(present: Terms, wanted: Terms): boolean {
	return present.firm && (!wanted.firm || wanted.maxSlippageBps > present.maxSlippageBps);
}
