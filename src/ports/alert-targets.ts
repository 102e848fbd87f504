/** Targets of a user's alerts, and their deliveries. */
import type { Alert, AlertFeed, AlertKind, AlertSeverity } from './alerts.ts';

/**
 * `webhook`: our JSON, signed; `slack`: an incoming webhook of Slack, or a receiver that accepts its format;
 * `telegram`: a bot.
 */
export const ALERT_TARGET_KINDS = ['webhook', 'slack', 'telegram'] as const;
/** One of `ALERT_TARGET_KINDS`: it determines the form of the body and of the address. */
export type AlertTargetKind = (typeof ALERT_TARGET_KINDS)[number];

/** Address of a target. Secret, because it may contain a token. */
export type AlertAddress =
	| { readonly kind: 'webhook' | 'slack'; readonly url: string }
	| { readonly kind: 'telegram'; readonly botToken: string; readonly chatId: string };

/** A target of a user's alerts, without its secret address. Times are milliseconds. */
export type AlertTarget = {
	readonly targetId: string;
	readonly userId: string;
	readonly kind: AlertTargetKind;
	/** The owner's name for it. */
	readonly name: string;
	/** The public part of the address: scheme and host, or the chat. */
	readonly shown: string;
	/** Kinds that are sent there; null: all. */
	readonly kinds: readonly AlertKind[] | null;
	readonly leastSeverity: AlertSeverity;
	readonly createdAt: number;
	/** Nothing is sent while it is paused. */
	readonly pausedAt: number | null;
	/** Start of the present series of failures; null after a success. */
	readonly failingSince: number | null;
	readonly failure: string | null;
	readonly lastDeliveredAt: number | null;
	/** Number of its alerts that were given up: too many waited, they were too old, or it was paused. */
	readonly dropped: number;
};

/** A target from its owner's view, with the number of waiting alerts. */
export type ListedTarget = AlertTarget & { readonly waiting: number };

/** States of one alert at one target: `waiting` may still change, the other three are final. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'refused', 'dropped'] as const;

/**
 * `waiting`: not delivered, and retried; `delivered`: the target has answered 2xx; `refused`: it does not accept this
 * alert; `dropped`: given up.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** State of one alert at one target; `attempts` counts the tries made. */
export type AlertDelivery = {
	readonly targetId: string;
	readonly state: DeliveryState;
	readonly attempts: number;
	/** Time of delivery, refusal or drop. */
	readonly endedAt: number | null;
	readonly failure: string | null;
};

/** An alert with its deliveries, one per target. */
export type AlertWithDeliveries = { readonly alert: Alert; readonly deliveries: readonly AlertDelivery[] };

/** A target that a user requests; `kinds` null means every kind of alert. */
export type TargetRequest = {
	readonly name: string;
	readonly address: AlertAddress;
	readonly kinds: readonly AlertKind[] | null;
	readonly leastSeverity: AlertSeverity;
};

/** Answer of a target to a test alert; `tookMs` is milliseconds from the request to the answer. */
export type TestOutcome = {
	readonly delivered: boolean;
	/** HTTP status; null without an answer. */
	readonly status: number | null;
	/** The answer, in a sentence without secrets. */
	readonly answer: string;
	readonly tookMs: number;
};

/** Targets of one user at a time, as the API lists, adds, removes and tests them. */
export interface AlertTargets {
	list(userId: string): Promise<readonly ListedTarget[]>;
	/** Adds a target. @throws CarrywireError INVALID_PARAMS for a forbidden address, TOO_MANY_ALERT_TARGETS */
	add(
		userId: string,
		wish: TargetRequest,
	): Promise<{
		readonly target: ListedTarget;
		/** Secret of a webhook for verifying signatures, shown once. */
		readonly signingSecret: string | null;
	}>;
	/** Removes a target and drops its waiting alerts. @throws CarrywireError UNKNOWN_ALERT_TARGET */
	remove(userId: string, targetId: string): Promise<void>;
	/**
	 * Sends one alert now. A successful delivery ends a pause. @throws CarrywireError UNKNOWN_ALERT_TARGET,
	 * RATE_LIMITED
	 */
	test(userId: string, targetId: string): Promise<TestOutcome>;
	/** Newest first. */
	told(userId: string, limit: number): Promise<readonly AlertWithDeliveries[]>;
}

/** Alerts and their targets together, for the API, provided by `src/alerts/`. */
export type AlertService = AlertFeed & AlertTargets;
