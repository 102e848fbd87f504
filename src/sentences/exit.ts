/**
 * Reasons for which an exit rule closes or reduces an execution. Each begins with the name of its rule. The journal
 * keeps these sentences with their facts, so a fact keeps its name and meaning. An instrument is named like
 * `Bybit SOLUSDT`. Times and durations are milliseconds.
 */
import type { Figure, Words, Writer } from './sentence.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

type At = { readonly instrument: string };
/** A yearly figure and its limit. @param apr a fraction @param limit percent @param ms time that it lasted */
type Faded = { readonly apr: Figure; readonly limit: Figure; readonly ms: number };

/** Reasons of exit rules. */
export const exit = {
	/** @param distance fraction of the mark price @param left fraction of the distance at entry; null if unknown */
	liquidation: (
		{
			leg,
			instrument,
			distance,
			left,
		}: At & {
			readonly leg: 'long' | 'short';
			readonly distance: Figure;
			readonly left: Figure | null;
		},
		write: Writer,
	) => {
		const share = left === null ? '' : `, ${write.percentFixed(left, 0)} of the distance at entry`;
		return `liquidation of the ${leg} leg (${instrument}) is ${write.percentFixed(distance, 2)} from the mark price${share}`;
	},
	/** @param distance the sentence `liquidation` */
	nearLiquidation: (
		{ distance, isHalved }: { readonly distance: Words; readonly isHalved: boolean },
		write: Writer,
	) => `${write.words(distance)}, so the service ${isHalved ? 'halves' : 'closes'} both legs`,
	delisting: ({ instrument, at }: At & { readonly at: number }, write: Writer) =>
		`delisting: the exchange delists ${instrument} on ${write.instant(at)}`,
	maxHours: () => 'max_hours reached',
	maxEpochs: ({ epochs }: { readonly epochs: number }, write: Writer) =>
		`max_epochs reached: ${write.exact(epochs)}`,
	/** @param pct profit of closing now, percent of the capital; null if unknown @param limit percent */
	profit: (
		{
			rule,
			pct,
			limit,
		}: {
			readonly rule: 'stop_loss_pct' | 'take_profit_pct';
			readonly pct: Figure | null;
			readonly limit: Figure;
		},
		write: Writer,
	) => {
		const [was, bound] = write.percentPair(pct ?? limit, limit);
		return `${rule} reached: closing now yields ${pct === null ? 'an unknown share' : was} of the capital, limit ${bound}`;
	},
	/** @param now current funding interval @param planned funding interval when the position opened */
	interval: (
		{ instrument, now, planned }: At & { readonly now: number; readonly planned: number },
		write: Writer,
	) =>
		`interval change: ${instrument} now settles every ${write.exact(now / HOUR_MS)} h, but every ${write.exact(planned / HOUR_MS)} h when the position opened`,
	bound: ({ instrument }: At) =>
		`rate at its bound: the last settlement of ${instrument} was at its cap or floor`,
	/** @param share limit of the distance, a fraction of the index price */
	divergence: (
		{ instrument, share, ms }: At & { readonly share: Figure; readonly ms: number },
		write: Writer,
	) =>
		`mark off index: the mark price of ${instrument} has been more than ${write.percentFixed(share, 1)} from its index price for ${write.exact(ms / SECOND_MS)} s`,
	dataLost: ({ instrument, ms }: At & { readonly ms: number }, write: Writer) =>
		`data lost: ${instrument} has had no current prices for ${minutes(ms, write)}`,
	/** @param ms time between the two checks */
	reversal: ({ ms }: { readonly ms: number }, write: Writer) =>
		`reversal: 30-day mean carry is negative, and two checks ${minutes(ms, write)} apart forecast a 30-day loss above half the cost of a round trip`,
	spreadFaded: ({ apr, limit, ms }: Faded, write: Writer) =>
		`min_spread_apr_pct reached: the funding spread has been below ${write.exact(limit)} % a year for ${minutes(ms, write)}, now ${write.percentFixed(apr, 2)}`,
	netFaded: ({ apr, limit, ms }: Faded, write: Writer) =>
		`min_net_apr_pct reached: two checks ${minutes(ms, write)} apart expect less than ${write.exact(limit)} % a year after the exit, now ${write.percentFixed(apr, 2)}`,
};

function minutes(ms: number, write: Writer): string {
	return `${write.exact(ms / MINUTE_MS)} min`;
}
