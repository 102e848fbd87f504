/** The places that a user's alerts go to, and what became of the alerts. */
import type { Alert, AlertFeed, AlertKind, AlertSeverity } from './alerts.ts';

/** `webhook`: our JSON, signed; `slack`: an incoming webhook of Slack, or of whatever takes its bodies; `telegram`: a bot. */
export const ALERT_TARGET_KINDS = ['webhook', 'slack', 'telegram'] as const;
/** One of `ALERT_TARGET_KINDS`: it decides the form of the body and of the address. */
export type AlertTargetKind = (typeof ALERT_TARGET_KINDS)[number];

/** How a target is reached. Secret: an address may hold a token. */
export type AlertAddress =
	| { readonly kind: 'webhook' | 'slack'; readonly url: string }
	| { readonly kind: 'telegram'; readonly botToken: string; readonly chatId: string };

/** A place that a user's alerts go to, without its secret address. Times are milliseconds. */
export type AlertTarget = {
	readonly targetId: string;
	readonly userId: string;
	readonly kind: AlertTargetKind;
	/** What its owner calls it. */
	readonly name: string;
	/** What may be shown of the address: scheme and host, or the chat. */
	readonly shown: string;
	/** Kinds that are sent there; null: all. */
	readonly kinds: readonly AlertKind[] | null;
	readonly leastSeverity: AlertSeverity;
	readonly createdAt: number;
	/** Nothing is sent while it is paused. */
	readonly pausedAt: number | null;
	/** Since when every attempt has failed; null while the last one did not. */
	readonly failingSince: number | null;
	readonly failure: string | null;
	readonly lastDeliveredAt: number | null;
	/** Alerts for it that were given up: too many waited, they had grown too old, or it was paused. */
	readonly dropped: number;
};

/** A target as its owner sees it, with the number of alerts that still wait for it. */
export type ListedTarget = AlertTarget & { readonly waiting: number };

/** States of one alert at one target: `waiting` may still change, the other three are final. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'refused', 'dropped'] as const;

/**
 * `waiting`: not there yet, it is tried again; `delivered`: the target has answered 2xx; `refused`: it has answered that it does
 * not take this one; `dropped`: given up.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** State of one alert at one target; `attempts` counts the tries that were made. */
export type AlertDelivery = {
	readonly targetId: string;
	readonly state: DeliveryState;
	readonly attempts: number;
	/** When it was delivered, refused or dropped. */
	readonly endedAt: number | null;
	readonly failure: string | null;
};

/** An alert with its deliveries, one for each target that it went to. */
export type ToldAlert = { readonly alert: Alert; readonly deliveries: readonly AlertDelivery[] };

/** A target that a user asks for; `kinds` null means every kind of alert. */
export type TargetWish = {
	readonly name: string;
	readonly address: AlertAddress;
	readonly kinds: readonly AlertKind[] | null;
	readonly leastSeverity: AlertSeverity;
};

/** Answer of a target to a test alert; `tookMs` is milliseconds from the request to the answer. */
export type TestOutcome = {
	readonly delivered: boolean;
	/** HTTP status; null where nobody answered. */
	readonly status: number | null;
	/** What came back, in a sentence that repeats no secret. */
	readonly answer: string;
	readonly tookMs: number;
};

/** Targets of one user at a time, as the API lists, adds, removes and tests them. */
export interface AlertTargets {
	list(userId: string): Promise<readonly ListedTarget[]>;
	/** @throws CarrywireError INVALID_PARAMS for an address that nothing is sent to, TOO_MANY_ALERT_TARGETS */
	add(
		userId: string,
		wish: TargetWish,
	): Promise<{
		readonly target: ListedTarget;
		/** Of a webhook, shown once: what its receiver verifies signatures with. */
		readonly signingSecret: string | null;
	}>;
	/** What still waits for it is dropped. @throws CarrywireError UNKNOWN_ALERT_TARGET */
	remove(userId: string, targetId: string): Promise<void>;
	/** Sends one alert now. One that arrives ends a pause. @throws CarrywireError UNKNOWN_ALERT_TARGET, RATE_LIMITED */
	test(userId: string, targetId: string): Promise<TestOutcome>;
	/** Newest first. */
	told(userId: string, limit: number): Promise<readonly ToldAlert[]>;
}

/** Alerts and their targets together, as the API receives them from `src/alerts/`. */
export type AlertService = AlertFeed & AlertTargets;
