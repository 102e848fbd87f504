/** The pages of `docs/` that are written from the code: methods, errors, guards, risk, settings, limits, scores. */
import * as z from 'zod';
import { ANSWER_MS_MAX } from '../cli/mcp-bridge.ts';
import { ACCOUNTS_PER_VENUE_MAX } from '../src/accounts/exchange-accounts.ts';
import { EXPORTS_AT_ONCE_MAX } from '../src/api/http/export-routes.ts';
import { METRICS_AGE_MS_MAX } from '../src/api/http/metrics-route.ts';
import { PROGRESS_EVERY_MS } from '../src/api/mcp/progress.ts';
import { type OpenRpcDocument, openRpcDocument } from '../src/api/methods/openrpc.ts';
import { METHODS } from '../src/api/methods/registry.ts';
import { STREAM_METHODS } from '../src/api/methods/stream-methods.ts';
import { RPC_MESSAGES } from '../src/api/rpc/error-map.ts';
import { callClassOf } from '../src/api/rpc/method.ts';
import { configSchema } from '../src/config/config.ts';
import { CONFIG_FILE, CONFIG_VARIABLE, OVERRIDES } from '../src/config/config-flags.ts';
import { ERROR_CODES } from '../src/domain/codes.ts';
import { LIQUIDITY_COMPONENTS, RISK_COMPONENTS } from '../src/domain/scores.ts';
import { snakeName } from '../src/domain/snake-case.ts';
import { GATE, GATE_ACTIONS } from '../src/engine/risk/gate.ts';
import { AGENTS_PER_USER_MAX } from '../src/identity/agents.ts';
import { LIFETIMES_S } from '../src/identity/authorization/provider-settings.ts';
import { LOGIN_REFUSALS } from '../src/identity/proven-identity.ts';
import { TOKEN_LIFETIME_MS_MAX, TOKENS_PER_USER_MAX } from '../src/identity/tokens.ts';
import { HISTORY_DAYS_MAX } from '../src/market/history-reads.ts';
import { GUARDS } from '../src/opportunities/guards.ts';
import { CALL_CLASSES } from '../src/ports/metrics.ts';
import { SPANS_LAST_MS_MAX, SPANS_WAITING_MAX } from '../src/runtime/tracing.ts';
import { VERSION } from '../src/runtime/version.ts';
import { cliParts } from './cli-page.ts';
import { exchangeOAuthParts } from './exchange-oauth-page.ts';
import { grafanaDashboard } from './grafana-dashboard.ts';
import { observabilityParts } from './observability-page.ts';
import { rpcParts } from './rpc-page.ts';
import { type JsonSchema, ruleText, schemaRows, table, typeText } from './schema-rows.ts';

const NOTE = '<!-- Written by scripts/generate-docs.ts from the code. Change the code, not this page. -->';

/** File name in `docs/` → text. */
export function generatedPages(): ReadonlyMap<string, string> {
	return new Map([
		['rpc.md', page('Methods', ...rpcParts())],
		['cli.md', page('Command line', ...cliParts())],
		['openrpc.json', `${JSON.stringify(publishedDocument(), null, '\t')}\n`],
		['errors.md', errorsPage()],
		['guards.md', guardsPage()],
		['risk.md', riskPage()],
		['configuration.md', configurationPage()],
		['limits.md', limitsPage()],
		['scores.md', scoresPage()],
		['observability.md', page('Observability', ...observabilityParts())],
		['grafana/carrywire.json', grafanaDashboard()],
		['exchange-oauth.md', page('Connecting by OAuth', ...exchangeOAuthParts())],
	]);
}

/** As a service with default settings answers it. */
function publishedDocument(): OpenRpcDocument {
	const { host, port } = configSchema.parse({}).server;
	return openRpcDocument(METHODS, { version: VERSION, endpoint: `http://${host}:${port}/jsonrpc/` });
}

function page(title: string, ...parts: readonly string[]): string {
	return `${[`# ${title}`, NOTE, ...parts].join('\n\n')}\n`;
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
	return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
}

function errorsPage(): string {
	const rows = Object.entries(ERROR_CODES).map(([code, { rpcCode, retryable, meaning, solve }]) => [
		`\`${code}\``,
		String(rpcCode),
		retryable ? 'yes' : 'no',
		meaning,
		solve,
		[...METHODS, ...STREAM_METHODS]
			.filter(({ errors }) => (errors as readonly string[]).includes(code))
			.map(({ name }) => name)
			.join(', ') || (code.startsWith('LOGIN_') ? 'the login' : 'any'),
	]);
	return page(
		'Errors',
		'`error` is `{ code, message, data }`. `message` follows from `code`, and has the sentence of `data.message` in it where that is the reason:',
		table(
			['code', 'message'],
			Object.entries(RPC_MESSAGES)
				.map(([code, message]) => [code, `\`${message}\``])
				.sort(([a], [b]) => Number(a) - Number(b)),
		),
		'`data` is an object: `code` (below), `message` (what, was, limit), `retryable`, and where they apply `retry_after_ms`, `field` (path of the parameter at fault), `ref` (finds the fault in the log) and further facts.',
		table(['data.code', 'error.code', 'retryable', 'meaning', 'what to do', 'answered by'], rows),
		'`reason` of LOGIN_REFUSED is one of:',
		table(
			['reason', 'meaning'],
			Object.entries(LOGIN_REFUSALS).map(([reason, meaning]) => [`\`${reason}\``, meaning]),
		),
	);
}

function guardsPage(): string {
	return page(
		'Guards',
		'`guards` of an opportunity lists the codes of what stands against it, and `reasons` has a sentence about each case. While one that blocks stands, the verdict is not `trade` and an execution is refused; the others have only to be known. A code that this table does not have blocks. What a venue tells nobody (deposits and withdrawals on Bybit) is a reason `NOTICES_UNKNOWN` and no guard.',
		table(
			['code', 'blocks', 'stands when'],
			Object.entries(GUARDS).map(([code, { blocking, meaning }]) => [
				`\`${code}\``,
				blocking ? 'yes' : 'no',
				meaning,
			]),
		),
	);
}

function riskPage(): string {
	return page(
		'Risk gate',
		'Everything that increases a position passes one table of checks, in this order. A preview (`execute_opportunity` with `preview`) shows every line with its value and its limit; an open stops at the first that does not hold: `data.code` is the code below, `data.check` the line, `data.message` says what was and what the limit is, and nothing has been sent. What reduces a position (a close, an unwind, a leg that is cut) is asked nothing: a limit never stands between a position and its end.',
		'`{leg}` is `long` and `short`. Lines of a condition that was not set are left out. A value that is not known does not hold.',
		table(
			['lines', ...GATE_ACTIONS, 'code', 'what must hold', 'settings'],
			GATE.map(({ lines, runs, codes, holds, settings }) => [
				lines.map((line) => `\`${line}\``).join(', '),
				...GATE_ACTIONS.map((action) => (runs.includes(action) ? 'yes' : '')),
				codes.map((code) => `[${code}](errors.md)`).join(', '),
				holds,
				settings.map((setting) => `\`${setting}\``).join(', '),
			]),
		),
		'A refusal over margin, positions or their age is never founded on what was read a moment ago: the accounts are read again first.',
		'Settings: [configuration.md](configuration.md).',
	);
}

function configurationPage(): string {
	const schema = schemaOf(configSchema, 'input');
	const rows = schemaRows(schema);
	const leaves = rows.filter((row) => row.schema.properties === undefined);
	const sections = Object.entries(schema.properties ?? {}).filter(
		([, { properties }]) => properties !== undefined,
	);
	const settings = (prefix: string) =>
		table(
			['setting', 'type', 'unit', 'default', 'range', 'meaning', 'environment', 'flag'],
			leaves
				.filter(({ path }) => (prefix === '' ? !path.includes('.') : path.startsWith(`${prefix}.`)))
				.map(({ path, schema: member, required }) => {
					const override = OVERRIDES.find((candidate) => candidate.path === path);
					return [
						`\`${path}\``,
						typeText(member),
						member.unit ?? '',
						required ? 'required' : defaultText(member),
						ruleText(member),
						member.description ?? '',
						override === undefined ? '' : `\`${override.variable}\``,
						override === undefined ? '' : `\`--${override.flag}\``,
					];
				}),
		);
	return page(
		'Configuration',
		`Settings are read once, at the start, from \`${CONFIG_FILE}\` in the working directory (another file: \`--config FILE\` or \`${CONFIG_VARIABLE}\`), the environment and the flags. A flag wins over the environment, that over the file, that over the default. Unknown settings are refused, and every fault is named with where it was set.`,
		settings(''),
		...sections.flatMap(([name, section]) => [`## ${name}`, section.description ?? '', settings(name)]),
	);
}

function defaultText(schema: JsonSchema): string {
	const value = schema.default === undefined ? schema.fallback : schema.default;
	return value === undefined ? '' : `\`${JSON.stringify(value)}\``;
}

const BUCKET_PAYERS: Readonly<Record<(typeof CALL_CLASSES)[number], string>> = {
	public: 'user, or agent; address without a valid token',
	read: 'token, or agent',
	trade: 'user',
	stop: 'token, or agent',
};

function limitsPage(): string {
	const rows = schemaRows(schemaOf(configSchema, 'input'));
	const defaultOf = (path: string) => {
		const row = rows.find((candidate) => candidate.path === path);
		if (row === undefined) throw new Error(`There is no setting ${path}.`);
		return String(row.schema.default);
	};
	const setting = (what: string, path: string, unit: string) => [
		what,
		`${defaultOf(path)} ${unit}`.trim(),
		`\`${path}\``,
	];
	return page(
		'Limits',
		'Rate limits are leaky buckets: a burst may be spent at once, and credits come back at a rate. Every request, each entry of a batch too, costs one credit. Answers carry `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers); a refused call is code 429 with `retry_after_ms`, and alone also HTTP 429 with `Retry-After`. Bodies that cannot be read, unknown methods and failed tokens draw on the public bucket of the address (for IPv6, of its /64). A call with a valid token never does. A preview of a close draws on trade, so that it takes nothing from what stops. What a page of another origin makes a browser send is refused before it is charged.',
		table(
			['bucket', 'per', 'credits per second', 'burst', 'methods'],
			[
				...CALL_CLASSES.map((name) => [
					name,
					BUCKET_PAYERS[name],
					defaultOf(`rateLimits.${name}.perSecond`),
					defaultOf(`rateLimits.${name}.burst`),
					METHODS.filter((method) => callClassOf(method) === name)
						.map((method) => method.name)
						.join(', '),
				]),
				[
					'pages',
					'user who is logged in; address otherwise',
					defaultOf('rateLimits.pages.perSecond'),
					defaultOf('rateLimits.pages.burst'),
					'pages, and the paths of the authorization server',
				],
			],
		),
		'The time limit of a method is answered with TIMEOUT; what the method began goes on.',
		table(
			['method', 'time limit'],
			METHODS.map(({ name, timeLimitMs }) => [name, `${timeLimitMs / 1_000} s`]),
		),
		table(
			['limit', 'default', 'setting'],
			[
				setting('Body', 'server.bodyBytesMax', 'bytes'),
				setting('Entries of a batch', 'rpc.batchMax', ''),
				setting('Answers of a batch together', 'rpc.batchAnswerBytesMax', 'bytes'),
				setting('Nesting of JSON', 'rpc.depthMax', 'levels'),
				setting('Open connections', 'server.connectionsMax', ''),
				setting('Open connections of one address', 'server.connectionsPerAddressMax', ''),
				setting('Head of a request', 'server.headersTimeoutMs', 'ms'),
				setting('Whole request', 'server.requestTimeoutMs', 'ms'),
				setting('Taking a whole answer', 'server.answerTimeoutMs', 'ms'),
				setting('Answers that wait for one address', 'server.unsentBytesPerAddressMax', 'bytes'),
				setting('Answers that wait for all', 'server.unsentBytesMax', 'bytes'),
				setting('Open WebSockets', 'stream.connectionsMax', ''),
				setting('Open WebSockets of one address without a token', 'stream.strangersPerAddressMax', ''),
				setting('First message of a WebSocket', 'stream.firstMessageMs', 'ms'),
				setting('Subscriptions of one WebSocket', 'stream.subscriptionsPerConnectionMax', ''),
				setting('Different public subscriptions at a time, and as many private ones', 'stream.groupsMax', ''),
				setting('What waits for a slow WebSocket', 'stream.bufferBytesMax', 'bytes'),
				setting('Taking what waits on a WebSocket', 'stream.behindMsMax', 'ms'),
				setting('Held for those who come back', 'stream.resumeMs', 'ms'),
				setting('Amount of one execution', 'execution.amountMaxUsd', 'USD'),
				setting('Open amount of one user', 'execution.openAmountMaxUsd', 'USD'),
				setting('Open executions of one user', 'execution.executionsOpenMax', ''),
				setting('Open notional of one user', 'risk.openNotionalMaxUsd', 'USD'),
				setting('Open notional of one user in one coin', 'risk.coinNotionalMaxUsd', 'USD'),
				setting('Open notional of one user at one exchange', 'risk.venueNotionalMaxUsd', 'USD'),
				setting('Loss of one user in a day', 'risk.dailyLossMaxUsd', 'USD'),
				setting('On one leg alone, of one execution', 'execution.unhedgedMaxUsd', 'USD'),
				setting('Alert targets of one user', 'alerts.targetsPerUserMax', ''),
				setting('Alerts that wait for one target', 'alerts.queueMax', ''),
				setting('Answer of a target of alerts', 'alerts.deliveryTimeoutMs', 'ms'),
				setting('Age of an alert that is still sent', 'alerts.giveUpAfterMs', 'ms'),
				setting('On one leg alone, of one user', 'execution.unhedgedUserMaxUsd', 'USD'),
				setting('On one leg alone, of the service', 'execution.unhedgedServiceMaxUsd', 'USD'),
				setting('Leverage', 'execution.leverageMax', 'times'),
				setting('Slippage guard', 'execution.maxSlippageBpsMax', 'bps'),
				setting('Recordings, all together', 'record.maxMb', 'MB'),
				setting('Age of a recording', 'record.retentionDays', 'days'),
				['Spans that wait to be sent', String(SPANS_WAITING_MAX), ''],
				['What is left of spans at a stop', `${SPANS_LAST_MS_MAX} ms`, ''],
				['Age of the text of /metrics', `${METRICS_AGE_MS_MAX} ms`, ''],
				['Age of settled funding', `${HISTORY_DAYS_MAX} days`, ''],
				['Active tokens of one user', String(TOKENS_PER_USER_MAX), ''],
				['Lifetime of a token', `${TOKEN_LIFETIME_MS_MAX / 86_400_000} days`, ''],
				['Access token of an application', `${LIFETIMES_S.accessToken / 60} minutes`, ''],
				['Token of an agent', `${LIFETIMES_S.agentToken / 60} minutes`, ''],
				['Refresh token', `${LIFETIMES_S.refreshToken / 86_400} days`, ''],
				['Active agents of one user', String(AGENTS_PER_USER_MAX), ''],
				['Accounts of one user at one exchange', String(ACCOUNTS_PER_VENUE_MAX), ''],
				['Downloads of one user at a time', String(EXPORTS_AT_ONCE_MAX), ''],
				['Between two notices that a call over MCP is under way', `${PROGRESS_EVERY_MS} ms`, ''],
				['Wait of carrywire mcp for an answer', `${ANSWER_MS_MAX} ms`, ''],
			],
		),
	);
}

function scoresPage(): string {
	const rows = (what: string, components: typeof LIQUIDITY_COMPONENTS | typeof RISK_COMPONENTS) =>
		table(
			['component', 'input', 'unit', 'value 0 at', 'value 1 at', 'between', 'share', 'essential'],
			Object.entries(components).map(([name, { input, unit, zeroAt, oneAt, scale, share, essential }]) => [
				`\`${what}.${snakeName(name)}\``,
				input,
				unit,
				String(zeroAt),
				String(oneAt),
				scale,
				String(share),
				essential ? 'yes' : '',
			]),
		);
	return page(
		'Scores',
		'`liquidity_score` (10 is deep) and `risk_score` (10 is dangerous) grade an opportunity from 1 to 10, with one decimal place, at the amount, horizon and leverage that its `net` states. They are for sorting and for the eye; whether a trade is worth it is said by `net`.',
		'Each component turns one input into a value from 0 to 1 between two ends, straight or straight in the logarithm, so that each score only rises, or only falls, with each input. The ends and shares are judgements, not a fit. An unknown input leaves its component `null` and out of the score; without an essential one there is no score. In `score_components` each component is shown as the score that it alone would give.',
		'## Liquidity',
		'score = 1 + 9 × Π value ^ (share / Σ shares known): one dry component makes the whole dry.',
		rows('liquidity', LIQUIDITY_COMPONENTS),
		'## Risk',
		'score = 1 + 9 × (1 − Π (1 − share × value)): one danger is enough, and dangers add up.',
		rows('risk', RISK_COMPONENTS),
	);
}
