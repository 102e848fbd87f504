/** Calls a policy's step again and again on virtual time, until the replay is over. */

import type { PolicyClock } from '../../../client/policy-clock.ts';
import { type PolicySettings, ReplayOver } from './policy.ts';
import type { NumberSetting, SettingRules, SwitchSetting } from './settings.ts';

const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

const STEP: NumberSetting = {
	kind: 'number',
	default: 1,
	min: 1,
	max: 168,
	isInteger: true,
	unit: 'hours',
	meaning: 'Time between two decisions.',
};
const DELAY: NumberSetting = {
	kind: 'number',
	default: 60,
	min: 0,
	max: 3_599,
	isInteger: true,
	unit: 'seconds',
	meaning: 'Time from the full hour to the decision, so that the rates of this hour are published.',
};
const LEG_USD: NumberSetting = {
	kind: 'number',
	default: 1_000,
	min: 1,
	max: 100_000_000,
	unit: 'USD',
	meaning: 'Value of each leg of a position.',
};
const CLOSE_AT_END: SwitchSetting = {
	kind: 'switch',
	default: false,
	meaning: 'Close all positions at the end of the replay. Otherwise they stay open.',
};

/** Settings that every built-in policy has. */
export const STEP_SETTINGS = {
	step: STEP,
	delay: DELAY,
	legUsd: LEG_USD,
	closeAtEnd: CLOSE_AT_END,
} as const satisfies SettingRules;

/** Maximum number of positions of a seat that trades any pair. */
export const COUNT: NumberSetting = {
	kind: 'number',
	default: 10,
	min: 1,
	max: 1_000,
	isInteger: true,
	unit: 'positions',
	meaning: 'Most positions at one time of a user who trades any pair. A user who trades one pair has one.',
};

/** Returns a setting that must be a number. @throws Error if it is not, which is a mistake in the table of policies */
export function numberIn(settings: PolicySettings, name: string): number {
	const value = settings[name];
	if (typeof value === 'number') return value;
	throw new Error(`Invariant broken: the setting ${name} is ${String(value)}, not a number.`);
}

/** Returns the capital over both legs of one position, USD. */
export function amountIn(settings: PolicySettings): number {
	return 2 * numberIn(settings, 'legUsd');
}

/**
 * Calls `step` at each full step of UTC time plus the delay. At the end of the replay it calls `atEnd` if the setting
 * `closeAtEnd` is on.
 */
export async function stepThrough(
	clock: PolicyClock,
	settings: PolicySettings,
	{ step, atEnd }: { readonly step: (now: number) => Promise<void>; readonly atEnd: () => Promise<void> },
): Promise<void> {
	const stepMs = numberIn(settings, 'step') * HOUR_MS;
	const delayMs = numberIn(settings, 'delay') * SECOND_MS;
	try {
		for (;;) {
			await clock.until((Math.floor((clock.now() - delayMs) / stepMs) + 1) * stepMs + delayMs);
			await step(clock.now());
		}
	} catch (error) {
		if (!(error instanceof ReplayOver)) throw error;
		if (settings.closeAtEnd === true) await atEnd();
	}
}
