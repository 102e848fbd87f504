import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromInteger, toNumber } from '../domain/decimal.ts';
import type { MarginLevel } from '../ports/margin-plan.ts';
import { accountFigures, type BookAccount, type BookPosition } from './margin-book.ts';
import { marginLevel } from './margin-levels.ts';
import { fewestMoves } from './margin-moves.ts';
import { equityTargets } from './margin-targets.ts';
import { planTransfers, TRANSFER_MIN_USD } from './margin-transfers.ts';

const NOW = Date.UTC(2026, 10, 28);

function account(
	exchange: string,
	equity: number,
	notionals: readonly number[],
	available = equity,
): BookAccount {
	const positions = notionals.map(
		(notional, index): BookPosition => ({
			symbol: `C${index}USDT`,
			coin: `C${index}`,
			notional,
			maintenance: 0.02,
			isolatedEquity: null,
			leverage: 2,
			sigmaHourly: 0.01,
			adlRank: null,
		}),
	);
	return { exchange, shownName: exchange.toUpperCase(), equity, available, positions };
}

function planned(accounts: readonly BookAccount[], target = 0.5) {
	const levels = new Map<string, MarginLevel>(
		accounts.map((one) => [one.exchange, marginLevel(accountFigures(one).share, target)]),
	);
	return planTransfers(accounts, levels, new Map(accounts.map((one) => [one.exchange, target])), NOW);
}

/** Equity per notional after the worse of ±30 %. */
const after = (equity: number, { positions }: BookAccount): number => {
	const { gross, net } = accountFigures({ exchange: '', shownName: '', equity, available: 0, positions });
	return Math.min(...[-0.3, 0.3].map((move) => (equity + net * move) / (gross * (1 + move))));
};

test('moves money from the exchange that gained to the one that lost, and says why, by when and what happens without', () => {
	const { transfers, missing } = planned([account('okx', 150, [1_000]), account('bybit', 850, [-1_000])]);
	expect(missing).toEqual([]);
	expect(transfers).toHaveLength(1);
	const [move] = transfers;
	expect(move).toMatchObject({ from: 'bybit', to: 'okx' });
	expect(move?.why.text).toBe('Equity at OKX is 15 % of its positions; the plan needs 50 %.');
	expect(move?.without.text).toMatch(
		/^Without it, a price fall of 13 % liquidates a position at OKX\. At 2 sigma, that takes \d+ h\.$/,
	);
	const sent = toNumber(move?.amount ?? fromInteger(0));
	expect(Number.isInteger(sent)).toBe(true);
	expect(after(150 + sent, account('okx', 0, [1_000]))).toBeCloseTo(
		after(850 - sent, account('bybit', 0, [-1_000])),
		2,
	);
	// The exchange is at 0.3 of 1/L now, so the money should be there at once.
	expect(move?.by).toBe(NOW);
});

test('the deadline is when a move of two sigma could reach 0.3/L', () => {
	const [move] = planned([account('okx', 240, [1_000]), account('bybit', 800, [-1_000])]).transfers;
	const reach = (0.15 * 1_000 - 240) / (1_000 - 0.15 * 1_000);
	expect(((move?.by ?? 0) - NOW) / 3_600_000).toBeCloseTo((Math.log1p(reach) / 0.02) ** 2, 3);
});

test('plans nothing while no exchange is below 0.5/L, and says what nobody can give', () => {
	expect(planned([account('okx', 260, [1_000]), account('bybit', 800, [-1_000])])).toEqual({
		transfers: [],
		missing: [],
	});
	const { transfers, missing } = planned([account('okx', 100, [1_000]), account('bybit', 850, [-1_000], 60)]);
	expect(transfers.map(({ amount }) => toNumber(amount))).toEqual([60]);
	expect(missing).toMatchObject([{ exchange: 'okx' }]);
});

test('an exchange without positions gives all that it can', () => {
	const { equity } = equityTargets([account('okx', 100, [1_000]), account('gate', 500, [])]);
	expect(equity.get('gate')).toBeCloseTo(0, 9);
	expect(equity.get('okx')).toBeCloseTo(600, 6);
	expect(equityTargets([account('gate', 500, [])]).equity.get('gate')).toBe(500);
});

const accounts = fc.uniqueArray(
	fc.record({
		exchange: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
		equity: fc.integer({ min: 0, max: 2_000 }),
		notionals: fc.array(fc.integer({ min: -1_500, max: 1_500 }), { maxLength: 3 }),
		free: fc.double({ min: 0, max: 1, noNaN: true }),
	}),
	{ selector: ({ exchange }) => exchange, minLength: 1 },
);
const booksOf = (
	drawn: readonly { exchange: string; equity: number; notionals: readonly number[]; free: number }[],
) => drawn.map((one) => account(one.exchange, one.equity, one.notionals, one.equity * one.free));

test('the targets add up to the equity, and no other split has a larger least share after ±30 %', () => {
	fc.assert(
		fc.property(accounts, (drawn) => {
			const books = booksOf(drawn);
			const { equity, shareAfter } = equityTargets(books);
			const total = books.reduce((sum, one) => sum + one.equity, 0);
			expect([...equity.values()].reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(total, 4);
			const held = books.filter((one) => accountFigures(one).gross > 0);
			const least = Math.min(...held.map((one) => after(equity.get(one.exchange) ?? 0, one)));
			// An exchange whose target is zero may be above the common share.
			if (held.length > 0 && shareAfter > 0) expect(least).toBeCloseTo(shareAfter, 6);
		}),
	);
});

test('no donor goes below its own target or its free balance, and amounts are whole and not tiny', () => {
	fc.assert(
		fc.property(accounts, (drawn) => {
			const books = booksOf(drawn);
			const { transfers, missing } = planned(books);
			const { equity } = equityTargets(books);
			for (const one of books) {
				const sent = transfers
					.filter(({ from }) => from === one.exchange)
					.reduce((sum, { amount }) => sum + toNumber(amount), 0);
				const got = transfers
					.filter(({ to }) => to === one.exchange)
					.reduce((sum, { amount }) => sum + toNumber(amount), 0);
				expect(sent === 0 || got === 0).toBe(true);
				if (sent === 0) continue;
				expect(sent).toBeLessThanOrEqual(one.available);
				expect(one.equity - sent).toBeGreaterThanOrEqual((equity.get(one.exchange) ?? 0) - 1e-6);
			}
			for (const { to } of transfers) {
				const one = books.find(({ exchange }) => exchange === to);
				const got = transfers
					.filter((move) => move.to === to)
					.reduce((sum, { amount }) => sum + toNumber(amount), 0);
				const lacks = missing.find(({ exchange }) => exchange === to);
				const wanted = Math.ceil((equity.get(to) ?? 0) - (one?.equity ?? 0));
				expect(got + (lacks === undefined ? 0 : toNumber(lacks.amount))).toBe(wanted);
				expect(wanted).toBeGreaterThanOrEqual(TRANSFER_MIN_USD);
			}
		}),
	);
});

/** Returns the least number of transfers: donors and receivers less the number of groups that balance apart. */
function fewestByPartition(needs: readonly number[], spare: readonly number[]): number {
	let best = Number.POSITIVE_INFINITY;
	const walk = (left: readonly number[], donors: readonly number[], count: number): void => {
		if (count >= best) return;
		const open = left.findIndex((need) => need > 0);
		if (open < 0) {
			best = count;
			return;
		}
		donors.forEach((usd, index) => {
			const amount = Math.min(usd, left[open] ?? 0);
			if (amount > 0)
				walk(
					left.map((need, at) => (at === open ? need - amount : need)),
					donors.map((have, at) => (at === index ? have - amount : have)),
					count + 1,
				);
		});
	};
	// Every order of the receivers and of the donors within them.
	for (const order of permutations(needs)) walk(order, spare, 0);
	return best;
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
	if (items.length <= 1) return [items];
	return items.flatMap((item, index) =>
		permutations(items.filter((_, at) => at !== index)).map((rest) => [item, ...rest]),
	);
}

test('covers all needs with as few moves as an exhaustive search', () => {
	const usd = fc.integer({ min: 1, max: 12 });
	fc.assert(
		fc.property(
			fc.array(usd, { minLength: 1, maxLength: 3 }),
			fc.array(usd, { minLength: 1, maxLength: 4 }),
			(needs, spare) => {
				const total = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0);
				fc.pre(total(needs) <= total(spare));
				const moves = fewestMoves(
					new Map(needs.map((need, index) => [`n${index}`, need])),
					new Map(spare.map((have, index) => [`s${index}`, have])),
				);
				needs.forEach((need, index) => {
					expect(total(moves.filter(({ to }) => to === `n${index}`).map(({ amount }) => amount))).toBe(need);
				});
				spare.forEach((have, index) => {
					expect(
						total(moves.filter(({ from }) => from === `s${index}`).map(({ amount }) => amount)),
					).toBeLessThanOrEqual(have);
				});
				expect(moves).toHaveLength(fewestByPartition(needs, spare));
			},
		),
	);
});
