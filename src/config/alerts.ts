/** Settings of alerts: when they are raised, and how they are sent. */
import * as z from 'zod';
import { exact, onOff, section, whole } from './values.ts';

/** https, or http to whatever the operator runs: this address is the operator's own word. */
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
export const alertsSchema = section(
	'What users are told without asking, and how it is sent ([alerts.md](alerts.md)).',
	{
		unhedgedMaxUsd: exact(
			['1', '10000', '1000000000'],
			'USD',
			'One leg that is further ahead of the other is told at once; of an execution whose plan allows less, that counts.',
		),
		unhedgedMs: whole(
			[1_000, 10_000, 3_600_000],
			'ms',
			'One leg that is ahead for so long is told, however little it is.',
		),
		liquidationDistancePct: exact(
			['0.1', '8', '90'],
			'%',
			'A leg whose liquidation price is nearer to the mark is told; once more only after it was a quarter farther away.',
		),
		venueDownMs: whole(
			[1_000, 60_000, 86_400_000],
			'ms',
			'An exchange that cannot be read for so long is told to whoever has open executions there.',
		),
		summaryHourUtc: whole([0, 8, 23], 'hour', 'UTC hour of the daily summary.'),
		keepDays: whole([1, 90, 3_650], 'days', 'Older alerts are removed.'),
		targetsPerUserMax: whole([1, 10, 100], 'targets', 'Places that one user may have alerts sent to.'),
		queueMax: whole(
			[1, 200, 10_000],
			'alerts',
			'Alerts that may wait for one target; the oldest are given up.',
		),
		deliveryTimeoutMs: whole([100, 15_000, 60_000], 'ms', 'For a target to answer.'),
		retryFirstMs: whole(
			[10, 5_000, 600_000],
			'ms',
			'Until a failed attempt is repeated; doubled with each further one.',
		),
		retryMaxMs: whole([10, 3_600_000, 86_400_000], 'ms', 'Longest pause between two attempts.'),
		giveUpAfterMs: whole(
			[1_000, 43_200_000, 604_800_000],
			'ms',
			'An alert that has not arrived for so long is given up.',
		),
		pauseAfterMs: whole(
			[1_000, 86_400_000, 2_592_000_000],
			'ms',
			'A target that has failed for so long is paused.',
		),
		allowLoopback: onOff(
			false,
			'Whether users may have alerts sent to this machine itself, over http too: for receivers beside the service.',
		),
		telegramApiUrl: z
			.string()
			.max(255)
			.refine(isBaseUrl, { error: 'must be an http or https URL without user name, query and fragment' })
			.meta({
				default: TELEGRAM,
				description:
					'Base address of the Bot API of Telegram, for a bot server of your own; it may be inside.',
			})
			.optional()
			.transform((given) => given ?? TELEGRAM),
	},
);
