/**
 * Parses the fields of a posted form. A function that refuses a value throws INVALID_PARAMS with the field, the rule
 * and the value.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isScope, SCOPES, type Scope } from '../scopes.ts';
import { texts } from './page-language.ts';

/** Returns a field's trimmed text; empty if absent. */
export function fieldText(form: URLSearchParams, field: string): string {
	return (form.get(field) ?? '').trim();
}

/** Returns a field's scopes, without duplicates, in the order of `SCOPES`. */
export function scopes(form: URLSearchParams, field = 'scope'): readonly Scope[] {
	const sent = form.getAll(field);
	for (const text of sent) if (!isScope(text)) throw invalid(field, texts().FORMS.scope, text);
	return SCOPES.filter((scope) => sent.includes(scope));
}

/** Returns the field's value, which must be one of `values`. An empty field selects the first value. */
export function choice<const Value extends string>(
	form: URLSearchParams,
	field: string,
	values: readonly [Value, ...Value[]],
): Value {
	const text = fieldText(form, field);
	if (text === '') return values[0];
	const found = values.find((value) => value === text);
	if (found === undefined) throw invalid(field, texts().FORMS.oneOf(values.join(', ')), text);
	return found;
}

function invalid(field: string, rule: string, value: string): CarrywireError {
	const message = texts().FORMS.invalid(field, rule, JSON.stringify(value.slice(0, 80)));
	return new CarrywireError('INVALID_PARAMS', message, { field });
}
