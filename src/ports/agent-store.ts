/** Agents of users at rest. Of keys only the hash is kept. Times are milliseconds. */
import type { AgentCaps } from './order-service.ts';

/** An agent of a user as the store keeps it: its scopes, its caps, and how it proves itself. */
export type StoredAgent = {
	readonly agentId: string;
	/** The owner. */
	readonly userId: string;
	readonly name: string;
	readonly scopes: readonly string[];
	readonly caps: AgentCaps;
	/** SHA-256 of the agent key, hex; null for one that proves itself by a private key. */
	readonly keyHash: string | null;
	/** Public keys of `private_key_jwt`; null for one that has an agent key. */
	readonly publicKeys: readonly Readonly<Record<string, unknown>>[] | null;
	/** Its tokens are bound to a key of its own (RFC 9449). */
	readonly requiresDpop: boolean;
	readonly createdAt: number;
	readonly keyChangedAt: number;
	/** Exact to about a minute. */
	readonly lastUsedAt: number | null;
	readonly stoppedAt: number | null;
};

/** What its owner says of an agent, and may change. */
export type AgentTerms = Pick<StoredAgent, 'name' | 'scopes' | 'caps'>;

/** Each change writes what it is about and nothing else, so that of two at once both count. */
export interface AgentStore {
	/** False, and nothing is kept, where the user has `activeMax` that are not stopped. Rejects when the id is taken. */
	insert(agent: StoredAgent, activeMax: number): Promise<boolean>;
	find(agentId: string): Promise<StoredAgent | undefined>;
	/** Of one user, at most `limit`: those that run before those that are stopped, each newest first. */
	list(userId: string, limit: number): Promise<readonly StoredAgent[]>;
	/** False for one that is stopped or not there. */
	setTerms(agentId: string, terms: AgentTerms): Promise<boolean>;
	/** False for one that is stopped or not there. */
	setKey(agentId: string, keyHash: string, changedAt: number): Promise<boolean>;
	/** False for one that was stopped before or is not there. */
	stop(agentId: string, at: number): Promise<boolean>;
	touch(agentId: string, at: number): Promise<void>;
	/** Ids of all stopped agents: read once, at a start. */
	stopped(): Promise<readonly string[]>;
}
