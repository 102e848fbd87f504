/**
 * Defines alerts: notifications that a user receives without asking. `src/alerts/` raises them and passes them to
 * subscribers, webhooks and chats.
 */
import type { VenueName } from '../domain/instrument.ts';
import { snakeNamed } from '../domain/snake-case.ts';
import type { SentenceRecord } from '../sentences/sentence.ts';

/**
 * `execution_state`: an execution has started, is running, has ended, or needs manual attention; `unhedged`: one leg
 * is ahead of the other by more, or for longer, than the settings allow; `liquidation_distance`: a leg is closer to
 * liquidation than the settings allow; `venue_down`: an exchange where the user has open executions cannot be read,
 * or can be read again; `stream_silent`: an account's own stream has stopped reporting orders, or reports them again;
 * `trading_halted`: a kill switch was activated or released; `funding_reversal`: a position is expected to pay
 * funding instead of receiving it; `daily_summary`: profit, payments and open positions, once a day; `target_paused`:
 * deliveries to a target were paused; `threshold`: a figure crossed a limit that the user set (`alert-rules.ts`);
 * `margin_watch`, `margin_transfer`, `margin_reduce`: the equity of an exchange account per USD of its positions fell
 * below 0.7, 0.5 or 0.3 of what the planned leverage leaves (`margin-plan.ts`).
 * `autopilot`: a pot decided, a change was refused, or the pot waits or has stopped.
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
	'threshold',
	'margin_watch',
	'margin_transfer',
	'margin_reduce',
	'autopilot',
] as const;
/** One of `ALERT_KINDS`. A target may select some of them. */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** `critical` needs manual attention now, `warning` needs it today, and `info` needs none. */
export const ALERT_SEVERITIES = ['info', 'warning', 'critical'] as const;
/** One of `ALERT_SEVERITIES`, from least to most urgent. */
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

/** One notification to a user, sent once per event. */
export type Alert = {
	/** Id of the alert, `alert_…`. The same event always has the same id. */
	readonly alertId: string;
	readonly userId: string;
	readonly kind: AlertKind;
	readonly severity: AlertSeverity;
	/** Time at which the alert was raised, milliseconds. */
	readonly raisedAt: number;
	/** One or two sentences with the event, the value and the limit. */
	readonly message: string;
	/** Id and facts of the message, for another language. Absent in alerts of earlier versions. */
	readonly sentence?: SentenceRecord | undefined;
	readonly executionId: string | null;
	readonly exchange: VenueName | null;
	/** Further figures. Decimals have already been converted to numbers, as in the API's JSON. */
	readonly facts: Readonly<Record<string, unknown>>;
};

/** Delivers alerts as they are raised, and lists the latest stored ones. */
export interface AlertFeed {
	/** Calls `listener` with each alert for any user, once the alert is stored. The listener must not throw. */
	onAlert(listener: (alert: Alert) => void): () => void;
	/** Returns one user's alerts, newest first, at most `limit`. */
	recent(userId: string, limit: number): Promise<readonly Alert[]>;
}

/** An alert as every interface presents it: `list_alerts`, the `alerts` channel and webhooks. */
export type AlertRecord = {
	readonly alert_id: string;
	readonly kind: AlertKind;
	readonly severity: AlertSeverity;
	/** Time at which the alert was raised, ISO 8601, UTC. */
	readonly raised_at: string;
	readonly message: string;
	readonly sentence?: SentenceRecord;
	readonly execution_id: string | null;
	readonly exchange: VenueName | null;
	readonly facts: Readonly<Record<string, unknown>>;
};

/** Converts an alert to its API record, with snake-case names and an ISO 8601 time. */
export function alertRecord(alert: Alert): AlertRecord {
	return {
		alert_id: alert.alertId,
		kind: alert.kind,
		severity: alert.severity,
		raised_at: new Date(alert.raisedAt).toISOString(),
		message: alert.message,
		...(alert.sentence === undefined ? {} : { sentence: snakeNamed(alert.sentence) as SentenceRecord }),
		execution_id: alert.executionId,
		exchange: alert.exchange,
		facts: snakeNamed(alert.facts) as AlertRecord['facts'],
	};
}
