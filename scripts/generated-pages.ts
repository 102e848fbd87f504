/** The pages of `docs/` that are generated from the code: methods, errors, guards, risk, settings, limits, scores. */
import { join } from 'node:path';
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
import { readDocPages } from './site/doc-pages.ts';
import { llmsText } from './site/llms-text.ts';

const NOTE = '<!-- Written by scripts/generate-docs.ts from the code. Change the code, not this page. -->';

/** File name in `docs/` → text. */
export function generatedPages(): ReadonlyMap<string, string> {
	const pages = new Map([
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
	return pages.set('public/llms.txt', llmsText(readDocPages(join(import.meta.dirname, '..'), pages)));
}

/** The answer of a service with default settings. */
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
		'`error` is `{ code, message, data }`. `message` depends on `code`, and includes `data.message` where that is the reason:',
		table(
			['code', 'message'],
			Object.entries(RPC_MESSAGES)
				.map(([code, message]) => [code, `\`${message}\``])
				.sort(([a], [b]) => Number(a) - Number(b)),
		),
		'`data` is an object: `code` (below), `message` (what happened, the value and the limit) and `retryable`. If applicable it also has `retry_after_ms`, `field` (path of the invalid parameter), `ref` (identifies the fault in the log) and further facts.',
		table(['data.code', 'error.code', 'retryable', 'meaning', 'what to do', 'returned by'], rows),
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
		'A guard is a reason against a trade. `guards` of an opportunity lists their codes, and `reasons` has a sentence for each. While a blocking guard is active, the verdict is not `trade` and the service refuses an execution; the others only inform. A code that is missing from this table blocks. Data that a venue does not publish (deposits and withdrawals on Bybit) is a reason `NOTICES_UNKNOWN`, not a guard.',
		table(
			['code', 'blocks', 'active when'],
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
		'Every increase of a position passes one table of checks, in this order. A preview (`execute_opportunity` with `preview`) shows every line with its value and its limit. An opening stops at the first failed line and sends nothing: `data.code` is the code below, `data.check` the line, and `data.message` states the value and the limit. Reductions (a close, an unwind, a trimmed leg) pass without checks: no limit ever blocks the end of a position.',
		'`{leg}` is `long` and `short`. Lines of conditions that are not set are omitted. An unknown value fails its line.',
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
		'Before the service refuses because of margin, positions or their age, it reads the accounts again.',
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
		`The service reads its settings once, at startup, from \`${CONFIG_FILE}\` in the working directory (another file: \`--config FILE\` or \`${CONFIG_VARIABLE}\`), the environment and the flags. Precedence: flag, environment, file, default. It refuses unknown settings, and reports every error with its source.`,
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
		'Rate limits are leaky buckets: a caller may spend a burst at once, and credits refill at a fixed rate. Every request, including each entry of a batch, costs one credit. Answers carry `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). A refused call gets code 429 with `retry_after_ms`; outside a batch also HTTP 429 with `Retry-After`. Unreadable bodies, unknown methods and failed tokens use the public bucket of the address (for IPv6, of its /64); a call with a valid token never does. A preview of a close uses the trade bucket, so it takes nothing from the stop bucket. The service refuses requests triggered by pages of another origin before it charges them.',
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
					'logged-in user; otherwise address',
					defaultOf('rateLimits.pages.perSecond'),
					defaultOf('rateLimits.pages.burst'),
					'pages, and the paths of the authorization server',
				],
			],
		),
		'After its time limit a method answers TIMEOUT; the work that it began continues.',
		table(
			['method', 'time limit'],
			METHODS.map(({ name, timeLimitMs }) => [name, `${timeLimitMs / 1_000} s`]),
		),
		table(
			['limit', 'default', 'setting'],
			[
				setting('Body', 'server.bodyBytesMax', 'bytes'),
				setting('Entries of a batch', 'rpc.batchMax', ''),
				setting('All answers of a batch', 'rpc.batchAnswerBytesMax', 'bytes'),
				setting('Nesting of JSON', 'rpc.depthMax', 'levels'),
				setting('Open connections', 'server.connectionsMax', ''),
				setting('Open connections per address', 'server.connectionsPerAddressMax', ''),
				setting('Arrival of the request headers', 'server.headersTimeoutMs', 'ms'),
				setting('Arrival of the whole request', 'server.requestTimeoutMs', 'ms'),
				setting('Delivery of a whole answer', 'server.answerTimeoutMs', 'ms'),
				setting('Unread answers per address', 'server.unsentBytesPerAddressMax', 'bytes'),
				setting('Unread answers in total', 'server.unsentBytesMax', 'bytes'),
				setting('Open WebSockets', 'stream.connectionsMax', ''),
				setting('Open WebSockets per address without a token', 'stream.strangersPerAddressMax', ''),
				setting('First message of a WebSocket', 'stream.firstMessageMs', 'ms'),
				setting('Subscriptions per WebSocket', 'stream.subscriptionsPerConnectionMax', ''),
				setting(
					'Distinct public subscriptions at a time; the same number of private ones',
					'stream.groupsMax',
					'',
				),
				setting('Unread messages per WebSocket', 'stream.bufferBytesMax', 'bytes'),
				setting('Delivery of unread messages on a WebSocket', 'stream.behindMsMax', 'ms'),
				setting('State kept for clients that resume', 'stream.resumeMs', 'ms'),
				setting('Amount per execution', 'execution.amountMaxUsd', 'USD'),
				setting('Open amount per user', 'execution.openAmountMaxUsd', 'USD'),
				setting('Open executions per user', 'execution.executionsOpenMax', ''),
				setting('Open notional per user', 'risk.openNotionalMaxUsd', 'USD'),
				setting('Open notional per user and coin', 'risk.coinNotionalMaxUsd', 'USD'),
				setting('Open notional per user and exchange', 'risk.venueNotionalMaxUsd', 'USD'),
				setting('Loss per user and day', 'risk.dailyLossMaxUsd', 'USD'),
				setting('Unhedged notional per execution', 'execution.unhedgedMaxUsd', 'USD'),
				setting('Alert targets per user', 'alerts.targetsPerUserMax', ''),
				setting('Queued alerts per target', 'alerts.queueMax', ''),
				setting('Answer time of an alert target', 'alerts.deliveryTimeoutMs', 'ms'),
				setting('Maximum age of an alert to send', 'alerts.giveUpAfterMs', 'ms'),
				setting('Unhedged notional per user', 'execution.unhedgedUserMaxUsd', 'USD'),
				setting('Unhedged notional of the service', 'execution.unhedgedServiceMaxUsd', 'USD'),
				setting('Leverage', 'execution.leverageMax', 'times'),
				setting('Slippage guard', 'execution.maxSlippageBpsMax', 'bps'),
				setting('All recordings', 'record.maxMb', 'MB'),
				setting('Age of a recording', 'record.retentionDays', 'days'),
				['Unsent spans', String(SPANS_WAITING_MAX), ''],
				['Sending spans at shutdown', `${SPANS_LAST_MS_MAX} ms`, ''],
				['Age of the /metrics text', `${METRICS_AGE_MS_MAX} ms`, ''],
				['Age of settled funding', `${HISTORY_DAYS_MAX} days`, ''],
				['Active tokens per user', String(TOKENS_PER_USER_MAX), ''],
				['Lifetime of a token', `${TOKEN_LIFETIME_MS_MAX / 86_400_000} days`, ''],
				['Lifetime of an application’s access token', `${LIFETIMES_S.accessToken / 60} minutes`, ''],
				['Lifetime of an agent’s token', `${LIFETIMES_S.agentToken / 60} minutes`, ''],
				['Lifetime of a refresh token', `${LIFETIMES_S.refreshToken / 86_400} days`, ''],
				['Active agents per user', String(AGENTS_PER_USER_MAX), ''],
				['Accounts per user and exchange', String(ACCOUNTS_PER_VENUE_MAX), ''],
				['Simultaneous downloads per user', String(EXPORTS_AT_ONCE_MAX), ''],
				['Interval of progress notices of an MCP call', `${PROGRESS_EVERY_MS} ms`, ''],
				['Answer time limit of carrywire mcp', `${ANSWER_MS_MAX} ms`, ''],
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
		'`liquidity_score` (10 is deep) and `risk_score` (10 is dangerous) grade an opportunity from 1 to 10, with one decimal place, at the amount, horizon and leverage that its `net` states. Use them for sorting and overview; `net` says whether a trade is worthwhile.',
		'Each component maps one input to a value from 0 to 1 between two ends, linearly or in the logarithm, so each score is monotonic in each input. The ends and shares are our choice, not a fit. With an unknown input a component is `null` and excluded from the score; without an essential component there is no score. `score_components` shows each component as the score that it alone would give.',
		'## Liquidity',
		'score = 1 + 9 × Π value ^ (share / Σ shares known): one illiquid component makes the whole illiquid.',
		rows('liquidity', LIQUIDITY_COMPONENTS),
		'## Risk',
		'score = 1 + 9 × (1 − Π (1 − share × value)): one danger is enough, and dangers accumulate.',
		rows('risk', RISK_COMPONENTS),
	);
}
