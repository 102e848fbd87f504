/** Defines the settings for alert thresholds and alert delivery. */
import * as z from 'zod';
import { exact, onOff, section, whole } from './values.ts';

/**
 * Returns true if the text is an http or https base URL. Plain http is accepted because only the operator can set it.
 */
function isBaseUrl(text: string): boolean {
	const url = URL.parse(text);
	return (
		url !== null &&
		/^https?:$/.test(url.protocol) &&
		url.search === '' &&
		url.hash === '' &&
		url.username === ''
	);
}

const TELEGRAM = 'https://api.telegram.org';

/** Section `alerts`: thresholds in USD, periods in milliseconds. */
export const alertsSchema = section('Alerts to users, and their delivery ([alerts.md](alerts.md)).', {
	unhedgedMaxUsd: exact(
		['1', '10000', '1000000000'],
		'USD',
		'A difference between the legs above this raises an alert immediately. If the execution has a lower limit, that limit applies.',
	),
	unhedgedMs: whole(
		[1_000, 10_000, 3_600_000],
		'ms',
		'Any difference between the legs that lasts this long raises an alert.',
	),
	liquidationDistancePct: exact(
		['0.1', '8', '90'],
		'%',
		'A leg closer than this to its liquidation price raises an alert. The alert repeats only after the distance has first grown to 1.25 times this value.',
	),
	venueDownMs: whole(
		[1_000, 60_000, 86_400_000],
		'ms',
		'Alert users with open executions on an exchange after this long without current data from it.',
	),
	summaryHourUtc: whole([0, 8, 23], 'hour', 'UTC hour of the daily summary.'),
	keepDays: whole([1, 90, 3_650], 'days', 'Alerts older than this are deleted.'),
	targetsPerUserMax: whole([1, 10, 100], 'targets', 'Maximum number of alert targets per user.'),
	rulesPerUserMax: whole([1, 50, 500], 'rules', 'Maximum number of threshold rules per user.'),
	rulePeriodMs: whole(
		[1_000, 5_000, 600_000],
		'ms',
		'How often the service compares figures with users’ threshold rules.',
	),
	heartbeatsMax: whole([1, 1_000, 10_000], 'heartbeats', 'Maximum number of heartbeats, one per user.'),
	queueMax: whole(
		[1, 200, 10_000],
		'alerts',
		'Maximum number of alerts queued per target; above it, the oldest are dropped.',
	),
	deliveryTimeoutMs: whole([100, 15_000, 60_000], 'ms', 'How long the service waits for a target to answer.'),
	retryFirstMs: whole(
		[10, 5_000, 600_000],
		'ms',
		'Delay before the first retry; it doubles with each further retry.',
	),
	retryMaxMs: whole([10, 3_600_000, 86_400_000], 'ms', 'Longest pause between two attempts.'),
	giveUpAfterMs: whole(
		[1_000, 43_200_000, 604_800_000],
		'ms',
		'An undelivered alert is dropped after this time.',
	),
	pauseAfterMs: whole(
		[1_000, 86_400_000, 2_592_000_000],
		'ms',
		'A target that has failed for this long is paused.',
	),
	allowLoopback: onOff(false, 'Whether alerts may be sent to targets on this machine, even over plain http.'),
	telegramApiUrl: z
		.string()
		.max(255)
		.refine(isBaseUrl, { error: 'must be an http or https URL without user name, query or fragment' })
		.meta({
			default: TELEGRAM,
			description:
				'Base URL of the Telegram Bot API. Change it to use your own Bot API server, which may be on a private network.',
		})
		.optional()
		.transform((given) => given ?? TELEGRAM),
});
