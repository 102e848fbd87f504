/** Reads the fields of a received JSON object and throws a readable error for each invalid one. */
import { type Decimal, tryParseDecimal } from '../../src/domain/decimal.ts';

/** Thrown for invalid input; the message is meant for the sender. */
export class FieldError extends Error {
	override readonly name = 'FieldError';
}

export type Fields = {
	/** Returns a string of 1 to `lengthMax` characters. */
	text(name: string, lengthMax?: number): string | undefined;
	flag(name: string): boolean | undefined;
	whole(name: string, min: number, max: number): number | undefined;
	/** Returns an exact decimal, sent as text or as a JSON number. */
	decimal(name: string): Decimal | undefined;
	oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined;
	/** Returns up to `countMax` strings of 1 to `lengthMax` characters each. */
	texts(name: string, countMax: number, lengthMax: number): readonly string[] | undefined;
	object(name: string, allowed: readonly string[]): Fields | undefined;
};

/**
 * @param allowed names of the allowed fields
 * @throws FieldError if the value is not an object or has unknown fields; the returned functions throw it for fields
 * of the wrong type
 */
export function readFields(value: unknown, allowed: readonly string[], what = 'The body'): Fields {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new FieldError(`${what} must be a JSON object, was ${shown(value)}.`);
	}
	const members = value as Readonly<Record<string, unknown>>;
	for (const name of Object.keys(members)) {
		if (!allowed.includes(name)) {
			throw new FieldError(
				`${what} has an unknown member ${shown(name)}, limit ${allowed.join(', ') || 'none'}.`,
			);
		}
	}
	const member = (name: string): unknown => (Object.hasOwn(members, name) ? members[name] : undefined);
	const refuse = (name: string, needed: string): never => {
		throw new FieldError(`${name} must be ${needed}, was ${shown(member(name))}.`);
	};
	return {
		text(name, lengthMax = 128) {
			const found = member(name);
			if (found === undefined) return undefined;
			if (typeof found === 'string' && found.length > 0 && found.length <= lengthMax) return found;
			return refuse(name, `text of 1 to ${lengthMax} characters`);
		},
		flag(name) {
			const found = member(name);
			return found === undefined || typeof found === 'boolean' ? found : refuse(name, 'true or false');
		},
		whole(name, min, max) {
			const found = member(name);
			if (found === undefined) return undefined;
			if (typeof found === 'number' && Number.isInteger(found) && found >= min && found <= max) return found;
			return refuse(name, `a whole number of ${min} to ${max}`);
		},
		decimal(name) {
			const found = member(name);
			if (found === undefined) return undefined;
			const isWritten = typeof found === 'string' || typeof found === 'number';
			return (isWritten ? tryParseDecimal(String(found)) : undefined) ?? refuse(name, 'a decimal number');
		},
		oneOf(name, choices) {
			const found = member(name);
			if (found === undefined) return undefined;
			return choices.find((choice) => choice === found) ?? refuse(name, `one of ${choices.join(', ')}`);
		},
		texts(name, countMax, lengthMax) {
			const found = member(name);
			if (found === undefined) return undefined;
			const isText = (each: unknown): each is string =>
				typeof each === 'string' && each.length > 0 && each.length <= lengthMax;
			if (Array.isArray(found) && found.length <= countMax && found.every(isText)) return found;
			return refuse(name, `a list of at most ${countMax} texts of 1 to ${lengthMax} characters`);
		},
		object(name, inner) {
			const found = member(name);
			return found === undefined ? undefined : readFields(found, inner, name);
		},
	};
}

/** @throws FieldError if the value is missing */
export function required<T>(value: T | undefined, name: string): T {
	if (value === undefined) throw new FieldError(`${name} is missing.`);
	return value;
}

function shown(value: unknown): string {
	if (value === undefined) return 'nothing';
	return (JSON.stringify(value) ?? typeof value).slice(0, 80);
}
