/** Builds artificial markets for tests of one pot. */
import { type PotMarket, potMarket } from '../../research/pot-market.ts';
import { type SettledLeg, scoredSeries } from '../../research/received.ts';
import { recordedLeg } from './recorded-legs.ts';
import { hourlySignals, type Signal } from './scored-walks.ts';

/** Last hour of the data. The first scored hour is 2,161. */
export const POT_LAST_HOUR = 6_000;

/** Rate per hour of a leg. */
type Rate = (hour: number) => number;
/** One coin: the rate per hour at each of its venues. */
export type CoinRates = Readonly<Record<string, Rate | number>>;

/** Signals of a pair at an hour. `carry` is what the pair pays in that hour, a fraction. */
export type SignalsOf = (key: string, hour: number, carry: number) => Signal;

/** Signals of a model that expects the present carry to last. */
export const LASTING: SignalsOf = (_key, _hour, carry) => ({
	entry: Math.sign(carry) as Signal['entry'],
	expectedMonth: 1e4 * 720 * carry,
	monthMean: 8_760 * carry,
});

/** Builds a market of coins with hourly settlements. A coin's legs end at `endsAt` if it is given. */
export function testMarket(
	coins: Readonly<Record<string, CoinRates>>,
	signals: SignalsOf = LASTING,
	endsAt: Readonly<Record<string, number>> = {},
): PotMarket {
	const legs = Object.entries(coins).flatMap(([base, rates]) =>
		Object.entries(rates).map(([venue, rate]): SettledLeg => {
			const last = endsAt[`${venue} ${base}`] ?? POT_LAST_HOUR;
			const at = typeof rate === 'number' ? () => rate : rate;
			return { ...recordedLeg(venue, 1, 0, last, at), base };
		}),
	);
	return potMarket(
		scoredSeries(legs).map((series) =>
			hourlySignals(series, (hour) => {
				// The settlement of hour 1 comes first.
				const rateOf = ({ rates }: SettledLeg): number => rates[hour - 1] as number;
				return signals(series.key, hour, rateOf(series.first) - rateOf(series.second));
			}),
		),
	);
}

/** Returns the signed notionals as text, without the legs that hold nothing. */
export function holdings({ legs }: PotMarket, held: Float64Array): Readonly<Record<string, number>> {
	const entries = legs.map(({ venue, coin }, at) => [`${venue} ${coin}`, held[at] as number] as const);
	return Object.fromEntries(
		entries
			.filter(([, notional]) => Math.abs(notional) > 1e-9)
			.map(([leg, notional]) => [leg, Number(notional.toFixed(6))]),
	);
}
