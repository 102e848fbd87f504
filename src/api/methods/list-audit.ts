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

/** A filter skips entries, so one page may read many of them; `before` of the next page is a `seq`. */
export const listAudit = scopedMethod({
	name: 'list_audit',
	summary:
		"Actions in the caller's name, newest first: logins, tokens, connections, agents, calls that trade. For a browser that is logged in.",
	scope: 'arb:read',
	isOfLogin: true,
	tradesMoney: false,
	params: z.strictObject({
		kind: oneOf(
			KINDS,
			'all',
			'refused: whatever was not done; call: calls that trade; token: applications too.',
		),
		before: integer({
			description: 'Entries before this seq; absent: from the newest.',
			atLeast: 1,
			atMost: Number.MAX_SAFE_INTEGER,
		}).optional(),
		limit: integerOr(100, { description: 'How many at most.', atLeast: 1, atMost: 500 }),
	}),
	result: z.strictObject({
		entries: z
			.array(
				z.strictObject({
					seq: z.int().describe('Rises with each entry of the service.'),
					at: instant('When it was done.'),
					actor: z
						.enum(['user', 'token', 'agent', 'application', 'operator', 'service'])
						.describe('The actor. user: a browser that is logged in.'),
					actor_id: z.string().nullable().describe('Id of the token, agent or application.'),
					action: z
						.string()
						.describe('Noun and verb, such as token.create; call: a method, which details names.'),
					subject: z.string().nullable().describe('Id of what it was done to.'),
					outcome: z.string().describe('ok, or the code of the error.'),
					address: z.string().nullable().describe('Network address of the caller.'),
					details: z.record(z.string(), z.unknown()).describe('Facts that are safe to show.'),
				}),
			)
			.describe('Newest first.'),
		next_before: z.int().nullable().describe('The before of the next older entries; null: there are none.'),
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
		// One more than is shown tells whether there are older ones; a filter may skip any number.
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
