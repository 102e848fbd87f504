/**
 * Builds the schemas of the settings in `config.ts`. A schema has a setting's type, unit, default and range. The
 * service uses it to parse and to document the setting.
 */
import * as z from 'zod';
import {
	type Decimal,
	formatDecimal,
	isMultipleOf,
	ONE,
	parseDecimal,
	tryParseDecimal,
} from '../domain/decimal.ts';
import { NumberText } from '../domain/exact-json.ts';

/** Builds the schema of an object in which every field has a default. Unknown fields are refused. */
export function section<Shape extends z.ZodRawShape>(description: string, shape: Shape) {
	return z
		.strictObject(shape)
		.describe(description)
		.prefault({} as never);
}

/**
 * Builds a section of two numbers: credits restored per second, 0.01 to a million, and maximum credits, 1 to a
 * million.
 */
export function rateLimit(perSecond: number, burst: number, description: string) {
	return section(description, {
		perSecond: exact(
			['0.01', String(perSecond), '1000000'],
			'credits/s',
			'Credits restored per second.',
		).transform((value) => Number(formatDecimal(value))),
		burst: whole([1, burst, 1_000_000], 'credits', 'Credits available at once.'),
	});
}

/** Minimum, default and maximum of a setting. */
type Range<Value> = readonly [atLeast: Value, fallback: Value, atMost: Value];

/** Builds the schema of a whole number within a range. */
export function whole([atLeast, fallback, atMost]: Range<number>, unit: string, description: string) {
	return wholeText(unit, atLeast, atMost, description, fallback)
		.optional()
		.transform((text) => (text === undefined ? fallback : wholeOf(text)));
}

/** Builds the schema of a whole number from `atLeast` to `atMost`, or null, which is the default. */
export function optionalWhole(unit: string, atLeast: number, atMost: number, description: string) {
	const given = wholeText(unit, atLeast, atMost, description, null);
	return given
		.nullable()
		.meta({ ...given.meta() })
		.optional()
		.transform((text) => (text === undefined || text === null ? null : wholeOf(text)));
}

/** Returns the number in a text that `wholeText` has accepted. */
export function wholeOf(text: NumberText): number {
	return Number(parseDecimal(text.source) / ONE);
}

/**
 * Builds the schema of a whole number that keeps its text from the file, so that no digit is lost. `fallback` is
 * shown in the documentation.
 */
export function wholeText(
	unit: string,
	atLeast: number,
	atMost: number,
	description: string,
	fallback: number | null,
) {
	return z
		.custom<NumberText>(
			(value) => {
				const read = value instanceof NumberText ? tryParseDecimal(value.source) : undefined;
				return (
					read !== undefined &&
					isMultipleOf(read, ONE) &&
					read >= BigInt(atLeast) * ONE &&
					read <= BigInt(atMost) * ONE
				);
			},
			{ error: `must be a whole number (${unit}) from ${atLeast} to ${atMost}` },
		)
		.meta({ type: 'integer', minimum: atLeast, maximum: atMost, unit, default: fallback, description });
}

/** Builds the schema of an exact decimal within a range. */
export function exact([atLeast, fallback, atMost]: Range<string>, unit: string, description: string) {
	const low = parseDecimal(atLeast);
	const high = parseDecimal(atMost);
	return z
		.custom<NumberText>(
			(value) => {
				const read = value instanceof NumberText ? tryParseDecimal(value.source) : undefined;
				return read !== undefined && read >= low && read <= high;
			},
			{ error: `must be a number (${unit}) from ${atLeast} to ${atMost}` },
		)
		.meta({
			type: 'number',
			minimum: Number(atLeast),
			maximum: Number(atMost),
			unit,
			default: Number(fallback),
			description,
		})
		.optional()
		.transform((text): Decimal => parseDecimal(text?.source ?? fallback));
}

/** Builds the schema of a text of 1 to `lengthMax` characters. `fallback` is the default. */
export function words(lengthMax: number, fallback: string, description: string) {
	return z
		.string()
		.min(1)
		.max(lengthMax)
		.meta({ default: fallback, description })
		.optional()
		.transform((given) => given ?? fallback);
}

/** Builds the schema of a text of 1 to `lengthMax` characters, or null, which is the default. */
export function optionalWords(lengthMax: number, description: string) {
	return z
		.string()
		.min(1)
		.max(lengthMax)
		.nullable()
		.meta({ default: null, description })
		.optional()
		.transform((given) => given ?? null);
}

/** Builds the schema of a boolean. `fallback` is the default. */
export function onOff(fallback: boolean, description: string) {
	return z
		.boolean()
		.meta({ default: fallback, description })
		.optional()
		.transform((given) => given ?? fallback);
}

/** Builds the schema of a boolean, or null, which is the default and leaves the choice to the service. */
export function optionalOnOff(description: string) {
	return z
		.boolean()
		.nullable()
		.meta({ default: null, description })
		.optional()
		.transform((given) => given ?? null);
}

/** Builds the schema of a choice among `values`. `fallback` is the default. */
export function choice<const Values extends readonly [string, ...string[]]>(
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

/** Builds the schema of a list with at most `countMax` items. `fallback` is the default. */
export function list<Item extends z.ZodType>(
	item: Item,
	fallback: readonly z.output<Item>[],
	countMax: number,
	description: string,
) {
	return (
		z
			.array(item)
			.max(countMax)
			// A JSON schema omits the `default` of a transformed setting, so `fallback` repeats it for the
			// documentation.
			.meta({ default: fallback, fallback, description })
			.optional()
			.transform((given): readonly z.output<Item>[] => given ?? fallback)
	);
}

/**
 * Builds the schema for the name of an environment variable that holds a secret. Every such setting's name ends in
 * `Variable`. Error messages hide the value of these settings, in case the secret itself was put there by mistake.
 */
export function variableName(description: string) {
	return z
		.string()
		.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, {
			error: 'must be the name of an environment variable: letters, digits and _, not starting with a digit',
		})
		.nullable()
		.meta({ default: null, description })
		.optional()
		.transform((given) => given ?? null);
}
