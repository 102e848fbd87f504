/** Defines the flags that `autopilot` and `what-if` send to the service, and the actions of `autopilot`. */
import type { AutopilotStartParams, WhatIfParams } from '../client/methods.ts';
import { type Flags, list, number, text } from './command.ts';

// The next lists repeat values that the service accepts, so that help loads no service code. A test compares
// them with the service's lists.
/** Modes of a pot. */
export const POT_MODES: readonly NonNullable<AutopilotStartParams['mode']>[] = ['suggest', 'act'];
/** Kinds of a pot. */
export const POT_KINDS: readonly NonNullable<AutopilotStartParams['kind']>[] = ['live', 'shadow'];
/** Actions of a pot at its drawdown stop. */
export const DRAWDOWN_ACTIONS: readonly NonNullable<AutopilotStartParams['on_drawdown']>[] = [
	'close',
	'pause',
];
/** Recorded squeezes that can be replayed. */
export const SQUEEZES: readonly NonNullable<WhatIfParams['shock']['squeeze']>[] = [
	'2025-10',
	'apt-2025-11',
	'inj-2026-02',
	'wif-2026-05',
	'ton-2026-06',
];
/** Signs of the funding rates at the cap. */
export const CAP_SIGNS: readonly NonNullable<WhatIfParams['shock']['cap_sign']>[] = [
	'worst',
	'positive',
	'negative',
];

/** Actions of `autopilot`, in the order of help. */
export const POT_ACTIONS = [
	'status',
	'start',
	'change',
	'pause',
	'resume',
	'stop',
	'confirm',
	'decline',
] as const;
/** One of `POT_ACTIONS`. */
export type PotAction = (typeof POT_ACTIONS)[number];

const under = 'With start and change';

/** Settings of a pot. */
export const POT_FLAGS = {
	name: text('TEXT', 'Your name for the pot. start needs it.', { under }),
	capital: number('USD', 'Capital of the pot. It never has more in use. start needs it.', { under }),
	exchanges: list('NAMES', 'At least two exchanges, separated by commas. start needs them.', { under }),
	coins: list('COINS', 'The only coins that the pot may open, separated by commas; none: all.', { under }),
	'coins-denied': list('COINS', 'Coins that it never opens, separated by commas; none: no coin.', { under }),
	leverage: number('TIMES', 'Notional of all legs over the capital in use, from 1 to 3 (default 1.8).', {
		under,
	}),
	'coin-share': number('SHARE', 'Largest share of the pot in one coin (default 0.1).', { under }),
	'exchange-share': number('SHARE', 'Largest share of all legs at one exchange; none: no limit (default).', {
		under,
	}),
	'orders-per-day': number(
		'NUMBER',
		'Most leg orders a UTC day; reductions count, but always pass (default 40).',
		{
			under,
		},
	),
	'turnover-per-day': number('USD', 'Most USD traded a UTC day; none: no limit (default).', { under }),
	'drawdown-pct': number(
		'PERCENT',
		'Loss in percent of the capital at which the pot stops; none: never (default).',
		{
			under,
		},
	),
	'on-drawdown': text('ACTION', 'At that loss: pause, or close everything (default pause).', {
		choices: DRAWDOWN_ACTIONS,
		under,
	}),
	'min-net-over-cash-pct': number(
		'POINTS',
		'Least expected net above cash for openings, percentage points a year (default 0).',
		{ under },
	),
	mode: text('MODE', 'suggest: you confirm each change. act: the pot trades by itself (default suggest).', {
		choices: POT_MODES,
		under,
	}),
	'decide-at': text('HH:MM', 'UTC time of the daily decision (default 00:10).', { under }),
} as const;

/** Flags of a new pot alone. */
export const START_FLAGS = {
	kind: text('KIND', 'live, or shadow: paper accounts of its own (default live).', {
		choices: POT_KINDS,
		under: 'With start',
	}),
	'with-shadow': {
		kind: 'switch',
		meaning: 'Also start a shadow pot beside it, to compare them.',
		under: 'With start',
	},
} as const satisfies Flags;

const SHOCK = 'Changes of the markets; at least one';

/** Figures of a shock. They are sent as members of `shock`. */
export const SHOCK_FLAGS = {
	'move-pct': number('PERCENT', 'Price move of all coins, or of --coin; -30 is a fall of 30 %.', {
		under: SHOCK,
	}),
	coin: text('COIN', 'The coin whose price and funding change (default: all).', { under: SHOCK }),
	'gap-pct': number('PERCENT', 'Prices at --gap-exchange are higher than elsewhere by this; below 0 lower.', {
		under: SHOCK,
	}),
	'gap-exchange': text('NAME', 'The exchange of --gap-pct.', { under: SHOCK }),
	'cap-settlements': number('NUMBER', 'Settlements of each contract at its funding cap.', {
		under: SHOCK,
	}),
	'cap-sign': text('SIGN', 'Sign of these rates; worst: the one that costs you more (default worst).', {
		choices: CAP_SIGNS,
		under: SHOCK,
	}),
	'exchange-down': text('NAME', 'An exchange that does not answer for --exchange-down-hours.', {
		under: SHOCK,
	}),
	'exchange-down-hours': number('HOURS', 'Time without an answer of --exchange-down, up to 720.', {
		under: SHOCK,
	}),
	squeeze: text('ID', 'Instead: replay this recorded squeeze with your positions. Needs replay:run too.', {
		choices: SQUEEZES,
		under: SHOCK,
	}),
	data: text('NAME', 'Recorded data for --squeeze (default: those with most of your positions).', {
		under: SHOCK,
	}),
} as const satisfies Flags;
