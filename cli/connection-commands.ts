/**
 * Defines the flags, arguments and help of the commands for a caller's accounts, agents and programs. A command's
 * code is loaded when it runs.
 */
import { METHOD_FACTS } from '../client/method-facts.ts';
import { VENUE_NAMES } from '../src/venues/facts.ts';
import { type CliCommand, list, number, option, text } from './command.ts';
import { CONFIG_FLAGS, PUBLIC_FLAGS, SERVICE_FLAGS, YES_FLAG } from './shared-flags.ts';

const WITH_CONNECT = 'With connect';
const WITH_CREATE = 'With create and update';

/** connections, agents, rpc and mcp, in the order that help shows. */
export const CONNECTION_COMMANDS: readonly CliCommand[] = [
	{
		name: 'connections',
		group: 'trade',
		summary: 'List, connect, check, select and disconnect your exchange accounts.',
		about:
			'Lists your exchange accounts with their health; connects one with an API key that may trade but not withdraw; repeats the self-check; selects which account of an exchange to trade on; disconnects one and erases its key. Before disconnect acts, it shows what it will erase and what stays, and requires the answer "yes" (without a terminal it needs --yes). list needs a token with arb:read; the other actions need exchange:connect. Prints the result of account_exchange_pair, connect_exchange, check_exchange_account, use_exchange_account or disconnect_exchange.',
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
				meaning:
					'For connect: the exchange. For check, use and disconnect: an account ID from carrywire connections list.',
				choices: VENUE_NAMES,
			},
		],
		flags: {
			'api-key': option('KEY', 'The API key. Its secret is never an argument.', {
				under: WITH_CONNECT,
			}),
			label: option('TEXT', 'Your name for the account.', { under: WITH_CONNECT }),
			'secret-file': option(
				'FILE',
				'File with the secret in its first line and, if the exchange has one, the passphrase in the second (default: a prompt, or those two lines from standard input).',
				{ under: WITH_CONNECT },
			),
			'close-first': {
				meaning:
					'With disconnect: first close all open positions on the account. The closing continues after a service restart.',
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
		summary: 'List, create, update and stop agents that trade for you, and rotate their keys.',
		about:
			'Lists your agents; creates one with its own caps and shows its key once; changes the name, scopes and caps of one (fields that you omit stay unchanged, and the value none removes a cap); stops one immediately and permanently; creates a new key for one. Prints the result of list_agents, create_agent, update_agent, stop_agent or rotate_agent_key.',
		forms: ['[list]', 'create --name TEXT [caps]', 'update ID [caps]', 'stop ID', 'rotate-key ID'],
		words: [
			{
				name: 'ACTION',
				meaning: 'list (the default), create, update, stop or rotate-key.',
				choices: ['list', 'create', 'update', 'stop', 'rotate-key'],
			},
			{ name: 'ID', meaning: 'ID of the agent.' },
		],
		flags: {
			name: option('TEXT', 'Your name for the agent.', { under: WITH_CREATE }),
			scope: option(
				'"LIST"',
				'Scopes of the agent, separated by spaces (default with create: arb:read arb:trade).',
				{ choices: ['arb:read', 'arb:trade'], under: WITH_CREATE },
			),
			'amount-max': number('USD', 'Maximum capital of one execution.', { under: WITH_CREATE }),
			'open-amount-max': number('USD', 'Maximum capital of all the agent’s open executions together.', {
				under: WITH_CREATE,
			}),
			pairs: list('LIST', 'Allowed pairs of exchanges, separated by commas.', { under: WITH_CREATE }),
			'executions-per-day': number('NUMBER', 'Maximum executions per day (UTC).', {
				under: WITH_CREATE,
			}),
			'must-be-trade': text('YES|NO', 'Open only opportunities whose verdict is trade.', {
				choices: ['yes', 'no'],
				under: WITH_CREATE,
			}),
			'requires-dpop': {
				meaning:
					'With create: accept the agent’s tokens only with proof that the sender holds the agent’s key (DPoP, RFC 9449).',
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
		summary: 'Call any method of the service by name, with params as JSON.',
		about:
			'Calls one method and prints its result as JSON. docs/rpc.md lists all methods and their params. The command sends your token with every method that is not public.',
		forms: ['METHOD [JSON]', 'METHOD - < FILE'],
		words: [
			{
				name: 'METHOD',
				meaning: 'Name of a method, such as get_opportunity_lives.',
				choices: Object.keys(METHOD_FACTS),
			},
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
		summary: 'Run an MCP server over stdio, for programs that launch MCP servers themselves.',
		about:
			'Relays Model Context Protocol messages between stdin/stdout and the /mcp endpoint of a running service. The service defines the tools and allows or refuses every call; standard output carries only the protocol. Your MCP client starts and stops this server; docs/mcp.md shows how to configure the client. Exits when standard input has ended and every request is answered.',
		forms: ['[flags]'],
		flags: {
			url: PUBLIC_FLAGS.url,
			'token-file': option(
				'FILE',
				`${SERVICE_FLAGS['token-file'].meaning} Without a token only the public tools work.`,
			),
			...CONFIG_FLAGS,
		},
		examples: ['carrywire mcp', 'carrywire mcp --url https://carrywire.example --token-file token.txt'],
		load: async () => (await import('./commands/mcp.ts')).mcp,
	},
];
