/** Agents of users at rest. Implemented by `store/`. Of keys only the hash is kept. Times are milliseconds. */
import type { AgentCaps } from './desk.ts';

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

export interface AgentStore {
	/** Rejects when the id is taken. */
	insert(agent: StoredAgent): Promise<void>;
	find(agentId: string): Promise<StoredAgent | undefined>;
	/** Of one user, newest first, at most `limit`: stopped ones are left out first. */
	list(userId: string, limit: number): Promise<readonly StoredAgent[]>;
	/** Agents of the user that are not stopped. */
	countActive(userId: string): Promise<number>;
	update(agent: StoredAgent): Promise<void>;
	touch(agentId: string, at: number): Promise<void>;
	/** Ids of all stopped agents. */
	stopped(): readonly string[];
}
