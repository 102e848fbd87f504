/** Defines the record of an agent as its owner sees it, and the parameters that describe an agent. */
import * as z from 'zod';
import type { Decimal } from '../../domain/decimal.ts';
import { AGENT_SCOPES, type AgentListing, type AgentTerms } from '../../identity/agents.ts';
import { decimal, flag, integer, text } from './params.ts';
import { instant } from './record-fields.ts';

const scope = z.enum(AGENT_SCOPES as unknown as [string, ...string[]]);

const AMOUNT = { unit: 'USD', above: '0', atMost: '1000000000' } as const;

const capsSchema = z
	.strictObject({
		amount_max: decimal({
			...AMOUNT,
			description: 'Largest amount of one execution, USD over both legs.',
		}).nullish(),
		open_amount_max: decimal({
			...AMOUNT,
			description: 'Largest total of its open executions, USD over both legs.',
		}).nullish(),
		pairs: z
			.array(text(65, 'Exchange pair, such as bybit-kucoin.'))
			.min(1)
			.max(100)
			.describe('Exchange pairs that it may open on.')
			.nullish(),
		executions_per_day: integer({
			description: 'Executions that it may open per day, from 00:00 UTC.',
			atLeast: 0,
			atMost: 100_000,
		}).nullish(),
		must_be_trade: flag(false, 'True: it may open only opportunities whose verdict is trade.'),
	})
	.describe('Limits of the agent; absent or null: no such limit.');

/** Parameter for an agent's id, at most 64 characters. */
export const agentId = text(64, 'Id from list_agents.');

/** Parameters for both creating and updating an agent. */
export const AGENT_PARAMS = {
	name: text(64, 'Name given by its owner.'),
	scopes: z
		.array(scope)
		.min(1)
		.max(AGENT_SCOPES.length)
		.describe('Scopes of the agent; the calling token must have each of them too.'),
	caps: capsSchema,
};

const agentParamsSchema = z.strictObject(AGENT_PARAMS);

/** Converts params to an agent's description. Scopes are sorted as in `AGENT_SCOPES`; an omitted cap becomes null. */
export function agentFieldsOf({ name, scopes, caps }: z.output<typeof agentParamsSchema>): AgentTerms {
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

/** An agent on the wire; a null cap means no limit. */
export const agentSchema = z.strictObject({
	agent_id: z.string().describe('Id of the agent, which is also its OAuth client_id.'),
	name: z.string().describe('Name given by its owner.'),
	scopes: z.array(z.string()).describe('Scopes of the agent.'),
	caps: z
		.strictObject({
			amount_max: z.number().nullable().describe('Largest amount of one execution, USD over both legs.'),
			open_amount_max: z
				.number()
				.nullable()
				.describe('Largest total of its open executions, USD over both legs.'),
			pairs: z.array(z.string()).nullable().describe('Exchange pairs that it may open on.'),
			executions_per_day: z.int().nullable().describe('Executions that it may open per day, from 00:00 UTC.'),
			must_be_trade: z.boolean().describe('True: it may open only opportunities whose verdict is trade.'),
		})
		.describe('Limits of the agent; null: no such limit.'),
	credential: z
		.enum(['key', 'public_key'])
		.describe(
			'How it authenticates. key: a shared secret key. public_key: a signature made with its own key.',
		),
	requires_dpop: z.boolean().describe('True: its tokens are bound to its key and need a DPoP proof.'),
	created_at: instant('Time of creation.'),
	last_used_at: instant('Time of its last call, to the minute; null: never.').nullable(),
	stopped_at: instant('Time at which it was stopped; null while it is active.').nullable(),
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

/** The agent that the documentation uses as an example. */
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
