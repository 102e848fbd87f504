/**
 * Audit trail of acts in a user's name, for that user to read. Implemented by `store/`; nothing is ever changed or
 * removed.
 */

/** The actor: the user in a browser or with a token, an agent, the operator of the service, or the service itself. */
export type AuditActor = 'user' | 'token' | 'agent' | 'application' | 'operator' | 'service';

/** One act in a user's name: its time, actor, subject and outcome. */
export type AuditEntry = {
	/** Milliseconds. */
	readonly at: number;
	readonly userId: string;
	readonly actor: AuditActor;
	/** Id of the token, agent or application; null for a browser, the operator and the service. */
	readonly actorId: string | null;
	/** Noun and verb, such as `token.create`, or the name of a method. */
	readonly action: AuditAction;
	/** Id of its subject. */
	readonly subject: string | null;
	/** `ok`, or the code of the error. */
	readonly outcome: string;
	/** Network address of the caller, if any. */
	readonly address: string | null;
	/** Facts that are safe to show: never a secret. */
	readonly details: Readonly<Record<string, unknown>>;
};

/** Closed list of audited acts; `call` is a method of the API. */
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
	'connection.check',
	'connection.disconnect',
	'call',
] as const;

/** One of `AUDIT_ACTIONS`. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** An entry with its number in the trail, the cursor of the next older page. */
export type ListedAuditEntry = AuditEntry & { readonly seq: number };

/** The append-only record of acts in users' names. */
export interface AuditTrail {
	/** Durable when it resolves. Rejects if it cannot be written. */
	append(entry: AuditEntry): Promise<void>;
	/** Entries of one user, newest first, before `beforeSeq`, at most `limit`. */
	list(query: {
		readonly userId: string;
		readonly beforeSeq?: number | undefined;
		readonly limit: number;
	}): Promise<readonly ListedAuditEntry[]>;
}
