/** Reads fields of a posted form as what they mean. Each throws INVALID_PARAMS with the field, what it must be and what it was. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Decimal, tryParseDecimal } from '../../domain/decimal.ts';
import { isScope, SCOPES, type Scope } from '../scopes.ts';

export function words(form: URLSearchParams, field: string): string {
	return (form.get(field) ?? '').trim();
}

const GROUPED = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
/** Decimals behind a comma, thousands by points or not at all. */
const DECIMAL_COMMA = /^([+-]?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)),(\d+)$/;

/**
 * A point separates the decimals, and commas may group thousands, as in the numbers of the dashboard.
 * `rule`: what it must be, said where it is no number at all.
 */
export function optionalAmount(form: URLSearchParams, field: string, rule = 'a number'): Decimal | null {
	const text = words(form, field);
	if (text === '') return null;
	const amount = tryParseDecimal(GROUPED.test(text) ? text.replaceAll(',', '') : text);
	if (amount !== undefined) return amount;
	const [, whole, decimals] = DECIMAL_COMMA.exec(text) ?? [];
	if (whole === undefined) throw invalid(field, rule, text);
	throw new CarrywireError('INVALID_PARAMS', `Use a point: ${whole.replaceAll('.', '')}.${decimals}`, {
		field,
	});
}

/** `rule` as for an amount. */
export function optionalWhole(form: URLSearchParams, field: string, rule = 'a whole number'): number | null {
	const text = words(form, field);
	if (text === '') return null;
	if (!/^\d{1,9}$/.test(text)) throw invalid(field, rule, text);
	return Number(text);
}

/** Each once, in the table's order. */
export function scopes(form: URLSearchParams, field = 'scope'): readonly Scope[] {
	const texts = form.getAll(field);
	for (const text of texts) if (!isScope(text)) throw invalid(field, 'a scope', text);
	return SCOPES.filter((scope) => texts.includes(scope));
}

/** One of a list; the first where nothing was chosen. */
export function choice<const Value extends string>(
	form: URLSearchParams,
	field: string,
	values: readonly [Value, ...Value[]],
): Value {
	const text = words(form, field);
	if (text === '') return values[0];
	const found = values.find((value) => value === text);
	if (found === undefined) throw invalid(field, `one of ${values.join(', ')}`, text);
	return found;
}

export function isOn(form: URLSearchParams, field: string): boolean {
	return form.get(field) === 'on';
}

function invalid(field: string, rule: string, was: string): CarrywireError {
	return new CarrywireError(
		'INVALID_PARAMS',
		`${field} must be ${rule}; was ${JSON.stringify(was.slice(0, 80))}.`,
		{ field },
	);
}
