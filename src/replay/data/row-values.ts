/** Reads the values of a row by their rules. A value outside its rule is an error, never repaired or left out. */

import type { Decimal } from '../../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import type { Cells } from './cells.ts';
import { DataError } from './dataset.ts';
import { DATA_TEXTS, VALUE_RULES } from './text.ts';

/** Times outside these are not in milliseconds. */
const STAMP_MS = { min: Date.UTC(2009, 0), max: Date.UTC(2100, 0) };
const INTERVAL_MS_MAX = 7 * DAY_MS;
/** Largest rate of one settlement that a column holds, as a fraction. */
const RATE_MAX = 9;
const RATE_UNITS_MAX = BigInt(RATE_MAX) * 10n ** 18n;
const NAME = /^[\w.:/-]{1,64}$/;
/** Units of time that exporters write by mistake: milliseconds per unit, and how to correct it. */
const OTHER_UNITS = [
	{ unit: 'seconds', ms: 1_000, factor: 'Multiply' },
	{ unit: 'microseconds', ms: 1 / 1_000, factor: 'Divide' },
	{ unit: 'nanoseconds', ms: 1 / 1_000_000, factor: 'Divide' },
] as const;

/** Returns the row's time, ms. @throws DataError */
export function timeIn(cells: Cells, column: number): number {
	const at = cells.number(column);
	if (at >= STAMP_MS.min && at < STAMP_MS.max) return at;
	const other = OTHER_UNITS.find(({ ms }) => at * ms >= STAMP_MS.min && at * ms < STAMP_MS.max);
	if (other === undefined) throw wrong(cells, 'ts_ms', column, VALUE_RULES.time);
	throw new DataError(
		'DATA_VALUE',
		DATA_TEXTS.otherUnit(cells.place(), cells.text(column), other.unit, other.factor),
	);
}

/** Checks a name that the data has for the first time. @throws DataError */
export function requireName(cells: Cells, named: string, column: number): void {
	if (!NAME.test(cells.name(column))) throw wrong(cells, named, column, VALUE_RULES.name);
}

/** Returns the row's rate, rounded to 18 decimals. @throws DataError */
export function rateIn(cells: Cells, column: number): Decimal {
	const rate = cells.exact(column);
	if (rate !== undefined && rate <= RATE_UNITS_MAX && rate >= -RATE_UNITS_MAX) return rate;
	throw wrong(cells, 'rate', column, VALUE_RULES.rate(RATE_MAX));
}

/** Returns the row's interval, ms; 0 if it is empty. @throws DataError */
export function intervalIn(cells: Cells, column: number): number {
	if (cells.isEmpty(column)) return 0;
	const ms = cells.number(column) * HOUR_MS;
	if (ms > 0 && ms <= INTERVAL_MS_MAX) return ms;
	throw wrong(cells, 'interval_h', column, VALUE_RULES.interval);
}

/** Returns a price above 0. @throws DataError */
export function priceIn(cells: Cells, named: string, column: number): number {
	const price = cells.number(column);
	if (price > 0 && price < Number.POSITIVE_INFINITY) return price;
	throw wrong(cells, named, column, VALUE_RULES.price);
}

/** Returns a volume; NaN if it is empty. @throws DataError */
export function volumeIn(cells: Cells, named: string, column: number): number {
	if (cells.isEmpty(column)) return Number.NaN;
	const volume = cells.number(column);
	if (volume >= 0 && volume < Number.POSITIVE_INFINITY) return volume;
	throw wrong(cells, named, column, VALUE_RULES.volume);
}

function wrong(cells: Cells, named: string, column: number, rule: string): DataError {
	return new DataError(
		'DATA_VALUE',
		DATA_TEXTS.value(cells.place(), named, rule, JSON.stringify(cells.text(column))),
	);
}
