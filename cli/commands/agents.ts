import type { Agent, CreateAgentParams, UpdateAgentParams } from '../../client/methods.ts';
import { agentsTable } from '../agent-lines.ts';
import { UsageError, type Values } from '../command.ts';
import { noWords, refuseFlags, textOf } from '../given.ts';
import { numberOf, oneWord, type ParamFlags } from '../params.ts';
import { type ServiceSession, serviceCommand } from '../service-command.ts';

const under = 'With create and update';
const CAP_FLAGS = {
	'amount-max': { kind: 'number', value: 'USD', meaning: 'Capital of one execution at most.', under },
	'open-amount-max': {
		kind: 'number',
		value: 'USD',
		meaning: 'Capital of all that it has open at most.',
		under,
	},
	pairs: {
		kind: 'list',
		value: 'LIST',
		meaning: 'Only on these pairs of exchanges, separated by commas.',
		under,
	},
	'executions-per-day': {
		kind: 'number',
		value: 'NUMBER',
		meaning: 'So many executions a day (UTC) at most.',
		under,
	},
	'must-be-trade': {
		kind: 'text',
		value: 'YES|NO',
		meaning: 'Opens only what has the verdict trade.',
		choices: ['yes', 'no'],
		under,
	},
} as const satisfies ParamFlags;
const NAME_FLAGS = {
	name: { kind: 'text', value: 'TEXT', meaning: 'What you call it.', under },
	scope: {
		kind: 'text',
		value: '"LIST"',
		meaning: 'What it may do, separated by spaces (with create default arb:read arb:trade).',
		choices: ['arb:read', 'arb:trade'],
		under,
	},
} as const satisfies ParamFlags;
const FLAGS = {
	...NAME_FLAGS,
	...CAP_FLAGS,
	'requires-dpop': {
		kind: 'switch',
		meaning: 'With create: its tokens count with a proof of its key only (RFC 9449).',
	},
} as const satisfies ParamFlags;

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

export const agents = serviceCommand({
	name: 'agents',
	needs: 'agents:manage',
	summary: 'Programs that trade for you: list, create, update, stop, a new key.',
	about:
		'Lists your agents; creates one with caps of its own, which shows its key this once; changes name, scopes and caps (what is not named stays as it is, the value none takes a cap away); stops one at once and for good; makes a new key. Prints list_agents, create_agent, update_agent, stop_agent or rotate_agent_key.',
	forms: ['[list]', 'create --name TEXT [caps]', 'update ID [caps]', 'stop ID', 'rotate-key ID'],
	words: [
		{
			name: 'ACTION',
			meaning: 'list (the default), create, update, stop or rotate-key.',
			choices: ['list', 'create', 'update', 'stop', 'rotate-key'],
		},
		{ name: 'ID', meaning: 'Of the agent.' },
	],
	flags: FLAGS,
	examples: [
		'carrywire agents',
		'carrywire agents create --name farmer --amount-max 500 --open-amount-max 2000 --must-be-trade yes',
		'carrywire agents update agent_9d2e4f6081a3c5e73f9a1c5b --amount-max none',
		'carrywire agents stop agent_9d2e4f6081a3c5e73f9a1c5b',
	],
	read: ({ values, words }) => readAction(values, words),
	run: (action, session) => carryOut(action, session),
});

function readAction(values: Values, [action = 'list', ...words]: readonly string[]): Action {
	const id = () => oneWord(`agents ${action}`, 'the ID of an agent', words);
	const noFlags = () => refuseFlags('agents', `agents ${action}`, values, Object.keys(FLAGS));
	switch (action) {
		case 'list':
			noWords('agents', words);
			noFlags();
			return { action };
		case 'create':
			noWords('agents', words);
			return { action, params: createParams(values) };
		case 'update': {
			refuseFlags('agents', 'agents update', values, ['requires-dpop']);
			const change = changeOf(values);
			const { name, scopes, caps } = change;
			if (name === undefined && scopes === undefined && Object.keys(caps).length === 0)
				throw new UsageError('agents', 'agents update needs what to change, such as --amount-max 500.');
			return { action, id: id(), change };
		}
		case 'stop':
		case 'rotate-key':
			noFlags();
			return { action, id: id() };
		default:
			throw new UsageError(
				'agents',
				`After agents comes list, create, update, stop or rotate-key; was ${JSON.stringify(action)}.`,
			);
	}
}

function createParams(values: Values): CreateAgentParams {
	const { name, scopes = ['arb:read', 'arb:trade'], caps } = changeOf(values);
	if (name === undefined)
		throw new UsageError('agents', 'agents create needs what you call it: --name TEXT.');
	const requiresDpop = values['requires-dpop'] === true ? { requires_dpop: true } : {};
	return { name, scopes, caps, ...requiresDpop } as CreateAgentParams;
}

function changeOf(values: Values): Change {
	const caps = Object.entries(CAP_FLAGS).flatMap(([flag, { kind }]) => {
		const text = textOf(values[flag]);
		return text === undefined ? [] : [[flag.replaceAll('-', '_'), capOf(flag, kind, text)] as const];
	});
	return {
		name: textOf(values.name),
		scopes: textOf(values.scope)
			?.split(/\s+/)
			.filter((word) => word !== ''),
		caps: Object.fromEntries(caps),
	};
}

function capOf(flag: string, kind: 'number' | 'list' | 'text', text: string): unknown {
	if (kind === 'text') return text === 'yes' || (text === 'no' ? false : text);
	if (text === 'none') return null;
	return kind === 'number'
		? numberOf('agents', `--${flag}`, text)
		: text.split(',').map((part) => part.trim());
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
			session.remark(
				'It is stopped for good. What it has open is yours and runs on: see carrywire portfolio.',
			);
			return;
		}
		case 'rotate-key': {
			const renewed = await session.call('rotate_agent_key', { agent_id: action.id });
			session.show(renewed, () => keyLines(renewed.agent_id, renewed.agent_key));
		}
	}
}

function keyLines(id: string, key: string | null): string[] {
	return key === null ? [] : [`AGENT_ID=${id}`, `AGENT_KEY=${key}`, 'The key is shown this once.'];
}

/** The method takes everything anew: what is not to be changed is what the agent has. */
async function updateParams(
	{ id, change }: Extract<Action, { readonly action: 'update' }>,
	session: ServiceSession,
): Promise<UpdateAgentParams> {
	const all = await session.call('list_agents', {});
	const known: Agent | undefined = all.find((agent) => agent.agent_id === id);
	return {
		agent_id: id,
		// Of an agent that is not there the service says so itself.
		name: change.name ?? known?.name ?? id.slice(0, 64),
		scopes: change.scopes ?? known?.scopes ?? ['arb:read'],
		caps: { ...known?.caps, ...change.caps },
	} as UpdateAgentParams;
}
