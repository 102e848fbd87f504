/** Reads fields of a posted form as what they mean. Each throws INVALID_PARAMS with the field, what it must be and what it was. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isScope, SCOPES, type Scope } from '../scopes.ts';

/** The field without spaces at its ends; empty where it is absent. */
export function words(form: URLSearchParams, field: string): string {
	return (form.get(field) ?? '').trim();
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

function invalid(field: string, rule: string, was: string): CarrywireError {
	return new CarrywireError(
		'INVALID_PARAMS',
		`${field} must be ${rule}; was ${JSON.stringify(was.slice(0, 80))}.`,
		{ field },
	);
}
