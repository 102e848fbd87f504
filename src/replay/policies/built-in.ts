/** Lists the built-in policies. A further one is one more row. */

import type { Measure } from './candidates.ts';
import { PLANNER_SETTINGS, plannerPolicy } from './planner-policy.ts';
import { type Policy, PolicyError, type PolicySettings } from './policy.ts';
import type { NumberSetting, SettingRules } from './settings.ts';
import { type SpreadRule, spreadPolicy } from './spread-rule.ts';
import { COUNT, numberIn, STEP_SETTINGS } from './stepping.ts';
import { verdictPolicy } from './verdict-policy.ts';

/** A built-in policy. */
export type BuiltInPolicy = {
	readonly name: string;
	/** One sentence about what it does. */
	readonly description: string;
	readonly settings: SettingRules;
	readonly policy: Policy;
};

const HOUR_MS = 3_600_000;
const FRACTION_PER_YEAR = 'fraction per year, 0.05 is 5 %';

const ENTER: NumberSetting = {
	kind: 'number',
	default: 0.05,
	min: 0,
	max: 100,
	unit: FRACTION_PER_YEAR,
	meaning: 'Enter when the spread is above this.',
};
const LEAVE: NumberSetting = {
	kind: 'number',
	default: -0.03,
	min: -100,
	max: 100,
	unit: FRACTION_PER_YEAR,
	meaning: 'Leave when the spread in the direction of the position is below this.',
};
const HOLD_HOURS: NumberSetting = {
	kind: 'number',
	default: 24,
	min: 0,
	max: 8_760,
	unit: 'hours',
	meaning: 'Keep each position at least this long.',
};

const monthMean: Measure = ({ monthMeanApr }) => monthMeanApr;
const headline: Measure = ({ apr, state }) => (state === 'fresh' ? apr : null);

function entersAbove(spread: number, settings: PolicySettings): boolean {
	return spread > numberIn(settings, 'enter');
}

/** Enters on a wide 30-day mean. An unknown mean, such as after a gap, keeps a position. */
const MONTH_MEAN: SpreadRule = {
	measure: monthMean,
	enters: entersAbove,
	leaves: ({ spread }, settings) => spread !== null && spread < numberIn(settings, 'leave'),
};

const TOP_HEADLINE: SpreadRule = {
	measure: headline,
	enters: (spread) => spread > 0,
	leaves: ({ heldMs, isWidest }, settings) =>
		!isWidest && heldMs >= numberIn(settings, 'holdHours') * HOUR_MS,
	isRanked: true,
};

const HOLD: SpreadRule = {
	measure: monthMean,
	enters: (spread) => spread > 0,
	leaves: () => false,
	isOnce: true,
};

/** The built-in policies, in the order of the documentation. */
export const BUILT_IN: readonly BuiltInPolicy[] = [
	{
		name: 'verdict',
		description: 'Opens what the service says trade for, and leaves by the service’s own exit rules.',
		settings: { ...STEP_SETTINGS, count: COUNT },
		policy: verdictPolicy,
	},
	{
		name: 'planner',
		description: 'Plans all pairs of one pot together, once a day, and makes the changes of the plan.',
		settings: PLANNER_SETTINGS,
		policy: plannerPolicy,
	},
	{
		name: 'month-mean-hysteresis',
		description:
			'Enters when the 30-day means of two exchanges differ by more than 5 % a year, and leaves when the difference is below −3 %.',
		settings: { enter: ENTER, leave: LEAVE, ...STEP_SETTINGS, count: COUNT },
		policy: spreadPolicy(MONTH_MEAN),
	},
	{
		name: 'month-mean',
		description:
			'Enters when the 30-day means of two exchanges differ by more than 5 % a year, and leaves when the sign turns.',
		settings: { enter: ENTER, leave: { ...LEAVE, default: 0 }, ...STEP_SETTINGS, count: COUNT },
		policy: spreadPolicy(MONTH_MEAN),
	},
	{
		name: 'top-headline',
		description: 'Holds the pairs with the highest headline spreads.',
		settings: { holdHours: HOLD_HOURS, ...STEP_SETTINGS, count: COUNT },
		policy: spreadPolicy(TOP_HEADLINE),
	},
	{
		name: 'hold',
		description: 'Opens each pair once, in the direction of its 30-day mean, and keeps it to the end.',
		settings: { ...STEP_SETTINGS, count: COUNT },
		policy: spreadPolicy(HOLD),
	},
];

/** Returns the built-in policy with this name. @throws PolicyError if there is none */
export function builtInPolicy(name: string): BuiltInPolicy {
	const found = BUILT_IN.find((policy) => policy.name === name);
	if (found !== undefined) return found;
	const names = BUILT_IN.map((policy) => policy.name).join(', ');
	throw new PolicyError(
		'POLICY_UNKNOWN',
		`There is no policy ${name}. Built in are ${names}; a file of your own ends in .ts, .mts, .js or .mjs.`,
	);
}
