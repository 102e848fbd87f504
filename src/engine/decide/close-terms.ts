/** Decides which of two closes of an execution applies. Pure functions. */
import type { CloseTerms } from '../../domain/event.ts';

type Terms = Pick<CloseTerms, 'remaining' | 'maxSlippageBps' | 'firm' | 'maker'>;

/**
 * True if the wanted close replaces the current one: it leaves less open, has a wider slippage limit or takes
 * liquidity instead of resting as maker. It may do none of these the other way round.
 */
export function supersedes(present: Terms, wanted: Terms): boolean {
	if (!isWithin(present, wanted)) return false;
	const isUrgent = present.maker !== undefined && wanted.maker === undefined;
	return wanted.remaining < present.remaining || widens(present, wanted) || isUrgent;
}

/** True if the current close already does everything that the wanted one would do. */
export function satisfies(present: Terms, wanted: Terms): boolean {
	return isWithin(present, wanted) && !supersedes(present, wanted);
}

/**
 * True if the wanted close leaves at most as many coins open as the current one, allows at least as much slippage, and
 * does not rest as maker if the current one takes liquidity.
 */
function isWithin(present: Terms, wanted: Terms): boolean {
	const isNarrower = wanted.firm && (!present.firm || wanted.maxSlippageBps < present.maxSlippageBps);
	const isSlower = wanted.maker !== undefined && present.maker === undefined;
	return wanted.remaining <= present.remaining && !isNarrower && !isSlower;
}

/**
 * True if the wanted close has a wider slippage limit. A limit that is not firm counts as the widest, because it
 * widens by itself.
 */
function widens(present: Terms, wanted: Terms): boolean {
	return present.firm && (!wanted.firm || wanted.maxSlippageBps > present.maxSlippageBps);
}
