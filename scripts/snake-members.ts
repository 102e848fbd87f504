/**
 * Finds members in snake case with swc. The service uses camel case internally. The API, table columns and external
 * protocols use snake case, so such names belong only at the listed edges, where the service meets those.
 */
import { lineAt, namedNodes, type ParsedSource } from './code-shape.ts';

/** A member in snake case with its 1-based line. */
export type SnakeMember = { readonly name: string; readonly line: number };

/**
 * Edges of the service: files and folders where members in snake case belong, each with the reason. A path that ends
 * in a slash is a folder.
 */
export const SNAKE_EDGES: readonly { readonly path: string; readonly reason: string }[] = [
	{ path: 'src/api/rpc/', reason: 'schemas of the wire and their mappers' },
	{ path: 'src/api/methods/', reason: 'parameters, and answers that one method alone gives' },
	{
		path: 'src/api/mcp/',
		reason: 'tools are named as methods are, and resources are JSON of the same names',
	},
	{ path: 'src/api/http/', reason: 'bodies of plain routes: sums for dashboards, discovery of OAuth' },
	{ path: 'src/api/streams/', reason: 'members that streams set beside the records: ages, counts, ids' },
	{ path: 'src/ports/alerts.ts', reason: 'the record of an alert: methods, streams and webhooks write it' },
	{ path: 'src/alerts/bodies.ts', reason: 'bodies of webhooks, Slack and Telegram' },
	{ path: 'src/chat/slack-', reason: 'bodies of Slack' },
	{ path: 'src/chat/telegram-', reason: 'bodies of Telegram' },
	{ path: 'src/chat/conversation.ts', reason: 'parameters of the methods that commands call' },
	{ path: 'src/chat/suggestions.ts', reason: 'parameters of the methods that buttons call' },
	{ path: 'src/sentences/exchange-oauth.', reason: 'error codes of OAuth' },
	{ path: 'src/accounts/exchange-oauth.ts', reason: 'parameters of OAuth' },
	{ path: 'src/accounts/exchange-token.ts', reason: 'parameters of OAuth' },
	{ path: 'src/identity/authorization/', reason: 'metadata and parameters of OAuth' },
	{ path: 'src/identity/', reason: 'claims of JWT, metadata of OpenID, fields of forms' },
	{ path: 'src/operations/backup', reason: 'the manifest file of a backup' },
	{ path: 'src/replay/jobs/result-parts.ts', reason: 'answers of the API, which a process writes to files' },
	{ path: 'src/replay/policies/', reason: 'parameters of the methods that policies call' },
	{ path: 'src/replay/run/portfolio-samples.ts', reason: 'parameters of a method that it calls' },
	{ path: 'src/replay/run/positions.ts', reason: 'parameters of a method that it calls' },
	{ path: 'src/replay/sandbox/open-sandbox.ts', reason: 'members of an error of the public client' },
	{ path: 'src/runtime/metric', reason: 'names and labels of metrics' },
	{ path: 'src/store/', reason: 'columns of SQL' },
	{ path: 'src/venues/', reason: 'bodies of exchanges, members of ccxt' },
];

const SNAKE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

/**
 * Returns the members in snake case that types, object literals and classes declare. Members that the code only reads
 * are not reported.
 */
export function snakeMembers(source: ParsedSource): readonly SnakeMember[] {
	return namedNodes(source)
		.filter(({ name }) => SNAKE.test(name))
		.map(({ name, start }) => ({ name, line: lineAt(source, start) }));
}

/** Returns the edge that a file belongs to; undefined if it belongs to none. */
export function edgeOf(path: string): (typeof SNAKE_EDGES)[number] | undefined {
	return SNAKE_EDGES.find((edge) => path.startsWith(edge.path));
}
