/** Writes the messages for invalid settings: the setting, the rule, and the value. */
import type * as z from 'zod';
import { isJsonObject, type JsonObject, type JsonValue, NumberText } from '../domain/exact-json.ts';

/** A rule that a setting violates. `path` is dotted; `rule` continues the sentence "`path` …". */
export type ConfigFault = { readonly path: string; readonly rule: string; readonly was: string };

const SHOWN_LENGTH_MAX = 64;
/**
 * Matches the paths of settings whose values are not shown in messages, because an operator may have put a secret
 * there by mistake.
 */
const MAY_HOLD_A_SECRET = /secret|password|rpcurl|variable/i;

/**
 * Settings of earlier versions. The value completes the sentence "`path` …" and names the replacement, if there is
 * one.
 */
const RETIRED_SETTINGS: Readonly<Record<string, string>> = {
	'execution.repairDeadlineMs':
		'is no longer a setting: use execution.widenAfterMs (time until a lagging leg may pay up to unwindSlippageBpsMax) and execution.reduceAfterMs (time until the larger leg is reduced) instead',
	'execution.unwindDeadlineMs': 'is no longer a setting and has no replacement, so remove it',
};

/** Returns one fault for each invalid or unknown field, with its path and its value in `given`. */
export function faultsOf(error: z.ZodError, given: JsonObject): ConfigFault[] {
	return error.issues.flatMap((issue): ConfigFault[] => {
		const path = issue.path.map(String);
		if (issue.code === 'unrecognized_keys')
			return issue.keys.map((key) =>
				faultAt([...path, key], unknownRule([...path, key].join('.')), given, 'absent'),
			);
		const missing =
			issue.code === 'invalid_type' || issue.code === 'invalid_union' ? 'absent' : 'the default';
		return [faultAt(path, ruleOf(issue), given, missing)];
	});
}

function unknownRule(path: string): string {
	return RETIRED_SETTINGS[path] ?? 'must be absent: there is no such setting';
}

function faultAt(path: readonly string[], rule: string, given: JsonObject, missing: string): ConfigFault {
	const value = valueAt(given, path);
	const hidden = value !== undefined && path.some((member) => MAY_HOLD_A_SECRET.test(member));
	return { path: path.join('.'), rule, was: hidden ? 'not shown here' : show(value, missing) };
}

function ruleOf(issue: z.core.$ZodIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			return `must be ${issue.expected === 'object' || issue.expected === 'array' ? 'an' : 'a'} ${issue.expected}`;
		case 'invalid_value':
			return `must be one of ${issue.values.map(String).join(', ')}`;
		case 'too_big':
			return `must have at most ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
		case 'too_small':
			return `must have at least ${issue.minimum} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
		default:
			return issue.message;
	}
}

function valueAt(given: JsonObject, path: readonly string[]): JsonValue | undefined {
	let value: JsonValue | undefined = given;
	for (const member of path) {
		if (Array.isArray(value)) value = value[Number(member)];
		else value = isJsonObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
	}
	return value;
}

function show(value: JsonValue | undefined, missing: string): string {
	if (value === undefined) return missing;
	if (value instanceof NumberText) return value.source.slice(0, SHOWN_LENGTH_MAX);
	return JSON.stringify(value, (key, member: unknown) => {
		if (MAY_HOLD_A_SECRET.test(key)) return 'not shown here';
		return member instanceof NumberText ? Number(member.source) : member;
	}).slice(0, SHOWN_LENGTH_MAX);
}
