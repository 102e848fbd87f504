/** Kill switches in words: where each holds, by whom it stands, and who can end it. */
import type { PortfolioLiveResult } from '../../../client/methods.ts';
import { venueName } from '../figures/venues.ts';

export type Halt = PortfolioLiveResult['halts'][number];

export function whereHalted({ scope, exchange }: Halt): string {
	return scope === 'exchange' && exchange !== null ? `on ${venueName(exchange)}` : 'on every exchange';
}

export function whoHalted({ scope, halted_by: by }: Halt): string {
	if (scope === 'user') return 'you';
	return by === 'restore' ? 'the restore of a backup' : 'the operator';
}

/** In the words of whoever halted, as the end of a sentence. */
export function whyHalted({ reason }: Halt): string {
	return reason === null ? 'no reason was given' : reason.replace(/\.$/, '');
}

/** The switch that keeps an execution on these exchanges from being opened; the operator's first, for the caller cannot end it. */
export function haltOn(halts: readonly Halt[], exchanges: readonly string[]): Halt | undefined {
	const covering = halts.filter(
		({ scope, exchange }) => scope !== 'exchange' || (exchange !== null && exchanges.includes(exchange)),
	);
	return covering.find(({ scope }) => scope !== 'user') ?? covering[0];
}
