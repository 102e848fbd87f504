import * as z from 'zod';
import { AGENT_EXAMPLE, AGENT_PARAMS, agentFieldsOf, agentRecord, agentSchema } from '../rpc/agent-record.ts';
import { requireOwnScopes } from '../rpc/agent-rights.ts';
import { scopedMethod } from '../rpc/method.ts';
import { flag } from '../rpc/params.ts';

/** Creates an agent whose scopes must be among the caller's. Fails with RISK_LIMIT at the maximum number of agents. */
export const createAgent = scopedMethod({
	name: 'create_agent',
	summary:
		'Creates an agent: a program that gets tokens by client_credentials and trades on your accounts within its caps. The calling token must have each of its scopes. Only this answer contains its key.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({
		...AGENT_PARAMS,
		public_keys: z
			.array(z.record(z.string(), z.string()))
			.min(1)
			.max(4)
			.optional()
			.describe(
				'JSON Web Keys with which the agent authenticates (private_key_jwt). Default: the service creates a secret key.',
			),
		requires_dpop: flag(false, 'True: bind its tokens to its key with DPoP proofs (RFC 9449).'),
	}),
	result: agentSchema.extend({
		agent_key: z
			.string()
			.nullable()
			.describe('Secret key, shown only once; null for an agent with public keys.'),
	}),
	example: {
		params: {
			name: 'night watch',
			scopes: ['arb:read', 'arb:trade'],
			caps: {
				amount_max: 500,
				open_amount_max: 2000,
				pairs: ['bybit-kucoin'],
				executions_per_day: 10,
				must_be_trade: true,
			},
		},
		result: { ...AGENT_EXAMPLE, agent_key: 'arbk_shown-once' },
	},
	errors: ['RISK_LIMIT'],
	async handle({ public_keys: publicKeys, requires_dpop: requiresDpop, ...params }, { services, caller }) {
		const fields = agentFieldsOf(params);
		requireOwnScopes(caller, fields.scopes);
		const { agent, key } = await services.agents.create(caller.userId, {
			...fields,
			publicKeys,
			requiresDpop,
		});
		return { ...agentRecord(agent), agent_key: key ?? null };
	},
});
