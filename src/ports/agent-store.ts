/** Stored agents of users. Only hashes of keys are stored. Times are milliseconds. */
import type { AgentCaps } from './order-service.ts';

/** A stored agent of a user: its scopes, its limits, and its authentication. */
export type StoredAgent = {
	readonly agentId: string;
	/** The owner. */
	readonly userId: string;
	readonly name: string;
	readonly scopes: readonly string[];
	readonly caps: AgentCaps;
	/** SHA-256 of the agent key, hex; null for an agent that authenticates with a private key. */
	readonly keyHash: string | null;
	/** Public keys of `private_key_jwt`; null for an agent with an agent key. */
	readonly publicKeys: readonly Readonly<Record<string, unknown>>[] | null;
	/** True if its tokens are bound to a key of its own (RFC 9449). */
	readonly requiresDpop: boolean;
	readonly createdAt: number;
	readonly keyChangedAt: number;
	/** Exact to about a minute. */
	readonly lastUsedAt: number | null;
	readonly stoppedAt: number | null;
};

/** Settings of an agent that its owner may change. */
export type AgentTerms = Pick<StoredAgent, 'name' | 'scopes' | 'caps'>;

/** Each change writes only its own members, so that concurrent changes both count. */
export interface AgentStore {
	/** False, and nothing is stored, if the user has `activeMax` active agents. Rejects if the id is taken. */
	insert(agent: StoredAgent, activeMax: number): Promise<boolean>;
	find(agentId: string): Promise<StoredAgent | undefined>;
	/** Agents of one user, at most `limit`: active ones before stopped ones, each newest first. */
	list(userId: string, limit: number): Promise<readonly StoredAgent[]>;
	/** False for a stopped or missing agent. */
	setTerms(agentId: string, terms: AgentTerms): Promise<boolean>;
	/** False for a stopped or missing agent. */
	setKey(agentId: string, keyHash: string, changedAt: number): Promise<boolean>;
	/** False for an agent that is already stopped or missing. */
	stop(agentId: string, at: number): Promise<boolean>;
	touch(agentId: string, at: number): Promise<void>;
	/** Ids of all stopped agents: read once, at a start. */
	stopped(): Promise<readonly string[]>;
}
