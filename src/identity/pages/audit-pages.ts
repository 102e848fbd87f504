/** /audit: what was done in a user's name, to look at and to take away. */
import { Readable } from 'node:stream';
import type { AuditTrail, ListedAuditEntry } from '../../ports/audit.ts';
import { type Html, html } from './html.ts';
import { table, time } from './layout.ts';
import type { LoggedIn, Page, PageAnswer } from './page.ts';
import { button } from './token-pages.ts';

const PATH = '/audit';
const ROWS_SHOWN = 100;
const ROWS_READ = 1_000;
type Kind = readonly [kind: string, name: string, isMeant: (entry: ListedAuditEntry) => boolean];
/** What can be looked at by itself. */
const KINDS: readonly [Kind, ...Kind[]] = [
	['all', 'everything', () => true],
	['refused', 'what was refused', ({ outcome }) => outcome !== 'ok'],
	['login', 'logins', ({ action }) => /^log(?:in|out)/.test(action)],
	['call', 'calls that trade', ({ action }) => action === 'call'],
	['connection', 'exchanges', ({ action }) => action.startsWith('connection.')],
	['token', 'tokens and applications', ({ action }) => /^(?:token|application)\./.test(action)],
	['agent', 'agents', ({ action, actor }) => action.startsWith('agent.') || actor === 'agent'],
];
const COLUMNS = [
	'seq',
	'at',
	'actor',
	'actor_id',
	'action',
	'subject',
	'outcome',
	'address',
	'details',
] as const;

export function auditPages({ audit }: { readonly audit: AuditTrail }): readonly Page[] {
	async function list({ userId, query, csrf }: LoggedIn): Promise<PageAnswer> {
		const before = query.get('before') ?? '';
		const kind = KINDS.find(([one]) => one === query.get('kind')) ?? KINDS[0];
		const [, , isMeant] = kind;
		const entries: ListedAuditEntry[] = [];
		for await (const entry of all(userId, /^\d{1,15}$/.test(before) ? Number(before) : undefined)) {
			if (isMeant(entry)) entries.push(entry);
			if (entries.length === ROWS_SHOWN) break;
		}
		const last = entries.at(-1);
		const body = html`<p>Every login, token, connection and agent, and every call that trades. Nothing here is ever changed or removed.</p>
<div class="row">${button(csrf, '/audit.csv', 'Download all as CSV', 'quiet')}${button(csrf, '/audit.jsonl', 'Download all as JSON lines', 'quiet')}</div>
${filterBody(kind[0])}
${table(
	['When', 'Who', 'What', 'Outcome'],
	entries.map((entry) => [
		time(entry.at),
		lines(entry.actor, entry.actorId, entry.address),
		lines(entry.action, entry.subject, detailsText(entry)),
		entry.outcome === 'ok' ? 'ok' : html`<span class="state bad">${entry.outcome}</span>`,
	]),
	kind[0] === 'all' ? 'Nothing has been done yet.' : 'Nothing of this kind has been done yet.',
)}
${last !== undefined && entries.length === ROWS_SHOWN ? html`<p><a href="${PATH}?before=${last.seq}${kind[0] === 'all' ? null : html`&amp;kind=${kind[0]}`}">Older</a></p>` : null}`;
		return { kind: 'page', title: 'Audit', body };
	}

	/** Newest first, read in pieces. */
	async function* all(userId: string, from?: number): AsyncGenerator<ListedAuditEntry> {
		for (let before = from; ; ) {
			const entries = await audit.list({ userId, beforeSeq: before, limit: ROWS_READ });
			yield* entries;
			before = entries.at(-1)?.seq;
			if (entries.length < ROWS_READ) return;
		}
	}

	async function* csv(userId: string): AsyncGenerator<string> {
		yield `${COLUMNS.join(',')}\r\n`;
		for await (const entry of all(userId))
			yield `${COLUMNS.map((column) => csvCell(rowOf(entry)[column])).join(',')}\r\n`;
	}

	async function* jsonLines(userId: string): AsyncGenerator<string> {
		for await (const entry of all(userId))
			yield `${JSON.stringify({ ...rowOf(entry), details: entry.details })}\n`;
	}

	const row = { access: 'user', nav: PATH } as const;
	return [
		{ ...row, method: 'GET', path: PATH, answer: list },
		{
			...row,
			method: 'POST',
			path: '/audit.csv',
			answer: async ({ userId }: LoggedIn) => file('audit.csv', 'text/csv; charset=utf-8', csv(userId)),
		},
		{
			...row,
			method: 'POST',
			path: '/audit.jsonl',
			answer: async ({ userId }: LoggedIn) => file('audit.jsonl', 'application/x-ndjson', jsonLines(userId)),
		},
	];
}

function filterBody(chosen: string): Html {
	return html`<form method="get" action="${PATH}" class="row"><label for="kind">Show</label>
<select id="kind" name="kind">${KINDS.map(([kind, name]) => html`<option value="${kind}"${kind === chosen ? html` selected` : null}>${name}</option>`)}</select><button class="quiet">Filter</button></form>`;
}

function file(name: string, type: string, lines: AsyncGenerator<string>): PageAnswer {
	return { kind: 'file', name, type, content: Readable.from(lines) };
}

function rowOf(entry: ListedAuditEntry): Record<(typeof COLUMNS)[number], string | number | null> {
	const { seq, at, actor, actorId, action, subject, outcome, address, details } = entry;
	return {
		seq,
		at: new Date(at).toISOString(),
		actor,
		actor_id: actorId,
		action,
		subject,
		outcome,
		address,
		details: JSON.stringify(details),
	};
}

/** Quoted; a cell that a spreadsheet would take for a formula is made text. Some read wide signs as plain ones, or skip spaces. */
function csvCell(value: string | number | null): string {
	const text = value === null ? '' : String(value);
	const safe = /^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
	return `"${safe.replaceAll('"', '""')}"`;
}

/** The first in full, the others that there are in small letters below. */
function lines(first: string, ...more: readonly (string | null)[]): Html {
	const others = more.filter((line) => line !== null && line !== '');
	return html`${first}${others.map((line) => html`<br><small class="long">${line}</small>`)}`;
}

function detailsText({ details }: ListedAuditEntry): string {
	return Object.entries(details)
		.map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
		.join(', ');
}
