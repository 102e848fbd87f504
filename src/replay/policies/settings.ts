/** Completes and checks the settings of a policy. */

import { PolicyError, type PolicySettings } from './policy.ts';

/** A setting that is a number. */
export type NumberSetting = {
	readonly kind: 'number';
	readonly default: number;
	/** Smallest and largest value, both included. */
	readonly min: number;
	readonly max: number;
	readonly isInteger?: true;
	/** Unit of the value, such as `hours`. */
	readonly unit: string;
	readonly meaning: string;
};

/** A setting that is on or off. */
export type SwitchSetting = { readonly kind: 'switch'; readonly default: boolean; readonly meaning: string };

/** A setting that is a text. */
export type TextSetting = {
	readonly kind: 'text';
	readonly default: string;
	readonly meaning: string;
	/** Refuses a wrong text. @throws PolicyError */
	readonly check: (value: string) => void;
};

/** A policy's settings by name. */
export type SettingRules = Readonly<Record<string, NumberSetting | SwitchSetting | TextSetting>>;

/** Values as given: text from the command line, or values from a program. */
export type GivenSettings = Readonly<Record<string, number | string | boolean>>;

/** Completes given values with defaults. @throws PolicyError for an unknown name or a wrong value */
export function completeSettings(policy: string, rules: SettingRules, given: GivenSettings): PolicySettings {
	requireKnown(policy, Object.keys(rules), given);
	return Object.fromEntries(
		Object.entries(rules).map(([name, rule]) => {
			const value = Object.hasOwn(given, name) ? given[name] : undefined;
			if (value === undefined) return [name, rule.default];
			return [name, settingOf(name, rule, value)];
		}),
	);
}

/**
 * Completes given values with the defaults that a policy file exports. Each value has the type of its default.
 * Without defaults, all names are taken, and texts that are numbers, `true` or `false` become such values.
 * @throws PolicyError for an unknown name or a wrong value
 */
export function completeOwnSettings(
	policy: string,
	defaults: GivenSettings | undefined,
	given: GivenSettings,
): PolicySettings {
	if (defaults === undefined)
		return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, guessed(value)]));
	requireKnown(policy, Object.keys(defaults), given);
	const values = Object.entries(given).map(([name, value]) => {
		const usual = defaults[name];
		if (typeof usual === 'number') return [name, finiteOf(name, value)];
		return [name, typeof usual === 'boolean' ? switchOf(name, value) : String(value)];
	});
	return { ...defaults, ...Object.fromEntries(values) };
}

function requireKnown(policy: string, names: readonly string[], given: GivenSettings): void {
	const unknown = Object.keys(given).find((name) => !names.includes(name));
	if (unknown === undefined) return;
	const known = names.length === 0 ? 'It has no settings.' : `Its settings are ${names.join(', ')}.`;
	throw new PolicyError('POLICY_SETTING', `The policy ${policy} has no setting ${unknown}. ${known}`);
}

function settingOf(
	name: string,
	rule: SettingRules[string],
	value: number | string | boolean,
): number | string | boolean {
	switch (rule.kind) {
		case 'number':
			return numberOf(name, rule, value);
		case 'switch':
			return switchOf(name, value);
		case 'text':
			rule.check(String(value));
			return String(value);
	}
}

function numberOf(name: string, rule: NumberSetting, value: number | string | boolean): number {
	const { min, max, unit, isInteger } = rule;
	const number = finiteOf(name, value);
	if (number >= min && number <= max && (isInteger !== true || Number.isInteger(number))) return number;
	throw new PolicyError(
		'POLICY_SETTING',
		`The setting ${name} must be ${isInteger === true ? 'a whole number ' : ''}from ${min} to ${max} (${unit}); was ${value}.`,
	);
}

function finiteOf(name: string, value: number | string | boolean): number {
	const number = value === '' || typeof value === 'boolean' ? Number.NaN : Number(value);
	if (Number.isFinite(number)) return number;
	throw new PolicyError(
		'POLICY_SETTING',
		`The setting ${name} must be a number; was ${JSON.stringify(value)}.`,
	);
}

function switchOf(name: string, value: number | string | boolean): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw new PolicyError('POLICY_SETTING', `The setting ${name} must be true or false; was ${value}.`);
}

function guessed(value: number | string | boolean): number | string | boolean {
	if (value === 'true' || value === 'false') return value === 'true';
	return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
		? Number(value)
		: value;
}
