/**
 * Checks the guards that depend on the amount: the amount is below the smallest trade that both exchanges accept, or
 * the visible order books do not hold the quantity.
 */
import type { Fills } from '../domain/cost.ts';
import type { Decimal } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import { GUARD_TEXT, nameOf } from './guard-text.ts';
import { type GuardFinding, NO_FINDINGS } from './guards.ts';

type Legs = {
	readonly long: { readonly instrument: Instrument };
	readonly short: { readonly instrument: Instrument };
};

/** Requested size and minimum size: coins per leg, and USD across both legs. */
export type RequestedSize = {
	readonly quantity: Decimal;
	readonly smallest: Decimal;
	readonly amount: Decimal;
	readonly minAmount: Decimal;
};

/** Finds the guards that apply to an amount. @param fills average prices for the requested quantity */
export function amountGuards(
	{ long, short }: Legs,
	{ quantity, smallest, amount, minAmount }: RequestedSize,
	fills: Fills,
): readonly GuardFinding[] {
	let found: GuardFinding[] | undefined;
	if (quantity < smallest)
		found = [{ code: 'BELOW_MIN_NOTIONAL', message: () => GUARD_TEXT.tooSmall({ amount, minAmount }) }];
	if (quantity <= 0n) return found ?? NO_FINDINGS;
	if (Number.isNaN(fills.entryLong)) found = thin(found, 'THIN_BOOK', long.instrument, quantity);
	if (Number.isNaN(fills.entryShort)) found = thin(found, 'THIN_BOOK', short.instrument, quantity);
	if (Number.isNaN(fills.exitLong)) found = thin(found, 'THIN_EXIT', long.instrument, quantity);
	if (Number.isNaN(fills.exitShort)) found = thin(found, 'THIN_EXIT', short.instrument, quantity);
	return found ?? NO_FINDINGS;
}

function thin(
	found: GuardFinding[] | undefined,
	code: 'THIN_BOOK' | 'THIN_EXIT',
	instrument: Instrument,
	quantity: Decimal,
): GuardFinding[] {
	const when = code === 'THIN_BOOK' ? 'entry' : 'exit';
	const message = () =>
		GUARD_TEXT.thinBook({ leg: nameOf(instrument), coins: quantity, coin: instrument.coin, when });
	return [...(found ?? []), { code, message }];
}
