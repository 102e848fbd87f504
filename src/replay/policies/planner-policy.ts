/**
 * Follows the planner: once a day it asks `plan_portfolio` for the changes of the whole pot, and makes them: first what
 * frees margin, then rolls of one leg, then openings. A refused change is left out; the next plan sees what is held.
 */

import type { Client } from '../../../client/client.ts';
import type { PlanPortfolioResult } from '../../../client/methods.ts';
import { type Policy, PolicyError, type PolicySettings } from './policy.ts';
import { unlessRefused } from './seat-positions.ts';
import type { NumberSetting, SettingRules, TextSetting } from './settings.ts';
import { numberIn, STEP_SETTINGS, stepThrough } from './stepping.ts';

type PlannedChange = PlanPortfolioResult['changes'][number];

const { step, delay, closeAtEnd } = STEP_SETTINGS;

const CAPITAL: NumberSetting = {
	kind: 'number',
	default: 0,
	min: 0,
	max: 1_000_000_000,
	unit: 'USD',
	meaning: 'Capital of the pot; 0: the equity of all accounts.',
};
const LEVERAGE: NumberSetting = {
	kind: 'number',
	default: 1.8,
	min: 1,
	max: 3,
	unit: 'times the margin',
	meaning: 'Notional of both legs over the margin.',
};
const IDLE: NumberSetting = {
	kind: 'number',
	default: 0.25,
	min: 0,
	max: 0.9,
	unit: 'share of the capital',
	meaning: 'Part of the capital that stays idle as a reserve.',
};
const COIN_SHARE: NumberSetting = {
	kind: 'number',
	default: 0.1,
	min: 0.01,
	max: 1,
	unit: 'share of the pot',
	meaning: 'Largest notional of one coin.',
};
const MARGINS = ['accounts', 'equal', 'free'] as const;
type MarginPlace = (typeof MARGINS)[number];
const MARGIN: TextSetting = {
	kind: 'text',
	default: 'accounts',
	meaning: 'Place of the margin: as in the accounts, split equally, or free, wherever the plan needs it.',
	check(value) {
		if (!isMarginPlace(value))
			throw new PolicyError(
				'POLICY_SETTING',
				`The setting margin must be accounts, equal or free; was ${JSON.stringify(value)}.`,
			);
	},
};

function isMarginPlace(value: unknown): value is MarginPlace {
	return MARGINS.some((place) => place === value);
}

/** Settings of the planner's policy. */
export const PLANNER_SETTINGS: SettingRules = {
	step: { ...step, default: 24 },
	delay: { ...delay, default: 600 },
	capital: CAPITAL,
	leverage: LEVERAGE,
	idle: IDLE,
	coinShare: COIN_SHARE,
	margin: MARGIN,
	closeAtEnd,
};

/** Plans and trades one pot. @throws PolicyError for several paper users */
export const plannerPolicy: Policy = async (seats, clock, settings) => {
	const [seat] = seats;
	if (seat === undefined) return;
	if (seats.length > 1)
		throw new PolicyError(
			'POLICY_SETTING',
			`The policy planner trades one pot, but the replay has ${seats.length} paper users. Order it with users one.`,
		);
	const { client } = seat;
	await stepThrough(clock, settings, {
		async step() {
			const plan = await unlessRefused(client.call('plan_portfolio', planParams(settings)));
			if (plan === undefined) return;
			for (const change of plan.changes) await unlessRefused(make(client, change, settings));
		},
		atEnd: () => closeAll(client),
	});
};

function planParams(settings: PolicySettings) {
	const capital = numberIn(settings, 'capital');
	return {
		...(capital === 0 ? {} : { capital }),
		leverage: numberIn(settings, 'leverage'),
		idle: numberIn(settings, 'idle'),
		coin_share: numberIn(settings, 'coinShare'),
		...(isMarginPlace(settings.margin) ? { margin: settings.margin } : {}),
	};
}

/** Makes one change. The plan decides about the direction and the exit, so no exit rule does. */
function make(client: Client, change: PlannedChange, settings: PolicySettings): Promise<unknown> {
	const { kind, execution_id: executionId, share, roll, notional } = change;
	// Binance takes whole numbers only, as in a pot's orders.
	const leverage = Math.ceil(numberIn(settings, 'leverage'));
	if (executionId === null || share === null)
		return client.call('execute_opportunity', {
			opportunity_id: change.opportunity_id,
			amount: (2 * notional) / leverage,
			leverage,
			any_direction: true,
			exit: { close_on_reversal: false },
		});
	if (kind !== 'roll' || roll === null)
		return client.call('close_execution', { execution_id: executionId, share });
	const to = roll.leg === 'long' ? change.long : change.short;
	return client.call('roll_leg', { execution_id: executionId, leg: roll.leg, ...to, share });
}

async function closeAll(client: Client): Promise<void> {
	const { executions } = await client.call('portfolio_live', { funding_events: false });
	for (const { execution } of executions)
		await unlessRefused(client.call('close_execution', { execution_id: execution.id }));
}
