/** Checks a new leverage and margin mode for an instrument. Pure functions. */
import { abs, type Decimal, fromNumber, ONE, ZERO } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { PaperHolding, PaperState } from '../../ports/paper-store.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { Words } from '../../sentences/sentence.ts';
import { withChange } from './account-draft.ts';
import { freeMargin, type MarginView, tierOf } from './margin.ts';
import { PAPER_TEXTS } from './text.ts';

/**
 * Returns the holding with the new settings and an unchanged position. @throws VenueError rejected if the settings
 * are not allowed
 */
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
	const refuse = (message: Words): never => {
		throw new VenueError(instrument.venue, 'rejected', message);
	};
	const { leverageMax } = tierOf(tiers, instrument, abs(entryValue));
	const most = least(leverageMax, fromNumber(instrument.leverageMax));
	if (leverage < ONE || leverage > most) refuse(PAPER_TEXTS.leverage({ symbol, leverage, most }));
	if (held === undefined || quantity === 0n) return;
	if (held.marginMode !== wanted.marginMode)
		refuse(PAPER_TEXTS.marginModeInUse({ symbol, marginMode: wanted.marginMode }));
	if (held.leverage === leverage) return;
	if (view === undefined || freeMargin(view) < 0n) refuse(PAPER_TEXTS.leverageMargin({ symbol, leverage }));
}

function least(a: Decimal | null, b: Decimal): Decimal {
	return a !== null && a < b ? a : b;
}
