/** Whether leverage and margin mode of an instrument may be set so. Pure. */
import { abs, type Decimal, formatDecimal, fromNumber, ONE, ZERO } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { PaperHolding, PaperState } from '../../ports/paper-store.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { withChange } from './account-draft.ts';
import { freeMargin, type MarginView, tierOf } from './margin.ts';

/** The instrument's holding with these settings, what is held unchanged. @throws VenueError rejected where they may not be set */
export function preparedHolding(
	instrument: Instrument,
	settings: Pick<PaperHolding, 'leverage' | 'marginMode' | 'tiers' | 'lastMark'>,
	state: PaperState,
	viewOf: (state: PaperState) => MarginView | undefined,
): PaperHolding {
	const held = state.holdings.get(instrument.symbol);
	const wanted: PaperHolding = {
		symbol: instrument.symbol,
		quantity: held?.quantity ?? ZERO,
		entryValue: held?.entryValue ?? ZERO,
		fundedTo: held?.fundedTo ?? 0,
		filledAt: held?.filledAt ?? 0,
		delistingAt: held?.delistingAt ?? null,
		...settings,
	};
	requirePreparable(wanted, instrument, held, viewOf(withChange(state, { holdings: [wanted] })));
	return wanted;
}

/** @throws VenueError rejected */
function requirePreparable(
	wanted: PaperHolding,
	instrument: Instrument,
	held: PaperHolding | undefined,
	view: MarginView | undefined,
): void {
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
	if (view === undefined || freeMargin(view) < 0n)
		refuse(
			`A leverage of ${formatDecimal(leverage)} would bind more margin for the open ${symbol} than is free.`,
		);
}

function least(a: Decimal | null, b: Decimal): Decimal {
	return a !== null && a < b ? a : b;
}
