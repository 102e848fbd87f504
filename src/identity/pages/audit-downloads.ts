/** Serves /audit.csv and /audit.jsonl: a user's audit trail as a file. */
import { Readable } from 'node:stream';
import { csvCell } from '../../domain/csv-cell.ts';
import type { AuditTrail, ListedAuditEntry } from '../../ports/audit.ts';
import { newestEntries } from '../audit-entries.ts';
import type { LoggedIn, Page, PageAnswer } from './page.ts';

const NAV = '/audit';
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

/** Returns the logged-in user's audit trail, newest first, as CSV and JSON lines. */
export function auditDownloads({ audit }: { readonly audit: AuditTrail }): readonly Page[] {
	async function* csv(userId: string): AsyncGenerator<string> {
		yield `${COLUMNS.join(',')}\r\n`;
		for await (const entry of newestEntries(audit, userId))
			yield `${COLUMNS.map((column) => csvCell(String(rowOf(entry)[column] ?? ''), 'always')).join(',')}\r\n`;
	}

	async function* jsonLines(userId: string): AsyncGenerator<string> {
		for await (const entry of newestEntries(audit, userId))
			yield `${JSON.stringify({ ...rowOf(entry), details: entry.details })}\n`;
	}

	const row = { access: 'user', nav: NAV } as const;
	return [
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
