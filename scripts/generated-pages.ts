/**
 * Generates pages in `docs/` from the code: methods, command line, errors, guards, risk, settings, limits, scores and
 * others.
 */
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
import { GATE } from '../src/engine/risk/gate.ts';
import { AGENTS_PER_USER_MAX } from '../src/identity/agents.ts';
import { LIFETIMES_S } from '../src/identity/authorization/provider-settings.ts';
import { LOGIN_REFUSALS } from '../src/identity/proven-identity.ts';
import { TOKEN_LIFETIME_MS_MAX, TOKENS_PER_USER_MAX } from '../src/identity/tokens.ts';
import { HISTORY_DAYS_MAX } from '../src/market/history-reads.ts';
import { GUARDS } from '../src/opportunities/guards.ts';
import { CALL_CLASSES } from '../src/ports/metrics.ts';
import { DAYS_KEPT, MINUTES_KEPT } from '../src/ports/mid-samples.ts';
import { SPANS_LAST_MS_MAX, SPANS_WAITING_MAX } from '../src/runtime/tracing.ts';
import { VERSION } from '../src/runtime/version.ts';
import { textOf } from '../src/sentences/sentence.ts';
import { cliParts } from './cli-page.ts';
import { exchangeOAuthParts } from './exchange-oauth-page.ts';
import { grafanaDashboard } from './grafana-dashboard.ts';
import { observabilityParts } from './observability-page.ts';
import { rpcParts } from './rpc-page.ts';
import { type JsonSchema, ruleText, schemaRows, table, typeText } from './schema-rows.ts';
import { readDocPages } from './site/doc-pages.ts';
import { llmsText } from './site/llms-text.ts';

const NOTE = '<!-- Written by scripts/generate-docs.ts from the code. Change the code, not this page. -->';

/** Returns the text of each generated page, keyed by its file name in `docs/`. */
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

/** Returns the OpenRPC document, as a service with default settings serves it. */
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
		'`error` is `{ code, message, data }`. Each `code` has a fixed `message`; some of them include `data.message`:',
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
		'A guard is a reason against a trade. An opportunity lists the codes of its active guards in `guards`, and a sentence for each in `reasons`. While a blocking guard is active, the verdict is not `trade` and the service refuses an execution; the others only inform. Treat any code that is not in this table as blocking. If an exchange does not publish data (Bybit: deposit and withdrawal status), the opportunity has the reason `NOTICES_UNKNOWN` instead of a guard.',
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
		'Before any order that increases a position, the service runs these checks in this order. A preview (`execute_opportunity` with `preview`) shows each check with its value and limit. An opening stops at the first failed check and sends no orders. In the error, `data.code` is the code in the table, `data.check` the name of the check, and `data.message` states the value and the limit. Reductions (a close, an unwind, a trimmed leg) are not checked: no limit ever prevents you from closing a position.',
		'`{leg}` is `long` and `short`. Checks for conditions that you did not set are omitted. A check fails when its value is unknown.',
		table(
			['checks', 'code', 'what must hold', 'settings'],
			GATE.map(({ lines, codes, holds, settings }) => [
				lines.map((line) => `\`${line}\``).join(', '),
				codes.map((code) => `[${code}](errors.md)`).join(', '),
				holds,
				settings.map((setting) => `\`${setting}\``).join(', '),
			]),
		),
		'`roll_leg` runs the same checks on the pair after. The position before counts without the part that moves, and the leg that stays needs no further margin. Two checks follow: `depth_close` (INSUFFICIENT_DEPTH), the book in which the old leg closes, and with only_if_pays `roll_pays` (NO_TRADE), an expected gain of at least twice the cost.',
		'The service reads the accounts again before it refuses a trade because of margin, positions or stale account data.',
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
	public: 'user or agent; IP address if there is no valid token',
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
		'Rate limits are leaky buckets: a caller may spend a burst at once, and credits refill at a fixed rate. Every request, including each entry of a batch, costs one credit. Answers carry `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). A refused call gets code 429 with `retry_after_ms`; outside a batch also HTTP 429 with `Retry-After`. Requests with an unreadable body, an unknown method or an invalid token use the public bucket of the client’s IP address (IPv6: of its /64). A call with a valid token never does. A preview of a close uses the trade bucket, so it takes nothing from the stop bucket. The service refuses requests triggered by pages of another origin before it charges them.',
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
					'logged-in user; otherwise IP address',
					defaultOf('rateLimits.pages.perSecond'),
					defaultOf('rateLimits.pages.burst'),
					'pages, and the paths of the authorization server',
				],
			],
		),
		'A method that exceeds its time limit returns TIMEOUT; the work that it started continues.',
		table(
			['method', 'time limit'],
			METHODS.map(({ name, timeLimitMs }) => [name, `${timeLimitMs / 1_000} s`]),
		),
		table(
			['limit', 'default', 'setting'],
			[
				setting('Body', 'server.bodyBytesMax', 'bytes'),
				setting('Entries of a batch', 'rpc.batchMax', ''),
				setting('All responses of a batch', 'rpc.batchAnswerBytesMax', 'bytes'),
				setting('Nesting of JSON', 'rpc.depthMax', 'levels'),
				setting('Open connections', 'server.connectionsMax', ''),
				setting('Open connections per IP address', 'server.connectionsPerAddressMax', ''),
				setting('Time to receive the request headers', 'server.headersTimeoutMs', 'ms'),
				setting('Time to receive the whole request', 'server.requestTimeoutMs', 'ms'),
				setting('Time for the client to read a response', 'server.answerTimeoutMs', 'ms'),
				setting('Unread responses per IP address', 'server.unsentBytesPerAddressMax', 'bytes'),
				setting('Unread responses in total', 'server.unsentBytesMax', 'bytes'),
				setting('Open WebSockets', 'stream.connectionsMax', ''),
				setting('Open WebSockets per IP address without a token', 'stream.strangersPerAddressMax', ''),
				setting('First message of a WebSocket', 'stream.firstMessageMs', 'ms'),
				setting('Subscriptions per WebSocket', 'stream.subscriptionsPerConnectionMax', ''),
				setting('Distinct public subscriptions (and, separately, private ones)', 'stream.groupsMax', ''),
				setting('Unread messages per WebSocket', 'stream.bufferBytesMax', 'bytes'),
				setting('Time for the client to read queued WebSocket messages', 'stream.behindMsMax', 'ms'),
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
				setting('Threshold rules per user', 'alerts.rulesPerUserMax', ''),
				setting('Heartbeats of all users', 'alerts.heartbeatsMax', ''),
				setting('Queued alerts per target', 'alerts.queueMax', ''),
				setting('Answer time of an alert target', 'alerts.deliveryTimeoutMs', 'ms'),
				setting('Maximum age of an alert to send', 'alerts.giveUpAfterMs', 'ms'),
				setting('Unhedged notional per user', 'execution.unhedgedUserMaxUsd', 'USD'),
				setting('Unhedged notional of the service', 'execution.unhedgedServiceMaxUsd', 'USD'),
				setting('Leverage', 'execution.leverageMax', 'times'),
				setting('Slippage limit', 'execution.maxSlippageBpsMax', 'bps'),
				setting('All recordings', 'record.maxMb', 'MB'),
				setting('Age of a recording', 'record.retentionDays', 'days'),
				['Unsent spans', String(SPANS_WAITING_MAX), ''],
				['Time to send the remaining spans at shutdown', `${SPANS_LAST_MS_MAX} ms`, ''],
				['Maximum age of the /metrics text', `${METRICS_AGE_MS_MAX} ms`, ''],
				['History of settled funding that is read', `${HISTORY_DAYS_MAX} days`, ''],
				['Price samples: one per minute and contract', `${MINUTES_KEPT} minutes`, ''],
				['Price samples: one per hour and contract', `${DAYS_KEPT} days`, ''],
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
				textOf(input),
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
		'`liquidity_score` (10 is the most liquid) and `risk_score` (10 is the riskiest) grade an opportunity from 1 to 10, with one decimal place, at the amount, horizon and leverage that its `net` states. Use them to sort and to compare at a glance; `net` tells you whether a trade is worthwhile.',
		'Each component maps its input to a value from 0 to 1 between two end points, linearly or on a log scale. Each score is monotonic in every input. We chose the end points and shares by judgment; they are not fitted to data. A component with an unknown input is `null` and left out of the score. If an essential component is missing, there is no score. `score_components` shows each component as the score that it alone would give.',
		'## Liquidity',
		'score = 1 + 9 × Π value ^ (share / Σ shares known): one illiquid component pulls the whole score down.',
		rows('liquidity', LIQUIDITY_COMPONENTS),
		'## Risk',
		'score = 1 + 9 × (1 − Π (1 − share × value)): one danger is enough, and dangers accumulate.',
		rows('risk', RISK_COMPONENTS),
	);
}
