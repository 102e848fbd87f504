/** Computes the funding that a shock brings: settlements at the cap, and those of hours without an exchange. Pure. */
import type { VenueName } from '../domain/instrument.ts';
import type { Shock } from '../ports/what-if.ts';
import type { Words } from '../sentences/sentence.ts';
import type { BookPosition } from './margin-book.ts';
import { MARGIN_TEXT } from './margin-text.ts';
import { moveAt, type ShockBook, type ShockPosition } from './shock-types.ts';

/** The sum of the rates of each position, and the positions whose rates are unknown. */
export type ShockFunding = {
	/** Returns the sum of the settled rates, a fraction of notional; positive: longs pay. */
	readonly rateOf: (position: BookPosition) => number;
	readonly unknown: readonly {
		readonly exchange: VenueName;
		readonly symbol: string;
		readonly message: Words;
	}[];
};

type Placed = { readonly exchange: VenueName; readonly shownName: string; readonly position: ShockPosition };

/** Returns the funding rates of all positions of a book under a shock. */
export function fundingOf({ accounts }: ShockBook, shock: Shock): ShockFunding {
	const placed = accounts.flatMap(({ exchange, shownName, positions }) =>
		positions.map((position) => ({ exchange, shownName, position })),
	);
	const rates = new Map<BookPosition, number>();
	const unknown: ShockFunding['unknown'][number][] = [];
	const missing = ({ exchange, shownName, position }: Placed, text: 'noCap' | 'noRate'): void => {
		const { symbol } = position;
		unknown.push({ exchange, symbol, message: MARGIN_TEXT[text]({ exchange: shownName, symbol }) });
	};
	for (const [coin, group] of Map.groupBy(placed, ({ position }) => position.coin)) {
		const jumps = shock.capSettlements > 0 && (shock.coin === null || shock.coin === coin);
		const sign = jumps ? signOf(group, shock) : 'positive';
		for (const one of group) {
			const { position } = one;
			let rate = 0;
			if (jumps) {
				const cap = capOf(position, sign);
				if (cap === null) missing(one, 'noCap');
				else rate += cap * shock.capSettlements;
			}
			if (shock.down !== null && shock.down.hours > 0) {
				const { fundingRate, fundingHours } = position;
				if (fundingRate === null || fundingHours === null) missing(one, 'noRate');
				else rate += fundingRate * Math.floor(shock.down.hours / fundingHours);
			}
			rates.set(position, rate);
		}
	}
	return { rateOf: (position) => rates.get(position) ?? 0, unknown };
}

function capOf({ fundingCap, fundingFloor }: ShockPosition, sign: 'positive' | 'negative'): number | null {
	if (sign === 'positive') return fundingCap;
	return fundingFloor ?? (fundingCap === null ? null : -fundingCap);
}

/** Returns the sign of a coin's rates. `worst` is the one that leaves the user with less. */
function signOf(group: readonly Placed[], shock: Shock): 'positive' | 'negative' {
	if (shock.capSign !== 'worst') return shock.capSign;
	const received = (sign: 'positive' | 'negative'): number =>
		group.reduce((sum, { exchange, position }) => {
			const moved = position.notional * (1 + moveAt(shock, exchange, position.coin));
			return sum - moved * (capOf(position, sign) ?? 0);
		}, 0);
	return received('positive') <= received('negative') ? 'positive' : 'negative';
}
