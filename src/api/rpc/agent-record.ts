/** An agent as its owner sees it, and the members by which one is described. */
import * as z from 'zod';
import type { Decimal } from '../../domain/decimal.ts';
import { AGENT_SCOPES, type AgentListing, type AgentWish } from '../../identity/agents.ts';
import { decimal, flag, integer, text } from './params.ts';
import { instant } from './record-fields.ts';

const scope = z.enum(AGENT_SCOPES as unknown as [string, ...string[]]);

const AMOUNT = { unit: 'USD', above: '0', atMost: '1000000000' } as const;

const capsSchema = z
	.strictObject({
		amount_max: decimal({ ...AMOUNT, description: 'USD over both legs of one execution.' }).nullish(),
		open_amount_max: decimal({
			...AMOUNT,
			description: 'USD over both legs of all its open executions.',
		}).nullish(),
		pairs: z
			.array(text(65, 'Such as bybit-kucoin.'))
			.min(1)
			.max(100)
			.describe('Exchange pairs on which it may open.')
			.nullish(),
		executions_per_day: integer({
			description: 'Since 00:00 UTC.',
			atLeast: 0,
			atMost: 100_000,
		}).nullish(),
		must_be_trade: flag(false, 'It opens only what has the verdict trade.'),
	})
	.describe('What it may do at most; absent or null: no such cap.');

/** Param with the id of an agent, at most 64 characters. */
export const agentId = text(64, 'From list_agents.');

/** Members that creating and changing an agent share. */
export const WISH_PARAMS = {
	name: text(64, 'What its owner calls it.'),
	scopes: z
		.array(scope)
		.min(1)
		.max(AGENT_SCOPES.length)
		.describe('What it may do: scopes that the calling token has too.'),
	caps: capsSchema,
};

const wishSchema = z.strictObject(WISH_PARAMS);

/** Converts params to the domain's wish; scopes come in the order of `AGENT_SCOPES`, an absent cap becomes null. */
export function wishOf({ name, scopes, caps }: z.output<typeof wishSchema>): AgentWish {
	return {
		name,
		scopes: AGENT_SCOPES.filter((one) => scopes.includes(one)),
		caps: {
			amountMax: caps.amount_max ?? null,
			openAmountMax: caps.open_amount_max ?? null,
			pairs: caps.pairs ?? null,
			executionsPerDay: caps.executions_per_day ?? null,
			mustBeTrade: caps.must_be_trade,
		},
	};
}

/** Agent as methods answer it, with its caps; a cap of null means that there is none. */
export const agentSchema = z.strictObject({
	agent_id: z.string().describe('Its client_id too.'),
	name: z.string().describe('What its owner calls it.'),
	scopes: z.array(z.string()).describe('What it may do.'),
	caps: z
		.strictObject({
			amount_max: z.number().nullable().describe('USD over both legs of one execution.'),
			open_amount_max: z.number().nullable().describe('USD over both legs of all its open executions.'),
			pairs: z.array(z.string()).nullable().describe('Exchange pairs on which it may open.'),
			executions_per_day: z.int().nullable().describe('Since 00:00 UTC.'),
			must_be_trade: z.boolean().describe('It opens only what has the verdict trade.'),
		})
		.describe('What it may do at most; null: no such cap.'),
	credential: z.enum(['key', 'public_key']).describe('By what it proves itself.'),
	requires_dpop: z.boolean().describe('Its tokens count with a proof of its key only.'),
	created_at: instant('When it was created.'),
	last_used_at: instant('Exact to a minute; null: never.').nullable(),
	stopped_at: instant('Null while it is active.').nullable(),
});

/** Converts an agent to its record on the wire. */
export function agentRecord(agent: AgentListing): {
	readonly [member: string]: unknown;
	readonly agent_id: string;
} {
	const { caps } = agent;
	return {
		agent_id: agent.agentId,
		name: agent.name,
		scopes: agent.scopes,
		caps: {
			amount_max: caps.amountMax satisfies Decimal | null,
			open_amount_max: caps.openAmountMax,
			pairs: caps.pairs,
			executions_per_day: caps.executionsPerDay,
			must_be_trade: caps.mustBeTrade,
		},
		credential: agent.credential,
		requires_dpop: agent.requiresDpop,
		created_at: isoTime(agent.createdAt),
		last_used_at: isoTime(agent.lastUsedAt),
		stopped_at: isoTime(agent.stoppedAt),
	};
}

function isoTime(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString();
}

/** Agent in the examples of the documentation. */
export const AGENT_EXAMPLE = {
	agent_id: 'agent_3f9a1c5b7d2e4f6081a3c5e7',
	name: 'night watch',
	scopes: ['arb:read', 'arb:trade'],
	caps: {
		amount_max: 500,
		open_amount_max: 2000,
		pairs: ['bybit-kucoin'],
		executions_per_day: 10,
		must_be_trade: true,
	},
	credential: 'key',
	requires_dpop: false,
	created_at: '2026-11-20T08:00:00.000Z',
	last_used_at: null,
	stopped_at: null,
};
