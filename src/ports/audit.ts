/**
 * Defines the audit trail of actions taken in a user's name. That user can read it. `store/` implements it. Entries
 * are never changed or removed.
 */

/**
 * The actor: the user in a browser or with a token, an agent, an application, the service's operator, or the service
 * itself.
 */
export type AuditActor = 'user' | 'token' | 'agent' | 'application' | 'operator' | 'service';

/** One action taken in a user's name: its time, actor, subject and outcome. */
export type AuditEntry = {
	/** Time of the action, milliseconds. */
	readonly at: number;
	readonly userId: string;
	readonly actor: AuditActor;
	/** Id of the token, agent or application; null for a browser, the operator and the service. */
	readonly actorId: string | null;
	/** One of `AUDIT_ACTIONS`, such as `token.create`. */
	readonly action: AuditAction;
	/** Id of the action's subject; null if there is none. */
	readonly subject: string | null;
	/** Outcome of the action: `ok`, or the error code. */
	readonly outcome: string;
	/** The caller's network address, if any. */
	readonly address: string | null;
	/** Details that are safe to show. They never include a secret. */
	readonly details: Readonly<Record<string, unknown>>;
};

/** Closed list of audited actions; `call` is an API method call. */
export const AUDIT_ACTIONS = [
	'login',
	'login.refused',
	'login.link',
	'logout',
	'token.create',
	'simulated.settle',
	'token.rotate',
	'token.revoke',
	'passkey.add',
	'passkey.remove',
	'application.authorize',
	'application.refuse',
	'application.revoke',
	'application.token_reused',
	'agent.create',
	'agent.update',
	'agent.rotate_key',
	'agent.stop',
	'agent.token',
	'connection.begin',
	'connection.connect',
	'connection.refuse',
	'connection.use',
	'connection.transfers',
	'connection.check',
	'connection.disconnect',
	'call',
] as const;

/** One of `AUDIT_ACTIONS`. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** An entry with its sequence number in the trail, which is also the cursor for the next, older page. */
export type ListedAuditEntry = AuditEntry & { readonly seq: number };

/** Append-only record of actions taken in users' names. */
export interface AuditTrail {
	/** Appends an entry. The entry is durable when the call resolves. Rejects if the entry cannot be written. */
	append(entry: AuditEntry): Promise<void>;
	/** Returns one user's entries before `beforeSeq`, newest first, at most `limit`. */
	list(query: {
		readonly userId: string;
		readonly beforeSeq?: number | undefined;
		readonly limit: number;
	}): Promise<readonly ListedAuditEntry[]>;
}
