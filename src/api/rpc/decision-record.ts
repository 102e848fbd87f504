/** Defines the record of a pot's decision on the wire. */
import * as z from 'zod';
import { CHANGE_KINDS, type PlannedChange, TRIGGER_KINDS } from '../../ports/autopilot.ts';
import type { ChangeEvent, Decision } from '../../ports/autopilot-store.ts';
import {
	amount,
	amountOrNull,
	instant,
	instantOrNull,
	sentenceMember,
	sentenceSchema,
	type Wire,
	wordsRecord,
} from './record-fields.ts';

const CHANGE_STATES = [
	'waiting',
	'suggested',
	'confirmed',
	'begun',
	'sent',
	'executed',
	'refused',
	'skipped',
	'declined',
	'expired',
] as const;

const words = {
	message: z.string().describe('Sentence for people.'),
	sentence: sentenceSchema,
};

const legSchema = z.strictObject({
	exchange: z.string().describe('Exchange.'),
	symbol: z.string().describe("The exchange's symbol of the contract."),
});

const changeSchema = z.strictObject({
	number: z.int().describe('Place in the decision, from 0; autopilot_confirm takes it.'),
	kind: z.enum(CHANGE_KINDS).describe('Kind of the change. roll: one leg moves to another exchange.'),
	coin: z.string().describe('Coin.'),
	long: legSchema.describe('Long leg after the change.'),
	short: legSchema.describe('Short leg after the change.'),
	notional: amount('Notional of one leg that opens, closes or moves, USD.'),
	gain: amountOrNull('Gain that the plan expects in 30 days, USD; null: it does not depend on a forecast.'),
	cost: amountOrNull('Expected cost, USD; null: unknown.'),
	cost_max: amountOrNull('Highest cost at which the change is made, USD; null: any.'),
	explanation: z.strictObject(words).describe('Why the plan wants it.'),
	state: z
		.enum(CHANGE_STATES)
		.describe('State of the change. suggested: it waits for you. begun and sent: it is in motion.'),
	execution_id: z
		.string()
		.nullable()
		.describe('Execution that it opened, reduced or closed; null: none yet.'),
	by: z.string().nullable().describe('Token or agent that confirmed or declined it; null: none.'),
	at: instantOrNull('Time of the state; null while waiting.'),
	code: z.string().nullable().describe('Error code of a refusal; null otherwise.'),
	outcome: z.strictObject(words).nullable().describe('How it ended, or why not; null: not ended.'),
});

/** A decision with its changes and what happened to each. */
export const decisionSchema = z.strictObject({
	decision_id: z.string().describe('Id of the decision.'),
	pot_id: z.string().describe('Pot that decided.'),
	at: instant('Time of the decision; it was stored before anything was sent.'),
	trigger: z.enum(TRIGGER_KINDS).describe('Cause of the decision.'),
	trigger_exchange: z.string().nullable().describe('Exchange of the cause; null: none.'),
	trigger_coin: z.string().nullable().describe('Coin of the cause; null: none.'),
	valid_until: instant('Openings are not made later; reductions never expire.'),
	plan: z
		.strictObject({
			targets: z
				.array(
					z.strictObject({
						coin: z.string().describe('Coin.'),
						exchange: z.string().describe('Exchange.'),
						symbol: z.string().describe("The exchange's symbol of the contract."),
						notional: amount('Target, USD; positive for long.'),
					}),
				)
				.describe('Target of each leg.'),
			net_on_capital: amountOrNull('Expected net on the capital, a fraction a year; null: unknown.'),
			cash: amount('Yield of cash, a fraction a year.'),
			data_at: instant('Time of the market data.'),
			equity: amountOrNull('Equity of the pot, USD; null: unknown.'),
			inputs: z.record(z.string(), z.unknown()).describe('Forecasts, prices and costs that the plan used.'),
			notes: z.array(z.strictObject(words)).describe('Notes on the plan.'),
		})
		.nullable()
		.describe('The plan and what it knew; null for a stop and for a reduction of margin.'),
	changes: z.array(changeSchema).describe('Changes in the order in which they are made.'),
});

/** Converts a decision to its record. */
export function decisionRecord(decision: Decision): Wire<typeof decisionSchema> {
	const { plan, trigger } = decision;
	return {
		decision_id: decision.decisionId,
		pot_id: decision.potId,
		at: new Date(decision.at).toISOString(),
		trigger: trigger.kind,
		trigger_exchange: trigger.exchange,
		trigger_coin: trigger.coin,
		valid_until: new Date(decision.validUntil).toISOString(),
		plan:
			plan === null
				? null
				: {
						targets: plan.targets.map(({ coin, venue, symbol, notional }) => ({
							coin,
							exchange: venue,
							symbol,
							notional,
						})),
						net_on_capital: plan.netOnCapital,
						cash: plan.cash,
						data_at: new Date(plan.knew.dataAt).toISOString(),
						equity: plan.knew.equity,
						inputs: plan.knew.inputs,
						notes: plan.notes.map(wordsRecord),
					},
		changes: decision.changes.map((change, number) => ({
			number,
			...plannedRecord(change),
			...stateRecord(decision.events[number] ?? [], change),
		})),
	};
}

function plannedRecord({
	kind,
	coin,
	long,
	short,
	notional,
	gain,
	cost,
	costMax,
	explanation,
}: PlannedChange) {
	return {
		kind,
		coin,
		long: { exchange: long.venue, symbol: long.symbol },
		short: { exchange: short.venue, symbol: short.symbol },
		notional,
		gain,
		cost,
		cost_max: costMax,
		explanation: wordsRecord(explanation),
	};
}

function stateRecord(events: readonly ChangeEvent[], change: PlannedChange) {
	const last = events.at(-1);
	const answer = events.find((event) => event.kind === 'confirmed' || event.kind === 'declined');
	const sent = events.findLast((event) => event.kind === 'sent' || event.kind === 'executed');
	return {
		state: last?.kind ?? ('waiting' as const),
		execution_id: sent?.executionId ?? change.executionId,
		by: answer?.by ?? null,
		at: last === undefined ? null : new Date(last.at).toISOString(),
		code: last?.kind === 'refused' ? last.code : null,
		outcome:
			last !== undefined && 'message' in last
				? { message: wordsRecord(last.message).message, ...sentenceMember(last.message) }
				: null,
	};
}

/** Example of a decision; a test validates it against the schema. */
export const DECISION_EXAMPLE = {
	decision_id: 'dec_7d2e4f6081a3c5e73f9a1c5b',
	pot_id: 'pot_9d2e4f6081a3c5e73f9a1c5b',
	at: '2026-11-21T00:10:00.000Z',
	trigger: 'daily',
	trigger_exchange: null,
	trigger_coin: null,
	valid_until: '2026-11-21T06:10:00.000Z',
	plan: {
		targets: [
			{ coin: 'SOL', exchange: 'bybit', symbol: 'SOLUSDT', notional: 450 },
			{ coin: 'SOL', exchange: 'kucoin', symbol: 'SOLUSDTM', notional: -450 },
		],
		net_on_capital: 0.052,
		cash: 0.04,
		data_at: '2026-11-21T00:09:58.000Z',
		equity: 10_012.4,
		inputs: {},
		notes: [],
	},
	changes: [
		{
			number: 0,
			kind: 'open',
			coin: 'SOL',
			long: { exchange: 'bybit', symbol: 'SOLUSDT' },
			short: { exchange: 'kucoin', symbol: 'SOLUSDTM' },
			notional: 450,
			gain: 4.1,
			cost: 0.7,
			cost_max: 2.05,
			explanation: { message: 'Expected gain in 30 days: 4.10 USD; cost: 0.70 USD.' },
			state: 'suggested',
			execution_id: null,
			by: null,
			at: '2026-11-21T00:10:00.000Z',
			code: null,
			outcome: null,
		},
	],
} as const;
