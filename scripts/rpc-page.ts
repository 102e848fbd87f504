/** Builds the sections of `docs/rpc.md`: every method and every channel. */
import * as z from 'zod';
import { CHANNELS, type Channel } from '../src/api/methods/channels.ts';
import { METHODS } from '../src/api/methods/registry.ts';
import { notificationSchema, STREAM_METHODS } from '../src/api/methods/stream-methods.ts';
import type { Method } from '../src/api/rpc/method.ts';
import { SCOPE_MEANINGS, SCOPES } from '../src/identity/scopes.ts';
import { type JsonSchema, ruleText, schemaRows, table, typeText } from './schema-rows.ts';

type Described = Omit<Method, 'run'>;

export function rpcParts(): readonly string[] {
	return [
		'There is one endpoint: `POST /jsonrpc/`, with the trailing slash and `Content-Type: application/json`. It accepts JSON-RPC 2.0: single requests, batches and notifications. Params are named; the service refuses unknown members, so it never ignores a misspelt limit. It reads numbers exactly from their text, with at most 18 decimals. Numbers in answers have at most 15 significant digits (half to even), so a double holds them exactly. An unknown value is `null`, and `reasons` says why.',
		'Methods with a scope need `Authorization: Bearer <token>` with that scope:',
		table(
			['scope', 'allows'],
			SCOPES.map((scope) => [`\`${scope}\``, SCOPE_MEANINGS[scope]]),
		),
		'HTTP status of a single request: 401 if its token is refused, 403 if its scope is missing or an agent may not call the method, 429 over a rate limit, 503 while the service stops. Every other JSON-RPC answer, and every batch, has 200; notifications have 204. Methods that trade refuse to run as notifications. A batch answers reads while its answers together stay within `rpc.batchAnswerBytesMax`; further reads, and `rpc.discover` in any batch, get the error `NOT_IN_BATCH`. Calls that change something always get their result. Errors: [errors.md](errors.md). Limits: [limits.md](limits.md).',
		'Programs can read all of this as an [OpenRPC](https://spec.open-rpc.org) document: from [rpc.discover](#rpcdiscover), from `GET /openrpc.json`, or, for default settings, in [openrpc.json](openrpc.json).',
		methodTable(METHODS),
		'The same path accepts a WebSocket (`GET` with upgrade), with all of these methods and [some that exist only there](#over-a-websocket).',
		...METHODS.map((method) => methodSection(method, '##')),
		...streamParts(),
	];
}

function methodTable(methods: readonly Described[]): string {
	return table(
		['method', 'scope', 'what it does'],
		methods.map(({ name, scope, summary }) => [
			`[${name}](#${name.replaceAll('.', '')})`,
			scopeText(scope),
			summary,
		]),
	);
}

function scopeText(scope: Method['scope']): string {
	return scope === 'public' ? 'public' : `\`${scope}\``;
}

function methodSection(method: Described, heading: '##' | '###'): string {
	const example = { jsonrpc: '2.0', method: method.name, params: method.example.params, id: 1 };
	const answer = { jsonrpc: '2.0', result: method.example.result, id: 1 };
	return [
		`${heading} ${method.name}`,
		method.summary,
		...(method.deprecated === undefined ? [] : [`**Deprecated**: ${method.deprecated}`]),
		`Scope: ${scopeText(method.scope)}. Answers within ${method.timeLimitMs / 1_000} s.`,
		paramTable(method.params),
		...resultTables(schemaOf(method.result, 'output')),
		`Specific errors: ${method.errors.length === 0 ? 'none' : codesText(method.errors)}.`,
		`\`\`\`json\n${JSON.stringify(example)}\n\`\`\``,
		`\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``,
	].join('\n\n');
}

function codesText(codes: readonly string[]): string {
	return codes.map((code) => `[${code}](errors.md)`).join(', ');
}

function paramTable(schema: z.ZodType): string {
	const params = schemaRows(schemaOf(schema, 'input'));
	if (params.length === 0) return 'No params.';
	return table(
		['param', 'type', 'rule', 'default', 'meaning'],
		params.map(({ path, schema: member, required }) => [
			`\`${path}\``,
			typeText(member),
			ruleText(member),
			required ? 'required' : member.default === undefined ? '' : `\`${String(member.default)}\``,
			member.description ?? '',
		]),
	);
}

function resultTables(schema: JsonSchema): string[] {
	const variants = schema.anyOf ?? [schema];
	return variants.map((variant, index) => {
		const title = variants.length === 1 ? 'Result' : `Result, form ${index + 1}`;
		return `${title}: ${typeText(variant)}.\n\n${memberTable(variant)}`;
	});
}

function memberTable(schema: JsonSchema, shown: (path: string) => boolean = () => true): string {
	return table(
		['member', 'type', 'meaning'],
		schemaRows(schema)
			.filter(({ path }) => shown(path))
			.map(({ path, schema: member, required }) => [
				`\`${path}\`${required ? '' : ' (may be absent)'}`,
				typeText(member),
				member.description ?? '',
			]),
	);
}

function streamParts(): readonly string[] {
	return [
		'## Over a WebSocket',
		'These methods exist only over a WebSocket. A subscription starts with a snapshot and continues with changes:',
		methodTable(STREAM_METHODS),
		...STREAM_METHODS.map((method) => methodSection(method, '###')),
		'### Notifications',
		`\`params\` of the notification \`subscription\`:\n\n${memberTable(schemaOf(notificationSchema, 'output'))}`,
		exampleOf('heartbeat'),
		'Apply a change with rows by key: replace rows with the same key, add the others, and delete those in `removed`. If `order` is present, sort the rows by it. Every other member replaces the member of the same name. A change without rows replaces the whole state.',
		'## Channels',
		table(
			['channel', 'scope', 'content', 'sent when'],
			CHANNELS.map(({ pattern, scope, meaning, timing }) => [
				`\`${pattern}\``,
				scopeText(scope),
				meaning,
				timing,
			]),
		),
		'Deeper members equal those of the methods with the same answer; `x-channels` of [openrpc.json](openrpc.json) has all of them.',
		...CHANNELS.map(channelSection),
	];
}

function channelSection(channel: Channel): string {
	const { pattern, meaning, params, snapshot, rows, errors, example } = channel;
	const subscribe = {
		jsonrpc: '2.0',
		method: 'subscribe',
		params: { channel: example.channel, ...example.params },
		id: 1,
	};
	const isTop = (path: string) => !/[.[]/.test(path);
	return [
		`### ${pattern.replaceAll('<', '\\<')}`,
		meaning,
		paramTable(z.strictObject(params)),
		`Snapshot:\n\n${memberTable(schemaOf(snapshot, 'output'), isTop)}`,
		rows === null
			? 'A change is the complete state.'
			: `A change has rows in \`${rows.member}\`; their key is \`${rows.key}\`.`,
		`Specific errors: ${errors.length === 0 ? 'none' : codesText(errors)}.`,
		`\`\`\`json\n${JSON.stringify(subscribe)}\n\`\`\``,
	].join('\n\n');
}

/** Returns an example of a channel's messages: a snapshot and a change. */
function exampleOf(name: Channel['name']): string {
	const found = CHANNELS.find((channel) => channel.name === name);
	if (found === undefined) throw new Error(`There is no channel ${name}.`);
	const { channel, snapshot, change } = found.example;
	const lines = [
		{ type: 'snapshot', result: snapshot },
		{ type: 'change', result: change },
	].map(({ type, result }, index) =>
		JSON.stringify({
			jsonrpc: '2.0',
			method: 'subscription',
			params: { subscription: 'sub_1', seq: index + 1, channel, type, result },
		}),
	);
	return `\`\`\`json\n${lines.join('\n')}\n\`\`\``;
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
	return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
}
