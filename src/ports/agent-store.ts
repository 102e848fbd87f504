/** Stores users' agents. It stores only hashes of agent keys. Times are milliseconds. */
import type { AgentCaps } from './order-service.ts';

/** A user's stored agent: its scopes, its limits, and its authentication. */
export type StoredAgent = {
	readonly agentId: string;
	/** Id of the user who owns the agent. */
	readonly userId: string;
	readonly name: string;
	readonly scopes: readonly string[];
	readonly caps: AgentCaps;
	/** SHA-256 hash of the agent key, hex; null for an agent that authenticates with a private key. */
	readonly keyHash: string | null;
	/** The agent's public keys for authentication (`private_key_jwt`); null for an agent with an agent key. */
	readonly publicKeys: readonly Readonly<Record<string, unknown>>[] | null;
	/** True if the agent's tokens are bound to its own key (RFC 9449). */
	readonly requiresDpop: boolean;
	readonly createdAt: number;
	readonly keyChangedAt: number;
	/** Time of the agent's last use, accurate to about a minute; null before its first use. */
	readonly lastUsedAt: number | null;
	readonly stoppedAt: number | null;
};

/** The agent settings that its owner may change. */
export type AgentTerms = Pick<StoredAgent, 'name' | 'scopes' | 'caps'>;

/** Stores agents. A change writes only its own fields, so that concurrent changes all take effect. */
export interface AgentStore {
	/**
	 * Stores a new agent. Returns false and stores nothing if the user already has `activeMax` active agents. Rejects
	 * if the agent's id is taken.
	 */
	insert(agent: StoredAgent, activeMax: number): Promise<boolean>;
	find(agentId: string): Promise<StoredAgent | undefined>;
	/** Returns at most `limit` agents of one user. Active agents come before stopped ones, each newest first. */
	list(userId: string, limit: number): Promise<readonly StoredAgent[]>;
	/** Changes an agent's name, scopes and limits. Returns false for a stopped or missing agent. */
	setTerms(agentId: string, terms: AgentTerms): Promise<boolean>;
	/** Replaces the hash of the agent key. Returns false for a stopped or missing agent. */
	setKey(agentId: string, keyHash: string, changedAt: number): Promise<boolean>;
	/** Marks an agent as stopped. Returns false for an agent that is already stopped or missing. */
	stop(agentId: string, at: number): Promise<boolean>;
	touch(agentId: string, at: number): Promise<void>;
	/** Returns the ids of all stopped agents. The service reads them once, at startup. */
	stopped(): Promise<readonly string[]>;
}
