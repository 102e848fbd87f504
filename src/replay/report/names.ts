/** Names things of a result as a trader does. Names that are not known here are shown as the result has them. */
import { VENUE_FACTS } from '../../venues/facts.ts';
import type { Comparison, Position } from './result.ts';

const STRATEGIES: Readonly<Record<Comparison['name'], string>> = {
	autopilot: 'Autopilot',
	planner: 'Planner',
	verdict: 'Verdict',
	hold: 'Hold always',
	holdings: 'Hold given positions',
	cash: 'Cash',
	'month-mean': '30-day rule',
	'month-mean-hysteresis': '30-day rule with hysteresis',
	'top-headline': 'Highest headline spread',
	'spot-carry': 'Spot carry on majors',
};

/** Returns an exchange's display name. A recorded exchange without one has its name with a capital. */
export function exchangeName(exchange: string): string {
	const known: Readonly<Record<string, { readonly shownName: string }>> = VENUE_FACTS;
	const facts = Object.hasOwn(known, exchange) ? known[exchange] : undefined;
	return facts?.shownName ?? exchange.charAt(0).toUpperCase() + exchange.slice(1);
}

/** Returns the name of a policy or comparison. */
export function strategyName(name: string): string {
	return Object.hasOwn(STRATEGIES, name) ? (STRATEGIES[name] ?? name) : name;
}

/** Returns the exchanges of a position in alphabetical order, so that both directions of a pair have one name. */
export function pairName({ long, short }: Pick<Position, 'long' | 'short'>): string {
	return [exchangeName(long.exchange), exchangeName(short.exchange)].sort().join(' – ');
}

/** Returns the legs of a position, such as `long Bybit, short OKX`. */
export function legsText({ long, short }: Pick<Position, 'long' | 'short'>): string {
	return `long ${exchangeName(long.exchange)}, short ${exchangeName(short.exchange)}`;
}
