/** Converts schema faults to messages for the caller that contain the field, the rule and the value received. */
import type * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isJsonObject, type JsonValue, NumberText } from '../../domain/exact-json.ts';
import { PARAM_TEXT } from './text.ts';

type Issue = z.core.$ZodIssue;
type ParamFault = { readonly field: string; readonly message: string };

/**
 * Names of params whose values never appear in an error message. The values are secrets, or a caller may paste a
 * secret there by mistake.
 */
export const SECRET_PARAMS: ReadonlySet<string> = new Set([
	'api_key',
	'api_secret',
	'api_passphrase',
	'public_keys',
	'url',
	'bot_token',
	'code',
	'token',
	'dpop_proof',
]);

const FAULTS_MAX = 10;
const SHOWN_LENGTH_MAX = 64;

/**
 * Builds INVALID_PARAMS with the message for the first fault. If there are several faults, `data.faults` lists up to
 * ten of them.
 */
export function invalidParams(issues: readonly Issue[], params: JsonValue): CarrywireError {
	const found = issues.flatMap((issue) => faultsOf(issue, params));
	// A value of the wrong type causes follow-up faults that add nothing, so keep only the first fault per field.
	const faults = found
		.filter(({ field }, at) => found.findIndex((other) => other.field === field) === at)
		.slice(0, FAULTS_MAX);
	const first = faults[0] ?? { field: 'params', message: PARAM_TEXT.misfit };
	return new CarrywireError('INVALID_PARAMS', first.message, {
		field: first.field,
		...(faults.length > 1 ? { facts: { faults } } : {}),
	});
}

/** Builds INVALID_PARAMS for a fault that only the handler can detect, such as a value above a configured limit. */
export function invalidParam(field: string, rule: string, was: string): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', PARAM_TEXT.wrong(field, rule, was), { field });
}

function faultsOf(issue: Issue, params: JsonValue): ParamFault[] {
	const path = issue.path.map(String);
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map((key) => {
			const field = [...path, shorten(key)].join('.');
			return { field, message: PARAM_TEXT.unknown(field) };
		});
	}
	const field = path.length === 0 ? 'params' : path.join('.');
	const value = valueAt(params, path);
	const rule = ruleOf(issue);
	const message =
		value === undefined
			? PARAM_TEXT.absent(field, rule)
			: path.some((member) => SECRET_PARAMS.has(member))
				? PARAM_TEXT.secret(field, rule)
				: PARAM_TEXT.wrong(field, rule, show(value));
	return [{ field, message }];
}

function ruleOf(issue: Issue): string {
	switch (issue.code) {
		case 'invalid_type':
			return `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
		case 'too_big':
			return `must have at most ${counted(issue.maximum, issue.origin)}`;
		case 'too_small':
			return `must have at least ${counted(issue.minimum, issue.origin)}`;
		case 'invalid_value':
			return `must be one of ${issue.values.map(String).join(', ')}`;
		default:
			return issue.message;
	}
}

function counted(count: number | bigint, origin: string): string {
	const [one, many] = origin === 'array' ? ['entry', 'entries'] : ['character', 'characters'];
	return `${count} ${count === 1 ? one : many}`;
}

function valueAt(params: JsonValue, path: readonly string[]): JsonValue | undefined {
	let value: JsonValue | undefined = params;
	for (const member of path) {
		if (Array.isArray(value)) value = value[Number(member)];
		else if (isJsonObject(value) && Object.hasOwn(value, member)) value = value[member];
		else return undefined;
	}
	return value;
}

/**
 * Formats a value for an error message: a scalar as the caller wrote it, shortened to 64 characters; arrays and
 * objects only by type.
 */
export function show(value: JsonValue): string {
	if (value === null) return 'null';
	if (value instanceof NumberText) return shorten(value.source);
	if (typeof value === 'string') return JSON.stringify(shorten(value));
	if (typeof value === 'boolean') return String(value);
	return Array.isArray(value) ? 'an array' : 'an object';
}

function shorten(text: string): string {
	return text.length <= SHOWN_LENGTH_MAX ? text : `${text.slice(0, SHOWN_LENGTH_MAX)}…`;
}
