/**
 * Runs the service's authorization server with real parts (database, vault, users, agents, tokens), but without pages
 * or the rest of the service.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DatabaseSync } from 'node:sqlite';
import { type AgentAuthority, createAgentAuthority } from '../../src/identity/agents.ts';
import type { Application } from '../../src/identity/authorization/clients.ts';
import { createRecords } from '../../src/identity/authorization/records.ts';
import {
	type AuthorizationServer,
	createAuthorizationServer,
} from '../../src/identity/authorization/server.ts';
import { authorizationViews } from '../../src/identity/pages/authorization-views.ts';
import { createTokenAuthority, type TokenAuthority } from '../../src/identity/tokens.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { OAuthRecordStore } from '../../src/ports/oauth-record-store.ts';
import type { Vault } from '../../src/ports/vault.ts';
import { systemClock, systemTurnEnd } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createAgentStore } from '../../src/store/agents.ts';
import { createAuditTrail } from '../../src/store/audit.ts';
import { createOAuthRecordStore, createSigningKeyStore } from '../../src/store/oauth-records.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../../src/store/tokens.ts';
import { testVault } from './test-vault.ts';

export type OwnAuthorization = AsyncDisposable & {
	readonly issuer: string;
	readonly server: AuthorizationServer;
	readonly agents: AgentAuthority;
	readonly tokens: TokenAuthority;
	readonly records: OAuthRecordStore;
	/** Stores a record as the authorization server does. */
	put(model: string, id: string, payload: Readonly<Record<string, unknown>>, ttlS?: number): Promise<void>;
	/** Posts fields to an endpoint, as a client with this id and key. */
	post(
		path: string,
		client: { readonly id: string; readonly key: string },
		fields: Readonly<Record<string, string>>,
	): Promise<Response>;
};

export async function ownAuthorization(
	database: DatabaseSync,
	options: {
		readonly clock?: Clock;
		readonly vault?: Vault;
		readonly applications?: readonly Application[];
	} = {},
): Promise<OwnAuthorization> {
	const { clock = systemClock, vault = testVault(), applications = [] } = options;
	const common = { clock, random: systemRandom, logger: SILENT_LOGGER };
	const records = createOAuthRecordStore(createSqliteDatabase(database));
	const agents = await createAgentAuthority({
		...common,
		store: createAgentStore(createSqliteDatabase(database)),
	});
	let answer = (_request: IncomingMessage, response: ServerResponse): void => {
		response.writeHead(503).end();
	};
	const http = createServer((request, response) => answer(request, response));
	await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
	const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
	const server = await createAuthorizationServer({
		...common,
		issuer,
		resource: `${issuer}/jsonrpc/`,
		records,
		signingKeys: createSigningKeyStore(createSqliteDatabase(database)),
		vault,
		agents,
		audit: createAuditTrail(createSqliteDatabase(database, systemTurnEnd)),
		applications,
		clientDocuments: false,
		pages: authorizationViews('simulated', false),
		userExists: async () => true,
		keyAttempts: { check() {}, failed() {}, succeeded() {} },
	});
	answer = (request, response) => server.handle(request, response, '127.0.0.1');
	const tokens = createTokenAuthority({
		...common,
		store: createTokenStore(createSqliteDatabase(database)),
		grants: server.grants,
		agents,
	});
	agents.onChange(async (agentId, tokensEnd) => {
		if (tokensEnd) await records.destroyByClient(agentId);
	});
	return {
		issuer,
		server,
		agents,
		tokens,
		records,
		put: async (model, id, payload, ttlS = 900) =>
			createRecords(model, { store: records, vault, clock, onEnded: () => {}, onReused: () => {} }).upsert(
				id,
				payload,
				ttlS,
			),
		post: (path, { id, key }, fields) =>
			fetch(`${issuer}${path}`, {
				method: 'POST',
				headers: {
					connection: 'close',
					authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`,
				},
				body: new URLSearchParams(fields),
			}),
		async [Symbol.asyncDispose]() {
			server.close();
			http.closeAllConnections();
			await new Promise((resolve) => http.close(resolve));
		},
	};
}
