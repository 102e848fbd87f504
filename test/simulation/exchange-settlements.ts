/** Settles funding at a simulated exchange: the times, and each account's payments, which its list may show late. */
import { add, type Decimal, mulTrunc, neg, roundPlaces } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { AccountHint } from '../../src/ports/venue.ts';
import type { SeededRandom } from '../../src/runtime/seeded-random.ts';
import type { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import type { TrueAccount } from './exchange-account.ts';
import type { Faults } from './faults.ts';
import type { Prices } from './prices.ts';

const PAYMENT_LATE_MS_MAX = 20_000;

export function createSettlements(options: {
	readonly venue: string;
	readonly time: VirtualClock;
	readonly random: SeededRandom;
	readonly faults: Faults;
	readonly prices: Prices;
	/** Milliseconds between settlements, which fall on multiples of this interval. */
	readonly fundingIntervalMs: number;
	/** Returns the rate at which the instrument settles each time. */
	readonly fundingRate: (instrument: Instrument) => Decimal;
	readonly instrument: (symbol: string) => Instrument;
	readonly accounts: ReadonlyMap<string, TrueAccount>;
	readonly hint: (userId: string, told: AccountHint) => void;
	readonly trace: (line: () => string) => void;
}) {
	const { venue, time, random, faults, prices, instrument, accounts } = options;
	let { fundingIntervalMs } = options;
	let cancelSettlement = time.after(untilSettlement(), settleAll);

	function untilSettlement(): number {
		return fundingIntervalMs - (time.now() % fundingIntervalMs);
	}

	/** Changes the funding interval. The next settlement already follows the new interval. */
	function changeInterval(intervalMs: number): void {
		if (faults.ended()) return;
		faults.note('interval changed');
		fundingIntervalMs = intervalMs;
		cancelSettlement();
		cancelSettlement = time.after(untilSettlement(), settleAll);
	}

	function settleAll(): void {
		cancelSettlement = time.after(untilSettlement(), settleAll);
		for (const account of accounts.values())
			for (const [symbol, { quantity }] of account.positions)
				if (quantity !== 0n) settle(account, symbol, quantity);
	}

	/** Pays or charges funding on a position held at this instant. The amount is rounded to eight places. */
	function settle(account: TrueAccount, symbol: string, quantity: Decimal): void {
		const settledAt = time.now();
		const rate = options.fundingRate(instrument(symbol));
		const worth = mulTrunc(prices.mark(instrument(symbol), settledAt), quantity);
		const amount = roundPlaces(neg(mulTrunc(worth, rate)), 8);
		account.wallet = add(account.wallet, amount);
		account.payments.push({
			recordId: `${venue}-${symbol}-${settledAt}`,
			symbol,
			settledAt,
			rate,
			amount,
			quantity,
			listedAt: settledAt + (faults.hit('latePayment') ? random.below(PAYMENT_LATE_MS_MAX) : 0),
		});
		options.trace(() => `${venue} settles ${account.userId} ${symbol}: ${Number(amount) / 1e18}`);
		options.hint(account.userId, { kind: 'balance' });
	}

	return {
		/** Returns the milliseconds between settlements now. */
		intervalMs: (): number => fundingIntervalMs,
		changeInterval,
		nextAt: (): number => time.now() + untilSettlement(),
	};
}
