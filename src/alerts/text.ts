/**
 * Contains every message in alerts. Each message says what happened, with the measured figure and its limit, and what
 * to do. Exact values are in `facts`.
 */
import { type Decimal, formatDecimal, roundPlaces } from '../domain/decimal.ts';
import { instantText, percentTexts, usdText, usdTexts } from '../domain/figure-text.ts';
import { type AlertRuleKind, COIN_RULE_KINDS } from '../ports/alert-rules.ts';
import { shownNameOf } from '../venues/facts.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Messages about an execution's events. `name` is the result of `executionName`. */
export const EXECUTION_TEXTS = {
	began: (name: string, amount: Decimal) => `${name} started: ${usdText(amount)} across both legs.`,
	tookOver: (name: string, from: string) => `${name} started as the emergency hedge of ${from}.`,
	running: (name: string, deployed: Decimal) =>
		`${name} is running: both legs are equal, ${usdText(deployed)} deployed.`,
	failed: (name: string, reason: string) =>
		`${name} failed, and no position is open. Reason: ${sentence(reason)}`,
	attention: (name: string, reason: string) => `${name} needs your attention: ${sentence(reason)}`,
	attentionCleared: (name: string, reason: string) =>
		`${name} no longer needs your attention: ${sentence(reason)}`,
	closed: (
		name: string,
		figures: {
			readonly heldMs: number;
			readonly pnl: Decimal;
			readonly funding: Decimal;
			readonly fees: Decimal;
		},
		reason: string,
	) =>
		`${name} closed after ${duration(figures.heldMs)}: profit ${usdText(figures.pnl)}, including funding ${usdText(figures.funding)} and fees ${usdText(figures.fees)}. Reason: ${sentence(reason)}`,
} as const;

/** Messages about the start and end of conditions. */
export const CONDITION_TEXTS = {
	unhedged: (
		name: string,
		leg: string,
		notional: Decimal,
		lastedMs: number,
		limit: { readonly usd: Decimal; readonly ms: number },
	) =>
		`${name} is unhedged: the ${leg} leg has been ahead by ${usdText(notional)} for ${duration(lastedMs)} (limits: ${usdText(limit.usd)}, ${duration(limit.ms)}). The service balances the legs by itself.`,
	hedgedAgain: (name: string) => `${name} is hedged again: both legs are equal.`,
	endedFlat: (executionId: string) =>
		`${executionId} is no longer unhedged: the execution has ended, and both legs are flat.`,
	nearLiquidation: (
		name: string,
		leg: string,
		venue: string,
		distance: Decimal,
		limit: Decimal,
		runway: string | null,
	) =>
		`${name}: the ${leg} leg on ${shownNameOf(venue)} is ${percent(distance)} from its liquidation price, limit ${percent(limit)}.${runway === null ? '' : ` Its margin lasts ${runway}.`}`,
	farFromLiquidation: (name: string, leg: string, venue: string, distance: Decimal) =>
		`${name}: the ${leg} leg on ${shownNameOf(venue)} is ${percent(distance)} from its liquidation price again.`,
	venueDown: (venue: string, downMs: number, limitMs: number, reason: string | null) =>
		`${shownNameOf(venue)} has sent no current data for ${duration(downMs)}, limit ${duration(limitMs)}. You have open executions there. Reason: ${reason ?? 'unknown.'}`,
	venueBack: (venue: string) => `${shownNameOf(venue)} is sending current data again.`,
	streamSilent: (venue: string, since: number) =>
		`The account stream of ${shownNameOf(venue)} has reported none of your last orders since ${instantText(since)}. The service would notice a liquidation seconds late, so it opens no positions there. Open positions can still be closed. The service reconnects the stream every minute. If it stays silent, check the status page of ${shownNameOf(venue)} and the proxy or firewall of this machine.`,
	streamBack: (venue: string) => `Your account stream at ${shownNameOf(venue)} is reporting orders again.`,
	halted: (where: string, by: string, at: number, reason: string | null, closeAll: boolean) =>
		`Trading${where} was halted by ${haltedBy(by)} on ${instantText(at)}. Reason: ${reason === null ? 'none given' : reason.replace(/\.$/, '')}. Running executions ${closeAll ? 'are being closed' : 'continue'}.`,
	resumed: (where: string) => `Trading${where} has resumed.`,
	onVenue: (venue: string) => ` on ${shownNameOf(venue)}`,
	onEveryVenue: ' on every exchange',
	reversed: (name: string, reason: string, closesByItself: boolean) =>
		`The funding for ${name} has turned against you. ${reason} ${
			closesByItself
				? 'The service closes the execution after two checks in a row confirm this. It waits longer while exit costs are higher than usual.'
				: 'close_on_reversal is off, so the service keeps the execution open.'
		}`,
	worthHolding: (name: string, reason: string) => `${name} is worth holding again. ${reason}`,
} as const;

/** Figures of the daily summary, USD. */
type SummaryFigures = {
	readonly until: number;
	readonly earned: Decimal;
	readonly received: Decimal;
	readonly paid: Decimal;
	readonly price: Decimal;
	readonly fees: Decimal;
	readonly openCount: number;
	readonly deployed: Decimal;
	readonly unrealized: Decimal | null;
	readonly unexplained: readonly { readonly exchange: string; readonly amount: Decimal }[];
};

/** Writes the text of the daily summary. */
export function summaryText(figures: SummaryFigures): string {
	const { openCount, unrealized } = figures;
	return [
		`You earned ${usdText(figures.earned)} in the 24 h until ${instantText(figures.until)}:`,
		`funding received ${usdText(figures.received)}, funding paid ${usdText(figures.paid)}, price changes ${usdText(figures.price)}, fees ${usdText(figures.fees)}.`,
		`Open: ${openCount} ${openCount === 1 ? 'execution' : 'executions'}, ${usdText(figures.deployed)} deployed${unrealized === null ? '' : `, unrealised ${usdText(unrealized)}`}.`,
		...figures.unexplained.map(
			({ exchange, amount }) =>
				`No record explains a change of ${usdText(amount)} at ${shownNameOf(exchange)}.`,
		),
	].join(' ');
}

/** Messages about alert targets and deliveries. */
export const TARGET_TEXTS = {
	test: (name: string) => `This is a test: alerts for ${JSON.stringify(name)} arrive here.`,
	unknown: (targetId: string) =>
		`target_id must name one of your alert targets; was ${JSON.stringify(targetId)}.`,
	tooMany: (count: number, limit: number) =>
		`You have ${count} alert targets, limit ${limit}. Remove one first.`,
	unknownBefore: (before: string) =>
		`before must be the alert_id of one of your alerts; was ${JSON.stringify(before.slice(0, 64))}.`,
	badUrl: (rule: string) => `url ${rule}. The rejected value is not shown.`,
	testedLately: (gapMs: number) => `A target can be tested only once every ${duration(gapMs)}.`,
	answered: (status: number, body: string) => `It answered ${status}${body === '' ? '' : `: ${body}`}.`,
	redirect: ' The service does not follow redirects. Enter the new address.',
	unreadable: 'The stored address cannot be decrypted. Remove the target and add it again.',
	tooOld: (ms: number) => `The alert was older than ${duration(ms)}.`,
	queueFull: (count: number) => `More than ${count} alerts were waiting for the target.`,
	paused: 'The target was paused.',
	droppedBefore: (count: number) =>
		`${count} earlier ${count === 1 ? 'alert' : 'alerts'} for this target could not be delivered. See list_alerts.`,
	pausedAlert: (
		target: { readonly name: string; readonly kind: string; readonly shown: string },
		failingSince: number,
		failure: string,
	) =>
		`Alerts to ${JSON.stringify(target.name)} (${target.kind}, ${target.shown}) are paused, because every attempt since ${instantText(failingSince)} has failed. ${failure} To resume, send a test with test_alert_target.`,
} as const;

/** Figure and subject of a rule's alert. */
type RuleNews = { readonly value: Decimal; readonly subject: string };
type RuleWords = {
	readonly name: string;
	readonly kind: AlertRuleKind;
	readonly direction: 'above' | 'below';
	readonly limit: Decimal;
};

/** Name of the figure that a rule compares, in the middle of a sentence. */
const RULE_FIGURES: ReadonlyMap<AlertRuleKind, string> = new Map([
	['funding_rate', 'funding rate'],
	['spread_apr', 'headline spread'],
	['net_apr', 'expected net'],
	['basis', 'basis'],
	['execution_net', 'net result'],
	['margin_distance', 'distance to liquidation'],
]);

/** Messages about threshold rules. */
export const RULE_TEXTS = {
	coinOn: (coin: string, exchange: string) => `${coin} on ${exchange}`,
	pair: (symbol: string, long: string, short: string) => `${symbol} (long ${long}, short ${short})`,
	crossed: (rule: RuleWords, news: RuleNews) =>
		`${rule.name}: the ${RULE_FIGURES.get(rule.kind)} of ${news.subject} is ${ruleFigures(rule, news)}.`,
	back: (rule: RuleWords, news: RuleNews) =>
		`${rule.name}: the ${RULE_FIGURES.get(rule.kind)} of ${news.subject} is back at ${ruleFigures(rule, news)}.`,
	unknown: (ruleId: string) => `rule_id must name one of your alert rules; was ${JSON.stringify(ruleId)}.`,
	tooMany: (count: number, limit: number) =>
		`You have ${count} alert rules, limit ${limit}. Remove one first.`,
	noSubject: {
		coin: (value: string) =>
			`coin must be listed on a configured exchange; was ${JSON.stringify(value)}. Write it as in get_opportunities.`,
		exchange: (value: string) => `exchange must be configured on this service; was ${JSON.stringify(value)}.`,
		exchangepair: (value: string) =>
			`exchangepair must be configured on this service; was ${JSON.stringify(value)}.`,
		executionId: (value: string) =>
			`execution_id must name one of your open executions; was ${JSON.stringify(value)}.`,
	},
} as const;

/** Formats a rule's figure and limit, such as `21.3 % a year (limit: above 20 % a year)`. */
function ruleFigures({ kind, direction, limit }: RuleWords, { value }: RuleNews): string {
	const unit = COIN_RULE_KINDS.has(kind) ? ' a year' : '';
	const [figure, bound] = kind === 'execution_net' ? usdTexts(value, limit) : percentTexts(value, limit);
	return `${figure}${unit} (limit: ${direction} ${bound}${unit})`;
}

/** Messages about users' alert settings and heartbeats. */
export const SETTING_TEXTS = {
	emptyQuietHours: 'until must differ from from. Remove the quiet hours to receive alerts all day.',
	unknownZone: (zone: string) =>
		`time_zone must be an IANA time zone such as Europe/Berlin; was ${JSON.stringify(zone.slice(0, 64))}.`,
	tooManyHeartbeats: (limit: number) =>
		`This service has ${limit} heartbeats, limit ${limit}. Ask the operator to raise alerts.heartbeatsMax.`,
	storeNotWritable: 'The store cannot be written, so no heartbeat is sent.',
	checksStopped: (ms: number) =>
		`The alert checks have not completed for ${duration(ms)}, so no heartbeat is sent.`,
	noMarketData: 'No exchange sends current data, so no heartbeat is sent.',
	unreadableHeartbeat: 'The stored URL cannot be decrypted. Set the heartbeat again.',
	heldTooMany: (count: number) => `More than ${count} alerts waited during quiet hours.`,
} as const;

/** Texts of mails and messages about them. No mail contains text from a user, except that alerts name targets. */
export const MAIL_TEXTS = {
	notConfigured: 'This service has no mail server. Ask the operator to configure the mail section.',
	notSent: (answer: string) => `The code could not be sent. ${answer}`,
	tooManyCodes: {
		user: (max: number) => `You can request at most ${max} codes an hour.`,
		address: (max: number) => `An address receives at most ${max} codes a day.`,
		service: (max: number) => `This service sends at most ${max} codes an hour. Try again later.`,
	},
	codeSubject: 'Your Carrywire confirmation code',
	codeBody: (digits: string, validMs: number) =>
		[
			`Your code is ${digits}.`,
			'',
			`Enter it on the alerts page within ${duration(validMs)} to receive Carrywire alerts at this address.`,
			'If you did not request this, ignore this mail. Nothing else will be sent.',
		].join('\n'),
	codeEnded: 'code has expired or was replaced. Request a new one with send_alert_code.',
	wrongCode: (triesLeft: number) =>
		triesLeft === 0
			? 'code is wrong, and no tries are left. Request a new one with send_alert_code.'
			: `code is wrong. ${triesLeft} ${triesLeft === 1 ? 'try is' : 'tries are'} left.`,
	confirmed: (name: string) => `${JSON.stringify(name)} needs no code: its address is confirmed.`,
	unconfirmed: (name: string) =>
		`${JSON.stringify(name)} is not confirmed. Enter the code from the mail, or request a new one.`,
	accepted: (code: number | null) => `The mail server accepted it${code === null ? '' : ` (${code})`}.`,
	replied: (code: number, reply: string) =>
		`The mail server answered ${code}${reply === '' ? '' : `: ${reply}`}.`,
	unreachable: (cause: string) =>
		`The mail server of this service cannot be used (${cause}). The operator's log has the cause.`,
} as const;

/** Names an execution: `SOLUSDT (long Bybit, short KuCoin)`. */
export function executionName(symbol: string, long: string, short: string): string {
	return `${symbol} (long ${shownNameOf(long)}, short ${shownNameOf(short)})`;
}

/** Formats a percentage with up to two decimals, such as `7.5 %`. */
function percent(value: Decimal): string {
	return `${formatDecimal(roundPlaces(value, 2))} %`;
}

/**
 * Formats a duration in whole units, rounded down: seconds below 2 min, minutes below 2 h, otherwise hours (`12 s`,
 * `5 min`, `3 h`).
 */
function duration(ms: number): string {
	if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
	if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
	return `${Math.floor(ms / HOUR_MS)} h`;
}

function haltedBy(by: string): string {
	if (by === 'restore') return 'the restore of a backup';
	return by === 'operator' ? 'the operator' : `halt_trading (${by})`;
}

/** Adds a full stop unless the text ends with `.`, `!` or `?`. */
function sentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
