/** Commands for accounts, agents and programs of a caller: their flags, words and help. Their code is loaded when it runs. */
import { METHOD_FACTS } from '../client/method-facts.ts';
import { VENUE_NAMES } from '../src/venues/facts.ts';
import { type CliCommand, list, number, option, text } from './command.ts';
import { CONFIG_FLAGS, PUBLIC_FLAGS, SERVICE_FLAGS, YES_FLAG } from './shared-flags.ts';

const WITH_CONNECT = 'With connect';
const WITH_CREATE = 'With create and update';

/** connections, agents, rpc and mcp, in the order of the help. */
export const CONNECTION_COMMANDS: readonly CliCommand[] = [
	{
		name: 'connections',
		group: 'trade',
		summary: 'Your accounts at exchanges: list, connect by API key, check, use, disconnect.',
		about:
			'Lists your accounts at exchanges and how they are; connects one by an API key that may trade and not withdraw; runs the self-check again; chooses which account of an exchange is traded on; disconnects one and erases its key, after it has said what is erased and what stays, and asked for "yes" (without a terminal it needs --yes). list needs a token with arb:read, the others exchange:connect. Prints account_exchange_pair, connect_exchange, check_exchange_account, use_exchange_account or disconnect_exchange.',
		forms: [
			'[list]',
			'connect EXCHANGE --api-key KEY [--label TEXT] [--secret-file FILE]',
			'check ID',
			'use ID',
			'disconnect ID [--close-first] [--yes]',
		],
		words: [
			{
				name: 'ACTION',
				meaning: 'list (the default), connect, check, use or disconnect.',
				choices: ['list', 'connect', 'check', 'use', 'disconnect'],
			},
			{
				name: 'EXCHANGE or ID',
				meaning: 'With connect the exchange, otherwise the account, from the list.',
				choices: VENUE_NAMES,
			},
		],
		flags: {
			'api-key': option('KEY', 'The name of the key. Its secret is never an argument.', {
				under: WITH_CONNECT,
			}),
			label: option('TEXT', 'What you call the account.', { under: WITH_CONNECT }),
			'secret-file': option(
				'FILE',
				'Holds the secret in its first line and the passphrase, where the exchange has one, in the second (default: asked for, or those two lines of standard input).',
				{ under: WITH_CONNECT },
			),
			'close-first': {
				meaning: 'With disconnect: closes what is open on it first, also over a restart.',
			},
			yes: { ...YES_FLAG.yes, under: 'With disconnect' },
			...SERVICE_FLAGS,
		},
		examples: [
			'carrywire connections',
			'carrywire connections connect bybit --api-key AbCdEf --secret-file bybit.secret',
			'carrywire connections connect kucoin --api-key AbCdEf < kucoin.secret',
			'carrywire connections disconnect acct_9d2e4f6081a3c5e73f9a1c5b --close-first',
		],
		load: async () => (await import('./commands/connections.ts')).connections,
	},
	{
		name: 'agents',
		group: 'trade',
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
		flags: {
			name: option('TEXT', 'What you call it.', { under: WITH_CREATE }),
			scope: option(
				'"LIST"',
				'What it may do, separated by spaces (with create default arb:read arb:trade).',
				{ choices: ['arb:read', 'arb:trade'], under: WITH_CREATE },
			),
			'amount-max': number('USD', 'Capital of one execution at most.', { under: WITH_CREATE }),
			'open-amount-max': number('USD', 'Capital of all that it has open at most.', { under: WITH_CREATE }),
			pairs: list('LIST', 'Only on these pairs of exchanges, separated by commas.', { under: WITH_CREATE }),
			'executions-per-day': number('NUMBER', 'So many executions a day (UTC) at most.', {
				under: WITH_CREATE,
			}),
			'must-be-trade': text('YES|NO', 'Opens only what has the verdict trade.', {
				choices: ['yes', 'no'],
				under: WITH_CREATE,
			}),
			'requires-dpop': {
				meaning: 'With create: its tokens count with a proof of its key only (RFC 9449).',
			},
			...SERVICE_FLAGS,
		},
		examples: [
			'carrywire agents',
			'carrywire agents create --name farmer --amount-max 500 --open-amount-max 2000 --must-be-trade yes',
			'carrywire agents update agent_9d2e4f6081a3c5e73f9a1c5b --amount-max none',
			'carrywire agents stop agent_9d2e4f6081a3c5e73f9a1c5b',
		],
		load: async () => (await import('./commands/agents.ts')).agents,
	},
	{
		name: 'rpc',
		group: 'trade',
		summary: 'Any method of the service by its name, with params as JSON.',
		about:
			'Calls one method and prints its result as JSON. All methods with their params: docs/rpc.md. A token is sent with every method that is not public.',
		forms: ['METHOD [JSON]', 'METHOD - < FILE'],
		words: [
			{ name: 'METHOD', meaning: 'Such as get_opportunity_lives.', choices: Object.keys(METHOD_FACTS) },
			{
				name: 'JSON',
				meaning: 'The params, as one JSON object; - reads them from standard input (default {}).',
				isLast: true,
			},
		],
		flags: SERVICE_FLAGS,
		examples: [
			`carrywire rpc get_opportunity_lives '{"state":"open","limit":3}'`,
			'carrywire rpc continue_epoch - < params.json',
		],
		load: async () => (await import('./commands/rpc.ts')).rpc,
	},
	{
		name: 'mcp',
		group: 'trade',
		summary: 'Tools for agents over the standard streams: an MCP server for programs that start theirs.',
		about:
			'Carries messages of the Model Context Protocol between standard input and /mcp of a running service, which knows the tools, decides and refuses; nothing but the protocol is printed. A program starts it and ends it: docs/mcp.md says how one is told to. Ends when standard input does and what was asked is answered.',
		forms: ['[flags]'],
		flags: {
			url: PUBLIC_FLAGS.url,
			'token-file': option(
				'FILE',
				`${SERVICE_FLAGS['token-file'].meaning} Without a token the public tools work.`,
			),
			...CONFIG_FLAGS,
		},
		examples: ['carrywire mcp', 'carrywire mcp --url https://carrywire.example --token-file token.txt'],
		load: async () => (await import('./commands/mcp.ts')).mcp,
	},
];
