/**
 * Creates one user, Ann, who has one of everything that a user can have, and a second, Bob, who owns nothing and
 * requests Ann's objects.
 */

import { expect } from 'vitest';
import { createChatStore } from '../../src/store/chats.ts';
import { createPasskeyStore } from '../../src/store/passkeys.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { type Fixture, type FixtureOptions, openFixture } from './fixture.ts';
import { type OAuthWalk, oauthWalk, SCOPE_ASKED, tokensOf } from './oauth-walk.ts';
import {
	beginConnection,
	type CopiedToken,
	copyToken,
	logIn,
	type MadeAgent,
	makeAgent,
	manage,
	type Person,
	pageToken,
} from './people.ts';
import { type RealTrading, realTrading } from './real-trading.ts';
import { bearer, call, type RpcAnswer } from './refusals.ts';

/** The fields in the response to `execute_opportunity` that the tests read. */
type Opened = { readonly execution_id: string; readonly job_id: string };

export type AnnsThings = {
	/** Execution that Ann opened. */
	readonly execution: Opened;
	/** Execution that Ann's first agent opened. */
	readonly agentsExecution: Opened;
	/** Id of a preview that Ann requested. */
	readonly previewId: string;
	/** Another preview, for a second method that binds to one. */
	readonly sparePreviewId: string;
	/** Id of the opportunity in Ann's preview. */
	readonly opportunityId: string;
	readonly idempotencyKey: string;
	readonly agent: MadeAgent;
	readonly secondAgent: MadeAgent;
	readonly token: CopiedToken;
	readonly accountId: string;
	readonly accountLabel: string;
	readonly apiKey: string;
	readonly alertTargetId: string;
	readonly alertRuleId: string;
	/** Link of Ann's chat to her first agent. */
	readonly linkId: string;
	/** Replay that Ann started. */
	readonly replayId: string;
	/** Pot that Ann started, and its first decision. */
	readonly potId: string;
	readonly decisionId: string;
	readonly passkeyId: string;
	readonly applicationId: string;
	/** State parameter of an exchange connection that Ann started. */
	readonly connectionState: string;
	/** Path of a consent page that waits for Ann's decision. */
	readonly interaction: string;
};

export type TwoUsers = AsyncDisposable & {
	readonly fixture: Fixture;
	readonly trading: RealTrading;
	readonly walk: OAuthWalk;
	readonly ann: Person;
	readonly bob: Person;
	readonly things: AnnsThings;
	/** Token for a page in Bob's browser, with every scope. */
	readonly bobsPageToken: string;
	/** Bob's personal access token. */
	readonly bobsToken: string;
	/** Token of Bob's agent. */
	readonly bobsAgentToken: string;
	/** Token of Ann's first agent. */
	readonly agentToken: string;
	/** Token of Ann's second agent. */
	readonly secondAgentToken: string;
	/** Makes a call while the exchanges' clock advances. */
	readonly ask: (token: string, method: string, params?: unknown) => Promise<RpcAnswer>;
	/**
	 * Returns all of Ann's stored data, which no other user may change. One exception: any request with the state
	 * parameter of a connection in progress uses that state up.
	 */
	readonly annsState: () => string;
	/** Words that appear only in responses about Ann's data. */
	readonly annsWords: readonly string[];
};

const PAIR = 'bybit-kucoin';

export async function openTwoUsers(options: Pick<FixtureOptions, 'rateLimits'> = {}): Promise<TwoUsers> {
	const trading = realTrading();
	const fixture = await openFixture({ ...options, openTrading: trading.open });
	const walk = await oauthWalk(fixture);
	const [ann, bob] = [await logIn(fixture, 'ann'), await logIn(fixture, 'bob')];
	const ask: TwoUsers['ask'] = (token, method, params = {}) =>
		trading.during(call(fixture, method, params, bearer(token)));
	const [token, bobsCopied] = [await copyToken(ann), await copyToken(bob)];
	const [agent, secondAgent] = [
		await makeAgent(ann, { name: 'anns first' }),
		await makeAgent(ann, { name: 'anns second' }),
	];
	const bobsAgent = await makeAgent(bob, { name: 'bobs only' });
	const tokenOf = async (one: MadeAgent) =>
		(await tokensOf(await walk.agentToken(one, { scope: SCOPE_ASKED }))).access;
	const [agentToken, secondAgentToken] = [await tokenOf(agent), await tokenOf(secondAgent)];

	const opened = async (by: string, coin: string, more: object = {}): Promise<Opened> => {
		const opportunityId = trading.floor.feed(coin);
		const answer = await ask(by, 'execute_opportunity', {
			opportunity_id: opportunityId,
			amount: 1_000,
			...more,
		});
		if (answer.code !== undefined) throw new Error(answer.text);
		const execution = answer.result as Opened;
		await trading.during(runs(trading, execution.execution_id));
		return execution;
	};
	const apiKey = 'anns-api-key-0123456789';
	const accountLabel = 'anns main account';
	const connected = await ask(token.token, 'connect_exchange', {
		exchange: 'bybit',
		label: accountLabel,
		api_key: apiKey,
		api_secret: 'anns-api-secret-0123456789',
	});
	const alertUrl = 'https://answers.example/200/anns-secret-path-of-alerts';
	fixture.traffic.note(alertUrl, 'the address of a webhook');
	fixture.traffic.note('anns-secret-path-of-alerts', 'the path of a webhook');
	const hook = await ask(token.token, 'add_alert_target', {
		kind: 'webhook',
		name: 'anns pager',
		url: alertUrl,
	});
	const rule = await ask(token.token, 'add_alert_rule', {
		kind: 'basis',
		name: 'anns rule',
		direction: 'above',
		limit: 2,
	});
	const replay = await ask(token.token, 'replay_start', { data: 'year', policy: 'month-mean' });
	const pot = await ask(token.token, 'autopilot_start', {
		name: 'anns pot',
		capital: 10_000,
		exchanges: ['bybit', 'kucoin'],
	});
	const { pot_id: potId } = (pot.result as { readonly pot: { readonly pot_id: string } }).pot;
	const heartbeatUrl = 'https://answers.example/200/anns-secret-path-of-heartbeats';
	fixture.traffic.note('anns-secret-path-of-heartbeats', 'the path of a heartbeat');
	await ask(token.token, 'set_heartbeat', { url: heartbeatUrl });
	await ask(token.token, 'set_quiet_hours', { from: '22:00', until: '07:00', time_zone: 'Europe/Berlin' });
	const idempotencyKey = 'anns-own-idempotency-key';
	const execution = await opened(token.token, 'SOL', { idempotency_key: idempotencyKey });
	const agentsExecution = await opened(agentToken, 'BTC');
	const opportunityId = trading.floor.feed('ETH');
	const previewed = async (): Promise<string> => {
		const terms = { opportunity_id: opportunityId, amount: 1_000, preview: true };
		const { result } = await ask(token.token, 'execute_opportunity', terms);
		return (result as { readonly preview_id: string }).preview_id;
	};
	const previewId = await previewed();
	const sparePreviewId = await previewed();

	await walk.connect(ann.browser);
	const connection = await beginConnection(ann);
	const { applications } = await manage<{
		readonly applications: readonly { readonly application_id: string }[];
	}>(ann, 'list_tokens');
	const waiting = await ann.browser.open((await walk.begin('rival')).path);
	const things: AnnsThings = {
		execution,
		agentsExecution,
		previewId,
		sparePreviewId,
		opportunityId,
		idempotencyKey,
		agent,
		secondAgent,
		token,
		accountId: (connected.result as { readonly account: { readonly id: string } }).account.id,
		accountLabel,
		apiKey,
		alertTargetId: (hook.result as { readonly target_id: string }).target_id,
		alertRuleId: (rule.result as { readonly rule_id: string }).rule_id,
		linkId: await linkChat(fixture, ann.userId, agent.agentId),
		replayId: (replay.result as { readonly replay_id: string }).replay_id,
		potId,
		decisionId: await firstDecision(ask, token.token, potId),
		passkeyId: await addPasskey(fixture, ann.userId),
		applicationId: applications[0]?.application_id ?? '',
		connectionState: connection.searchParams.get('state') ?? '',
		interaction: waiting.path,
	};
	for (const [name, value] of Object.entries(things))
		expect({ name, there: Boolean(value) }).toEqual({ name, there: true });
	return {
		fixture,
		trading,
		walk,
		ann,
		bob,
		things,
		bobsPageToken: await pageToken(bob, 'manage'),
		bobsToken: bobsCopied.token,
		bobsAgentToken: await tokenOf(bobsAgent),
		agentToken,
		secondAgentToken,
		ask,
		annsState: () => stateOf(fixture, trading, ann.userId),
		annsWords: [
			ann.userId,
			ann.wallet.address,
			ann.wallet.address.toLowerCase(),
			execution.execution_id,
			execution.job_id,
			agentsExecution.execution_id,
			agentsExecution.job_id,
			things.previewId,
			agent.agentId,
			secondAgent.agentId,
			token.tokenId,
			things.accountId,
			accountLabel,
			things.alertTargetId,
			things.alertRuleId,
			things.linkId,
			things.replayId,
			things.potId,
			things.decisionId,
			'anns pot',
			'anns chat',
			things.passkeyId,
			'anns laptop',
			'anns pager',
			'anns first',
			'anns second',
			things.applicationId,
		],
		[Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
	};
}

/** Returns the id of the pot's first decision. */
async function firstDecision(ask: TwoUsers['ask'], token: string, potId: string): Promise<string> {
	const { result } = await ask(token, 'autopilot_status', { pot_id: potId });
	const { pots } = result as {
		readonly pots: readonly { readonly decisions: readonly { readonly decision_id: string }[] }[];
	};
	const [decision] = pots[0]?.decisions ?? [];
	if (decision === undefined) throw new Error("Ann's pot has made no decision.");
	return decision.decision_id;
}

/** Stores a passkey for Ann, as if she had registered it. */
async function addPasskey({ database }: Fixture, userId: string): Promise<string> {
	const passkeyId = 'pk_0123456789abcdef';
	const made = { passkeyId, userId, name: 'anns laptop', credentialId: 'anns-credential', site: 'localhost' };
	const facts = { publicKey: new Uint8Array(64), counter: 0, transports: [], createdAt: 1, lastUsedAt: null };
	await createPasskeyStore(createSqliteDatabase(database)).insert({ ...made, ...facts }, 1);
	return passkeyId;
}

/** Links a chat to an agent of Ann, as if she had sent the code to the bot. */
async function linkChat({ database }: Fixture, userId: string, agentId: string): Promise<string> {
	const store = createChatStore(createSqliteDatabase(database));
	const linkId = 'chat_0123456789abcdef01234567';
	const codeHash = 'the hash of her code';
	await store.putCode({ codeHash, userId, agentId, actsForOwner: true, expiresAt: 2 });
	const place = { platform: 'telegram', chatId: '-1', personId: '1' } as const;
	await store.redeem(codeHash, { ...place, chatName: 'anns chat', personName: 'ann', linkId, at: 1 });
	return linkId;
}

/** The exchange pair of Ann's opportunity, for methods with a pair parameter. */
export const EXCHANGE_PAIR = PAIR;

async function runs({ floor }: RealTrading, executionId: string): Promise<void> {
	while (floor.driver.state(executionId)?.phase !== 'running')
		await new Promise((resolve) => setImmediate(resolve));
}

function stateOf({ database }: Fixture, { floor }: RealTrading, userId: string): string {
	const rows = (from: typeof database, sql: string) => from.prepare(sql).all(userId);
	const state = {
		agents: rows(
			database,
			'SELECT agent_id, name, scopes, caps, key_hash, stopped_at FROM agent WHERE user_id = ? ORDER BY agent_id',
		),
		tokens: rows(
			database,
			'SELECT token_id, name, scopes, expires_at, revoked_at FROM token WHERE user_id = ? ORDER BY token_id',
		),
		alertTargets: rows(
			database,
			'SELECT target_id, name, sealed, kinds, paused_at FROM alert_target WHERE user_id = ? ORDER BY target_id',
		),
		alertRules: rows(
			database,
			'SELECT rule_id, name, limit_value, enabled FROM alert_rule WHERE user_id = ? ORDER BY rule_id',
		),
		quietHours: rows(database, 'SELECT * FROM alert_quiet_hours WHERE user_id = ?'),
		heartbeats: rows(database, 'SELECT sealed, method FROM alert_heartbeat WHERE user_id = ?'),
		chats: rows(
			database,
			'SELECT link_id, agent_id, acts_for_owner FROM chat_link WHERE user_id = ? ORDER BY link_id',
		),
		passkeys: rows(
			database,
			'SELECT passkey_id, name, counter FROM passkey WHERE user_id = ? ORDER BY passkey_id',
		),
		accounts: rows(
			database,
			'SELECT account_id, label, credentials, in_use, leaving_since, disconnected_at FROM exchange_account WHERE user_id = ? ORDER BY account_id',
		),
		grants: rows(
			database,
			"SELECT id_hash FROM oauth_record WHERE user_id = ? AND model IN ('Grant', 'AccessToken', 'RefreshToken') ORDER BY id_hash",
		),
		logins: rows(database, 'SELECT session_hash FROM web_session WHERE user_id = ? ORDER BY session_hash'),
		halts: floor.database
			.prepare('SELECT * FROM halt')
			.all()
			.filter((row) => JSON.stringify(row).includes(userId)),
		executions: floor.driver
			.statesOf(userId)
			.map(({ plan, phase, held, exit }) => ({ id: plan.executionId, phase, held, exit })),
	};
	return JSON.stringify(state, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
}
