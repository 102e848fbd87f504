/** Refusals of calls about alert targets, rules, quiet hours, heartbeats and confirmation codes. */
import type { Words, Writer } from './sentence.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type Was = { readonly was: string };
type Count = { readonly count: number; readonly limit: number };
type Limit = { readonly limit: number };

/** Refusals of calls about alert targets. */
export const alertTarget = {
	unknown: ({ was }: Was) => `target_id must name one of your alert targets; was ${JSON.stringify(was)}.`,
	tooMany: ({ count, limit }: Count) => `You have ${count} alert targets, limit ${limit}. Remove one first.`,
	unknownBefore: ({ was }: Was) =>
		`before must be the alert_id of one of your alerts; was ${JSON.stringify(was)}.`,
	badUrl: ({ rule }: { rule: Words }, write: Writer) =>
		`url ${write.words(rule)}. The rejected value is not shown.`,
	testedLately: ({ gap }: { gap: number }) => `A target can be tested only once every ${durationText(gap)}.`,
};

/** Refusals of calls about threshold rules. */
export const alertRule = {
	unknown: ({ was }: Was) => `rule_id must name one of your alert rules; was ${JSON.stringify(was)}.`,
	tooMany: ({ count, limit }: Count) => `You have ${count} alert rules, limit ${limit}. Remove one first.`,
	noCoin: ({ was }: Was) =>
		`coin must be listed on a configured exchange; was ${JSON.stringify(was)}. Write it as in get_opportunities.`,
	noExchange: ({ was }: Was) => `exchange must be configured on this service; was ${JSON.stringify(was)}.`,
	noExchangePair: ({ was }: Was) =>
		`exchangepair must be configured on this service; was ${JSON.stringify(was)}.`,
	noExecution: ({ was }: Was) =>
		`execution_id must name one of your open executions; was ${JSON.stringify(was)}.`,
};

/** Refusals of calls about quiet hours, heartbeats and confirmation codes. */
export const alertSetting = {
	emptyQuietHours: () => 'until must differ from from. Remove the quiet hours to receive alerts all day.',
	unknownZone: ({ was }: Was) =>
		`time_zone must be an IANA time zone such as Europe/Berlin; was ${JSON.stringify(was)}.`,
	tooManyHeartbeats: ({ limit }: Limit) =>
		`This service has ${limit} heartbeats, limit ${limit}. Ask the operator to raise alerts.heartbeatsMax.`,
	noMailServer: () => 'This service has no mail server. Ask the operator to configure the mail section.',
	codeNotSent: ({ answer }: { answer: Words }, write: Writer) =>
		`The code could not be sent. ${write.words(answer)}`,
	codesOfUser: ({ limit }: Limit) => `You can request at most ${limit} codes an hour.`,
	codesOfAddress: ({ limit }: Limit) => `An address receives at most ${limit} codes a day.`,
	codesOfService: ({ limit }: Limit) => `This service sends at most ${limit} codes an hour. Try again later.`,
	codeEnded: () => 'code has expired or was replaced. Request a new one with send_alert_code.',
	wrongCode: ({ left }: { left: number }) =>
		left === 0
			? 'code is wrong, and no tries are left. Request a new one with send_alert_code.'
			: `code is wrong. ${left} ${left === 1 ? 'try is' : 'tries are'} left.`,
	confirmed: ({ target }: { target: string }) =>
		`${JSON.stringify(target)} needs no code: its address is confirmed.`,
	unconfirmed: ({ target }: { target: string }) =>
		`${JSON.stringify(target)} is not confirmed. Enter the code from the mail, or request a new one.`,
};

/** Formats a duration in whole units, rounded down. */
function durationText(ms: number): string {
	if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
	if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
	return `${Math.floor(ms / HOUR_MS)} h`;
}
