/** Parses a time span in params. */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { invalidParam, show } from './param-errors.ts';
import { PARAM_TEXT, RULE_TEXT } from './text.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses a span `from` ≤ time < `until` to milliseconds; undefined means unbounded. @throws CarrywireError
 * INVALID_PARAMS
 */
export function ledgerSpan(written: {
	readonly from?: string | undefined;
	readonly until?: string | undefined;
}): { readonly from: number | undefined; readonly until: number | undefined } {
	const from = readTime('from', written.from);
	const until = readTime('until', written.until);
	if (from !== undefined && until !== undefined && from >= until)
		throw new CarrywireError('INVALID_PARAMS', PARAM_TEXT.spanOrder(), { field: 'from' });
	return { from, until };
}

function readTime(field: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const at = DATE.test(text)
		? Date.parse(`${text}T00:00:00Z`)
		: INSTANT.test(text)
			? Date.parse(text)
			: Number.NaN;
	// `Date.parse` turns February 30 into March 2, so refuse a date that reads differently when it is formatted
	// again.
	const isDay = DATE.test(text) && new Date(at || 0).toISOString().slice(0, 10) !== text;
	if (Number.isNaN(at) || isDay) throw invalidParam(field, RULE_TEXT.instant(), show(text));
	return at;
}
