/** Messages of alerts. Each says what happened, with the measured figure and its limit, and what to do. */
import type { Figure, Words, Writer } from './sentence.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type Leg = 'long' | 'short';
/** An execution by its name, which is the phrase `pair`. */
type Named = { readonly name: Words };
type At = { readonly exchange: string };
/** Place of a halt. Both are null and false if the user halted the own trading. */
type Place = { readonly exchange: string | null; readonly everywhere: boolean };
/** A transfer between two wallets of one owner. */
type Moved = { readonly exchange: string; readonly asset: string; readonly amount: Figure };

/** How thin the margin of an account is. Shares of the positions' notional; `move` is a fraction of the price. */
type Thin = At & { readonly share: Figure; readonly limit: Figure; readonly move: Figure | null };
type RuleNews = {
	readonly rule: string;
	readonly kind: string;
	readonly subject: Words;
	readonly value: Figure;
	readonly direction: 'above' | 'below';
	readonly limit: Figure;
};

/** Name of the figure that a rule compares, in the middle of a sentence. */
const RULE_FIGURES: ReadonlyMap<string, string> = new Map([
	['funding_rate', 'funding rate'],
	['spread_apr', 'headline spread'],
	['net_apr', 'expected net'],
	['basis', 'basis'],
	['execution_net', 'net result'],
	['margin_distance', 'distance to liquidation'],
]);
const YEARLY: ReadonlySet<string> = new Set(['funding_rate', 'spread_apr', 'net_apr']);

/** Messages of alerts, and phrases within them. */
export const alert = {
	/** Names a pair or an execution: `SOLUSDT (long Bybit, short KuCoin)`. */
	pair: ({
		symbol,
		long,
		short,
	}: {
		readonly symbol: string;
		readonly long: string;
		readonly short: string;
	}) => `${symbol} (long ${long}, short ${short})`,
	coinOn: ({ coin, exchange }: At & { readonly coin: string }) => `${coin} on ${exchange}`,
	began: ({ name, amount }: Named & { readonly amount: Figure }, write: Writer) =>
		`${write.words(name)} started: ${write.usd(amount)} across both legs.`,
	/** @param from id of the hedged execution */
	tookOver: ({ name, from }: Named & { readonly from: string }, write: Writer) =>
		`${write.words(name)} started as the emergency hedge of ${from}.`,
	/** @param from id of the execution that held the pair before */
	rolls: ({ name, from }: Named & { readonly from: string }, write: Writer) =>
		`${write.words(name)} started: it takes over ${from} with one leg at a new exchange.`,
	running: ({ name, deployed }: Named & { readonly deployed: Figure }, write: Writer) =>
		`${write.words(name)} is running: both legs are equal, ${write.usd(deployed)} deployed.`,
	failed: ({ name, reason }: Named & { readonly reason: Words }, write: Writer) =>
		`${write.words(name)} failed, and no position is open. Reason: ${ended(write.words(reason))}`,
	attention: ({ name, reason }: Named & { readonly reason: Words }, write: Writer) =>
		`${write.words(name)} needs your attention: ${ended(write.words(reason))}`,
	attentionCleared: ({ name, reason }: Named & { readonly reason: Words }, write: Writer) =>
		`${write.words(name)} no longer needs your attention: ${ended(write.words(reason))}`,
	closed: (
		{
			name,
			heldMs,
			pnl,
			funding,
			fees,
			reason,
		}: Named & {
			readonly heldMs: number;
			readonly pnl: Figure;
			readonly funding: Figure;
			readonly fees: Figure;
			readonly reason: Words;
		},
		write: Writer,
	) =>
		`${write.words(name)} closed after ${duration(heldMs)}: profit ${write.usd(pnl)}, including funding ${write.usd(funding)} and fees ${write.usd(fees)}. Reason: ${ended(write.words(reason))}`,
	unhedged: (
		{
			name,
			leg,
			notional,
			lastedMs,
			limit,
			limitMs,
		}: Named & {
			readonly leg: Leg;
			readonly notional: Figure;
			readonly lastedMs: number;
			readonly limit: Figure;
			readonly limitMs: number;
		},
		write: Writer,
	) =>
		`${write.words(name)} is unhedged: the ${leg} leg has been ahead by ${write.usd(notional)} for ${duration(lastedMs)} (limits: ${write.usd(limit)}, ${duration(limitMs)}). The service balances the legs by itself.`,
	hedgedAgain: ({ name }: Named, write: Writer) =>
		`${write.words(name)} is hedged again: both legs are equal.`,
	endedFlat: ({ id }: { readonly id: string }) =>
		`${id} is no longer unhedged: the execution has ended, and both legs are flat.`,
	/** @param distance percent. @param limit percent. @param runway how long the margin lasts, or null */
	nearLiquidation: (
		{
			name,
			leg,
			exchange,
			distance,
			limit,
			runway,
		}: Named &
			At & {
				readonly leg: Leg;
				readonly distance: Figure;
				readonly limit: Figure;
				readonly runway: Words | null;
			},
		write: Writer,
	) =>
		`${write.words(name)}: the ${leg} leg on ${exchange} is ${percent(distance, write)} from its liquidation price, limit ${percent(limit, write)}.${runway === null ? '' : ` Its margin lasts ${write.words(runway)}.`}`,
	farFromLiquidation: (
		{ name, leg, exchange, distance }: Named & At & { readonly leg: Leg; readonly distance: Figure },
		write: Writer,
	) =>
		`${write.words(name)}: the ${leg} leg on ${exchange} is ${percent(distance, write)} from its liquidation price again.`,
	/** @param share equity per USD of positions. @param limit below this. @param move that liquidates, or null */
	marginWatch: (facts: Thin, write: Writer) =>
		`Margin on ${facts.exchange} is thin: ${thinness(facts, write)} You need not act yet.`,
	/** @param advice transfers in words, or null if nobody can give anything */
	marginTransfer: ({ advice, ...facts }: Thin & { readonly advice: Words | null }, write: Writer) =>
		`Margin on ${facts.exchange} needs a transfer: ${thinness(facts, write)} ${advice === null ? 'No other account has money to spare: deposit there, or close a part.' : write.words(advice)}`,
	/** @param advice transfers in words, or null if nobody can give anything */
	marginReduce: ({ advice, ...facts }: Thin & { readonly advice: Words | null }, write: Writer) =>
		`Margin on ${facts.exchange} is nearly used up: ${thinness(facts, write)} Close a part of your pairs there now.${advice === null ? '' : ` ${write.words(advice)}`}`,
	/** One planned transfer. @param by time by which it should arrive, Unix milliseconds; null if unknown */
	moveMargin: (
		{
			amount,
			from,
			to,
			by,
		}: {
			readonly amount: Figure;
			readonly from: string;
			readonly to: string;
			readonly by: number | null;
		},
		write: Writer,
	) =>
		`Move ${write.usd(amount)} from ${from} to ${to}${by === null ? '' : ` by ${write.instant(by)}`}, and add it to the positions' margin.`,
	/** @param amount USD that have left the one exchange and have not reached the other */
	marginUnderWay: (
		{ amount, from, to }: { readonly amount: Figure; readonly from: string; readonly to: string },
		write: Writer,
	) => `${write.usd(amount)} are in flight from ${from} to ${to}.`,
	marginArrived: (
		{ amount, from, to }: { readonly amount: Figure; readonly from: string; readonly to: string },
		write: Writer,
	) => `The transfer of ${write.usd(amount)} from ${from} has arrived at ${to}.`,
	/** @param amount units of the asset */
	ownTransferDone: ({ exchange, asset, amount }: Moved, write: Writer) =>
		`The service moved ${write.number(amount)} ${asset} from your main wallet at ${exchange} to your futures account there, because its margin was thin. Add it to the positions' margin.`,
	ownTransferUnknown: ({ exchange, asset, amount }: Moved, write: Writer) =>
		`The service sent a transfer of ${write.number(amount)} ${asset} from your main wallet at ${exchange} to your futures account there, and has no certain answer yet. It asks ${exchange} for the outcome and sends nothing else meanwhile.`,
	ownTransferRefused: ({ exchange, asset, amount, why }: Moved & { readonly why: string }, write: Writer) =>
		`${exchange} did not move ${write.number(amount)} ${asset} from your main wallet to your futures account.${why === '' ? '' : ` It said: ${why}`}`,
	marginBack: ({ exchange, share }: At & { readonly share: Figure | null }, write: Writer) =>
		share === null
			? `You hold no positions on ${exchange} any more.`
			: `Margin on ${exchange} has recovered: equity is ${write.percentFixed(share, 0)} of your positions.`,
	venueDown: (
		{
			exchange,
			downMs,
			limitMs,
			reason,
		}: At & { readonly downMs: number; readonly limitMs: number; readonly reason: Words | null },
		write: Writer,
	) =>
		`${exchange} has sent no current data for ${duration(downMs)}, limit ${duration(limitMs)}. You have open executions there. Reason: ${reason === null ? 'unknown.' : write.words(reason)}`,
	venueBack: ({ exchange }: At) => `${exchange} is sending current data again.`,
	streamSilent: ({ exchange, since }: At & { readonly since: number }, write: Writer) =>
		`The account stream of ${exchange} has reported none of your last orders since ${write.instant(since)}. The service would notice a liquidation seconds late, so it opens no positions there. Open positions can still be closed. The service reconnects the stream every minute. If it stays silent, check the status page of ${exchange} and the proxy or firewall of this machine.`,
	streamBack: ({ exchange }: At) => `Your account stream at ${exchange} is reporting orders again.`,
	/** @param by `restore`, `operator` or who called `halt_trading` */
	halted: (
		{
			by,
			at,
			reason,
			closeAll,
			...place
		}: Place & {
			readonly by: string;
			readonly at: number;
			readonly reason: string | null;
			readonly closeAll: boolean;
		},
		write: Writer,
	) =>
		`Trading${where(place)} was halted by ${haltedBy(by)} on ${write.instant(at)}. Reason: ${reason === null ? 'none given' : reason.replace(/\.$/, '')}. Running executions ${closeAll ? 'are being closed' : 'continue'}.`,
	resumed: (place: Place) => `Trading${where(place)} has resumed.`,
	reversed: (
		{ name, reason, closes }: Named & { readonly reason: Words; readonly closes: boolean },
		write: Writer,
	) =>
		`The funding for ${write.words(name)} has turned against you. ${write.words(reason)} ${
			closes
				? 'The service closes the execution after two checks in a row confirm this. It waits longer while exit costs are higher than usual.'
				: 'close_on_reversal is off, so the service keeps the execution open.'
		}`,
	worthHolding: ({ name, reason }: Named & { readonly reason: Words }, write: Writer) =>
		`${write.words(name)} is worth holding again. ${write.words(reason)}`,
	/** @param unexplained balance changes that no record explains */
	summary: (
		figures: {
			readonly until: number;
			readonly earned: Figure;
			readonly received: Figure;
			readonly paid: Figure;
			readonly price: Figure;
			readonly fees: Figure;
			readonly openCount: number;
			readonly deployed: Figure;
			readonly unrealized: Figure | null;
			readonly unexplained: readonly { readonly exchange: string; readonly amount: Figure }[];
		},
		write: Writer,
	) => {
		const { openCount, unrealized } = figures;
		return [
			`You earned ${write.usd(figures.earned)} in the 24 h until ${write.instant(figures.until)}:`,
			`funding received ${write.usd(figures.received)}, funding paid ${write.usd(figures.paid)}, price changes ${write.usd(figures.price)}, fees ${write.usd(figures.fees)}.`,
			`Open: ${openCount} ${openCount === 1 ? 'execution' : 'executions'}, ${write.usd(figures.deployed)} deployed${unrealized === null ? '' : `, unrealised ${write.usd(unrealized)}`}.`,
			...figures.unexplained.map(
				({ exchange, amount }) => `No record explains a change of ${write.usd(amount)} at ${exchange}.`,
			),
		].join(' ');
	},
	test: ({ target }: { readonly target: string }) =>
		`This is a test: alerts for ${JSON.stringify(target)} arrive here.`,
	/** @param since start of the failed attempts, Unix milliseconds */
	targetPaused: (
		{
			target,
			kind,
			shown,
			since,
			failure,
		}: {
			readonly target: string;
			readonly kind: string;
			readonly shown: string;
			readonly since: number;
			readonly failure: Words;
		},
		write: Writer,
	) =>
		`Alerts to ${JSON.stringify(target)} (${kind}, ${shown}) are paused, because every attempt since ${write.instant(since)} has failed. ${write.words(failure)} To resume, send a test with test_alert_target.`,
	ruleCrossed: (news: RuleNews, write: Writer) =>
		`${news.rule}: the ${RULE_FIGURES.get(news.kind)} of ${write.words(news.subject)} is ${ruleFigures(news, write)}.`,
	ruleBack: (news: RuleNews, write: Writer) =>
		`${news.rule}: the ${RULE_FIGURES.get(news.kind)} of ${write.words(news.subject)} is back at ${ruleFigures(news, write)}.`,
};

/** Writes a rule's figure and limit, such as `21.3 % a year (limit: above 20 % a year)`. */
function ruleFigures({ kind, value, direction, limit }: RuleNews, write: Writer): string {
	const unit = YEARLY.has(kind) ? ' a year' : '';
	const [figure, bound] =
		kind === 'execution_net' ? write.usdPair(value, limit) : write.percentPair(value, limit);
	return `${figure}${unit} (limit: ${direction} ${bound}${unit})`;
}

/** Writes how thin a margin is, with its limit and the move that uses it up. */
function thinness({ share, limit, move }: Thin, write: Writer): string {
	const is = `equity is ${write.percentFixed(share, 0)} of your positions, limit ${write.percentFixed(limit, 0)}.`;
	if (move === null) return is;
	return `${is} A price ${move < 0 ? 'fall' : 'rise'} of ${write.percentFixed(move < 0 ? -move : move, 0)} liquidates a position.`;
}

/** Writes a percentage with up to two decimals, such as `7.5 %`. */
function percent(value: Figure, write: Writer): string {
	return write.percentPair(value, value)[0];
}

/**
 * Writes a duration in whole units, rounded down: seconds below 2 min, minutes below 2 h, otherwise hours (`12 s`,
 * `5 min`, `3 h`).
 */
function duration(ms: number): string {
	if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
	if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
	return `${Math.floor(ms / HOUR_MS)} h`;
}

function where({ exchange, everywhere }: Place): string {
	if (exchange !== null) return ` on ${exchange}`;
	return everywhere ? ' on every exchange' : '';
}

function haltedBy(by: string): string {
	if (by === 'restore') return 'the restore of a backup';
	return by === 'operator' ? 'the operator' : `halt_trading (${by})`;
}

/** Adds a full stop unless the text ends with `.`, `!` or `?`. */
function ended(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
