/** Names policies, comparisons and settings in the reader's language. Unlisted names stay as the service has them. */
import type { MethodResult } from '../../../client/methods.ts';
import { numberText } from '../figures/typed-number.ts';
import { FORM, LIST, POLICIES, SETTING_WORDS, STRATEGIES, UNITS } from './text.ts';

/** One backtest of the list. */
export type Replay = MethodResult<'replay_status'>['replays'][number];
/** Choices for a new backtest. */
export type Choices = MethodResult<'replay_status'>['choices'];
/** A policy that a user may choose. */
export type PolicyChoice = Choices['policies'][number];
/** A setting of a built-in policy. */
export type SettingChoice = NonNullable<PolicyChoice['settings']>[number];
/** A value of a setting. */
export type SettingValue = number | string | boolean;

/** Characters that a hash keeps in a sentence; the tooltip has all. */
const HASH_CHARS = 12;

function known<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
	return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Returns the name of a policy or comparison. */
export function strategyName(name: string): string {
	return known<string>(STRATEGIES, name) ?? name;
}

/** Returns what a policy does; undefined for one without a translation. */
export function policyMeaning(name: string): string | undefined {
	return known<string>(POLICIES, name);
}

type SettingWords = { readonly name: string; readonly meaning: string; readonly unit: string };

/** Returns name, meaning and short unit of a setting. */
export function settingWords(name: string): SettingWords {
	return known<SettingWords>(SETTING_WORDS, name) ?? { name, meaning: '', unit: '' };
}

/** Returns the unit of a setting. */
export function unitName(unit: string | null): string {
	return unit === null ? '' : (known<string>(UNITS, unit) ?? unit);
}

/** Returns what a running backtest does now. */
export function stepText(step: string): string {
	return known<string>(LIST.steps, step) ?? LIST.step(strategyName(step));
}

/** Formats the settings of a trial: `Enter above 0.05 a year, Leg size 1,000 USD`. */
export function settingsText(set: Readonly<Record<string, SettingValue>>): string {
	return Object.entries(set)
		.map(([name, value]) => {
			const words = settingWords(name);
			return `${words.name} ${valueText(value)} ${words.unit}`.trimEnd();
		})
		.join(', ');
}

function valueText(value: SettingValue): string {
	if (typeof value === 'number') return numberText(value);
	return typeof value === 'string' ? value : value ? FORM.switches.on : FORM.switches.off;
}

/** Shortens a hash for a sentence. */
export function shortHash(hash: string): string {
	return hash.slice(0, HASH_CHARS);
}

/** True while a backtest waits or runs. */
export function isActive({ status }: Pick<Replay, 'status'>): boolean {
	return status === 'queued' || status === 'running';
}

/** True if a backtest tries several settings. */
export function isSweep({ request }: Pick<Replay, 'request'>): boolean {
	return Object.keys(request.sweep).length > 0;
}
