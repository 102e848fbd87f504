import type { Agent, CreateAgentParams, UpdateAgentParams } from '../../client/methods.ts';
import { columnsTable } from '../columns-table.ts';
import { type Given, UsageError } from '../command.ts';
import { fixed, time } from '../figures.ts';
import { noWords, refuseFlags, refuseOthers, requiredWord, textOf } from '../given.ts';
import type { TextStyle } from '../opportunity-lines.ts';
import { type ServiceSession, serviceCommand } from '../service-command.ts';
import { SERVICE_FLAGS } from '../shared-flags.ts';
import { TRADE_TEXT } from '../text.ts';

type Action =
	| { readonly action: 'list' }
	| { readonly action: 'create'; readonly params: CreateAgentParams }
	| { readonly action: 'update'; readonly id: string; readonly change: Change }
	| { readonly action: 'stop' | 'rotate-key'; readonly id: string };

type Change = {
	readonly name: string | undefined;
	readonly scopes: readonly string[] | undefined;
	readonly caps: Readonly<Record<string, unknown>>;
};

/** Lists, creates, changes and stops agents, and renews an agent's key. */
export const agents = serviceCommand({
	name: 'agents',
	needs: 'agents:manage',
	read: readAction,
	run: carryOut,
});

function readAction(given: Given): Action {
	const {
		values,
		words: [action = 'list', ...words],
	} = given;
	const id = () => requiredWord(`agents ${action}`, 'the ID of an agent', words[0]);
	const noFlags = () => refuseOthers('agents', `agents ${action}`, values, Object.keys(SERVICE_FLAGS));
	switch (action) {
		case 'list':
			noWords('agents', words);
			noFlags();
			return { action };
		case 'create':
			noWords('agents', words);
			return { action, params: createParams(given) };
		case 'update': {
			refuseFlags('agents', 'agents update', values, ['requires-dpop']);
			const change = changeOf(given);
			const { name, scopes, caps } = change;
			if (name === undefined && scopes === undefined && Object.keys(caps).length === 0)
				throw new UsageError('agents', 'agents update needs at least one change, such as --amount-max 500.');
			return { action, id: id(), change };
		}
		case 'stop':
		case 'rotate-key':
			noFlags();
			return { action, id: id() };
		default:
			throw new UsageError(
				'agents',
				`The action of agents must be list, create, update, stop or rotate-key; was ${JSON.stringify(action)}.`,
			);
	}
}

function createParams(given: Given): CreateAgentParams {
	const { name, scopes = ['arb:read', 'arb:trade'], caps } = changeOf(given);
	if (name === undefined) throw new UsageError('agents', 'agents create needs a name: --name TEXT.');
	const requiresDpop = given.values['requires-dpop'] === true ? { requires_dpop: true } : {};
	return { name, scopes, caps, ...requiresDpop } as CreateAgentParams;
}

/** In this command, every flag that is sent as a parameter is a cap. */
function changeOf({ values, params }: Given): Change {
	return {
		name: textOf(values.name),
		scopes: textOf(values.scope)
			?.split(/\s+/)
			.filter((word) => word !== ''),
		caps: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, capOf(name, value)])),
	};
}

function capOf(name: string, value: unknown): unknown {
	if (name === 'must_be_trade') return value === 'yes' || (value === 'no' ? false : value);
	return String(value) === 'none' ? null : value;
}

async function carryOut(action: Action, session: ServiceSession): Promise<void> {
	switch (action.action) {
		case 'list': {
			const all = await session.call('list_agents', {});
			session.show(all, () => (all.length === 0 ? ['No agents.'] : agentsTable(all, session)));
			return;
		}
		case 'create': {
			const made = await session.call('create_agent', action.params);
			session.show(made, () => [
				...agentsTable([made], session),
				'',
				...keyLines(made.agent_id, made.agent_key),
			]);
			return;
		}
		case 'update': {
			const changed = await session.call('update_agent', await updateParams(action, session));
			session.show(changed, () => agentsTable([changed], session));
			return;
		}
		case 'stop': {
			const stopped = await session.call('stop_agent', { agent_id: action.id });
			session.show(stopped, () => agentsTable([stopped], session));
			session.remark(TRADE_TEXT.agentStopped);
			return;
		}
		case 'rotate-key': {
			const renewed = await session.call('rotate_agent_key', { agent_id: action.id });
			session.show(renewed, () => keyLines(renewed.agent_id, renewed.agent_key));
		}
	}
}

function keyLines(id: string, key: string | null): string[] {
	return key === null ? [] : [`AGENT_ID=${id}`, `AGENT_KEY=${key}`, 'The key is shown only once.'];
}

/**
 * Builds a complete update. The method replaces all fields, so unchanged fields are sent with their current values.
 */
async function updateParams(
	{ id, change }: Extract<Action, { readonly action: 'update' }>,
	session: ServiceSession,
): Promise<UpdateAgentParams> {
	const all = await session.call('list_agents', {});
	const known: Agent | undefined = all.find((agent) => agent.agent_id === id);
	return {
		agent_id: id,
		// If the agent is unknown, these values are placeholders; the service then reports the unknown agent.
		name: change.name ?? known?.name ?? id.slice(0, 64),
		scopes: change.scopes ?? known?.scopes ?? ['arb:read'],
		caps: { ...known?.caps, ...change.caps },
	} as UpdateAgentParams;
}

/** Formats one row per agent, with its caps in USD and the time of its last use. */
function agentsTable(agents: readonly Agent[], style: TextStyle): string[] {
	return columnsTable(
		[
			{ head: 'ID', align: 'left', cell: (row) => row.agent_id },
			{ head: 'NAME', align: 'left', cell: (row) => row.name },
			{
				head: 'STATE',
				align: 'left',
				cell: ({ stopped_at: at }) =>
					at === null ? { text: 'active', tone: 'good' } : { text: 'stopped', tone: 'bad' },
			},
			{ head: 'SCOPES', align: 'left', cell: (row) => row.scopes.join(' ') },
			{ head: 'MAX USD', cell: ({ caps }) => capText(caps.amount_max) },
			{ head: 'MAX OPEN USD', cell: ({ caps }) => capText(caps.open_amount_max) },
			{ head: 'PER DAY', cell: ({ caps }) => capText(caps.executions_per_day) },
			{ head: 'PAIRS', align: 'left', cell: ({ caps }) => caps.pairs?.join(',') ?? 'all' },
			{ head: 'TRADE ONLY', align: 'left', cell: ({ caps }) => (caps.must_be_trade ? 'yes' : 'no') },
			{
				head: 'LAST USED',
				align: 'left',
				cell: (row) => (row.last_used_at === null ? 'never' : time(row.last_used_at)),
				spare: 1,
			},
		],
		agents,
		style,
	);
}

function capText(value: number | null): string {
	return value === null ? 'no cap' : fixed(value, 0);
}
