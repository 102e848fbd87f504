/**
 * Builds schemas for parameters. Numbers are parsed from their text into exact decimals. Every schema carries the
 * error message for a value that does not fit, and the JSON Schema that documents it.
 */
import * as z from 'zod';
import { DECIMAL_PLACES, isMultipleOf, ONE, parseDecimal, tryParseDecimal } from '../../domain/decimal.ts';
import { NumberText } from '../../domain/exact-json.ts';
import type { Sentence } from '../../sentences/sentence.ts';
import { RULE_TEXT } from './text.ts';

/**
 * Description, bounds and default of a decimal parameter. Bounds are decimal text; `above` is exclusive, the others
 * are inclusive.
 */
export type DecimalRule = {
	readonly description: string;
	/** Unit of the value for the error message, such as `USD` or `bp`. */
	readonly unit?: string;
	readonly above?: string;
	readonly atLeast?: string;
	readonly atMost: string;
	/** Default for the documentation; `decimalOr` builds a schema that applies it. */
	readonly default?: string;
};

/** Builds the schema for a required exact decimal. */
export function decimal(rule: DecimalRule) {
	const above = rule.above === undefined ? undefined : parseDecimal(rule.above);
	const atLeast = rule.atLeast === undefined ? undefined : parseDecimal(rule.atLeast);
	const atMost = parseDecimal(rule.atMost);
	const fits = (value: unknown): value is NumberText => {
		const read = value instanceof NumberText ? tryParseDecimal(value.source) : undefined;
		if (read === undefined) return false;
		return (
			(above === undefined || read > above) && (atLeast === undefined || read >= atLeast) && read <= atMost
		);
	};
	return z
		.custom<NumberText>(fits, saying(decimalRule(rule)))
		.meta({
			type: 'number',
			...(rule.above === undefined ? {} : { exclusiveMinimum: Number(rule.above) }),
			...(rule.atLeast === undefined ? {} : { minimum: Number(rule.atLeast) }),
			maximum: Number(rule.atMost),
			...(rule.default === undefined ? {} : { default: Number(rule.default) }),
			description: withUnit(rule),
		})
		.transform((text) => parseDecimal(text.source));
}

/** Builds the schema for an exact decimal with a default. */
export function decimalOr(fallback: string, rule: Omit<DecimalRule, 'default'>) {
	const value = parseDecimal(fallback);
	return decimal({ ...rule, default: fallback })
		.optional()
		.transform((given) => given ?? value);
}

/** Description, bounds (both inclusive) and default of an integer parameter. */
export type IntegerRule = {
	readonly description: string;
	readonly atLeast: number;
	readonly atMost: number;
	readonly default?: number;
};

/** Builds the schema for a required whole number. */
export function integer(rule: IntegerRule) {
	const atLeast = parseDecimal(String(rule.atLeast));
	const atMost = parseDecimal(String(rule.atMost));
	const fits = (value: unknown): value is NumberText => {
		const read = value instanceof NumberText ? tryParseDecimal(value.source) : undefined;
		return read !== undefined && isMultipleOf(read, ONE) && read >= atLeast && read <= atMost;
	};
	return z
		.custom<NumberText>(fits, saying(RULE_TEXT.integer({ atLeast: rule.atLeast, atMost: rule.atMost })))
		.meta({
			type: 'integer',
			minimum: rule.atLeast,
			maximum: rule.atMost,
			...(rule.default === undefined ? {} : { default: rule.default }),
			description: rule.description,
		})
		.transform((text) => Number(parseDecimal(text.source) / ONE));
}

/** Builds the schema for a whole number with a default. */
export function integerOr(fallback: number, rule: Omit<IntegerRule, 'default'>) {
	return integer({ ...rule, default: fallback })
		.optional()
		.transform((given) => given ?? fallback);
}

/** Builds the schema for a string of 1 to `lengthMax` characters. */
export function text(lengthMax: number, description: string) {
	return z.string().min(1).max(lengthMax).describe(description);
}

/** Builds the schema for a list of 1 to `countMax` strings of 1 to `lengthMax` characters each. */
export function texts(
	{ countMax, lengthMax }: { readonly countMax: number; readonly lengthMax: number },
	description: string,
) {
	return z.array(z.string().min(1).max(lengthMax)).min(1).max(countMax).describe(description);
}

/** Secrets may contain only printable ASCII, because exchanges expect them in request headers. */
const SECRET = /^[\x20-\x7e]*$/;

/**
 * Builds the schema for a secret string. Add the parameter's name to `SECRET_PARAMS` (`param-errors.ts`), so that
 * error messages never repeat the secret.
 */
export function secretText(lengthMax: number, description: string) {
	return z
		.string()
		.min(1)
		.max(lengthMax)
		.regex(SECRET, { error: RULE_TEXT.ascii().text })
		.meta({ description, writeOnly: true });
}

/** Builds the schema for an enum with a default. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
	values: Values,
	fallback: Values[number],
	description: string,
) {
	return z
		.enum(values)
		.meta({ default: fallback, description })
		.optional()
		.transform((given): Values[number] => given ?? fallback);
}

/** Builds the schema for a number out of a short list of whole numbers, with a default. */
export function oneOfNumbers<const Value extends number>(
	values: readonly Value[],
	fallback: NoInfer<Value>,
	description: string,
) {
	const find = (given: NumberText) => {
		const read = tryParseDecimal(given.source);
		return values.find((value) => read === parseDecimal(String(value)));
	};
	return z
		.custom<NumberText>(
			(given) => given instanceof NumberText && find(given) !== undefined,
			saying(RULE_TEXT.oneOf({ values: values.map(String) })),
		)
		.meta({ type: 'integer', enum: values, default: fallback, description })
		.optional()
		.transform((given): Value => (given === undefined ? undefined : find(given)) ?? fallback);
}

/** Builds the schema for a boolean with a default. */
export function flag(fallback: boolean, description: string) {
	return z
		.boolean()
		.meta({ default: fallback, description })
		.optional()
		.transform((given) => given ?? fallback);
}

/** Appends the unit to the description unless the description already contains it. */
function withUnit({ description, unit }: DecimalRule): string {
	return unit === undefined || description.includes(unit) ? description : `${description} Unit: ${unit}.`;
}

function decimalRule({ unit, above, atLeast, atMost }: DecimalRule): Sentence {
	return RULE_TEXT.decimal({
		unit: unit ?? null,
		above: above ?? null,
		atLeast: atLeast ?? null,
		atMost,
		places: DECIMAL_PLACES,
	});
}

/** Builds the options of a custom schema that states its rule, also with its facts (`param-errors.ts`). */
function saying(rule: Sentence) {
	return { error: rule.text, params: { rule } };
}
