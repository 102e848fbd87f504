/** Whether leverage and margin mode of an instrument may be set so. Pure. */
import { abs, type Decimal, formatDecimal, fromNumber, ONE } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { PaperHolding, PaperState } from '../../ports/paper-store.ts';
import { VenueError } from '../../ports/venue.ts';
import { withChange } from './account-draft.ts';
import { freeMargin, type MarginView, tierOf } from './margin.ts';

/** @throws VenueError rejected */
export function requirePreparable(
	wanted: PaperHolding,
	parts: {
		readonly instrument: Instrument;
		readonly state: PaperState;
		/** As it is set now; undefined before the first time. */
		readonly held: PaperHolding | undefined;
		readonly viewOf: (state: PaperState) => MarginView | undefined;
	},
): void {
	const { instrument, state, held } = parts;
	const { symbol, leverage, tiers, quantity, entryValue } = wanted;
	const refuse = (message: string): never => {
		throw new VenueError(instrument.venue, 'rejected', message);
	};
	const { leverageMax } = tierOf(tiers, instrument, abs(entryValue));
	const most = least(leverageMax, fromNumber(instrument.leverageMax));
	if (leverage < ONE || leverage > most)
		refuse(`The leverage was ${formatDecimal(leverage)}, ${symbol} takes 1 to ${formatDecimal(most)}.`);
	if (held === undefined || quantity === 0n) return;
	if (held.marginMode !== wanted.marginMode)
		refuse(`A position in ${symbol} is open, so its margin mode is not switched to ${wanted.marginMode}.`);
	if (held.leverage === leverage) return;
	const view = parts.viewOf(withChange(state, { holdings: [wanted] }));
	if (view === undefined || freeMargin(view) < 0n)
		refuse(
			`A leverage of ${formatDecimal(leverage)} would bind more margin for the open ${symbol} than is free.`,
		);
}

function least(a: Decimal | null, b: Decimal): Decimal {
	return a !== null && a < b ? a : b;
}
