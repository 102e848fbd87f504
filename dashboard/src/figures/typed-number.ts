/**
 * Parses a typed number. It never drops a character, because reading "2,5" as 25 would cost money. Text that is not
 * clearly one number gets a fault. The reader's format says which sign separates the decimals. Spaces or the other
 * sign may group thousands if every group has three digits and the first does not begin with 0: "0,125" means an
 * eighth, not 125.
 */
import { decimalSign, writeNumber } from './reader-format.ts';
import { text } from './text.ts';

/** Either a number or a message about the fault; an empty field has neither. */
export type TypedNumber =
	| { readonly value: number | undefined; readonly fault?: undefined }
	| { readonly value?: undefined; readonly fault: string };

const SPACE = '[ \\u00a0\\u202f]';

type Forms = {
	/** Digits without groups. */
	readonly plain: RegExp;
	/** Digits in groups of three. */
	readonly grouped: RegExp;
	/** Digits on both sides of the decimal sign, so that no group can be mistaken for decimals. */
	readonly decimal: RegExp;
};

/** Returns the forms of a number whose decimals follow `point`. */
function formsOf(point: '.' | ','): Forms {
	const [sign, other] = point === '.' ? ['\\.', ','] : [',', '\\.'];
	const group = `(?:(?:${other}\\d{3})+|(?:${SPACE}\\d{3})+)`;
	return {
		plain: new RegExp(`^[+-]?(?:\\d+${sign}?\\d*|${sign}\\d+)$`),
		grouped: new RegExp(`^[+-]?[1-9]\\d{0,2}${group}(?:${sign}\\d*)?$`),
		decimal: new RegExp(`^[+-]?(?:\\d+|[1-9]\\d{0,2}${group})${sign}\\d+$`),
	};
}
const FORMS = { '.': formsOf('.'), ',': formsOf(',') } as const;

/** Number of significant digits that a double always preserves. */
const DIGITS_MAX = 15;
/** Maximum characters of an invalid text that its message quotes. */
const QUOTED_CHARS = 40;
/** Example of a number that a message about a fault shows. */
const LIKE = 1_234.5;

/** Parses the text. If it only uses the wrong decimal sign, the fault suggests the same number with the right one. */
export function typedNumber(typedText: string): TypedNumber {
	const typed = typedText.trim().replace(/^\u2212/, '-');
	if (typed === '') return { value: undefined };
	const point = decimalSign();
	const { plain, grouped } = FORMS[point];
	if (plain.test(typed) || grouped.test(typed)) return ofDigits(plainDigits(typed, point));
	const other = point === '.' ? ',' : '.';
	if (FORMS[other].decimal.test(typed))
		return { fault: text.wrongDecimalSign(point, plainDigits(typed, other).replace('.', point)) };
	return { fault: text.notANumber(typed.slice(0, QUOTED_CHARS), fieldText(LIKE), numberText(LIKE)) };
}

/** Returns the digits without grouping and with a point before the decimals. */
function plainDigits(typed: string, point: '.' | ','): string {
	return typed.replaceAll(point === '.' ? /[^\d.+-]/g : /[^\d,+-]/g, '').replace(',', '.');
}

function ofDigits(plain: string): TypedNumber {
	const digits = plain.replaceAll(/\D/g, '').replace(/^0+/, '');
	if (digits.length > DIGITS_MAX) return { fault: text.tooManyDigits(DIGITS_MAX) };
	return { value: Number(plain) };
}

/** Formats a number with grouped thousands and every typed digit. */
export function numberText(value: number): string {
	return writeNumber(value, { maximumSignificantDigits: DIGITS_MAX });
}

/** Formats a number for a field, in which the reader can edit it: every digit, no grouping. */
export function fieldText(value: number): string {
	return writeNumber(value, { maximumSignificantDigits: DIGITS_MAX, useGrouping: false });
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
