/**
 * Describes the service as an OpenRPC document (https://spec.open-rpc.org, version 1.3.2, read 2026-11-22), derived
 * only from the registry. `rpc.discover`, `GET /openrpc.json` and `docs/openrpc.json` contain it.
 */

import { ERROR_CODES, type ErrorCode } from '../../domain/codes.ts';
import { SCOPE_MEANINGS, SCOPES } from '../../identity/scopes.ts';
import { RPC_MESSAGES } from '../rpc/error-map.ts';
import type { Method } from '../rpc/method.ts';
import { CHANNELS } from './channels.ts';
import { type ContentDescriptor, paramDescriptors, pascal, titled } from './content-descriptors.ts';
import { type ChannelObject, channelObject } from './openrpc-channels.ts';
import { type Components, namedRecords } from './openrpc-components.ts';
import { publishedSchema } from './published-schema.ts';
import { STREAM_METHODS } from './stream-methods.ts';

/** The parts of a method that the document needs, whatever the method's transport. */
type AnyMethod = Omit<Method, 'run'>;
type ServerObject = { readonly name: string; readonly summary: string; readonly url: string };

/** The errors that share one JSON-RPC code. `data.code` lists our error codes; `components.errors` describes each. */
export type MethodError = {
	readonly code: number;
	readonly message: string;
	readonly data: { readonly code: readonly ErrorCode[] };
};

type NamedValue = { readonly name: string; readonly value: unknown };

/** One method in the OpenRPC document, with its params by name. */
export type MethodObject = {
	readonly name: string;
	readonly summary: string;
	readonly description?: string;
	readonly tags: readonly { readonly $ref: string }[];
	readonly paramStructure: 'by-name';
	readonly params: readonly ContentDescriptor[];
	readonly result: ContentDescriptor;
	readonly errors: readonly MethodError[];
	readonly examples: readonly {
		readonly name: string;
		readonly params: readonly NamedValue[];
		readonly result: NamedValue;
	}[];
	/** The WebSocket server, for a method that exists only over a WebSocket. */
	readonly servers?: readonly ServerObject[];
	readonly deprecated?: true;
	readonly 'x-scope': Method['scope'];
	/**
	 * True if the method opens or closes positions, or chooses the account for them. As a notification, such a call
	 * is refused.
	 */
	readonly 'x-trades': boolean;
	readonly 'x-time-limit-ms': number;
};

/** The parts of an OpenRPC 1.3.2 document that the service writes. */
export type OpenRpcDocument = {
	readonly openrpc: '1.3.2';
	readonly info: Readonly<Record<string, unknown>> & { readonly title: string; readonly version: string };
	readonly externalDocs: { readonly description: string; readonly url: string };
	readonly servers: readonly ServerObject[];
	readonly methods: readonly MethodObject[];
	readonly components: {
		readonly schemas: Components['schemas'];
		readonly errors: Readonly<Record<string, unknown>>;
		readonly tags: Readonly<Record<string, { readonly name: string; readonly description: string }>>;
	};
	readonly 'x-channels': readonly ChannelObject[];
};

/** Error codes that every method may return. */
const COMMON_ERRORS = [
	'INVALID_REQUEST',
	'INVALID_PARAMS',
	'INTERNAL_ERROR',
	'NOT_READY',
	'TIMEOUT',
	'RATE_LIMITED',
] as const satisfies readonly ErrorCode[];
const SCOPED_ERRORS = ['UNAUTHORIZED', 'FORBIDDEN'] as const satisfies readonly ErrorCode[];
/** Error codes for requests that reach no method. */
const UNREACHED_ERRORS = [
	'PARSE_ERROR',
	'BATCH_EMPTY',
	'BATCH_TOO_LARGE',
	'NOT_IN_BATCH',
	'BODY_TOO_LARGE',
	'CONTENT_TYPE',
	'NOT_FOUND',
	'METHOD_NOT_ALLOWED',
	'METHOD_NOT_FOUND',
] as const satisfies readonly ErrorCode[];

const DESCRIPTION = [
	'Funding-rate arbitrage between perpetual futures over JSON-RPC 2.0: `POST /jsonrpc/`, with the trailing slash and `Content-Type: application/json`.',
	'Params are passed by name; unknown members are refused. Methods whose `x-scope` is not `public` need `Authorization: Bearer <token>` with that scope. Methods with `x-trades` are refused as notifications.',
	'Rates, spreads, APRs and shares are fractions; fields whose names end in `_pct` are percentages. Money is USD. Numbers are exact decimals of at most 15 significant digits. An unknown value is null, and `reasons` says why. `timestamp`, `*_timestamp` and `updated_at` of an opportunity are Unix seconds; all other times are ISO 8601 in UTC.',
	'`error.data.code` is one of `components.errors`. The `errors` of a method group its codes by JSON-RPC code, because OpenRPC requires unique codes per method.',
	'A WebSocket at the same path (`GET` with upgrade) offers all methods, those tagged `websocket`, and the notifications of `x-channels`: `{"jsonrpc":"2.0","method":"subscription","params":…}` whose `params` follow the schema `Notification`.',
].join('\n\n');

/** The service's version and the JSON-RPC endpoint's public address, such as `http://127.0.0.1:8080/jsonrpc/`. */
export type PublishedWith = { readonly version: string; readonly endpoint: string };

/** Builds the document for the given methods and the endpoint's public address. */
export function openRpcDocument(
	methods: readonly Method[],
	{ version, endpoint }: PublishedWith,
): OpenRpcDocument {
	const { overHttp, overWebSocket, components, channels } = described(methods);
	const http = { name: 'http', summary: 'JSON-RPC over HTTP POST.', url: endpoint };
	const webSocket = {
		name: 'websocket',
		summary: 'All methods and subscriptions over a WebSocket.',
		url: endpoint.replace(/^http/, 'ws'),
	};
	return {
		openrpc: '1.3.2',
		info: {
			title: 'Carrywire',
			description: DESCRIPTION,
			version,
			license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
		},
		externalDocs: {
			description: 'JSON-RPC 2.0, the format of requests, batches and notifications.',
			url: 'https://www.jsonrpc.org/specification',
		},
		servers: [http, webSocket],
		methods: [...overHttp, ...overWebSocket.map((method) => ({ ...method, servers: [webSocket] }))],
		components,
		'x-channels': channels,
	};
}

/** The parts of the document that depend only on the registry. */
type Described = {
	readonly overHttp: readonly MethodObject[];
	readonly overWebSocket: readonly MethodObject[];
	readonly components: OpenRpcDocument['components'];
	readonly channels: readonly ChannelObject[];
};

const descriptions = new WeakMap<readonly Method[], Described>();

/** Describes a registry. This takes 0.1 s, so it is done on the first request for the document, not at startup. */
function described(methods: readonly Method[]): Described {
	const made = descriptions.get(methods);
	if (made !== undefined) return made;
	const records = namedRecords();
	const description: Described = {
		overHttp: methods.map((method) => methodObject(method, records)),
		overWebSocket: STREAM_METHODS.map((method) => methodObject(method, records, ['websocket'])),
		components: {
			schemas: records.schemas,
			errors: errorComponents([...methods, ...STREAM_METHODS]),
			tags: tagComponents(),
		},
		channels: CHANNELS.map((channel) => channelObject(channel, records)),
	};
	descriptions.set(methods, description);
	return description;
}

let kept: (PublishedWith & { readonly methods: readonly Method[]; readonly bytes: Uint8Array }) | undefined;

/**
 * Returns the document as JSON in UTF-8. The document is cached, because a service's registry, version and address do
 * not change.
 */
export function openRpcBytes(methods: readonly Method[], { version, endpoint }: PublishedWith): Uint8Array {
	if (kept?.methods === methods && kept.version === version && kept.endpoint === endpoint) return kept.bytes;
	const bytes = Buffer.from(JSON.stringify(openRpcDocument(methods, { version, endpoint })));
	kept = { methods, version, endpoint, bytes };
	return bytes;
}

function methodObject(
	method: AnyMethod,
	components: Components,
	furtherTags: readonly string[] = [],
): MethodObject {
	const { name, summary, scope, tradesMoney, deprecated, example } = method;
	const title = pascal(name);
	return {
		name,
		summary,
		...(deprecated === undefined ? {} : { description: `Deprecated: ${deprecated}`, deprecated: true }),
		tags: [scope, ...(tradesMoney ? ['trades'] : []), ...furtherTags].map((tag) => ({
			$ref: `#/components/tags/${tag}`,
		})),
		paramStructure: 'by-name',
		params: paramDescriptors(publishedSchema(method.params, 'input'), title),
		result: {
			name: 'result',
			required: true,
			schema: titled(components.refer(publishedSchema(method.result, 'output')), `${title}Result`),
		},
		errors: groupedErrors(errorsOf(method)),
		examples: [
			{
				name: `${name}_example`,
				params: Object.entries(example.params).map(([param, value]) => ({ name: param, value })),
				result: { name: 'result', value: example.result },
			},
		],
		'x-scope': scope,
		'x-trades': tradesMoney,
		'x-time-limit-ms': method.timeLimitMs,
	};
}

/** Lists a method's error codes: its own, and those that it shares with other methods. */
export function errorsOf({ scope, tradesMoney, errors }: AnyMethod): readonly ErrorCode[] {
	return [
		...new Set<ErrorCode>([
			...errors,
			...COMMON_ERRORS,
			...(scope === 'public' ? [] : SCOPED_ERRORS),
			...(tradesMoney ? (['NOTIFICATION_REFUSED'] as const) : []),
		]),
	];
}

function groupedErrors(codes: readonly ErrorCode[]): readonly MethodError[] {
	const byNumber = Map.groupBy(codes, (code) => ERROR_CODES[code].rpcCode);
	return [...byNumber].map(([code, named]) => ({ code, message: messageOf(code), data: { code: named } }));
}

function errorComponents(methods: readonly AnyMethod[]): OpenRpcDocument['components']['errors'] {
	const answered = new Set([...UNREACHED_ERRORS, ...methods.flatMap(errorsOf)]);
	const known = Object.entries(ERROR_CODES).filter(([code]) => answered.has(code as ErrorCode));
	return Object.fromEntries(
		known.map(([code, { rpcCode, retryable, meaning }]) => [
			code,
			{ code: rpcCode, message: messageOf(rpcCode), data: { code, message: meaning, retryable } },
		]),
	);
}

function messageOf(rpcCode: number): string {
	const message = RPC_MESSAGES[rpcCode];
	if (message === undefined) throw new Error(`The RPC code ${rpcCode} has no message.`);
	return message;
}

function tagComponents(): OpenRpcDocument['components']['tags'] {
	const tags: readonly (readonly [string, string])[] = [
		['public', 'Needs no token.'],
		...SCOPES.map((scope) => [scope, `Needs a token with this scope: ${SCOPE_MEANINGS[scope]}`] as const),
		['trades', 'Opens or closes positions, or chooses the account for them. Refused as a notification.'],
		['websocket', 'Available only over a WebSocket.'],
	];
	return Object.fromEntries(tags.map(([name, description]) => [name, { name, description }]));
}
