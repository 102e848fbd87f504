/** Converts schema faults to messages for the caller that contain the field, the rule and the value received. */
import type * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isJsonObject, type JsonValue, NumberText } from '../../domain/exact-json.ts';
import { type Sentence, textOf, type Words } from '../../sentences/sentence.ts';
import { wordsRecord } from './record-fields.ts';
import { PARAM_TEXT, RULE_TEXT } from './text.ts';

type Issue = z.core.$ZodIssue;
type ParamFault = { readonly field: string; readonly said: Sentence };

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

/** Rules that schemas state only as text. */
const RULES_WITHOUT_FACTS = [
	RULE_TEXT.ascii(),
	RULE_TEXT.pairForms(),
	RULE_TEXT.isSymbol(),
	RULE_TEXT.isExchangePair(),
];
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
	const first = faults[0] ?? { field: 'params', said: PARAM_TEXT.misfit() };
	return new CarrywireError('INVALID_PARAMS', first.said, {
		field: first.field,
		...(faults.length > 1
			? { facts: { faults: faults.map(({ field, said }) => ({ field, ...wordsRecord(said) })) } }
			: {}),
	});
}

/** Builds INVALID_PARAMS for a fault that only the handler can detect, such as a value above a configured limit. */
export function invalidParam(field: string, rule: Words, was: Words): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', PARAM_TEXT.wrong({ field, rule, was }), { field });
}

function faultsOf(issue: Issue, params: JsonValue): ParamFault[] {
	const path = issue.path.map(String);
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map((key) => {
			const field = [...path, shorten(key)].join('.');
			return { field, said: PARAM_TEXT.unknown({ field }) };
		});
	}
	const field = path.length === 0 ? 'params' : path.join('.');
	const value = valueAt(params, path);
	const rule = ruleOf(issue);
	const said =
		value === undefined
			? PARAM_TEXT.absent({ field, rule })
			: path.some((member) => SECRET_PARAMS.has(member))
				? PARAM_TEXT.secret({ field, rule })
				: PARAM_TEXT.wrong({ field, rule, was: shown(value) });
	return [{ field, said }];
}

function ruleOf(issue: Issue): Words {
	switch (issue.code) {
		case 'invalid_type':
			return RULE_TEXT.type({ type: issue.expected });
		case 'too_big':
			return RULE_TEXT.most({ count: Number(issue.maximum), of: unitOf(issue.origin) });
		case 'too_small':
			return RULE_TEXT.least({ count: Number(issue.minimum), of: unitOf(issue.origin) });
		case 'invalid_value':
			return RULE_TEXT.oneOf({ values: issue.values.map(String) });
		default:
			return ruleOfSchema(issue) ?? issue.message;
	}
}

/** Returns the rule that a schema of `params.ts` carries, or one that has no facts; undefined for others. */
function ruleOfSchema(issue: Issue): Sentence | undefined {
	const { rule } = (issue.code === 'custom' ? issue.params : undefined) ?? {};
	return (rule as Sentence | undefined) ?? RULES_WITHOUT_FACTS.find(({ text }) => text === issue.message);
}

function unitOf(origin: string): 'entries' | 'characters' {
	return origin === 'array' ? 'entries' : 'characters';
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
	return textOf(shown(value));
}

function shown(value: JsonValue): Words {
	if (value === null) return 'null';
	if (value instanceof NumberText) return shorten(value.source);
	if (typeof value === 'string') return JSON.stringify(shorten(value));
	if (typeof value === 'boolean') return String(value);
	return Array.isArray(value) ? RULE_TEXT.anArray() : RULE_TEXT.anObject();
}

function shorten(text: string): string {
	return text.length <= SHOWN_LENGTH_MAX ? text : `${text.slice(0, SHOWN_LENGTH_MAX)}…`;
}
