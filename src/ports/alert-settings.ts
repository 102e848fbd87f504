/** Defines a user's quiet hours and outgoing heartbeat. */

/** Daily quiet hours in a time zone. Alerts that are not critical wait until they end. */
export type QuietHours = {
	/** Start, minutes since midnight in the zone. */
	readonly fromMinute: number;
	/** End, minutes since midnight in the zone. An end before the start is on the next day. */
	readonly untilMinute: number;
	/** IANA name of the time zone, such as `Europe/Berlin`. */
	readonly timeZone: string;
};

/** HTTP methods of a heartbeat. */
export const HEARTBEAT_METHODS = ['GET', 'HEAD'] as const;
/** One of `HEARTBEAT_METHODS`. */
export type HeartbeatMethod = (typeof HEARTBEAT_METHODS)[number];

/** A user's heartbeat: a URL that the service calls every minute while it is healthy. Times are milliseconds. */
export type Heartbeat = {
	readonly userId: string;
	/** Scheme and host of the URL. The rest is secret. */
	readonly shown: string;
	readonly method: HeartbeatMethod;
	readonly createdAt: number;
	/** Time of the last call that the URL answered with 2xx; null before the first one. */
	readonly lastOkAt: number | null;
	/** Time of the first failed call of the current series; null after a success. */
	readonly failingSince: number | null;
	/** Reason why the last call failed, without secrets; null after a success. */
	readonly failure: string | null;
};

/** A stored heartbeat with its sealed URL. */
export type StoredHeartbeat = Heartbeat & { readonly sealed: string };

/** A user's settings, and whether the service itself is healthy enough to call heartbeats. */
export type AlertSettingsRecord = {
	readonly quietHours: QuietHours | null;
	/** Time at which the quiet hours in progress end, milliseconds; null outside quiet hours. */
	readonly quietUntil: number | null;
	readonly heartbeat: (Heartbeat & { readonly nextAt: number | null }) | null;
	/** Why the service calls no heartbeats now; null while it is healthy. */
	readonly unhealthy: string | null;
	/** Sender address of alert mails; null if the operator has not configured a mail server. */
	readonly mailFrom: string | null;
	readonly targetsMax: number;
	readonly rulesMax: number;
};

/** Stores quiet hours and heartbeats. Every write is durable when it resolves. */
export interface AlertSettingsStore {
	load(): Promise<{
		readonly quietHours: ReadonlyMap<string, QuietHours>;
		readonly heartbeats: readonly StoredHeartbeat[];
	}>;
	/** Stores a user's quiet hours; null removes them. */
	saveQuietHours(userId: string, quietHours: QuietHours | null): Promise<void>;
	/** Inserts or replaces the user's heartbeat. */
	saveHeartbeat(heartbeat: StoredHeartbeat): Promise<void>;
	/** Stores the outcome of the last call. Neither the URL nor its seal changes. */
	noteHeartbeat(
		userId: string,
		outcome: Pick<Heartbeat, 'lastOkAt' | 'failingSince' | 'failure'>,
	): Promise<void>;
	removeHeartbeat(userId: string): Promise<void>;
	/** Writes the time of a check and syncs it. Rejects if the store cannot be written. */
	proveWritable(at: number): Promise<void>;
}

/** Reads and changes one user's settings, for the API. */
export interface AlertSettings {
	read(userId: string): AlertSettingsRecord;
	/** Sets quiet hours, or removes them with null. @throws CarrywireError INVALID_PARAMS for an unknown time zone */
	setQuietHours(userId: string, quietHours: QuietHours | null): Promise<void>;
	/**
	 * Sets the user's only heartbeat and calls it soon. @throws CarrywireError INVALID_PARAMS for a forbidden URL,
	 * TOO_MANY_HEARTBEATS
	 */
	setHeartbeat(userId: string, url: string, method: HeartbeatMethod): Promise<void>;
	/** Removes the user's heartbeat, if there is one. */
	removeHeartbeat(userId: string): Promise<void>;
}
