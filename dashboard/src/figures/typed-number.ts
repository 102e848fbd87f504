/**
 * Parses a typed number. It never drops a character, because reading "2,5" as 25 would cost money. Text that is not
 * clearly one number gets a fault. A point separates the decimals. Commas or spaces may group thousands if every
 * group has three digits and the first does not begin with 0: "0,125" means an eighth, not 125.
 */
import { text } from './text.ts';

/** Either a number or a message about the fault; an empty field has neither. */
export type TypedNumber =
	| { readonly value: number | undefined; readonly fault?: undefined }
	| { readonly value?: undefined; readonly fault: string };

const SPACE = '[ \\u00a0\\u202f]';
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const GROUPED = new RegExp(`^[+-]?[1-9]\\d{0,2}(?:(?:,\\d{3})+|(?:${SPACE}\\d{3})+)(?:\\.\\d*)?$`);
/** Matches a decimal comma, with points, spaces or nothing between the thousands. */
const DECIMAL_COMMA = new RegExp(`^[+-]?(?:\\d+|[1-9]\\d{0,2}(?:(?:\\.\\d{3})+|(?:${SPACE}\\d{3})+)),\\d+$`);

/** Number of significant digits that a double always preserves. */
const DIGITS_MAX = 15;
/** Maximum characters of an invalid text that its message quotes. */
const QUOTED_CHARS = 40;

/** Parses the text. For a decimal comma, the fault suggests the same number with a point. */
export function typedNumber(typedText: string): TypedNumber {
	const typed = typedText.trim().replace(/^\u2212/, '-');
	if (typed === '') return { value: undefined };
	if (PLAIN.test(typed) || GROUPED.test(typed)) return ofDigits(typed.replaceAll(/[^\d.+-]/g, ''));
	if (DECIMAL_COMMA.test(typed)) {
		const [whole = '', decimals = ''] = typed.split(',');
		return { fault: text.decimalComma(`${whole.replaceAll(/[^\d+-]/g, '')}.${decimals}`) };
	}
	return { fault: text.notANumber(typed.slice(0, QUOTED_CHARS)) };
}

function ofDigits(plain: string): TypedNumber {
	const digits = plain.replaceAll(/\D/g, '').replace(/^0+/, '');
	if (digits.length > DIGITS_MAX) return { fault: text.tooManyDigits(DIGITS_MAX) };
	return { value: Number(plain) };
}

const WRITER = new Intl.NumberFormat('en-US', { maximumSignificantDigits: DIGITS_MAX });

/** Formats a number with grouped thousands and every typed digit. */
export function numberText(value: number): string {
	return WRITER.format(value);
}

/**
 * Returns the fault of a typed number, or `rule` if the number is not allowed. Undefined if the field is empty or the
 * number is allowed.
 */
export function typedFault(
	typed: string,
	isAllowed: (value: number) => boolean,
	rule: string,
): string | undefined {
	const { value, fault } = typedNumber(typed);
	if (fault !== undefined) return fault;
	return value === undefined || isAllowed(value) ? undefined : rule;
}
