/**
 * Contains every message in alerts. Each message says what happened, with the measured figure and its limit, and what
 * to do. Exact values are in `facts`.
 */
import { type Decimal, formatDecimal, roundPlaces } from '../domain/decimal.ts';
import { instantText, usdText } from '../domain/figure-text.ts';
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
