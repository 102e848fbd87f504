/**
 * Manages agents: programs that act for a user with an id and a key of their own. They get tokens by
 * `client_credentials`, limited to some of their owner's scopes and to caps that the owner sets. The owner can stop
 * them at once.
 */

import { CarrywireError } from '../domain/carrywire-error.ts';
import { type Decimal, parseDecimal } from '../domain/decimal.ts';
import type { AgentStore, StoredAgent } from '../ports/agent-store.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { AgentCaps } from '../ports/order-service.ts';
import type { Words } from '../sentences/sentence.ts';
import { checkPublicKeys, type PublicKey } from './agent-public-keys.ts';
import { nameFault } from './names.ts';
import { isScope, type Scope } from './scopes.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { AGENT_TEXT, shownValue } from './text.ts';

/**
 * Scopes that an agent can have. Only users themselves connect accounts and manage agents, because an agent with
 * either permission could lift its own caps.
 */
export const AGENT_SCOPES: readonly Scope[] = ['arb:read', 'arb:trade'];
/** Maximum running agents per user; stopped agents do not count. */
export const AGENTS_PER_USER_MAX = 50;
const LIST_ROWS_MAX = 1_000;
const TOUCH_PERIOD_MS = 60_000;
const PAIRS_MAX = 100;
const EXECUTIONS_PER_DAY_MAX = 100_000;
const PAIR = /^[a-z0-9]{1,32}-[a-z0-9]{1,32}$/;
const AMOUNT_MAX = parseDecimal('1000000000');
const ZERO = parseDecimal('0');

/** An agent as its owner sees it, without the hash of its key. */
export type AgentListing = Omit<StoredAgent, 'keyHash' | 'scopes'> & {
	readonly scopes: readonly Scope[];
	readonly credential: 'key' | 'public_key';
};

/** Returns an identifier for the key that an agent used to get a token, without revealing the key or its hash. */
export function keyMark(keyHash: string): string {
	return hashSecret(`mark ${keyHash}`);
}

/** Terms of an agent. Amount caps are in USD; null means no cap. */
export type AgentTerms = {
	readonly name: string;
	readonly scopes: readonly Scope[];
	readonly caps: AgentCaps;
};

/** Creates, changes and stops users' agents, and reports which of them are running. */
export interface AgentAuthority {
	/**
	 * Creates an agent. If `publicKeys` is undefined, the service generates a secret key and returns it only here.
	 * @throws CarrywireError INVALID_PARAMS for a value outside its bounds, RISK_LIMIT for too many agents
	 */
	create(
		userId: string,
		terms: AgentTerms & {
			readonly publicKeys: readonly PublicKey[] | undefined;
			readonly requiresDpop: boolean;
		},
	): Promise<{ readonly agent: AgentListing; readonly key: string | undefined }>;
	/** Lists running agents, then stopped ones, each newest first. */
	list(userId: string): Promise<readonly AgentListing[]>;
	/** @throws CarrywireError UNKNOWN_AGENT if the id does not exist or belongs to another user */
	get(userId: string, agentId: string): Promise<AgentListing>;
	/**
	 * Changes the agent's terms, which apply from its next call. @throws CarrywireError as `create` and `get`;
	 * AGENT_STOPPED
	 */
	update(userId: string, agentId: string, terms: AgentTerms): Promise<AgentListing>;
	/**
	 * Replaces the agent's key. The old key and every token of the agent become invalid at once. @throws
	 * CarrywireError as `get`; AGENT_STOPPED; INVALID_PARAMS for an agent with its own key pair
	 */
	rotateKey(userId: string, agentId: string): Promise<{ readonly agent: AgentListing; readonly key: string }>;
	/** Stops the agent at once and permanently. False if it was already stopped. @throws CarrywireError as `get` */
	stop(userId: string, agentId: string): Promise<boolean>;
	/**
	 * Returns the agent with the hash of its key, for the authorization server and the token check. Undefined if the
	 * agent is stopped.
	 */
	findActive(agentId: string): Promise<StoredAgent | undefined>;
	/** True as soon as `stop` is called. It stays true after a restart. */
	isStopped(agentId: string): boolean;
	/** Records that the agent was used, at most once a minute. */
	touch(agentId: string): void;
	/**
	 * Registers a listener, which runs when a key, scopes or caps change, and when the agent stops. `tokensEnd` is
	 * true for a new key or a stop.
	 */
	onChange(listener: (agentId: string, tokensEnd: boolean) => Promise<void>): void;
}

type AgentParts = {
	readonly store: AgentStore;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Logger;
};

type Agents = AgentParts & {
	readonly stopped: Set<string>;
	/** Time when each agent's last use was recorded, milliseconds, keyed by agent id. */
	readonly touchedAt: Map<string, number>;
	readonly listeners: ((agentId: string, tokensEnd: boolean) => Promise<void>)[];
};

/**
 * Creates the agent authority. It reads the stopped agents first, so that none of them counts as running after a
 * restart.
 */
export async function createAgentAuthority(parts: AgentParts): Promise<AgentAuthority> {
	const { store } = parts;
	const stopped = new Set(await store.stopped());
	const agents: Agents = { ...parts, stopped, touchedAt: new Map(), listeners: [] };
	return {
		create: (userId, terms) => create(agents, userId, terms),
		list: async (userId) => (await store.list(userId, LIST_ROWS_MAX)).map(listing),
		get: async (userId, agentId) => listing(await owned(agents, userId, agentId)),
		async update(userId, agentId, terms) {
			checkTerms(terms);
			const { name, scopes, caps } = terms;
			const present = await running(agents, userId, agentId);
			if (!(await store.setTerms(agentId, { name, scopes, caps }))) throw hasStopped(agentId);
			await changed(agents, agentId, false);
			return listing({ ...present, name, scopes, caps });
		},
		rotateKey: (userId, agentId) => rotateKey(agents, userId, agentId),
		stop: (userId, agentId) => stop(agents, userId, agentId),
		async findActive(agentId) {
			if (stopped.has(agentId)) return undefined;
			const agent = await store.find(agentId);
			return agent?.stoppedAt === null ? agent : undefined;
		},
		isStopped: (agentId) => stopped.has(agentId),
		touch: (agentId) => touch(agents, agentId),
		onChange(listener) {
			agents.listeners.push(listener);
		},
	};
}

async function create(
	{ store, clock, random }: Agents,
	userId: string,
	{ publicKeys, requiresDpop, ...terms }: Parameters<AgentAuthority['create']>[1],
): ReturnType<AgentAuthority['create']> {
	checkTerms(terms);
	if (publicKeys !== undefined) checkPublicKeys(publicKeys);
	const key = publicKeys === undefined ? newSecret('arbk_', random) : undefined;
	const now = clock.now();
	const agent: StoredAgent = {
		agentId: `agent_${random.hex(12)}`,
		userId,
		...terms,
		keyHash: key === undefined ? null : hashSecret(key),
		publicKeys: publicKeys ?? null,
		requiresDpop,
		createdAt: now,
		keyChangedAt: now,
		lastUsedAt: null,
		stoppedAt: null,
	};
	if (await store.insert(agent, AGENTS_PER_USER_MAX)) return { agent: listing(agent), key };
	throw new CarrywireError('RISK_LIMIT', AGENT_TEXT.tooMany({ limit: AGENTS_PER_USER_MAX }), {
		facts: { limit: AGENTS_PER_USER_MAX },
	});
}

async function rotateKey(
	agents: Agents,
	userId: string,
	agentId: string,
): ReturnType<AgentAuthority['rotateKey']> {
	const { store, clock, random } = agents;
	const present = await running(agents, userId, agentId);
	if (present.keyHash === null)
		throw new CarrywireError('INVALID_PARAMS', AGENT_TEXT.ownKeyPair({ agent: agentId }), {
			field: 'agent_id',
		});
	const key = newSecret('arbk_', random);
	const [keyHash, keyChangedAt] = [hashSecret(key), clock.now()];
	if (!(await store.setKey(agentId, keyHash, keyChangedAt))) throw hasStopped(agentId);
	await changed(agents, agentId, true);
	return { agent: listing({ ...present, keyHash, keyChangedAt }), key };
}

async function stop(agents: Agents, userId: string, agentId: string): Promise<boolean> {
	const agent = await owned(agents, userId, agentId);
	if (agent.stoppedAt !== null) return false;
	// Memory is updated first, so that every later call finds the agent stopped even if the write to disk fails.
	agents.stopped.add(agentId);
	try {
		await agents.store.stop(agentId, agents.clock.now());
	} finally {
		await changed(agents, agentId, true);
	}
	return true;
}

function touch({ store, clock, logger, touchedAt }: Agents, agentId: string): void {
	const now = clock.now();
	if (now - (touchedAt.get(agentId) ?? 0) < TOUCH_PERIOD_MS) return;
	touchedAt.set(agentId, now);
	store.touch(agentId, now).catch((error: unknown) => {
		logger.warn({ agentId, error }, AGENT_TEXT.useNotRecorded);
	});
}

async function owned({ store }: Agents, userId: string, agentId: string): Promise<StoredAgent> {
	const agent = await store.find(agentId);
	if (agent?.userId === userId) return agent;
	throw new CarrywireError('UNKNOWN_AGENT', AGENT_TEXT.unknown({ was: shownValue(agentId) }), {
		field: 'agent_id',
	});
}

async function running(agents: Agents, userId: string, agentId: string): Promise<StoredAgent> {
	const agent = await owned(agents, userId, agentId);
	if (agents.stopped.has(agentId)) throw hasStopped(agentId);
	return agent;
}

async function changed({ listeners }: Agents, agentId: string, tokensEnd: boolean): Promise<void> {
	for (const listener of listeners) await listener(agentId, tokensEnd);
}

function hasStopped(agentId: string): CarrywireError {
	return new CarrywireError('AGENT_STOPPED', AGENT_TEXT.stopped({ agent: agentId }));
}

function listing({ keyHash, scopes, ...agent }: StoredAgent): AgentListing {
	return {
		...agent,
		scopes: scopes.filter(isScope),
		credential: keyHash === null ? 'public_key' : 'key',
	};
}

function checkTerms(terms: AgentTerms): void {
	const [first] = agentTermsFaults(terms);
	if (first !== undefined) throw first;
}

/** Returns one INVALID_PARAMS error for each field outside its bounds, in field order. */
export function agentTermsFaults({ name, scopes, caps }: AgentTerms): readonly CarrywireError[] {
	const { amountMax, openAmountMax, executionsPerDay, pairs } = caps;
	return [
		nameFault('name', name),
		scopesFault(scopes),
		amountFault('amount_max', amountMax),
		amountFault('open_amount_max', openAmountMax),
		executionsFault(executionsPerDay),
		pairsFault(pairs),
	].filter((fault) => fault !== undefined);
}

function scopesFault(scopes: readonly Scope[]): CarrywireError | undefined {
	if (scopes.length > 0 && scopes.every((scope) => AGENT_SCOPES.includes(scope))) return undefined;
	return invalid('scopes', AGENT_TEXT.scopes({ allowed: AGENT_SCOPES, was: scopes }));
}

function executionsFault(perDay: number | null): CarrywireError | undefined {
	if (perDay === null || (Number.isInteger(perDay) && perDay >= 0 && perDay <= EXECUTIONS_PER_DAY_MAX))
		return undefined;
	return invalid(
		'executions_per_day',
		AGENT_TEXT.executionsPerDay({ limit: EXECUTIONS_PER_DAY_MAX, was: perDay }),
	);
}

function pairsFault(pairs: readonly string[] | null): CarrywireError | undefined {
	if (pairs === null) return undefined;
	if (pairs.length === 0 || pairs.length > PAIRS_MAX)
		return invalid('pairs', AGENT_TEXT.pairCount({ limit: PAIRS_MAX, was: pairs.length }));
	const wrong = pairs.find((pair) => {
		const [first = '', second = ''] = pair.split('-');
		return !PAIR.test(pair) || first >= second;
	});
	if (wrong === undefined) return undefined;
	return invalid('pairs', AGENT_TEXT.pair({ was: shownValue(wrong) }));
}

function amountFault(field: string, amount: Decimal | null): CarrywireError | undefined {
	if (amount === null || (amount > ZERO && amount <= AMOUNT_MAX)) return undefined;
	return invalid(field, AGENT_TEXT.amount({ field, limit: AMOUNT_MAX, was: amount }));
}

function invalid(field: string, message: Words): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', message, { field });
}
