import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { createAgentAuthority } from '../../src/auth/agents.ts';
import { createTokenAuthority } from '../../src/auth/tokens.ts';
import { createUserDirectory } from '../../src/auth/users.ts';
import { type AuthorizationServer, createAuthorizationServer } from '../../src/authorization/server.ts';
import { createAttempts } from '../../src/http/attempts.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createSqliteAgentStore } from '../../src/store/sqlite-agents.ts';
import { createSqliteAuditTrail } from '../../src/store/sqlite-audit.ts';
import { createSqliteIdentityStore } from '../../src/store/sqlite-identities.ts';
import {
	createSqliteOAuthRecordStore,
	createSqliteSigningKeyStore,
} from '../../src/store/sqlite-oauth-records.ts';
import { createSqliteTokenStore } from '../../src/store/sqlite-tokens.ts';
import { AUTHORIZATION_VIEWS } from '../../src/web/authorization-views.ts';
import { addOAuthRoutes } from '../../src/web/oauth-routes.ts';

const log = { debug() {}, info() {}, warn: console.warn, error: console.error };
test('smoke', async () => {
	const dir = mkdtempSync(join(tmpdir(), 'cw-'));
	const database = openDatabase(dir);
	const clock = systemClock;
	const random = systemRandom;
	const agents = createAgentAuthority({
		store: createSqliteAgentStore(database),
		clock,
		random,
		logger: log,
	});
	const users = createUserDirectory({
		store: createSqliteIdentityStore(database),
		clock,
		random,
		admitted: [],
	});
	const vault = {
		seal: async (text: string | Uint8Array) => Buffer.from(text).toString('base64'),
		open: async (text: string) => Buffer.from(text, 'base64'),
		deriveKey: () => Buffer.alloc(32, 7),
	};
	const app = fastify();
	let server: AuthorizationServer;
	let base = '';
	addOAuthRoutes(app, {
		server: () => server,
		attempts: createAttempts(clock),
		baseUrl: () => base,
		rateLimit: { perSecond: 1000, burst: 1000 },
		clock,
	});
	await app.listen({ port: 0, host: '127.0.0.1' });
	base = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
	const { user } = await users.logIn({ issuer: 'wallet', subject: 'x', wallet: '0xabc', provider: 'wallet' });
	server = await createAuthorizationServer({
		issuer: base,
		resource: `${base}/jsonrpc/`,
		records: createSqliteOAuthRecordStore(database),
		signingKeys: createSqliteSigningKeyStore(database),
		vault,
		agents,
		audit: createSqliteAuditTrail(database, setImmediate),
		applications: [{ clientId: 'app', name: 'App', redirectUris: ['http://127.0.0.1:9/cb'], kind: 'native' }],
		clientDocuments: true,
		pages: AUTHORIZATION_VIEWS,
		browserUser: async () => user.userId,
		userExists: async (id) => id === user.userId,
		clock,
		logger: log,
	});
	const tokens = createTokenAuthority({
		store: createSqliteTokenStore(database),
		clock,
		random,
		logger: log,
		grants: server.grants,
		agents,
	});
	const as = await oauth.processDiscoveryResponse(
		new URL(base),
		await oauth.discoveryRequest(new URL(base), { algorithm: 'oauth2', [oauth.allowInsecureRequests]: true }),
	);
	console.log(as);
	const { agent, key } = await agents.create(user.userId, {
		name: 'bot',
		scopes: ['arb:read', 'arb:trade'],
		caps: { amountMax: null, openAmountMax: null, pairs: null, executionsPerDay: null, mustBeTrade: false },
		publicKeys: undefined,
		requiresDpop: false,
	});
	const client = { client_id: agent.agentId };
	const answer = await oauth.clientCredentialsGrantRequest(
		as,
		client,
		oauth.ClientSecretBasic(key ?? ''),
		new URLSearchParams({ scope: 'arb:read' }),
		{ [oauth.allowInsecureRequests]: true },
	);
	console.log(answer.status, await answer.clone().text());
	const { access_token } = await oauth.processClientCredentialsResponse(as, client, answer);
	expect(await tokens.verify(access_token)).toMatchObject({
		caller: { userId: user.userId, agent: { agentId: agent.agentId }, scopes: new Set(['arb:read']) },
	});
	const bad = await oauth.clientCredentialsGrantRequest(
		as,
		client,
		oauth.ClientSecretPost('wrong'),
		new URLSearchParams({ scope: 'arb:read' }),
		{ [oauth.allowInsecureRequests]: true },
	);
	console.log(bad.status, await bad.text());
	await agents.stop(user.userId, agent.agentId);
	expect(await tokens.verify(access_token)).toBeUndefined();
	const res = await fetch(
		`${base}/oauth/authorize?client_id=app&redirect_uri=http://127.0.0.1:9/cb&response_type=code&scope=openid+arb:read&code_challenge=abcabcabcabcabcabcabcabcabcabcabcabcabcabcabc&code_challenge_method=S256&state=x`,
		{ redirect: 'manual' },
	);
	console.log(res.status, res.headers, await res.text());
	const res2 = await fetch(
		`${base}/oauth/authorize?client_id=app&redirect_uri=http://127.0.0.1:9/other&response_type=code`,
		{ redirect: 'manual' },
	);
	console.log(res2.status, await res2.text());
	await app.close();
});
