/** Defines the targets for a user's alerts, and the deliveries to them. */
import type { AlertRules } from './alert-rules.ts';
import type { AlertSettings } from './alert-settings.ts';
import type { Alert, AlertFeed, AlertKind, AlertSeverity } from './alerts.ts';

/**
 * `webhook`: our JSON, signed; `slack`: a Slack incoming webhook, or a receiver that accepts its format; `telegram`:
 * a bot; `email`: a mail by the operator's SMTP server.
 */
export const ALERT_TARGET_KINDS = ['webhook', 'slack', 'telegram', 'email'] as const;
/** One of `ALERT_TARGET_KINDS`. It determines the format of the body and of the address. */
export type AlertTargetKind = (typeof ALERT_TARGET_KINDS)[number];

/** A target's address. It is secret, because it may contain a token. */
export type AlertAddress =
	| { readonly kind: 'webhook' | 'slack'; readonly url: string }
	| { readonly kind: 'telegram'; readonly botToken: string; readonly chatId: string }
	| { readonly kind: 'email'; readonly recipient: string };

/** A target for a user's alerts, without its secret address. Times are milliseconds. */
export type AlertTarget = {
	readonly targetId: string;
	readonly userId: string;
	readonly kind: AlertTargetKind;
	/** The owner's name for the target. */
	readonly name: string;
	/** The public part of the address: scheme and host, the chat, or the mail address. */
	readonly shown: string;
	/** Alert kinds that are sent to the target; null means all. */
	readonly kinds: readonly AlertKind[] | null;
	readonly leastSeverity: AlertSeverity;
	readonly createdAt: number;
	/**
	 * Time at which the recipient of an e-mail target proved the address; for other kinds the time of creation. Null
	 * before the proof: until then the target receives no alerts.
	 */
	readonly confirmedAt: number | null;
	/** Time at which deliveries were paused; null while alerts are sent. */
	readonly pausedAt: number | null;
	/** Time of the first failed delivery in the current series; null after a success. */
	readonly failingSince: number | null;
	readonly failure: string | null;
	readonly lastDeliveredAt: number | null;
	/**
	 * Number of alerts dropped for this target because too many were waiting, they were too old, or the target was
	 * paused.
	 */
	readonly dropped: number;
};

/** A target as its owner sees it, with the number of waiting alerts. */
export type ListedTarget = AlertTarget & { readonly waiting: number };

/** States of one alert at one target. `waiting` can still change; the other three are final. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'refused', 'dropped'] as const;

/**
 * `waiting`: not delivered yet, and will be retried; `delivered`: the target responded with 2xx; `refused`: the
 * target does not accept this alert; `dropped`: given up.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** State of one alert at one target. `attempts` counts the tries so far. */
export type AlertDelivery = {
	readonly targetId: string;
	readonly state: DeliveryState;
	readonly attempts: number;
	/** Time of the last attempt; null before the first one. */
	readonly attemptedAt: number | null;
	/** Time of the delivery, refusal or drop; null while the alert is waiting. */
	readonly endedAt: number | null;
	readonly failure: string | null;
};

/** An alert with its deliveries, one per target. */
export type AlertWithDeliveries = { readonly alert: Alert; readonly deliveries: readonly AlertDelivery[] };

/** A target as requested by a user. `kinds` is null for every kind of alert. */
export type TargetRequest = {
	readonly name: string;
	readonly address: AlertAddress;
	readonly kinds: readonly AlertKind[] | null;
	readonly leastSeverity: AlertSeverity;
};

/** Changes to a target; an absent member stays unchanged. `isPaused` false also ends a pause after failures. */
export type TargetEdit = Partial<Omit<TargetRequest, 'address'>> & { readonly isPaused?: boolean };

/** Selects alerts of one user. Times are milliseconds; an absent member selects all. */
export type AlertQuery = {
	readonly limit: number;
	readonly kinds?: readonly AlertKind[];
	readonly leastSeverity?: AlertSeverity;
	/** Earliest time of an alert, inclusive. */
	readonly from?: number;
	/** Latest time of an alert, exclusive. */
	readonly until?: number;
	/** Id of an alert: only older ones follow. */
	readonly before?: string;
	/** Only alerts with a delivery to this target, and only that delivery. */
	readonly targetId?: string;
	/** Only alerts with a delivery in this state, and only those deliveries. */
	readonly deliveryState?: DeliveryState;
};

/** A target's response to a test alert. `tookMs` is the time from the request to the response, milliseconds. */
export type TestOutcome = {
	readonly delivered: boolean;
	/** HTTP status, or the mail server's reply code; null if the target did not respond. */
	readonly status: number | null;
	/** Describes the response in a sentence without secrets. */
	readonly answer: string;
	readonly tookMs: number;
};

/** Lists, adds, removes and tests one user's targets, for the API. */
export interface AlertTargets {
	list(userId: string): Promise<readonly ListedTarget[]>;
	/**
	 * Adds a target. An e-mail address gets a code first, which `confirm` needs. @throws CarrywireError INVALID_PARAMS
	 * for a forbidden address, TOO_MANY_ALERT_TARGETS, MAIL_NOT_CONFIGURED, MAIL_NOT_SENT, RATE_LIMITED
	 */
	add(
		userId: string,
		wish: TargetRequest,
	): Promise<{
		readonly target: ListedTarget;
		/** Secret for verifying the webhook's signatures, shown once; null for a target whose posts are not signed. */
		readonly signingSecret: string | null;
	}>;
	/** Changes a target. @throws CarrywireError UNKNOWN_ALERT_TARGET */
	edit(userId: string, targetId: string, edit: TargetEdit): Promise<ListedTarget>;
	/**
	 * Sends a new code to an unconfirmed e-mail target; earlier codes end. @throws CarrywireError
	 * UNKNOWN_ALERT_TARGET, ALERT_TARGET_CONFIRMED, MAIL_NOT_CONFIGURED, MAIL_NOT_SENT, RATE_LIMITED
	 */
	sendCode(userId: string, targetId: string): Promise<void>;
	/**
	 * Confirms an e-mail target with the code that its recipient got. @throws CarrywireError UNKNOWN_ALERT_TARGET,
	 * ALERT_TARGET_CONFIRMED, WRONG_CONFIRMATION_CODE
	 */
	confirm(userId: string, targetId: string, code: string): Promise<ListedTarget>;
	/** Removes a target and drops its waiting alerts. @throws CarrywireError UNKNOWN_ALERT_TARGET */
	remove(userId: string, targetId: string): Promise<void>;
	/**
	 * Sends one test alert to the target now. A successful delivery ends a pause. @throws CarrywireError
	 * UNKNOWN_ALERT_TARGET, ALERT_TARGET_UNCONFIRMED, RATE_LIMITED
	 */
	test(userId: string, targetId: string): Promise<TestOutcome>;
	/**
	 * Returns the user's alerts with their deliveries, newest first. @throws CarrywireError INVALID_PARAMS if `before`
	 * names no alert of the user, UNKNOWN_ALERT_TARGET
	 */
	recentAlerts(userId: string, query: AlertQuery): Promise<readonly AlertWithDeliveries[]>;
}

/** Alerts, their targets, the users' rules and their settings, provided to the API by `src/alerts/`. */
export type AlertService = AlertFeed &
	AlertTargets & { readonly rules: AlertRules; readonly settings: AlertSettings };
