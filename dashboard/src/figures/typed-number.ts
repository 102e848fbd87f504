/**
 * A number as somebody typed it. No character is dropped: what is not plainly one number is refused with a sentence, for
 * "2,5" read as 25 costs money. A point separates the decimals; commas or spaces may group thousands, when all groups have
 * three digits and the first does not begin with 0: "0,125" is an eighth, not 125.
 */
export type TypedNumber =
	/** `value` is undefined where nothing was typed. */
	| { readonly value: number | undefined; readonly fault?: undefined }
	| { readonly value?: undefined; readonly fault: string };

const SPACE = '[ \\u00a0\\u202f]';
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const GROUPED = new RegExp(`^[+-]?[1-9]\\d{0,2}(?:(?:,\\d{3})+|(?:${SPACE}\\d{3})+)(?:\\.\\d*)?$`);
/** Decimals behind a comma, thousands by points or spaces or not at all. */
const DECIMAL_COMMA = new RegExp(`^[+-]?(?:\\d+|[1-9]\\d{0,2}(?:(?:\\.\\d{3})+|(?:${SPACE}\\d{3})+)),\\d+$`);

/** Significant digits that a double surely keeps. */
const DIGITS_MAX = 15;

export function typedNumber(text: string): TypedNumber {
	const typed = text.trim().replace(/^\u2212/, '-');
	if (typed === '') return { value: undefined };
	if (PLAIN.test(typed) || GROUPED.test(typed)) return ofDigits(typed.replaceAll(/[^\d.+-]/g, ''));
	if (DECIMAL_COMMA.test(typed)) {
		const [whole = '', decimals = ''] = typed.split(',');
		return { fault: `Use a point: ${whole.replaceAll(/[^\d+-]/g, '')}.${decimals}` };
	}
	return { fault: `Not a number: “${typed.slice(0, 40)}”. Write it as 1234.5 or 1,234.5.` };
}

function ofDigits(plain: string): TypedNumber {
	const digits = plain.replaceAll(/\D/g, '').replace(/^0+/, '');
	if (digits.length > DIGITS_MAX) return { fault: `Use at most ${DIGITS_MAX} digits.` };
	return { value: Number(plain) };
}

/** With thousands grouped, and every digit that was typed. */
export function numberText(value: number): string {
	return value.toLocaleString('en-US', { maximumSignificantDigits: DIGITS_MAX });
}

/** Why it cannot be, as a sentence; undefined where it can. Nothing typed is fine. `rule` is said for what is outside. */
export function typedFault(
	text: string,
	isAllowed: (value: number) => boolean,
	rule: string,
): string | undefined {
	const { value, fault } = typedNumber(text);
	if (fault !== undefined) return fault;
	return value === undefined || isAllowed(value) ? undefined : rule;
}
