import * as z from 'zod';
import { newestEntries } from '../../identity/audit-entries.ts';
import type { ListedAuditEntry } from '../../ports/audit.ts';
import { scopedMethod } from '../rpc/method.ts';
import { integer, integerOr, oneOf } from '../rpc/params.ts';
import { instant } from '../rpc/record-fields.ts';

const KINDS = ['all', 'refused', 'login', 'call', 'connection', 'token', 'agent'] as const;

const IS_OF_KIND: Readonly<Record<(typeof KINDS)[number], (entry: ListedAuditEntry) => boolean>> = {
	all: () => true,
	refused: ({ outcome }) => outcome !== 'ok',
	login: ({ action }) => /^log(?:in|out)/.test(action),
	call: ({ action }) => action === 'call',
	connection: ({ action }) => action.startsWith('connection.'),
	token: ({ action }) => /^(?:token|application)\./.test(action),
	agent: ({ action, actor }) => action.startsWith('agent.') || actor === 'agent',
};

/**
 * Returns the caller's audit trail in pages. A filter skips entries, so the service may read many entries for one
 * page.
 */
export const listAudit = scopedMethod({
	name: 'list_audit',
	summary:
		'Lists actions in your name, newest first: logins, tokens, connections, agents, trading calls. Needs a logged-in browser.',
	scope: 'arb:read',
	isOfLogin: true,
	tradesMoney: false,
	params: z.strictObject({
		kind: oneOf(
			KINDS,
			'all',
			'Kind of entries. refused: all refused actions. call: trading calls. token: tokens and applications.',
		),
		before: integer({
			description: 'Only entries before this seq. Default: from the newest.',
			atLeast: 1,
			atMost: Number.MAX_SAFE_INTEGER,
		}).optional(),
		limit: integerOr(100, { description: 'Maximum number of entries.', atLeast: 1, atMost: 500 }),
	}),
	result: z.strictObject({
		entries: z
			.array(
				z.strictObject({
					seq: z.int().describe('Sequence number, increasing across all entries of the service.'),
					at: instant('Time of the action.'),
					actor: z
						.enum(['user', 'token', 'agent', 'application', 'operator', 'service'])
						.describe('Kind of actor. user: a logged-in browser.'),
					actor_id: z.string().nullable().describe('Id of the token, agent or application.'),
					action: z
						.string()
						.describe(
							'Action as noun and verb, such as token.create. call: a call of the method named in details.',
						),
					subject: z.string().nullable().describe('Id of the object that the action affected.'),
					outcome: z.string().describe('Outcome: ok, or an error code.'),
					address: z.string().nullable().describe('Network address of the caller.'),
					details: z.record(z.string(), z.unknown()).describe('Details without secrets.'),
				}),
			)
			.describe('Entries, newest first.'),
		next_before: z
			.int()
			.nullable()
			.describe('Value of before for the next older entries; null: no older entries.'),
	}),
	example: {
		params: { kind: 'token', limit: 1 },
		result: {
			entries: [
				{
					seq: 41,
					at: '2026-11-20T08:00:00.000Z',
					actor: 'user',
					actor_id: null,
					action: 'token.create',
					subject: 'tok_9d2e4f6081a3c5e7',
					outcome: 'ok',
					address: '127.0.0.1',
					details: { method: 'create_token', scopes: ['arb:read'], lifetime_hours: '24' },
				},
			],
			next_before: 41,
		},
	},
	errors: [],
	async handle({ kind, before, limit }, { services, caller }) {
		const entries: ListedAuditEntry[] = [];
		let hasMore = false;
		// Read one entry more than is returned, to know whether older ones exist. With a filter, any number may have
		// to be read.
		const piece = kind === 'all' ? limit + 1 : undefined;
		for await (const entry of newestEntries(services.audit, caller.userId, before, piece)) {
			if (!IS_OF_KIND[kind](entry)) continue;
			hasMore = entries.length === limit;
			if (hasMore) break;
			entries.push(entry);
		}
		return {
			entries: entries.map(({ userId: _, actorId, ...entry }) => ({
				...entry,
				at: new Date(entry.at).toISOString(),
				actor_id: actorId,
			})),
			next_before: hasMore ? (entries.at(-1)?.seq ?? null) : null,
		};
	},
});
