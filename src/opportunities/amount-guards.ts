/** Guards of an amount: below the smallest trade that both venues take, or above what the books hold. */
import type { Fills } from '../domain/cost.ts';
import { type Decimal, formatDecimal } from '../domain/decimal.ts';
import { usdTexts } from '../domain/figure-text.ts';
import type { Instrument } from '../domain/instrument.ts';
import { type GuardFinding, NO_FINDINGS } from './guards.ts';

type Legs = {
	readonly long: { readonly instrument: Instrument };
	readonly short: { readonly instrument: Instrument };
};

/** Coins per leg, and USD over both legs: what is asked for, and the least that can be. */
export type AskedSize = {
	readonly quantity: Decimal;
	readonly smallest: Decimal;
	readonly amount: Decimal;
	readonly minAmount: Decimal;
};

/** @param fills those of the quantity */
export function amountGuards(
	{ long, short }: Legs,
	{ quantity, smallest, amount, minAmount }: AskedSize,
	fills: Fills,
): readonly GuardFinding[] {
	let found: GuardFinding[] | undefined;
	if (quantity < smallest) found = [{ code: 'BELOW_MIN_NOTIONAL', message: () => below(amount, minAmount) }];
	if (quantity <= 0n) return found ?? NO_FINDINGS;
	if (Number.isNaN(fills.entryLong)) found = thin(found, 'THIN_BOOK', long.instrument, quantity);
	if (Number.isNaN(fills.entryShort)) found = thin(found, 'THIN_BOOK', short.instrument, quantity);
	if (Number.isNaN(fills.exitLong)) found = thin(found, 'THIN_EXIT', long.instrument, quantity);
	if (Number.isNaN(fills.exitShort)) found = thin(found, 'THIN_EXIT', short.instrument, quantity);
	return found ?? NO_FINDINGS;
}

function below(amount: Decimal, minAmount: Decimal): string {
	const [asked, least] = usdTexts(amount, minAmount);
	return `${asked} is too small for this pair: the smallest amount is ${least}.`;
}

function thin(
	found: GuardFinding[] | undefined,
	code: 'THIN_BOOK' | 'THIN_EXIT',
	{ venue, symbol }: Instrument,
	quantity: Decimal,
): GuardFinding[] {
	const when = code === 'THIN_BOOK' ? 'entry' : 'exit';
	const message = () =>
		`The visible book of ${venue} ${symbol} does not hold ${formatDecimal(quantity)} coins for the ${when}.`;
	return [...(found ?? []), { code, message }];
}
