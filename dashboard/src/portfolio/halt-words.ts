/** Describes halts in words: place, origin and reason. Also finds the halt that blocks the opening of a position. */
import type { PortfolioLiveResult } from '../../../client/methods.ts';
import { venueName } from '../figures/venues.ts';
import type { Said } from '../language/said.svelte.ts';
import { HALTS } from './text.ts';

export type Halt = PortfolioLiveResult['halts'][number];

/** Returns the place of the halt, for the middle of a sentence: `on KuCoin`. */
export function whereHalted({ scope, exchange }: Halt): string {
	return scope === 'exchange' && exchange !== null ? HALTS.onExchange(venueName(exchange)) : HALTS.everywhere;
}

/** Returns who halted trading, for the middle of a sentence: `the operator`. */
export function whoHalted({ scope, halted_by: by }: Halt): string {
	if (scope === 'user') return HALTS.you;
	return by === 'restore' ? HALTS.restore : HALTS.operator;
}

/**
 * Returns the given reason, without a final period.
 * @param say writes what the service says, in the reader's language
 */
export function whyHalted({ reason, sentence }: Halt, say: (words: Said) => string): string {
	return reason === null ? HALTS.noReason : say({ message: reason, sentence }).replace(/\.$/, '');
}

/**
 * Returns the halt that blocks opening a position on these exchanges. The operator's halt takes precedence, because
 * the user cannot end it.
 */
export function haltOn(halts: readonly Halt[], exchanges: readonly string[]): Halt | undefined {
	const covering = halts.filter(
		({ scope, exchange }) => scope !== 'exchange' || (exchange !== null && exchanges.includes(exchange)),
	);
	return covering.find(({ scope }) => scope !== 'user') ?? covering[0];
}
