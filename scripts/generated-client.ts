/**
 * Generates files in `client/` from the registry of methods: types of methods and channels, and the method data that
 * the client needs at run time.
 */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { readsOnly } from '../src/api/methods/call-audit.ts';
import { CHANNELS, type Channel } from '../src/api/methods/channels.ts';
import { exitSchema } from '../src/api/methods/execute-opportunity.ts';
import { METHODS } from '../src/api/methods/registry.ts';
import { agentSchema } from '../src/api/rpc/agent-record.ts';
import { alertSchema } from '../src/api/rpc/alert-record.ts';
import { closeAnswerSchema, closePreviewSchema } from '../src/api/rpc/close-record.ts';
import { exchangeAccountSchema } from '../src/api/rpc/exchange-account-record.ts';
import { exitAnswerSchema, exitInForceSchema } from '../src/api/rpc/exit-record.ts';
import { eventSchema } from '../src/api/rpc/history-record.ts';
import { lifeSchema } from '../src/api/rpc/life-record.ts';
import type { Method } from '../src/api/rpc/method.ts';
import {
	cashSchema,
	netSchema,
	opportunityPageSchema,
	opportunitySchema,
} from '../src/api/rpc/opportunity-record.ts';
import { executionRecordSchema, portfolioSchema } from '../src/api/rpc/portfolio-record.ts';
import {
	executionStatusSchema,
	modeSchema,
	paginationSchema,
	reasonsSchema,
} from '../src/api/rpc/record-fields.ts';
import { tradingModeSchema } from '../src/api/rpc/trading-mode.ts';
import { ERROR_CODES } from '../src/domain/codes.ts';
import { VENUE_FACTS } from '../src/venues/facts.ts';
import { GENERATED_SOURCE } from './repository-rules.ts';
import type { JsonSchema } from './schema-rows.ts';
import { docstring, expandedType, NamedTypes, type TypeContext, typeOf } from './schema-types.ts';

/** Records that get a named type in the client, for example because several methods share them. */
const RECORDS: readonly (readonly [name: string, schema: z.ZodType, io: 'input' | 'output', text: string])[] =
	[
		[
			'TradingMode',
			tradingModeSchema,
			'output',
			'Kind of money: simulated exchanges, paper accounts at real prices, test money, or real money.',
		],
		['Reason', reasonsSchema.element, 'output', 'Reason why a member is null or uncertain.'],
		['ExecutionMode', modeSchema, 'output', 'Execution mode.'],
		['ExecutionStatus', executionStatusSchema, 'output', 'State of an execution.'],
		['Net', netSchema, 'output', 'Expected net of an opportunity after all costs.'],
		['Cash', cashSchema, 'output', 'The parts of `Net` in USD.'],
		[
			'Opportunity',
			opportunitySchema,
			'output',
			'A pair of instruments of one coin on two exchanges, in the direction that earns funding.',
		],
		['Pagination', paginationSchema, 'output', 'Position of a page in its list.'],
		['OpportunityPage', opportunityPageSchema, 'output', 'A page of opportunities.'],
		['OpportunityLife', lifeSchema, 'output', 'Lifetime of an opportunity.'],
		['ExitInForce', exitInForceSchema, 'output', 'Exit rules in force.'],
		['ExitRules', exitSchema, 'input', 'Rules that close a running execution automatically.'],
		[
			'ExecutionRecord',
			executionRecordSchema,
			'output',
			'An execution with its positions, profit, funding and risk.',
		],
		['Portfolio', portfolioSchema, 'output', 'Executions with their sums, and the accounts.'],
		['ExecutionEvent', eventSchema, 'output', 'An entry of the journal of an execution.'],
		['CloseAnswer', closeAnswerSchema, 'output', 'Result of a close or a cancel.'],
		['ClosePreview', closePreviewSchema, 'output', 'Expected effect and result of a close.'],
		['ExitAnswer', exitAnswerSchema, 'output', 'Exit rules after a change.'],
		['ExchangeAccount', exchangeAccountSchema, 'output', 'A connected exchange account.'],
		['Alert', alertSchema, 'output', 'An alert.'],
		['Agent', agentSchema, 'output', 'A program that trades for its owner within its caps.'],
	];

/** Returns the text of each generated file, by its path from the root. */
export function generatedClient(): ReadonlyMap<string, string> {
	return new Map([
		['client/methods.ts', formatted('client/methods.ts', methodsFile())],
		['client/channel-facts.ts', formatted('client/channel-facts.ts', channelFactsFile())],
		['client/method-facts.ts', formatted('client/method-facts.ts', factsFile())],
		['client/exchange-names.ts', formatted('client/exchange-names.ts', exchangeNamesFile())],
	]);
}

function methodsFile(): string {
	const named = new NamedTypes();
	const records = RECORDS.map(([name, schema, io, text]) => {
		const json = schemaOf(schema, io);
		named.add(name, json);
		return { name, json, io, text };
	});
	return [
		GENERATED_SOURCE,
		'/**\n * Types of params and results of every method. Numbers are JSON numbers with at most 15 significant digits, so that\n * a JavaScript double keeps every digit. Rates and shares are fractions (0.0001 is 0.01 %), fields whose names end\n * in `_pct` are percentages, money is USD, an unknown value is `null`.\n */',
		...records.map(({ name, json, io, text }) => declaration(name, text, json, { named, io })),
		...METHODS.flatMap((method) => methodTypes(method, named)),
		methodMap(),
		...channelTypes(named),
		errorCodes(),
	].join('\n\n');
}

function declaration(name: string, text: string, json: JsonSchema, context: TypeContext): string {
	return `${docstring(text)}export type ${name} = ${expandedType(json, context)};`;
}

function methodTypes(method: Method, named: NamedTypes): readonly string[] {
	const name = pascal(method.name);
	const params = schemaOf(method.params, 'input');
	const result = schemaOf(method.result, 'output');
	return [
		`${docstring(`Params of \`${method.name}\`.`)}export type ${name}Params = ${typeOf(params, { named, io: 'input' })};`,
		`${docstring(`Result of \`${method.name}\`.`)}export type ${name}Result = ${typeOf(result, { named, io: 'output' })};`,
	];
}

function methodMap(): string {
	const members = METHODS.map((method) => {
		const { name, summary, scope, errors, tradesMoney, timeLimitMs } = method;
		const lines = [
			summary,
			'',
			`Scope: ${scope === 'public' ? 'none, it is public' : `\`${scope}\``}. Answers within ${timeLimitMs / 1_000} s.${tradesMoney ? ' Trades.' : ''}`,
			...(errors.length === 0 ? [] : [`Error codes: ${errors.join(', ')}.`]),
		];
		return `${docstring(lines.join('\n'))}readonly ${JSON.stringify(name)}: { readonly params: ${pascal(name)}Params; readonly result: ${pascal(name)}Result };`;
	});
	return [
		`/** Methods by name. */\nexport type Methods = {\n${members.join('\n')}\n};`,
		'export type MethodName = keyof Methods;',
		"export type MethodParams<M extends MethodName> = Methods[M]['params'];",
		"export type MethodResult<M extends MethodName> = Methods[M]['result'];",
	].join('\n\n');
}

function channelTypes(named: NamedTypes): readonly string[] {
	const members = CHANNELS.map((channel) => {
		const { name, meaning, timing, scope, params, snapshot, change } = channel;
		const lines = [
			`${meaning} ${timing}`,
			'',
			`Scope: ${scope === 'public' ? 'none, it is public' : `\`${scope}\``}.`,
		];
		const typed = (schema: z.ZodType, io: 'input' | 'output') => typeOf(schemaOf(schema, io), { named, io });
		return `${docstring(lines.join('\n'))}readonly ${JSON.stringify(name)}: {
/** Name of the channel in a subscription. */
readonly name: ${namePattern(channel)};
readonly params: ${typed(z.strictObject(params), 'input')};
/** Full state of the channel. */
readonly snapshot: ${typed(snapshot, 'output')};
readonly change: ${typed(change, 'output')};
};`;
	});
	return [
		`/** WebSocket channels by the part of their name before the first dot. */\nexport type Channels = {\n${members.join('\n')}\n};`,
		"/** Name of a channel in a subscription, such as `portfolio` or `opportunities.bybit-kucoin`. */\nexport type ChannelName = Channels[keyof Channels]['name'];",
		`type KindOf<C extends ChannelName> = C extends \`\${infer Kind extends keyof Channels}.\${string}\` ? Kind : C extends keyof Channels ? C : never;`,
		"export type ChannelParams<C extends ChannelName> = Channels[KindOf<C>]['params'];",
		"export type ChannelState<C extends ChannelName> = Channels[KindOf<C>]['snapshot'];",
		"export type ChannelChange<C extends ChannelName> = Channels[KindOf<C>]['change'];",
	];
}

function namePattern({ name, argument }: Channel): string {
	const bare = JSON.stringify(name);
	const further = `\`${name}.\${string}\``;
	switch (argument) {
		case 'none':
			return bare;
		case 'required':
			return further;
		case 'optional':
			return `${bare} | ${further}`;
	}
}

function channelFactsFile(): string {
	const rows = CHANNELS.map(({ name, rows }) => `${JSON.stringify(name)}: ${JSON.stringify(rows)},`);
	return [
		GENERATED_SOURCE,
		'/** States how a client applies each channel’s changes to its state. */',
		"import type { Channels } from './methods.ts';",
		'/** The member that holds the rows, and the dotted path to the key in a row. Null if a change replaces the whole state. */\nexport type RowFacts = { readonly member: string; readonly key: string } | null;',
		`export const CHANNEL_ROWS: { readonly [C in keyof Channels]: RowFacts } = {\n${rows.join('\n')}\n};`,
	].join('\n\n');
}

function errorCodes(): string {
	const members = Object.entries(ERROR_CODES).map(
		([code, { rpcCode, retryable, meaning, solve }]) =>
			`${docstring(`${meaning} ${solve} (JSON-RPC code ${rpcCode})`)}readonly ${code}: { readonly rpcCode: ${rpcCode}; readonly retryable: ${retryable} };`,
	);
	return [
		`/** Values of \`error.data.code\` with their JSON-RPC code, and whether the same call may succeed later. */\nexport type ErrorCodes = {\n${members.join('\n')}\n};`,
		'export type ErrorCode = keyof ErrorCodes;',
		'/** Error codes after which the unchanged call may succeed later. */\nexport type RetryableCode = {\n\t[C in ErrorCode]: ErrorCodes[C]["retryable"] extends true ? C : never;\n}[ErrorCode];',
	].join('\n\n');
}

/** Writes equal facts once, which keeps the bundled client small. */
function factsFile(): string {
	const kinds = new Map<string, string>();
	const rows = METHODS.map((method) => {
		const facts = {
			timeLimitMs: method.timeLimitMs,
			reads: readsOnly(method),
			trades: method.tradesMoney,
			takesKey: schemaOf(method.params, 'input').properties?.idempotency_key !== undefined,
		};
		const name = kindOf(facts);
		kinds.set(name, JSON.stringify(facts));
		return `${JSON.stringify(method.name)}: ${name},`;
	});
	return [
		GENERATED_SOURCE,
		'/** Facts that the client needs about each method. */',
		"import type { MethodName } from './methods.ts';",
		'export type MethodFacts = {\n/** Time within which the service responds, milliseconds. */\nreadonly timeLimitMs: number;\n/** True if the method changes nothing, so that a client may repeat the call. */\nreadonly reads: boolean;\n/** True if the method opens or closes positions, or selects the account for them. */\nreadonly trades: boolean;\n/** True if the method accepts `idempotency_key`. */\nreadonly takesKey: boolean;\n};',
		[...kinds].map(([name, facts]) => `const ${name}: MethodFacts = ${facts};`).join('\n'),
		`export const METHOD_FACTS: { readonly [M in MethodName]: MethodFacts } = {\n${rows.join('\n')}\n};`,
	].join('\n\n');
}

/** Names facts by their values, such as `TRADES_WITH_KEY_10S`. */
function kindOf(facts: {
	readonly timeLimitMs: number;
	readonly reads: boolean;
	readonly trades: boolean;
	readonly takesKey: boolean;
}): string {
	const action = facts.trades ? (facts.reads ? 'READS_TRADES' : 'TRADES') : facts.reads ? 'READS' : 'CHANGES';
	return `${action}${facts.takesKey ? '_WITH_KEY' : ''}_${facts.timeLimitMs / 1_000}S`;
}

function exchangeNamesFile(): string {
	const rows = Object.values(VENUE_FACTS).map(({ name, shownName }) => `${name}: '${shownName}',`);
	return [
		GENERATED_SOURCE,
		'/** Display names of the traded exchanges, by their name in methods. */',
		`export const EXCHANGE_NAMES: Readonly<Record<string, string>> = {\n${rows.join('\n')}\n};`,
	].join('\n\n');
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
	return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
}

function pascal(name: string): string {
	return name
		.split(/[_.]/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join('');
}

/** Formats a text as `biome ci` requires, so that it can equal the committed file. */
function formatted(path: string, text: string): string {
	const root = join(import.meta.dirname, '..');
	const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
	const run = spawnSync(process.execPath, [biome, 'format', `--stdin-file-path=${path}`], {
		cwd: root,
		input: text,
		encoding: 'utf8',
	});
	if (run.status !== 0) throw new Error(`biome could not format ${path}: ${run.stderr.slice(0, 500)}`);
	return run.stdout;
}
