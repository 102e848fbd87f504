/** Defines the params of replays on the wire. */
import * as z from 'zod';
import { formatDecimal } from '../../domain/decimal.ts';
import { NumberText } from '../../domain/exact-json.ts';
import type { ReplayRequest, ReplaySetting } from '../../ports/replays.ts';
import { decimal, decimalOr, flag, integerOr, oneOf, text, texts } from './params.ts';
import { ledgerSpan } from './span.ts';
import { RULE_TEXT } from './text.ts';

const SETTINGS_MAX = 30;
const VALUES_MAX = 200;
const SETTING_CHARS_MAX = 200;
const NAMES_RULE = RULE_TEXT.settingNames({ count: SETTINGS_MAX });
const EXCHANGES_MAX = 50;
const EXCHANGES_RULE = RULE_TEXT.most({ count: EXCHANGES_MAX, of: 'entries' });
const SETTING_RULE = RULE_TEXT.setting();
const SETTING_NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

const setting = z
	.custom<NumberText | string | boolean>(
		(value) =>
			(value instanceof NumberText && Number.isFinite(Number(value.source))) ||
			typeof value === 'boolean' ||
			(typeof value === 'string' && value.length <= SETTING_CHARS_MAX),
		{ error: SETTING_RULE.text, params: { rule: SETTING_RULE } },
	)
	.meta({ type: ['number', 'string', 'boolean'] })
	.transform((value): ReplaySetting => (value instanceof NumberText ? Number(value.source) : value));

function settings<Value extends z.ZodType>(value: Value, description: string) {
	return z
		.record(z.string(), value)
		.refine(
			(given) =>
				Object.keys(given).length <= SETTINGS_MAX &&
				Object.keys(given).every((name) => SETTING_NAME.test(name)),
			{ error: NAMES_RULE.text, params: { rule: NAMES_RULE } },
		)
		.describe(description)
		.optional()
		.transform((given): Readonly<Record<string, z.output<Value>>> => given ?? {});
}

const bps = { atLeast: '0', atMost: '1000', unit: 'bps' } as const;

/** Params of a replay. */
export const replayParams = z.strictObject({
	data: text(40, 'Name of the data, from the choices of replay_status.'),
	policy: text(120, 'Name of the policy, from the same choices.'),
	set: settings(setting, 'Settings of the policy by name; the others keep their defaults.'),
	sweep: settings(
		z.array(setting).min(1).max(VALUES_MAX),
		'Values to try for each setting. Every combination is one trial.',
	),
	capital: decimalOr('10000', {
		description: 'Capital of each paper user, both legs together.',
		unit: 'USD',
		atLeast: '10',
		atMost: '1000000000',
	}),
	exchanges: texts(
		{ countMax: 50, lengthMax: 40 },
		'Exchanges that may be traded. Default: all of the data.',
	).optional(),
	coins: texts({ countMax: 500, lengthMax: 40 }, 'Coins that may be traded. Default: all.').optional(),
	users: oneOf(
		['one', 'pairs'],
		'one',
		'one: one paper user trades everything. pairs: each pair of contracts has a paper user of its own.',
	),
	from: text(
		40,
		'Start of the span: a UTC date or an ISO 8601 instant. Default: start of the data.',
	).optional(),
	until: text(40, 'End of the span, exclusive. Default: end of the data.').optional(),
	grade: z
		.enum(['A', 'B', 'C'])
		.describe('Use the data as this grade only. Default: the best that the data have.')
		.optional(),
	walk_forward: z
		.strictObject({
			train_days: integerOr(90, {
				description: 'Days of training before each test.',
				atLeast: 1,
				atMost: 3_650,
			}),
			test_days: integerOr(30, { description: 'Days of testing.', atLeast: 1, atMost: 3_650 }),
		})
		.describe('Windows in which a sweep chooses its settings and then tests them.')
		.optional(),
	fees: z
		.record(
			z.string().min(1).max(40),
			z.strictObject({
				taker_bps: decimal({ ...bps, atLeast: '-100', description: 'Taker fee.' }),
				maker_bps: decimal({ ...bps, atLeast: '-100', description: 'Maker fee; negative: a rebate.' }),
			}),
		)
		.refine((given) => Object.keys(given).length <= EXCHANGES_MAX, {
			error: EXCHANGES_RULE.text,
			params: { rule: EXCHANGES_RULE },
		})
		.describe('Fees to assume, by exchange. Default: the exchanges’ own.')
		.optional(),
	slippage_bps: decimalOr('2', {
		...bps,
		description:
			'Distance of bid and ask from the price. Above 10 bps, the service refuses openings that set no higher max_slippage_bps.',
	}),
	impact_bps: decimalOr('1', {
		...bps,
		description: 'Further distance per hundredth of the last hour’s volume.',
	}),
	publication_lag_s: integerOr(5, {
		description: 'Seconds from a settlement until its rate is known.',
		atLeast: 0,
		atMost: 86_400,
	}),
	cash_rate_pct: decimalOr('4', {
		description: 'Interest of the comparison cash, percent per year.',
		atLeast: '-100',
		atMost: '1000',
	}),
	without: texts(
		{ countMax: 50, lengthMax: 40 },
		'Rules of the service to switch off, to measure their effect.',
	).optional(),
	compare: flag(true, 'Whether to run the comparisons and the same policy one step later.'),
	seed: integerOr(1, {
		description: 'Seed of the randomness.',
		atLeast: 0,
		atMost: Number.MAX_SAFE_INTEGER,
	}),
});

/** Converts params to a request. @throws CarrywireError INVALID_PARAMS for a span that is not one */
export function replayRequest(params: z.output<typeof replayParams>): ReplayRequest {
	const { walk_forward: walkForward, fees = {} } = params;
	return {
		data: params.data,
		policy: params.policy,
		set: params.set,
		sweep: params.sweep,
		grade: params.grade,
		...ledgerSpan(params),
		capitalUsd: numberOf(params.capital),
		users: params.users,
		exchanges: params.exchanges,
		coins: params.coins,
		walkForward:
			walkForward === undefined
				? undefined
				: { trainDays: walkForward.train_days, testDays: walkForward.test_days },
		feesBp: Object.fromEntries(
			Object.entries(fees).map(([exchange, { taker_bps: taker, maker_bps: maker }]) => [
				exchange,
				{ taker: numberOf(taker), maker: numberOf(maker) },
			]),
		),
		slippageBp: numberOf(params.slippage_bps),
		impactBp: numberOf(params.impact_bps),
		publicationLagS: params.publication_lag_s,
		cashRatePct: numberOf(params.cash_rate_pct),
		without: params.without ?? [],
		compare: params.compare,
		seed: params.seed,
	};
}

function numberOf(value: Parameters<typeof formatDecimal>[0]): number {
	return Number(formatDecimal(value));
}
