/** Sets up the token check that precedes each call. The token store holds a given number of tokens of each type. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { createSessions } from '../src/api/http/session.ts';
import { createAgentAuthority } from '../src/identity/agents.ts';
import { tokenExtra } from '../src/identity/authorization/clients.ts';
import { createRecords } from '../src/identity/authorization/records.ts';
import { createAuthorizationServer } from '../src/identity/authorization/server.ts';
import { createDpopVerifier } from '../src/identity/dpop-proof.ts';
import { authorizationViews } from '../src/identity/pages/authorization-views.ts';
import { hashSecret, newSecret } from '../src/identity/secrets.ts';
import { createTokenAuthority } from '../src/identity/tokens.ts';
import type { Clock } from '../src/ports/clock.ts';
import { type Logger, SILENT_LOGGER } from '../src/ports/logger.ts';
import type { TokenStore } from '../src/ports/token-store.ts';
import type { Vault } from '../src/ports/vault.ts';
import { systemClock, systemTurnEnd } from '../src/runtime/clock.ts';
import { systemRandom as random } from '../src/runtime/random.ts';
import { createAgentStore } from '../src/store/agents.ts';
import { createAuditTrail } from '../src/store/audit.ts';
import { createOAuthRecordStore, createSigningKeyStore } from '../src/store/oauth-records.ts';
import { openDatabase } from '../src/store/sqlite/database.ts';
import { createSqliteDatabase } from '../src/store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../src/store/tokens.ts';
import { createVaultStore } from '../src/store/vault.ts';
import { openVault } from '../src/vault/open-vault.ts';
import { createRawKeyProvider, newRawKey } from '../src/vault/raw-keys.ts';
import type { PreparedCase } from './measure.ts';

export const KINDS = ['copied', 'access', 'agent', 'bound'] as const;
export type Kind = (typeof KINDS)[number];

/** The checks for one type of token, with their own clock. A run checks all chosen tokens, one after another. */
export type TokenChecks = {
	/** Checks a new set of tokens in every round, none of them cached. */
	readonly lookedUp: PreparedCase;
	/** Checks the last set again, while its tokens are cached. */
	readonly kept: PreparedCase;
};

const ISSUER = 'http://127.0.0.1:8080';
const RESOURCE = `${ISSUER}/jsonrpc/`;
const DAY_S = 86_400;
const TOKENS_PER_USER = 100;
const KEYS = 20;
/** A cached token is valid for this long. After that, the service looks it up again. */
const KEPT_MS = 30_000;
const STRIDE = 7_919;
const QUIET: Logger = {
	...SILENT_LOGGER,
	error: (facts, message) => console.error(message, facts),
};
const LIFTED = { perSecond: 1_000_000_000, burst: 1_000_000_000 };

const NO_CAPS = {
	amountMax: null,
	openAmountMax: null,
	pairs: null,
	executionsPerDay: null,
	mustBeTrade: false,
};

type BoundKey = {
	readonly privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
	readonly jwk: JWK;
	readonly thumbprint: string;
};
type Tokens = Readonly<Record<Kind, readonly string[]>>;

/** @param stored number of tokens of each type in the store. @param checked number of tokens per run. */
export async function openTokenChecks(stored: number, checked: number) {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-bench-'));
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
	const database = openDatabase(folder);
	const keys = createRawKeyProvider([newRawKey(random)], 'the bench', random);
	const vault = await openVault({ keys, store: createVaultStore(createSqliteDatabase(database)), random });
	const boundKeys = await Promise.all(Array.from({ length: KEYS }, newBoundKey));
	const tokens = await fill(database, vault, stored, boundKeys);
	const store = createTokenStore(createSqliteDatabase(database));
	const checks = {} as Record<Kind, TokenChecks>;
	for (const kind of KINDS)
		checks[kind] = await checksOf({
			database,
			store,
			vault,
			tokens: tokens[kind],
			checked,
			keys: boundKeys,
			kind,
		});
	let noted = 0;
	return {
		checks,
		/** Records a use of a personal access token. The service does so once a minute for each token in use. */
		async noteUse(): Promise<void> {
			noted += 1;
			const found = await store.findTokenByHash(hashSecret(tokens.copied[noted % stored] ?? ''));
			await store.touchToken(found?.tokenId ?? '', systemClock.now());
		},
	};
}

async function newBoundKey(): Promise<BoundKey> {
	const { privateKey, publicKey } = await generateKeyPair('ES256');
	const jwk = await exportJWK(publicKey);
	return { privateKey, jwk, thumbprint: await calculateJwkThumbprint(jwk) };
}

async function checksOf(parts: {
	readonly database: DatabaseSync;
	readonly store: TokenStore;
	readonly vault: Vault;
	readonly tokens: readonly string[];
	readonly checked: number;
	readonly keys: readonly BoundKey[];
	readonly kind: Kind;
}): Promise<TokenChecks> {
	const { database, store, vault, tokens, checked, keys, kind } = parts;
	let leapt = 0;
	const clock: Clock = {
		now: () => systemClock.now() + leapt,
		monotonic: () => systemClock.monotonic() + leapt,
		after: () => () => {},
		every: () => () => {},
	};
	const common = { clock, random, logger: QUIET };
	// Skip the write that records a token's use, because the bench measures that write separately.
	const agentStore = { ...createAgentStore(createSqliteDatabase(database)), touch: async () => {} };
	const agents = await createAgentAuthority({ ...common, store: agentStore });
	const server = await createAuthorizationServer({
		...common,
		issuer: ISSUER,
		resource: RESOURCE,
		records: createOAuthRecordStore(createSqliteDatabase(database)),
		signingKeys: createSigningKeyStore(createSqliteDatabase(database)),
		vault,
		agents,
		audit: createAuditTrail(createSqliteDatabase(database, systemTurnEnd)),
		applications: [],
		clientDocuments: false,
		pages: authorizationViews('simulated', false),
		userExists: async () => true,
		keyAttempts: { check() {}, failed() {}, succeeded() {} },
	});
	const openSession = createSessions({
		tokens: createTokenAuthority({
			...common,
			store: { ...store, touchToken: async () => {} },
			grants: server.grants,
			agents,
		}),
		dpop: createDpopVerifier(clock),
		resource: () => RESOURCE,
		clock,
		rateLimits: { public: LIFTED, read: LIFTED, trade: LIFTED, stop: LIFTED },
	});

	let chosen: readonly number[] = [];
	let round = 0;
	let proofs: readonly string[] = [];

	function chooseOthers(): void {
		round += 1;
		leapt += KEPT_MS;
		chosen = Array.from(
			{ length: checked },
			(_, place) => ((round * checked + place) * STRIDE) % tokens.length,
		);
	}
	/** Makes a new proof for every check, because each proof is valid only once. */
	async function makeProofs(): Promise<void> {
		if (kind === 'bound')
			proofs = await Promise.all(
				chosen.map((index) => proofOf(keys[index % KEYS], tokens[index] ?? '', clock.now())),
			);
	}
	async function run(): Promise<void> {
		const scheme = kind === 'bound' ? 'DPoP' : 'Bearer';
		for (const [place, index] of chosen.entries())
			await openSession({
				authorization: `${scheme} ${tokens[index]}`,
				proof: proofs[place],
				address: '127.0.0.1',
			}).authorize('arb:read');
	}
	const lookedUp: PreparedCase = {
		async prepare() {
			chooseOthers();
			await makeProofs();
		},
		run,
	};
	await lookedUp.prepare();
	await run();
	return { lookedUp, kept: { prepare: makeProofs, run } };
}

async function proofOf(key: BoundKey | undefined, token: string, now: number): Promise<string> {
	if (key === undefined) throw new Error('There is no key of this number.');
	const ath = Buffer.from(hashSecret(token), 'hex').toString('base64url');
	return new SignJWT({ jti: random.hex(12), htm: 'POST', htu: RESOURCE, ath })
		.setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: key.jwk })
		.setIssuedAt(Math.floor(now / 1_000))
		.sign(key.privateKey);
}

/** Stores tokens in the same way as the token authority and the authorization server's adapter. */
async function fill(
	database: DatabaseSync,
	vault: Vault,
	stored: number,
	keys: readonly BoundKey[],
): Promise<Tokens> {
	const clock = systemClock;
	const store = createTokenStore(createSqliteDatabase(database));
	const agents = await createAgentAuthority({
		clock,
		random,
		logger: QUIET,
		store: createAgentStore(createSqliteDatabase(database)),
	});
	const recordParts = {
		store: createOAuthRecordStore(createSqliteDatabase(database)),
		vault,
		clock,
		onEnded() {},
		onReused() {},
	};
	const adapters = {
		AccessToken: createRecords('AccessToken', recordParts),
		ClientCredentials: createRecords('ClientCredentials', recordParts),
		Grant: createRecords('Grant', recordParts),
	};
	const now = clock.now();
	const common = { iat: Math.floor(now / 1_000), exp: Math.floor(now / 1_000) + DAY_S, aud: RESOURCE };
	const tokens: Record<Kind, string[]> = { copied: [], access: [], agent: [], bound: [] };

	async function addAccess(userId: string, jkt: string | undefined): Promise<string> {
		const [token, grantId] = [newSecret('', random), newSecret('', random)];
		await adapters.Grant.upsert(
			grantId,
			{ ...common, accountId: userId, clientId: 'bench', jti: grantId },
			DAY_S,
		);
		const payload = {
			...common,
			accountId: userId,
			clientId: 'bench',
			grantId,
			gty: 'authorization_code',
			jti: token,
			kind: 'AccessToken',
			scope: 'arb:read arb:trade',
			sessionUid: newSecret('', random),
			...(jkt === undefined ? {} : { jkt }),
		};
		await adapters.AccessToken.upsert(token, payload, DAY_S);
		return token;
	}

	async function addCopied(userId: string): Promise<string> {
		const token = newSecret('cw_', random);
		await store.insertToken(
			{
				tokenId: `tok_${random.hex(8)}`,
				userId,
				name: 'bench',
				hash: hashSecret(token),
				scopes: ['arb:read', 'arb:trade'],
				createdAt: now,
				expiresAt: now + DAY_S * 1_000,
				revokedAt: null,
				lastUsedAt: null,
				login: null,
			},
			stored,
		);
		return token;
	}

	async function addOfAgent(agentId: string, clientSecret: string): Promise<string> {
		const token = newSecret('', random);
		const payload = {
			...common,
			clientId: agentId,
			jti: token,
			kind: 'ClientCredentials',
			scope: 'arb:read arb:trade',
			extra: tokenExtra({ kind: 'ClientCredentials', client: { clientSecret } }),
		};
		await adapters.ClientCredentials.upsert(token, payload, DAY_S);
		return token;
	}

	// Turns off disk syncs. The data need not survive a crash, and a sync per token would take minutes for a hundred
	// thousand tokens.
	database.exec('PRAGMA synchronous = OFF');
	let userId = '';
	let agentId = '';
	let agentKeyHash = '';
	for (let index = 0; index < stored; index += 1) {
		if (index % TOKENS_PER_USER === 0) {
			userId = `user_${random.hex(12)}`;
			await store.ensureUser({ userId, name: userId, createdAt: now });
			const wish = { name: 'bench', scopes: ['arb:read', 'arb:trade'], caps: NO_CAPS } as const;
			const made = await agents.create(userId, { ...wish, publicKeys: undefined, requiresDpop: false });
			({ agentId } = made.agent);
			agentKeyHash = hashSecret(made.key ?? '');
		}
		tokens.copied.push(await addCopied(userId));
		tokens.access.push(await addAccess(userId, undefined));
		tokens.agent.push(await addOfAgent(agentId, agentKeyHash));
		tokens.bound.push(await addAccess(userId, keys[index % KEYS]?.thumbprint));
	}
	database.exec('PRAGMA synchronous = FULL');
	return tokens;
}
