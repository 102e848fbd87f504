/** Alerts: messages to a user who has not asked. Raised by `src/alerts/`, which hands it on to subscribers, webhooks and chats. */
import type { VenueName } from '../domain/instrument.ts';
import { snakeNamed } from '../domain/snake-case.ts';

/**
 * `execution_state`: an execution began, runs, ended, or needs a person; `unhedged`: one leg is ahead of the other by more, or
 * for longer, than the settings allow; `liquidation_distance`: a leg is nearer to its liquidation than the settings allow;
 * `venue_down`: an exchange on which the user has open executions cannot be read, or can again; `stream_silent`: an account's own
 * stream tells of no orders, or does again; `trading_halted`: a kill
 * switch was thrown or taken back; `funding_reversal`: what is held is expected to pay instead of receive; `daily_summary`: once
 * a day, what was earned, paid and is open.
 */
export const ALERT_KINDS = [
	'execution_state',
	'unhedged',
	'liquidation_distance',
	'venue_down',
	'stream_silent',
	'trading_halted',
	'funding_reversal',
	'daily_summary',
	'target_paused',
] as const;
/** One of `ALERT_KINDS`; a target may ask for some of them alone. */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** `critical` wants a person now, `warning` today. */
export const ALERT_SEVERITIES = ['info', 'warning', 'critical'] as const;
/** One of `ALERT_SEVERITIES`, from the least to the most urgent. */
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

/** One thing that a user is told, once per happening. */
export type Alert = {
	/** `alert_…`; the same happening has the same id, however often it is seen. */
	readonly alertId: string;
	readonly userId: string;
	readonly kind: AlertKind;
	readonly severity: AlertSeverity;
	/** Milliseconds. */
	readonly raisedAt: number;
	/** One or two sentences: what, was, limit. */
	readonly message: string;
	readonly executionId: string | null;
	readonly exchange: VenueName | null;
	/** Further figures: decimals are numbers here already, as they are on the wire. */
	readonly facts: Readonly<Record<string, unknown>>;
};

/** Alerts as they are raised, and the latest ones that are stored. */
export interface AlertFeed {
	/** Calls back with each alert of any user, once it is stored. The listener must not throw. */
	onAlert(listener: (alert: Alert) => void): () => void;
	/** Of one user, newest first, at most `limit`. */
	recent(userId: string, limit: number): Promise<readonly Alert[]>;
}

/** An alert as every surface tells it: `list_alerts`, the channel `alerts`, webhooks. */
export type AlertRecord = {
	readonly alert_id: string;
	readonly kind: AlertKind;
	readonly severity: AlertSeverity;
	/** ISO 8601, UTC. */
	readonly raised_at: string;
	readonly message: string;
	readonly execution_id: string | null;
	readonly exchange: VenueName | null;
	readonly facts: Readonly<Record<string, unknown>>;
};

/** Turns an alert into the record of the wire: names in snake case and the time as ISO 8601. */
export function alertRecord(alert: Alert): AlertRecord {
	return {
		alert_id: alert.alertId,
		kind: alert.kind,
		severity: alert.severity,
		raised_at: new Date(alert.raisedAt).toISOString(),
		message: alert.message,
		execution_id: alert.executionId,
		exchange: alert.exchange,
		facts: snakeNamed(alert.facts) as AlertRecord['facts'],
	};
}
