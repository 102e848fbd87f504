/**
 * Converts a live book's prices and sizes from whole numbers to exact decimals (USD per coin, and coins). One
 * multiplication per figure is enough, because `fromVenuePrice` and `fromOrderUnits` use the same factor for all of
 * an instrument's levels at one scale.
 */
import { DECIMAL_PLACES, type Decimal, ONE } from '../../domain/decimal.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';

/** Converts a whole number at a known scale to a decimal. */
export type ToDecimal = (mantissa: number) => Decimal;

/** Returns a function that converts prices given as `mantissa / 10^places` in the exchange's unit to USD per coin. */
export function priceReader(instrument: Instrument, places: number): ToDecimal {
	const unit = unitOf(places);
	const { coinsPerPriceUnit } = instrument;
	if ((unit * ONE) % coinsPerPriceUnit === 0n) return times((unit * ONE) / coinsPerPriceUnit);
	return (mantissa) => fromVenuePrice(instrument, (BigInt(mantissa) * unit) as Decimal);
}

/** Returns a function that converts sizes given as `mantissa / 10^places` in order units to coins. */
export function sizeReader(instrument: Instrument, places: number): ToDecimal {
	const unit = unitOf(places);
	const { coinsPerOrderUnit } = instrument;
	if ((unit * coinsPerOrderUnit) % ONE === 0n) return times((unit * coinsPerOrderUnit) / ONE);
	return (mantissa) => fromOrderUnits(instrument, (BigInt(mantissa) * unit) as Decimal);
}

function unitOf(places: number): bigint {
	return 10n ** BigInt(DECIMAL_PLACES - places);
}

function times(factor: bigint): ToDecimal {
	return (mantissa) => (BigInt(mantissa) * factor) as Decimal;
}
