/** What an amount meets: minimums of both venues, and books that do not hold the leg. */
import type { RoundTrip } from '../domain/cost.ts';
import { type Decimal, formatDecimal, mulDown } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import { type GuardFinding, NO_FINDINGS } from './guards.ts';

type Legs = {
	readonly long: { readonly instrument: Instrument };
	readonly short: { readonly instrument: Instrument };
};

/** `quantity`: coins of each leg; `price`: the lower of both mids; `fills`: the taker fills of that quantity. */
export function amountGuards(
	{ long, short }: Legs,
	quantity: Decimal,
	price: Decimal,
	fills: RoundTrip,
): readonly GuardFinding[] {
	const notional = mulDown(quantity, price);
	let found: GuardFinding[] | undefined;
	if (isBelow(long.instrument, quantity, notional)) found = below(found, long.instrument, quantity, notional);
	if (isBelow(short.instrument, quantity, notional))
		found = below(found, short.instrument, quantity, notional);
	if (quantity <= 0n) return found ?? NO_FINDINGS;
	if (fills.entryLong === null) found = thin(found, 'THIN_BOOK', long.instrument, quantity);
	if (fills.entryShort === null) found = thin(found, 'THIN_BOOK', short.instrument, quantity);
	if (fills.exitLong === null) found = thin(found, 'THIN_EXIT', long.instrument, quantity);
	if (fills.exitShort === null) found = thin(found, 'THIN_EXIT', short.instrument, quantity);
	return found ?? NO_FINDINGS;
}

function isBelow({ quantityMin, notionalMin }: Instrument, quantity: Decimal, notional: Decimal): boolean {
	return quantity <= 0n || quantity < quantityMin || notional < notionalMin;
}

function below(
	found: GuardFinding[] | undefined,
	{ venue, symbol, quantityMin, notionalMin }: Instrument,
	quantity: Decimal,
	notional: Decimal,
): GuardFinding[] {
	const message = () =>
		`The leg at ${venue} ${symbol} would be ${formatDecimal(quantity)} coins or ${formatDecimal(notional)} USD, limit ${formatDecimal(quantityMin)} coins and ${formatDecimal(notionalMin)} USD at least.`;
	return [...(found ?? []), { code: 'BELOW_MIN_NOTIONAL', message }];
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
