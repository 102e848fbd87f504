/**
 * Alerts: messages to a user without a request. Raised by `src/alerts/`, which passes them to subscribers, webhooks
 * and chats.
 */
import type { VenueName } from '../domain/instrument.ts';
import { snakeNamed } from '../domain/snake-case.ts';

/**
 * `execution_state`: an execution started, runs, ended, or needs manual attention; `unhedged`: one leg is ahead of the other
 * by more, or for longer, than the settings allow; `liquidation_distance`: a leg is nearer to its liquidation than
 * the settings allow; `venue_down`: an exchange with open executions of the user cannot be read, or can again;
 * `stream_silent`: an account's own stream reports no orders, or does again; `trading_halted`: a kill switch was
 * activated or released; `funding_reversal`: a position is expected to pay instead of receive; `daily_summary`: once
 * a day, profit, payments and open positions.
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
/** One of `ALERT_KINDS`; a target may select some of them. */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** `critical` needs manual attention now, `warning` today. */
export const ALERT_SEVERITIES = ['info', 'warning', 'critical'] as const;
/** One of `ALERT_SEVERITIES`, from the least to the most urgent. */
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

/** One notification to a user, once per happening. */
export type Alert = {
	/** `alert_…`; the same happening always has the same id. */
	readonly alertId: string;
	readonly userId: string;
	readonly kind: AlertKind;
	readonly severity: AlertSeverity;
	/** Milliseconds. */
	readonly raisedAt: number;
	/** One or two sentences: the event, the value and the limit. */
	readonly message: string;
	readonly executionId: string | null;
	readonly exchange: VenueName | null;
	/** Further figures: decimals are already numbers here, as on the wire. */
	readonly facts: Readonly<Record<string, unknown>>;
};

/** Alerts as they are raised, and the latest stored ones. */
export interface AlertFeed {
	/** Calls back with each alert of any user, once it is stored. The listener must not throw. */
	onAlert(listener: (alert: Alert) => void): () => void;
	/** Alerts of one user, newest first, at most `limit`. */
	recent(userId: string, limit: number): Promise<readonly Alert[]>;
}

/** An alert in the form of every interface: `list_alerts`, the channel `alerts`, webhooks. */
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

/** Converts an alert to the record of the wire: names in snake case and the time as ISO 8601. */
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
